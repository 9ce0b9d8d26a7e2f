package import BridgeJSON

/// Judges values by a program. Keep one per thread: its scratch memory is reused.
public final class SchemaEvaluator {
  /// What the program has to say about the last value, ordered by position in the instance.
  package private(set) var issues: [SchemaIssue] = []
  /// How many issues there were beyond the limit.
  package private(set) var omittedIssues = 0
  /// Asked for with `.report`: tape indices of the keys at the top of the last value that no applied
  /// schema mentions. Empty for values that are no objects.
  package private(set) var rootUnmentioned: [Int] = []
  /// Asked for with `.report`: whether a schema applied to the last value itself has
  /// `additionalProperties` or `unevaluatedProperties`.
  package private(set) var rootSaysAdditional = false

  /// Who looks after unknown fields of the value itself (not of what is in it).
  package enum RootFields: Sendable {
    /// The evaluator: they are issues like those further down.
    case judge
    /// The caller: no issues; `rootUnmentioned` and `rootSaysAdditional` are filled.
    case report
  }

  private var program: SchemaProgram?
  private var machine: Machine?
  private let sites = KeywordSites()

  private let patternSteps: Int

  /// An evaluator with no scratch memory yet.
  ///
  /// - Parameter patternSteps: the steps that one search for a pattern may take that needs
  ///   backtracking; a search given up is an issue of its own.
  public init(patternSteps: Int = 10_000_000) {
    self.patternSteps = patternSteps
  }

  deinit { machine?.deallocate() }

  /// Whether a value is valid. An undecided pattern counts as invalid.
  ///
  /// The value's tape and text must live during the call.
  /// - Complexity: linear in the value for schemas without nested unions; never worse than values
  ///   times schemas.
  package func isValid(
    _ instance: JSONCursor, by root: SchemaProgram.Root, of program: SchemaProgram
  ) -> Bool {
    prepare(program, instance)
    let isValid = machine?.run(root.block, UInt32(instance.index)) ?? false
    return isValid && machine?.isDecided == true
  }

  /// Judges a value and fills `issues`.
  ///
  /// Valid values without anything to tell cost what `isValid` costs; the others are looked at
  /// again to find the issues.
  /// - Parameters:
  ///   - rootFields: who looks after unknown fields of the value itself (contracts).
  ///   - isFaulty: the value is known to be invalid or to have something to tell: issues are looked for
  ///     at once.
  ///   - limit: issues beyond are only counted.
  /// - Returns: whether the value is valid (issues that are no failures do not matter).
  package func evaluate(
    _ instance: JSONCursor, by root: SchemaProgram.Root, of program: SchemaProgram,
    rootFields: RootFields = .judge, isFaulty: Bool = false, limit: Int = 10_000
  ) -> Bool {
    prepare(program, instance)
    issues.removeAll(keepingCapacity: true)
    omittedIssues = 0
    rootUnmentioned.removeAll(keepingCapacity: true)
    rootSaysAdditional = false
    guard var machine = self.machine else { return false }
    self.machine = nil
    defer { self.machine = machine }
    let node = UInt32(instance.index)
    var isValid = false
    if isFaulty {
      // Nothing to ask beforehand.
    } else if rootFields == .report, instance.kind == .object {
      isValid = runReporting(root, instance, &machine) && machine.isDecided
    } else {
      isValid = machine.run(root.block, node) && machine.isDecided
    }
    guard !isValid || machine.isSuspicious else { return isValid }
    var collector = Collector(
      program: program, instance: instance, machine: machine, rootFields: rootFields, limit: limit,
      sites: sites)
    collector.run(root.block)
    machine = collector.machine
    issues = collector.sortedIssues()
    omittedIssues = collector.omitted
    if rootFields == .report, instance.kind == .object {
      rootUnmentioned = collector.rootUnmentioned
      rootSaysAdditional = collector.rootSaysAdditional
    }
    collector.deallocate()
    return isValid
  }

  /// Evaluates a value and keeps all that was done; nil where that is more than `limit` units.
  func trace(
    _ instance: JSONCursor, by root: SchemaProgram.Root, of program: SchemaProgram, limit: Int
  ) -> EvaluationTree? {
    prepare(program, instance)
    guard let machine else { return nil }
    self.machine = nil
    var tracer = Tracer(program: program, instance: instance, machine: machine, limit: limit)
    tracer.run(root.block)
    self.machine = tracer.machine
    return tracer.isOverLimit ? nil : tracer.tree
  }

  /// Judges an object and notes the members at its top that nothing mentions. Right for valid
  /// values; for others, and where a branch of a union may speak of all members, the collector is
  /// called for.
  private func runReporting(
    _ root: SchemaProgram.Root, _ instance: JSONCursor, _ machine: inout Machine
  ) -> Bool {
    let node = UInt32(instance.index)
    let group = root.group
    rootSaysAdditional = group.saysAdditional
    let track = machine.tracks.push(bits: instance.count)
    let isValid = machine.run(root.block, node, marking: track)
    if group.mayAlsoSay { machine.isSuspicious = true }
    var ordinal: UInt32 = 0
    instance.forEachMember { key, _ in
      let isMentioned =
        group.isWhole || group.saysAdditional
        ? machine.isMentioned(UInt32(key.index), group.firstShape, group.shapeCount)
        : machine.tracks.has(track, ordinal)
      if !isMentioned { rootUnmentioned.append(key.index) }
      ordinal += 1
    }
    return isValid
  }

  private func prepare(_ program: SchemaProgram, _ instance: JSONCursor) {
    if program !== self.program {
      machine?.deallocate()
      machine = Machine(
        tables: program.tables, matchers: Matchers(program.patterns, steps: patternSteps),
        instance: instance)
      self.program = program
      sites.removeAll()
    }
    machine?.begin(instance)
  }
}

extension Machine {
  /// Makes ready for another instance.
  mutating func begin(_ instance: JSONCursor) {
    nodes = instance.nodes
    bytes = instance.bytes
    isSuspicious = false
    isEndless = false
    undecided = nil
    stack.count = 0
    tracks.top = 0
    scopes.count = 0
    memo.begin(nodeCount: instance.indexBehind - instance.index)
  }

  /// Whether no search was given up and no circle met, so that the verdict counts.
  var isDecided: Bool { undecided == nil && !isEndless }

  /// Frees the scratch memory.
  func deallocate() {
    stack.deallocate()
    tracks.deallocate()
  }
}
