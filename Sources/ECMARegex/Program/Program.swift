/// A compiled pattern: its alphabet and the code of the engines that may run it.
///
/// `linear` and the sets of `classes` are all that is needed to make an automaton of another kind,
/// over bytes for one: repeats are written out in it, and nothing is left but sets, splits, jumps,
/// assertions and notes for groups, which a mere yes or no may pass over.
package struct Program: Sendable {
  package let classes: ClassMap
  /// Every match begins at the start of the subject.
  package let isAnchored: Bool
  /// Tells whether there is a match, in linear time. Nil if the pattern is not linear.
  package let linear: Code?
  /// Tells in linear time what groups captured. Nil if the pattern is not linear, or if that would
  /// need too large a program.
  let capturing: Code?
  /// Does everything, within a budget.
  let backtracking: Code
  let groupCount: Int

  /// Bound of the groups of all threads together: 32 MiB.
  private static let largestThreadSlots = 1 << 21

  init(_ syntax: Syntax) throws(PatternError) {
    let analysis = Analysis(syntax)
    let root = analysis.root
    isAnchored = root.anchored
    groupCount = syntax.groupCount
    let largest = Regex.Limits.linearInstructions
    var linear: Code?
    var capturing: Code?
    if root.linear, root.exactSize <= largest {
      var emitter = Emitter(syntax, analysis, mode: .linear)
      let code = emitter.emit()
      linear = code
      if ThreadMachine.keyCount(code) * (syntax.groupCount + 1) <= Self.largestThreadSlots {
        capturing = code
      }
    } else if root.linear, root.plainSize <= largest {
      var emitter = Emitter(syntax, analysis, mode: .plainLinear)
      linear = emitter.emit()
    }
    self.linear = linear
    self.capturing = capturing
    var emitter = Emitter(syntax, analysis, mode: .backtracking)
    backtracking = emitter.emit()

    // Assertions tell word characters and line terminators from others.
    var sets = syntax.sets
    var assertions: Set<UInt8> = []
    for case .assertion(let assertion) in syntax.nodes { assertions.insert(assertion.rawValue) }
    func uses(_ list: Assertion...) -> Bool { list.contains { assertions.contains($0.rawValue) } }
    if uses(.lineStart, .lineEnd) { sets.append(.lineTerminators) }
    if uses(.wordBoundary, .notWordBoundary) { sets.append(.words) }
    let testsFoldedWords = uses(.foldedWordBoundary, .notFoldedWordBoundary)
    if testsFoldedWords { sets.append(.foldedWords) }
    guard let classes = ClassMap(sets: sets, testsFoldedWords: testsFoldedWords) else {
      throw PatternError(reason: .programTooLarge, position: 0)
    }
    self.classes = classes
  }
}

extension Assertion {
  /// Whether it holds between two neighbours, given by their class's contexts.
  @inline(__always)
  func holds(before: UInt8, after: UInt8) -> Bool {
    typealias Context = ClassMap.Context
    switch self {
    case .subjectStart: return before & Context.edge != 0
    case .subjectEnd: return after & Context.edge != 0
    case .lineStart: return before & (Context.edge | Context.lineTerminator) != 0
    case .lineEnd: return after & (Context.edge | Context.lineTerminator) != 0
    case .wordBoundary: return (before ^ after) & Context.word != 0
    case .notWordBoundary: return (before ^ after) & Context.word == 0
    case .foldedWordBoundary: return (before ^ after) & Context.foldedWord != 0
    case .notFoldedWordBoundary: return (before ^ after) & Context.foldedWord == 0
    }
  }
}
