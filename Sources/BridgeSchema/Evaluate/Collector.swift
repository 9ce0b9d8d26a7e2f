internal import BridgeJSON

/// The evaluator that explains: it goes through all keywords of all schemas that apply and notes
/// what they say.
///
/// The fast evaluator tells it beforehand which branches of a union hold, so it never goes into a
/// branch that counts for nothing and never takes anything back. Own stack, no recursion.
struct Collector {
  let program: SchemaProgram
  let t: TableView
  let instance: JSONCursor
  var machine: Machine
  let rootFields: SchemaEvaluator.RootFields
  let limit: Int
  let sites: KeywordSites

  var frames: [Frame] = []
  var groups: [Group] = []
  var tracks = TrackMemory()
  /// The pointer to the value of the top frame.
  var path: [UInt8] = []
  var issues: [(position: UInt32, issue: SchemaIssue)] = []
  var omitted = 0
  /// The strictest `log` of the schemas applied to a value, where one has it.
  var logs: [UInt32: LogAnnotation] = [:]
  /// Values to which a schema was applied that hides something in it.
  var hiding: Set<UInt32> = []
  var rootUnmentioned: [Int] = []
  var rootSaysAdditional = false
  /// How many nodes the fast evaluator may still be asked for, to pass over values that are good.
  private var asking: Int

  /// One schema applied to one value.
  struct Frame {
    var block: UInt32
    var node: UInt32
    var entry: UInt32
    var end: UInt32
    /// The group of schemas applied to this object, or -1.
    var group: Int32
    var ownsGroup: Bool
    /// Where evaluated members or items are marked, or -1.
    var track: Int32
    var parentTrack: Int32
    var trackBase: Int32
    var scopeBase: Int32
    /// The length of the path to go back to.
    var pathLength: Int
    /// Schemas applied to the same value on the way here.
    var circle: Int
    // Where the present entry stands.
    var i: UInt32 = 0
    var ordinal: UInt32 = 0
    var phase: UInt32 = 0
    var region: Int32 = -1
  }

  /// All schemas applied to one object, as far as unknown fields go.
  struct Group {
    /// The bits of members that are mentioned.
    var mentioned: Int32
    var listsProperties = false
    var saysAdditional = false
  }

  init(
    program: SchemaProgram, instance: JSONCursor, machine: Machine,
    rootFields: SchemaEvaluator.RootFields, limit: Int, sites: KeywordSites
  ) {
    self.program = program
    t = program.tables
    self.instance = instance
    self.machine = machine
    self.rootFields = rootFields
    self.limit = limit
    self.sites = sites
    // What is asked for twice is the way to what is wrong: so all stays linear in the value.
    asking = program.hasLogs ? 0 : 4 * (instance.indexBehind - instance.index)
    // As much as nearly all values need.
    frames.reserveCapacity(12)
    groups.reserveCapacity(12)
    path.reserveCapacity(120)
    issues.reserveCapacity(2)
  }

  func deallocate() { tracks.deallocate() }

  // MARK: Running

  mutating func run(_ block: UInt32) {
    push(block, UInt32(instance.index), in: nil, pathLength: 0)
    while let top = frames.indices.last {
      var frame = frames[top]
      if frame.entry < frame.end {
        if step(t.entries[frame.entry], &frame) {
          frame.entry += 1
          frame.i = 0
          frame.ordinal = 0
          frame.phase = 0
        }
        frames[top] = frame
        if let request {
          self.request = nil
          push(
            request.block, request.node, in: request.isInPlace ? top : nil,
            pathLength: request.pathLength)
        }
      } else {
        pop()
      }
    }
    addUndecided()
  }

  /// What a step asks for: a schema to be applied before it goes on.
  struct Request {
    var block: UInt32
    var node: UInt32
    var isInPlace: Bool
    var pathLength: Int
  }

  var request: Request?

  /// Whether the fast evaluator finds a value good and nothing to tell in it, so that there is no
  /// need to go into it.
  mutating func isGood(_ block: UInt32, _ node: UInt32) -> Bool {
    let value = instance.at(Int(node))
    let count = value.kind == .object || value.kind == .array ? value.indexBehind - value.index : 1
    guard asking >= count, machine.undecided == nil, !machine.isEndless else { return false }
    asking -= count
    machine.isSuspicious = false
    return holds(block, node) && !machine.isSuspicious && machine.isDecided
  }

  private mutating func push(
    _ block: UInt32, _ node: UInt32, in parent: Int?, pathLength: Int
  ) {
    let b = t.blocks[block]
    let value = instance.at(Int(node))
    let base = tracks.top
    let circle = parent.map { frames[$0].circle + 1 } ?? 0
    if circle > t.blocks.count {
      // Dynamic references go round in a circle.
      machine.isEndless = true
      return
    }
    var frame = Frame(
      block: block, node: node, entry: b.firstEntry, end: b.firstEntry + b.entryCount, group: -1,
      ownsGroup: false, track: -1, parentTrack: -1, trackBase: base,
      scopeBase: Int32(machine.scopes.count), pathLength: pathLength, circle: circle)
    if let parent {
      frame.group = frames[parent].group
      frame.track = frames[parent].track
      frame.parentTrack = frame.track
    } else if t.isContract, value.kind == .object {
      frame.group = Int32(groups.count)
      frame.ownsGroup = true
      groups.append(Group(mentioned: tracks.push(bits: value.count)))
    }
    if b.flags.contains(.readsAnnotations), value.kind == .object || value.kind == .array {
      frame.track = tracks.push(bits: value.count)
    }
    if frame.group >= 0 {
      if b.flags.contains(.listsProperties) { groups[Int(frame.group)].listsProperties = true }
      if b.flags.contains(.saysAdditional) { groups[Int(frame.group)].saysAdditional = true }
    }
    if b.log != .unset { logs[node] = max(logs[node] ?? .unset, b.log) }
    if b.flags.contains(.hidesInside) { hiding.insert(node) }
    if t.isDynamic { machine.scopes.enter(b.resource) }
    frames.append(frame)
    if b.flags.contains(.isFalse) {
      emit(.failure, .falseSchema, at: node, schema: b)
    }
    if t.isContract, b.flags.contains(.deprecated),
      let entry = entry(.deprecated, of: b)
    {
      emit(.deprecated, .deprecated, at: node, entry: entry, of: b)
    }
  }

  private mutating func pop() {
    guard let frame = frames.popLast() else { return }
    if frame.ownsGroup {
      finishGroup(frame)
      groups.removeLast()
    }
    if frame.track != frame.parentTrack, frame.parentTrack >= 0 {
      tracks.merge(
        frame.track, into: frame.parentTrack, count: instance.at(Int(frame.node)).count)
    }
    tracks.top = frame.trackBase
    machine.scopes.count = Int(frame.scopeBase)
    path.removeLast(path.count - frame.pathLength)
  }

  /// Unknown fields of an object, when all schemas applied to it are known.
  private mutating func finishGroup(_ frame: Frame) {
    let group = groups[Int(frame.group)]
    let isReportedRoot = frames.isEmpty && rootFields == .report
    if isReportedRoot { rootSaysAdditional = group.saysAdditional }
    guard isReportedRoot || (group.listsProperties && !group.saysAdditional) else { return }
    let b = t.blocks[frame.block]
    var ordinal: UInt32 = 0
    instance.at(Int(frame.node)).forEachMember { key, value in
      if !tracks.has(group.mentioned, ordinal) {
        if isReportedRoot {
          rootUnmentioned.append(key.index)
        } else {
          let entry = entry(.properties, of: b)
          emit(
            .unknownField, .properties, at: UInt32(value.index), member: key, entry: entry, of: b)
        }
      }
      ordinal += 1
    }
  }

  /// The search that was given up, if no issue tells of it yet.
  private mutating func addUndecided() {
    if machine.isEndless {
      path = []
      emit(
        .failure, .dynamicRef, at: UInt32(instance.index), schema: t.blocks[0], isUndecided: true)
    }
    guard let undecided = machine.undecided, !issues.contains(where: { $0.issue.isUndecided })
    else { return }
    path = Array(JSONPointer.text(to: Int(undecided.node), from: instance).utf8)
    if undecided.entry != none {
      // The block is not known here; any block that holds the entry has its document.
      for b in 0..<t.blocks.count {
        let block = t.blocks[b]
        if undecided.entry >= block.firstEntry,
          undecided.entry < block.firstEntry + block.entryCount
        {
          emit(
            .failure, .pattern, at: undecided.node, entry: undecided.entry, of: block,
            isUndecided: true)
          return
        }
      }
    }
    emit(
      .failure, .patternProperties, at: undecided.node, schema: t.blocks[0], isUndecided: true)
  }

  func entry(_ keyword: SchemaKeyword, of block: SchemaBlock) -> UInt32? {
    for i in block.firstEntry..<block.firstEntry + block.entryCount
    where t.entries[i].keyword == keyword {
      return i
    }
    return nil
  }

  /// The issues by position in the instance, each with what reports may show of its value: the
  /// strictest `log` applied to it; nothing more than what a value around it allows, if that says
  /// `hash` or `never`; and of a container nothing as a whole if something inside is to be hidden.
  func sortedIssues() -> [SchemaIssue] {
    if issues.count == 1, logs.isEmpty, hiding.isEmpty { return [issues[0].issue] }
    let order = issues.indices.sorted {
      (issues[$0].position, $0) < (issues[$1].position, $1)
    }
    let strict = logs.filter { $0.value > .value }.sorted { $0.key < $1.key }
    var next = 0
    var around: [(end: Int, log: LogAnnotation)] = []
    return order.map { i in
      var (position, issue) = issues[i]
      while next < strict.count, strict[next].key <= position {
        let value = instance.at(Int(strict[next].key))
        let end = value.node.flags & JSONNode.key != 0 ? value.index + 1 : value.indexBehind
        while let last = around.last, last.end <= value.index { around.removeLast() }
        around.append((end, max(strict[next].value, around.last?.log ?? .unset)))
        next += 1
      }
      while let last = around.last, last.end <= Int(position) { around.removeLast() }
      issue.log = max(issue.log, logs[position] ?? .unset, around.last?.log ?? .unset)
      let kind = instance.at(Int(position)).kind
      if issue.log == .value, kind == .object || kind == .array, hiding.contains(position) {
        issue.log = .unset
      }
      return issue
    }
  }
}
