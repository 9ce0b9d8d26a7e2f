internal import BridgeJSON

/// The fast evaluator: is an instance valid, and is there anything that a report should look at?
///
/// It runs the fast code of a program by nested calls, at most `maxNesting` and `KindCode.maxLevel`
/// of them, and what is deeper with frames on an own stack: neither the depth of an instance nor
/// that of a schema costs native stack beyond that. Nothing is allocated per value once the scratch
/// memory has grown to what the instances need.
struct Machine {
  var t: TableView
  var nodes: UnsafePointer<JSONNode>
  var bytes: UnsafePointer<UInt8>

  var matchers: Matchers
  var stack: FrameStack
  var tracks: TrackMemory
  var scopes = ScopeStack()
  var memo = VerdictMemo()

  /// Nested calls for code that is not bounded; about 1 KiB of native stack each.
  static let maxNesting = 48
  private var nesting = 0
  /// Whether the calls are used up, and frames take over.
  private var usesFrames = false

  /// Something was met that decides nothing, but that a report may have to tell.
  var isSuspicious = false
  /// The first search for a pattern that was given up: its operation's entry and the value.
  var undecided: (entry: UInt32, node: UInt32)?
  /// Dynamic references led in a circle: nothing is decided.
  var isEndless = false
  /// What to push, when a step answers `.frame`.
  var request = Request(block: 0, node: 0, code: KindCode(), track: -1, isHushed: false)

  struct Request {
    var block: UInt32
    var node: UInt32
    var code: KindCode
    var track: Int32
    var isHushed: Bool
  }

  /// The answer of a judgement or of a step.
  enum Answer: UInt8 {
    /// Only as an argument: nothing has been answered yet.
    case none
    case pass
    case fail
    /// `request` must be judged first, with a frame.
    case frame
  }

  /// Where a step of an operation stands, so that it can be left and taken up again.
  struct StepState {
    var i: UInt32 = 0
    var ordinal: UInt32 = 0
    var seen: UInt64 = 0
    var phase: UInt32 = 0
    var n: UInt32 = 0
    var region: Int32 = -1
    var isMatched = false
    var wasSuspicious = false
  }

  /// One schema under evaluation.
  struct Frame {
    var pc: UInt32
    var end: UInt32
    var node: UInt32
    var block: UInt32
    /// Where evaluated members or items are marked, or -1.
    var track: Int32
    /// The same of the schema that applied this one in place.
    var parentTrack: Int32
    var trackBase: Int32
    var scopeBase: Int32
    var isHushed: Bool
    /// Schemas applied to the same value on the way here.
    var circle: UInt32
    var state: StepState
  }

  // MARK: Running

  /// Judges an instance by a block.
  mutating func run(_ block: UInt32, _ node: UInt32) -> Bool {
    judge(block, node, -1, false) == .pass
  }

  /// Judges an object whose unknown fields somebody else looks after; which of its members were
  /// evaluated is marked in the region.
  mutating func run(_ block: UInt32, _ node: UInt32, marking track: Int32) -> Bool {
    judge(block, node, track, true) == .pass
  }

  /// Judges `request` with frames, and all that it leads to.
  @inline(never)
  private mutating func runFrames() -> Bool {
    let base = stack.count
    usesFrames = true
    defer { usesFrames = false }
    push()
    var answer = Answer.none
    while true {
      let frame = stack.top
      var result = Answer.pass
      while frame.pointee.pc < frame.pointee.end {
        let op = t.ops[frame.pointee.pc]
        if op.code.isSimple {
          if !runSimple(op, frame.pointee.node) {
            result = .fail
            break
          }
          frame.pointee.pc += 1
          continue
        }
        result = step(
          op, frame.pointee.node, &frame.pointee.track, frame.pointee.isHushed,
          &frame.pointee.state, answer)
        answer = .none
        if result != .pass { break }
        frame.pointee.pc += 1
        frame.pointee.state = StepState()
      }
      if result == .frame {
        if !t.isDynamic || frame.pointee.circle < UInt32(t.blocks.count) {
          push()
          continue
        }
        // More schemas for one value than there are: dynamic references go round in a circle.
        isEndless = true
        result = .fail
      }
      let isValid = result == .pass
      finishTrack(
        frame.pointee.track, into: frame.pointee.parentTrack, frame.pointee.node,
        frame.pointee.trackBase, isValid)
      scopes.count = Int(frame.pointee.scopeBase)
      if memo.isOn, frame.pointee.parentTrack < 0, !frame.pointee.isHushed, !t.isDynamic {
        memo.store(frame.pointee.block, frame.pointee.node, isValid, isSuspicious)
      }
      stack.count -= 1
      if stack.count == base { return isValid }
      answer = isValid ? .pass : .fail
    }
  }

  private mutating func push() {
    let scopeBase = Int32(scopes.count)
    if t.isDynamic { scopes.enter(t.blocks[request.block].resource) }
    memo.countFrame()
    let isInPlace = stack.count > 0 && stack.top.pointee.node == request.node
    stack.push(
      Frame(
        pc: request.code.first, end: request.code.first + UInt32(request.code.count),
        node: request.node, block: request.block, track: request.track,
        parentTrack: request.track, trackBase: tracks.top, scopeBase: scopeBase,
        isHushed: request.isHushed, circle: isInPlace ? stack.top.pointee.circle + 1 : 0,
        state: StepState()))
  }

  init(tables: TableView, matchers: Matchers, instance: JSONCursor) {
    t = tables
    nodes = instance.nodes
    bytes = instance.bytes
    self.matchers = matchers
    stack = FrameStack()
    tracks = TrackMemory()
  }

  @inline(__always)
  func cursor(_ node: UInt32) -> JSONCursor {
    JSONCursor(nodes: nodes, bytes: bytes, index: Int(node))
  }

  /// Judges a value by a block: at once by nested calls, as long as they are not too deep; with
  /// frames in use, and where the code is not bounded, by `request`.
  @inline(__always)
  mutating func judge(
    _ block: UInt32, _ node: UInt32, _ track: Int32, _ isHushed: Bool
  ) -> Answer {
    let code = t.code[block * 6 + (nodes[Int(node)].info & 15)]
    switch code.verdict {
    case .passes: return .pass
    case .fails: return .fail
    case .open: break
    }
    if code.level != KindCode.unbounded {
      return runNested(code, node, track, isHushed) ? .pass : .fail
    }
    if memo.isOn, track < 0, !isHushed, let known = memo.verdict(block, node) {
      if known.isSuspicious { isSuspicious = true }
      return known.isValid ? .pass : .fail
    }
    request = Request(block: block, node: node, code: code, track: track, isHushed: isHushed)
    return usesFrames ? .frame : runRequest()
  }

  /// Judges `request` by nested calls, or with frames where it stands too deep in such calls.
  private mutating func runRequest() -> Answer {
    guard nesting < Self.maxNesting else { return runFrames() ? .pass : .fail }
    let asked = request
    nesting += 1
    memo.countFrame()
    let scopeBase = scopes.count
    if t.isDynamic { scopes.enter(t.blocks[asked.block].resource) }
    let isValid = runNested(asked.code, asked.node, asked.track, asked.isHushed)
    scopes.count = scopeBase
    nesting -= 1
    if memo.isOn, asked.track < 0, !asked.isHushed, !t.isDynamic {
      memo.store(asked.block, asked.node, isValid, isSuspicious)
    }
    return isValid ? .pass : .fail
  }

  /// Runs code by nested calls.
  mutating func runNested(
    _ code: KindCode, _ node: UInt32, _ parentTrack: Int32, _ isHushed: Bool
  ) -> Bool {
    let trackBase = tracks.top
    var track = parentTrack
    var pc = code.first
    let end = pc + UInt32(code.count)
    var isValid = true
    while pc < end {
      let op = t.ops[pc]
      if op.code.isSimple {
        if !runSimple(op, node) {
          isValid = false
          break
        }
      } else {
        var state = StepState()
        if step(op, node, &track, isHushed, &state, .none) != .pass {
          isValid = false
          break
        }
      }
      pc += 1
    }
    if track >= 0 { finishTrack(track, into: parentTrack, node, trackBase, isValid) }
    return isValid
  }

  /// Ends the marks of a schema: on success they count for the schema that applied it.
  @inline(__always)
  private mutating func finishTrack(
    _ track: Int32, into parent: Int32, _ node: UInt32, _ base: Int32, _ isValid: Bool
  ) {
    if track != parent, parent >= 0, isValid {
      tracks.merge(track, into: parent, count: cursor(node).count)
    }
    tracks.top = base
  }
}
