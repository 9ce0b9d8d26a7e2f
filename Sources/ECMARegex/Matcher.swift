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

  private var automaton: LazyAutomaton?
  private var threads: ThreadMachine?
  private var backtracker: Backtracker?

  /// Makes a matcher, whose memory is taken when it is first needed.
  public init(_ regex: Regex) {
    self.regex = regex
  }

  /// Whether the subject matches anywhere.
  ///
  /// - Complexity: linear in the subject if the pattern is; see ``Regex/isLinear``.
  public func matches(_ subject: UnsafeRawBufferPointer) -> Outcome {
    withBase(subject) { base in
      if let linear = regex.program.linear {
        return automaton(linear).matches(base, subject.count) ? .match : .noMatch
      }
      guard let code = regex.program.backtracking else { return .noMatch }
      return backtracker(code).search(base, subject.count, from: 0, budget: stepBudget)
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
    withBase(subject) { base in
      let count = subject.count
      // The automaton is quickest to say that there is none.
      if start == 0, let linear = regex.program.linear,
        !automaton(linear).matches(base, count)
      {
        return .noMatch
      }
      if let code = regex.program.capturing {
        return threads(code).search(base, count, from: start) ? .match : .noMatch
      }
      guard let code = regex.program.backtracking else { return .noMatch }
      return backtracker(code).search(base, count, from: start, budget: stepBudget)
    }
  }

  /// The bytes that a group captured in the last search, which must have been by
  /// ``firstMatch(in:from:)`` and have answered ``Outcome/match``; group 0 is the whole match.
  ///
  /// - Returns: nil if the group took no part in the match.
  /// - Precondition: `group` is at most ``Regex/groupCount``.
  public func range(ofGroup group: Int) -> Range<Int>? {
    precondition(0...regex.groupCount ~= group, "no such group")
    let low: Int
    let high: Int
    if let threads, regex.program.capturing != nil {
      low = threads.captured[2 * group]
      high = threads.captured[2 * group + 1]
    } else if let backtracker {
      low = backtracker.registers[2 * group]
      high = backtracker.registers[2 * group + 1]
    } else {
      return nil
    }
    return low >= 0 && high >= low ? low..<high : nil
  }

  private func automaton(_ code: Code) -> LazyAutomaton {
    if let automaton { return automaton }
    let new = LazyAutomaton(code, regex.program.classes, isAnchored: regex.program.isAnchored)
    automaton = new
    return new
  }

  private func threads(_ code: Code) -> ThreadMachine {
    if let threads { return threads }
    let new = ThreadMachine(
      code, regex.program.classes, isAnchored: regex.program.isAnchored,
      groupCount: regex.groupCount)
    threads = new
    return new
  }

  private func backtracker(_ code: Code) -> Backtracker {
    if let backtracker { return backtracker }
    let new = Backtracker(
      code, regex.program.classes, isAnchored: regex.program.isAnchored,
      groupCount: regex.groupCount)
    backtracker = new
    return new
  }

  /// An empty buffer may have no address; the engines want one that they never read.
  private func withBase(
    _ subject: UnsafeRawBufferPointer, _ body: (UnsafeRawPointer) -> Outcome
  ) -> Outcome {
    if let base = subject.baseAddress { return body(base) }
    return withUnsafeBytes(of: UInt8(0)) { $0.baseAddress.map(body) ?? .noMatch }
  }
}
