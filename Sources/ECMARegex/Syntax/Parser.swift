/// Reads ECMA-262 (2025) patterns of the flag u: section 22.2.1 without Annex B.
///
/// Groups are kept on a stack of its own, so that depth costs memory, not the thread's stack.
struct Parser {
  /// What the modifiers of a group set.
  struct Flags {
    var ignoreCase = false
    var multiline = false
    var dotAll = false
  }

  enum Group {
    case whole
    case plain
    case capture(Int32)
    case look(behind: Bool, negative: Bool)
  }

  /// A group that is not closed yet.
  struct Frame {
    var group: Group
    var openedAt: Int
    /// Flags and groups as they were before it.
    var flags: Flags
    var groupsBefore: Int32
    /// Where its finished branches and the terms of the current one begin.
    var firstBranch: Int
    var firstTerm: Int
    /// Names given in the current branch, and in the branches before it.
    var names: [Int32] = []
    var earlierNames: [Int32] = []
  }

  /// A back-reference whose group may stand further on.
  struct Reference {
    enum Target {
      case number(Int)
      case name([UInt32])
    }
    var node: Int32
    var at: Int
    var target: Target
    var ignoreCase: Bool
  }

  let scalars: [UInt32]
  var at = 0
  var flags = Flags()
  var syntax = Syntax()
  var frames: [Frame] = []
  var branches: [Int32] = []
  var terms: [Int32] = []
  var references: [Reference] = []
  /// Names of groups that may take part in a match together with what stands here.
  var visibleNames: Set<Int32> = []
  /// The number by which a name is known.
  var nameNumbers: [[UInt32]: Int32] = [:]
  /// Names moved in and out of `visibleNames`; bounded, as deep nests of choices move many.
  var nameMoves = 0
  var setPlaces: [ScalarSet: Int32] = [:]
  var literalPlaces: [UInt32: Int32] = [:]

  static let largestNameMoves = 4_000_000

  init(scalars: [UInt32]) {
    self.scalars = scalars
  }

  /// - Throws: the first fault of the pattern, in reading order; unknown references come last.
  mutating func parse() throws(PatternError) -> Syntax {
    open(.whole, at: 0)
    while at < scalars.count {
      try parseTerm()
    }
    guard frames.count == 1 else {
      throw error(.unclosedGroup, frames[frames.count - 1].openedAt)
    }
    try resolveReferences()
    _ = try close()
    return syntax
  }

  private mutating func parseTerm() throws(PatternError) {
    let start = at
    let groupsBefore = Int32(syntax.groupCount)
    let scalar = scalars[at]
    at += 1
    switch scalar {
    case "|":
      try closeBranch()
    case "(":
      try openGroup(at: start)
    case ")":
      guard frames.count > 1 else { throw error(.unmatchedParenthesis, start) }
      let group = frames[frames.count - 1]
      let node = try close()
      // With the flag u, assertions take no quantifier.
      if case .look = group.group {
        terms.append(node)
      } else {
        try quantify(node, groupsBefore: group.groupsBefore)
      }
    case "^":
      append(.assertion(flags.multiline ? .lineStart : .subjectStart))
    case "$":
      append(.assertion(flags.multiline ? .lineEnd : .subjectEnd))
    case "*", "+", "?":
      throw error(.nothingToRepeat, start)
    case "{":
      at = start
      throw error(try parseQuantifier() == nil ? .badQuantifier : .nothingToRepeat, start)
    case "}":
      throw error(.badQuantifier, start)
    case "]":
      throw error(.unmatchedBracket, start)
    case ".":
      let set = flags.dotAll ? ScalarSet.all : ScalarSet.lineTerminators.complement
      try quantify(add(.set(place(of: set))), groupsBefore: groupsBefore)
    case "[":
      let set = try parseClass(at: start)
      try quantify(add(.set(place(of: set))), groupsBefore: groupsBefore)
    case "\\":
      if let node = try parseAtomEscape(at: start) {
        try quantify(node, groupsBefore: groupsBefore)
      }
    default:
      try quantify(literal(scalar), groupsBefore: groupsBefore)
    }
  }

  // MARK: Groups

  private mutating func open(_ group: Group, at start: Int) {
    frames.append(
      Frame(
        group: group, openedAt: start, flags: flags, groupsBefore: Int32(syntax.groupCount),
        firstBranch: branches.count, firstTerm: terms.count))
    if case .capture = group { syntax.groupCount += 1 }
  }

  /// Reads what follows an opening parenthesis.
  private mutating func openGroup(at start: Int) throws(PatternError) {
    guard take("?") else {
      open(.capture(Int32(syntax.groupCount + 1)), at: start)
      return
    }
    if take(":") {
      open(.plain, at: start)
    } else if take("=") {
      open(.look(behind: false, negative: false), at: start)
    } else if take("!") {
      open(.look(behind: false, negative: true), at: start)
    } else if take("<") {
      if take("=") {
        open(.look(behind: true, negative: false), at: start)
      } else if take("!") {
        open(.look(behind: true, negative: true), at: start)
      } else {
        let nameAt = at
        let name = try parseGroupName()
        let number = nameNumbers[name] ?? Int32(nameNumbers.count)
        nameNumbers[name] = number
        guard visibleNames.insert(number).inserted else {
          throw error(.duplicateGroupName, nameAt)
        }
        frames[frames.count - 1].names.append(number)
        syntax.groupNames.append((name, syntax.groupCount + 1))
        open(.capture(Int32(syntax.groupCount + 1)), at: start)
      }
    } else {
      let modified = try parseModifiers(at: start)
      open(.plain, at: start)
      flags = modified
    }
  }

  /// Reads `ims-ims:`, at least one letter, none twice.
  private mutating func parseModifiers(at start: Int) throws(PatternError) -> Flags {
    var result = flags
    var seen: [UInt32] = []
    var switchOn = true
    while !take(":") {
      guard at < scalars.count else { throw error(.unknownGroup, start) }
      let letter = scalars[at]
      switch letter {
      case "i": result.ignoreCase = switchOn
      case "m": result.multiline = switchOn
      case "s": result.dotAll = switchOn
      case "-" where switchOn:
        switchOn = false
        at += 1
        continue
      default: throw error(.unknownGroup, start)
      }
      if seen.contains(letter) { throw error(.duplicateModifier, at) }
      seen.append(letter)
      at += 1
    }
    if seen.isEmpty { throw error(.emptyModifiers, start) }
    return result
  }

  /// Ends the current branch of the current group: its terms become one node.
  private mutating func closeBranch() throws(PatternError) {
    let index = frames.count - 1
    branches.append(join(terms[frames[index].firstTerm...]) { .sequence($0) })
    terms.removeSubrange(frames[index].firstTerm...)
    guard !frames[index].names.isEmpty else { return }
    // What a later branch declares never matches together with these.
    try countNameMoves(frames[index].names.count)
    visibleNames.subtract(frames[index].names)
    frames[index].earlierNames += frames[index].names
    frames[index].names = []
  }

  /// Ends the current group.
  private mutating func close() throws(PatternError) -> Int32 {
    let isChoice = branches.count > frames[frames.count - 1].firstBranch
    if isChoice {
      try closeBranch()
    }
    let frame = frames.removeLast()
    let inner: Int32
    if isChoice {
      inner = join(branches[frame.firstBranch...]) { .choice($0) }
      branches.removeSubrange(frame.firstBranch...)
    } else {
      inner = join(terms[frame.firstTerm...]) { .sequence($0) }
      terms.removeSubrange(frame.firstTerm...)
    }
    flags = frame.flags
    if !frame.earlierNames.isEmpty {
      try countNameMoves(frame.earlierNames.count)
      visibleNames.formUnion(frame.earlierNames)
    }
    if !frames.isEmpty {
      // The longer list is kept and the shorter added, so that depth does not copy names.
      var names = frame.names.count > frame.earlierNames.count ? frame.names : frame.earlierNames
      names += frame.names.count > frame.earlierNames.count ? frame.earlierNames : frame.names
      let outer = frames.count - 1
      if frames[outer].names.count < names.count { swap(&frames[outer].names, &names) }
      frames[outer].names += names
    }
    switch frame.group {
    case .whole:
      // The root is the last node of the arena.
      return add(.sequence(addChildren([inner])))
    case .plain: return inner
    case .capture(let group): return add(.capture(group: group, inner))
    case .look(let behind, let negative):
      return add(.look(inner, behind: behind, negative: negative))
    }
  }

  private mutating func countNameMoves(_ count: Int) throws(PatternError) {
    nameMoves += count
    if nameMoves > Self.largestNameMoves { throw error(.programTooLarge, at) }
  }

  // MARK: Nodes

  private mutating func join(
    _ nodes: ArraySlice<Int32>, _ make: (Range<Int32>) -> Syntax.Node
  ) -> Int32 {
    if nodes.count == 1, let only = nodes.first { return only }
    if nodes.isEmpty { return add(.empty) }
    return add(make(addChildren(nodes)))
  }

  private mutating func addChildren(_ nodes: ArraySlice<Int32>) -> Range<Int32> {
    let start = Int32(syntax.children.count)
    syntax.children += nodes
    return start..<Int32(syntax.children.count)
  }

  mutating func add(_ node: Syntax.Node) -> Int32 {
    syntax.nodes.append(node)
    return Int32(syntax.nodes.count - 1)
  }

  private mutating func append(_ node: Syntax.Node) {
    terms.append(add(node))
  }

  mutating func literal(_ scalar: UInt32) -> Int32 {
    if flags.ignoreCase {
      let variants = CaseFolding.variants(of: scalar).map { (low: $0, high: $0) }
      return add(.set(place(of: ScalarSet(ranges: variants))))
    }
    if let place = literalPlaces[scalar] { return add(.set(place)) }
    let place = place(of: ScalarSet(scalar))
    literalPlaces[scalar] = place
    return add(.set(place))
  }

  mutating func place(of set: ScalarSet) -> Int32 {
    if let place = setPlaces[set] { return place }
    let place = Int32(syntax.sets.count)
    syntax.sets.append(set)
    setPlaces[set] = place
    return place
  }

  // MARK: Reading

  func error(_ reason: PatternError.Reason, _ position: Int) -> PatternError {
    PatternError(reason: reason, position: position)
  }

  func peek(_ offset: Int = 0) -> UInt32? {
    at + offset < scalars.count ? scalars[at + offset] : nil
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard at < scalars.count, scalars[at] == scalar.value else { return false }
    at += 1
    return true
  }

  /// Wraps an atom in the quantifier that follows it, if one does, and makes it a term.
  private mutating func quantify(_ node: Int32, groupsBefore: Int32) throws(PatternError) {
    guard let quantifier = try parseQuantifier() else {
      if peek() == "{" { throw error(.badQuantifier, at) }
      terms.append(node)
      return
    }
    append(
      .loop(
        Syntax.Loop(
          body: node, least: quantifier.least, most: quantifier.most, greedy: quantifier.greedy,
          groups: groupsBefore + 1..<Int32(syntax.groupCount) + 1)))
  }
}

/// Lets a code point be compared with a literal: `case "("`.
func ~= (pattern: Unicode.Scalar, value: UInt32) -> Bool {
  pattern.value == value
}

func == (value: UInt32, scalar: Unicode.Scalar) -> Bool {
  value == scalar.value
}

func == (value: UInt32?, scalar: Unicode.Scalar) -> Bool {
  value == scalar.value
}

func != (value: UInt32?, scalar: Unicode.Scalar) -> Bool {
  value != scalar.value
}
