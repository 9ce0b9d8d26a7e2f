internal import BridgeJSON

/// The evaluator that keeps everything: each schema, each keyword, each branch, passed or not.
///
/// Own stack, no recursion. Memory grows with all that is evaluated: for tools and reports.
struct Tracer {
  let t: TableView
  let instance: JSONCursor
  var machine: Machine
  var tree: EvaluationTree
  var frames: [Frame] = []
  var tracks = TrackMemory()
  /// The number of units beyond which an evaluation is given up.
  let limit: Int
  var isOverLimit = false

  struct Frame {
    var block: UInt32
    var node: UInt32
    var unit: Int
    var entry: UInt32
    var end: UInt32
    /// The unit of the keyword at hand, or -1 between keywords.
    var keyword: Int = -1
    var isValid = true
    /// Evaluated members or items of this schema, or -1 where nobody asks.
    var track: Int32
    var parentTrack: Int32
    var trackBase: Int32
    var scopeBase: Int
    var state = State()
    /// What `if` said: 0 nothing, 1 passed, 2 failed.
    var condition: UInt8 = 0
    /// Schemas applied to the same value on the way here.
    var circle = 0
  }

  /// Where a keyword stands.
  struct State {
    var i: UInt32 = 0
    var ordinal: UInt32 = 0
    var phase: UInt32 = 0
    var passed: UInt32 = 0
    var failed: UInt32 = 0
    /// The position to mark if the schema just applied passes.
    var marks: UInt32 = none
  }

  /// A schema that a keyword applies next.
  struct Application {
    var block: UInt32
    var node: UInt32
    var step: EvaluationTree.Step
  }

  init(program: SchemaProgram, instance: JSONCursor, machine: Machine, limit: Int) {
    t = program.tables
    self.instance = instance
    self.machine = machine
    self.limit = limit
    tree = EvaluationTree(program: program, instance: instance)
  }

  mutating func run(_ block: UInt32) {
    push(Application(block: block, node: UInt32(instance.index), step: .inPlace))
    while let top = frames.indices.last {
      var frame = frames[top]
      if frame.keyword < 0 {
        guard frame.entry < frame.end, !isOverLimit else {
          pop()
          continue
        }
        open(&frame)
      }
      let entry = t.entries[frame.entry]
      if let next = nextApplication(entry, &frame) {
        frames[top] = frame
        push(next)
        continue
      }
      close(entry, &frame)
      frames[top] = frame
    }
    tracks.deallocate()
  }

  // MARK: Keywords

  private mutating func open(_ frame: inout Frame) {
    frame.keyword = tree.units.count
    frame.state = State()
    addUnit(frame.block, frame.entry, frame.node, .inPlace)
  }

  private mutating func close(_ entry: KeywordEntry, _ frame: inout Frame) {
    let isValid = verdict(entry, &frame)
    tree.units[frame.keyword].isValid = isValid
    tree.units[frame.keyword].end = UInt32(tree.units.count)
    if !isValid { frame.isValid = false }
    if entry.keyword == .if { frame.condition = frame.state.passed > 0 ? 1 : 2 }
    frame.keyword = -1
    frame.entry += 1
  }

  private mutating func addUnit(
    _ block: UInt32, _ entry: UInt32, _ node: UInt32, _ step: EvaluationTree.Step
  ) {
    if tree.units.count >= limit { isOverLimit = true }
    tree.units.append(
      EvaluationTree.Unit(
        block: block, entry: entry, node: node, end: UInt32(tree.units.count + 1), step: step,
        isValid: true))
  }

  // MARK: Schemas

  private mutating func push(_ next: Application) {
    let b = t.blocks[next.block]
    let value = instance.at(Int(next.node))
    let isInPlace: Bool =
      switch next.step {
      case .inPlace, .branch, .named: true
      default: false
      }
    var frame = Frame(
      block: next.block, node: next.node, unit: tree.units.count, entry: b.firstEntry,
      end: b.firstEntry + b.entryCount, track: -1, parentTrack: -1, trackBase: tracks.top,
      scopeBase: machine.scopes.count)
    if isInPlace, let parent = frames.last {
      frame.parentTrack = parent.track
      frame.circle = parent.circle + 1
    }
    if frame.parentTrack >= 0 || b.flags.contains(.readsAnnotations),
      value.kind == .object || value.kind == .array
    {
      frame.track = tracks.push(bits: value.count)
    }
    if t.isDynamic { machine.scopes.enter(b.resource) }
    frame.isValid = !b.flags.contains(.isFalse)
    if frame.circle > t.blocks.count {
      // Dynamic references go round in a circle: nothing is decided.
      frame.isValid = false
      frame.entry = frame.end
    }
    addUnit(next.block, none, next.node, next.step)
    frames.append(frame)
  }

  private mutating func pop() {
    guard let frame = frames.popLast() else { return }
    tree.units[frame.unit].isValid = frame.isValid
    tree.units[frame.unit].end = UInt32(tree.units.count)
    machine.scopes.count = frame.scopeBase
    guard let top = frames.indices.last else { return }
    if frame.isValid {
      frames[top].state.passed += 1
      let keyword = t.entries[frames[top].entry].keyword
      // What `not` applies says nothing of the value; else what a schema evaluated counts for the
      // one that applied it.
      if frame.parentTrack >= 0, frame.track >= 0, keyword != .not {
        tracks.merge(
          frame.track, into: frame.parentTrack, count: instance.at(Int(frame.node)).count)
      }
      if frames[top].state.marks != none, frames[top].track >= 0 {
        tracks.set(frames[top].track, frames[top].state.marks)
      }
    } else {
      frames[top].state.failed += 1
      // A keyword that needs all of its schemas has evaluated also those that failed; the schema
      // fails anyway.
    }
    frames[top].state.marks = none
    tracks.top = frame.trackBase
  }
}
