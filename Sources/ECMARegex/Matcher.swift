/// Searches subjects for a ``Regex``, and keeps the scratch memory that this takes.
///
/// Not for use by two threads at once: make one per thread. Reused, it allocates nothing once it
/// has met the pattern's states.
///
/// Subjects are code points in UTF-8, in which a lone surrogate may stand in its three-byte form
/// (WTF-8). Other bytes do no harm, but match nothing.
public final class Matcher {
  /// What it searches for.
  public let regex: Regex

  /// The steps that one search by backtracking may take. See ``Regex/isLinear``.
  public var stepBudget = Regex.Limits.steps

  private let automaton: LazyAutomaton?
  private var threads: ThreadMachine?
  private var backtracker: Backtracker?
  /// Slots of the groups of the last match: where each begins and ends in the subject.
  private var slots: UnsafePointer<Int>?

  /// Makes a matcher, whose memory is taken when it is first needed.
  public init(_ regex: Regex) {
    self.regex = regex
    let program = regex.program
    automaton = program.linear.map {
      LazyAutomaton($0, program.classes, isAnchored: program.isAnchored)
    }
  }

  /// Whether the subject matches anywhere.
  ///
  /// - Complexity: linear in the subject if the pattern is; see ``Regex/isLinear``.
  public func matches(_ subject: UnsafeRawBufferPointer) -> Outcome {
    let base = Self.base(subject)
    if let automaton {
      return automaton.matches(base, subject.count) ? .match : .noMatch
    }
    return backtrack(base, subject.count, from: 0, budget: stepBudget)
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
  /// - Complexity: linear in the subject if the pattern is; see ``Regex/isLinear``. A pattern
  ///   whose repeated bodies may be empty and nest deep is an exception: `((((a*)+)+)+)…`.
  public func firstMatch(in subject: UnsafeRawBufferPointer, from start: Int = 0) -> Outcome {
    precondition(0...subject.count ~= start, "search begins outside the subject")
    let base = Self.base(subject)
    let count = subject.count
    slots = nil
    // The automaton is quickest to say that there is none.
    if start == 0, let automaton, !automaton.matches(base, count) { return .noMatch }
    guard let code = regex.program.capturing else {
      return backtrack(base, count, from: start, budget: stepBudget)
    }
    // Backtracking is quickest to find groups, as long as it does not have to try much; a budget
    // in proportion to the subject keeps the whole linear.
    let outcome = backtrack(base, count, from: start, budget: 1_000 + 4 * (count - start))
    if outcome != .budgetSpent { return outcome }
    let threads = threads(code)
    guard threads.search(base, count, from: start) else { return .noMatch }
    slots = threads.captured
    return .match
  }

  /// The bytes that a group captured in the match that the last ``firstMatch(in:from:)`` found;
  /// group 0 is the whole match.
  ///
  /// - Returns: nil if the group took no part in the match, or if there was none.
  /// - Precondition: `group` is at most ``Regex/groupCount``.
  public func range(ofGroup group: Int) -> Range<Int>? {
    precondition(0...regex.groupCount ~= group, "no such group")
    guard let slots else { return nil }
    let low = slots[2 * group]
    let high = slots[2 * group + 1]
    return low >= 0 && high >= low ? low..<high : nil
  }

  private func backtrack(
    _ base: UnsafeRawPointer, _ count: Int, from start: Int, budget: Int
  ) -> Outcome {
    let backtracker = backtracker ?? makeBacktracker()
    let outcome = backtracker.search(base, count, from: start, budget: budget)
    slots = outcome == .match ? UnsafePointer(backtracker.registers) : nil
    return outcome
  }

  private func makeBacktracker() -> Backtracker {
    let program = regex.program
    let new = Backtracker(
      program.backtracking, program.classes, isAnchored: program.isAnchored,
      groupCount: regex.groupCount)
    backtracker = new
    return new
  }

  private func threads(_ code: Code) -> ThreadMachine {
    if let threads { return threads }
    let program = regex.program
    let new = ThreadMachine(
      code, program.classes, isAnchored: program.isAnchored, groupCount: regex.groupCount)
    threads = new
    return new
  }

  /// An empty buffer may have no address; the engines want one, which they then never read.
  @inline(__always)
  private static func base(_ subject: UnsafeRawBufferPointer) -> UnsafeRawPointer {
    subject.baseAddress ?? UnsafeRawPointer(nowhere)
  }

  // Unsafe, as pointers are: one byte that is never written after this.
  private nonisolated(unsafe) static let nowhere = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
}
