/// Searches subjects for a ``Regex``, and keeps the scratch memory that this takes.
///
/// Not for use by two threads at once: make one per thread. Reused, it allocates nothing once it
/// has met the pattern's states.
///
/// Subjects are code points in UTF-8, in which a lone surrogate may stand in its three-byte form
/// (WTF-8). Other bytes do no harm, but match nothing.
public final class Matcher {
  public let regex: Regex

  /// The steps that one search by backtracking may take. See ``Regex/isLinear``.
  public var stepBudget = Regex.Limits.steps

  private var automaton: LazyAutomaton?
  private var ranges: [Range<Int>?] = []

  public init(_ regex: Regex) {
    self.regex = regex
  }

  /// Whether the subject matches anywhere.
  ///
  /// - Complexity: linear in the subject if the pattern is; see ``Regex/isLinear``.
  public func matches(_ subject: UnsafeRawBufferPointer) -> Outcome {
    withBase(subject) { base in
      guard let linear = regex.program.linear else { return .budgetSpent }
      let automaton = self.automaton ?? makeAutomaton(linear)
      return automaton.matches(base, subject.count) ? .match : .noMatch
    }
  }

  /// Whether the subject matches anywhere.
  public func matches(_ subject: String) -> Outcome {
    var subject = subject
    return subject.withUTF8 { matches(UnsafeRawBufferPointer($0)) }
  }

  /// Looks for the first match; ``range(ofGroup:)`` tells what it captured.
  ///
  /// - Parameter start: where to begin, in bytes, between code points; what is before it is seen
  ///   by assertions.
  public func firstMatch(in subject: UnsafeRawBufferPointer, from start: Int = 0) -> Outcome {
    .budgetSpent
  }

  /// The bytes that a group captured in the last match that `firstMatch` found; group 0 is the
  /// whole match. Nil if the group took no part in it.
  ///
  /// - Precondition: `group` is at most the pattern's ``Regex/groupCount``.
  public func range(ofGroup group: Int) -> Range<Int>? {
    ranges[group]
  }

  private func makeAutomaton(_ code: Code) -> LazyAutomaton {
    let automaton = LazyAutomaton(
      code, regex.program.classes, isAnchored: regex.program.isAnchored)
    self.automaton = automaton
    return automaton
  }

  /// An empty buffer may have no address; the engines want one that they never read.
  private func withBase(
    _ subject: UnsafeRawBufferPointer, _ body: (UnsafeRawPointer) -> Outcome
  ) -> Outcome {
    if let base = subject.baseAddress { return body(base) }
    return withUnsafeBytes(of: UInt8(0)) { $0.baseAddress.map(body) ?? .noMatch }
  }
}
