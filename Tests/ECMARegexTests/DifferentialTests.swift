import Foundation
import Testing

@testable import ECMARegex

/// Generated patterns against WebKit's JavaScriptCore: the same are refused, and the others match
/// the same places with the same groups.
@Suite("Against JavaScriptCore")
struct DifferentialTests {
  /// `ECMA_REGEX_PATTERNS` sets how many patterns of each kind are tried, `ECMA_REGEX_SEED` the seed.
  private static let environment = ProcessInfo.processInfo.environment
  private static let patternCount = environment["ECMA_REGEX_PATTERNS"].flatMap { Int($0) } ?? 2_000
  private static let seed = environment["ECMA_REGEX_SEED"].flatMap { UInt64($0) } ?? 1
  private static let tellsFaults = environment["ECMA_REGEX_FAULTS"] != nil
  private static let subjectCount = 6

  struct Case {
    var pattern: [UInt32]
    var subjects: [[UInt32]]
  }

  @Test("Valid patterns find the same groups")
  func validPatterns() throws {
    var generator = PatternGenerator(seed: Self.seed)
    try compare(
      (0..<Self.patternCount).map { _ in
        Case(
          pattern: generator.pattern(),
          subjects: (0..<Self.subjectCount).map { _ in generator.subject() })
      })
  }

  @Test("Damaged patterns are refused alike")
  func damagedPatterns() throws {
    var generator = PatternGenerator(seed: Self.seed &+ 0x5EED)
    try compare(
      (0..<Self.patternCount).map { _ in
        Case(pattern: generator.damagedPattern(), subjects: [generator.subject()])
      })
  }

  /// Compares in portions, so that neither script nor answers grow without bound.
  ///
  /// JavaScriptCore has faults of its own. Where it finds something else, the standard's own
  /// matcher (`StandardMatcher`) decides; where it accepts more, see `isKnownToAccept`.
  private func compare(_ cases: [Case]) throws {
    var differences = 0
    var theirFaults = 0
    for start in stride(from: 0, to: cases.count, by: 500) {
      let portion = cases[start..<min(start + 500, cases.count)].map(Self.cheap)[...]
      guard let answers = try Self.theirAnswers(portion) else {
        JavaScriptCore.reportAbsence()
        return
      }
      for (theirs, each) in zip(answers, portion) where theirs != ["gave up"] {
        let ours = Self.answers(each)
        if ours.count != theirs.count || ours[0].hasPrefix("refused") {
          if ours[0].hasPrefix("refused"), theirs == ["refused"] { continue }
          if Self.isKnownToAccept(each.pattern) {
            theirFaults += 1
            continue
          }
          differences += 1
          Issue.record("\(Wobbly.literal(each.pattern)): theirs \(theirs[0]), ours \(ours[0])")
          continue
        }
        for (index, subject) in each.subjects.enumerated() where theirs[index] != ours[index] {
          // They gave up, or we did: nothing to compare.
          if theirs[index] == "thrown" || ours[index] == "spent" { continue }
          if Self.standardAnswer(each.pattern, subject) == ours[index] {
            theirFaults += 1
            if Self.tellsFaults {
              print(
                "THEIR FAULT", Wobbly.literal(each.pattern), Wobbly.literal(subject),
                theirs[index], ours[index])
            }
            continue
          }
          differences += 1
          Issue.record(
            """
            \(Wobbly.literal(each.pattern)) on \(Wobbly.literal(subject)): \
            theirs \(theirs[index]), ours \(ours[index])
            """)
        }
      }
    }
    print("Compared \(cases.count) patterns; faults of JavaScriptCore: \(theirFaults)")
    #expect(differences == 0)
    #expect(theirFaults * 50 <= cases.count)
  }

  /// JavaScriptCore 2.50 takes an escaped character above ASCII as itself (V8 and the standard
  /// refuse it), and at times a back-reference to a group above the last.
  private static func isKnownToAccept(_ pattern: [UInt32]) -> Bool {
    do {
      _ = try Regex(utf8: Wobbly.bytes(pattern))
      return false
    } catch {
      let next = pattern.dropFirst(error.position + 1).first ?? 0
      return error.reason == .unknownGroupNumber
        || error.reason == .unknownEscape && next > 0x7F
    }
  }

  /// Leaves out subjects on which backtracking takes long: JavaScriptCore cannot be stopped.
  private static func cheap(_ each: Case) -> Case {
    guard let regex = try? Regex(utf8: Wobbly.bytes(each.pattern)) else { return each }
    let backtracker = Backtracker(
      regex.program.backtracking, regex.program.classes, isAnchored: regex.program.isAnchored,
      groupCount: regex.groupCount)
    var result = each
    result.subjects = each.subjects.filter { subject in
      Wobbly.bytes(subject + [0]).withUnsafeBytes { bytes in
        bytes.baseAddress.map {
          backtracker.search($0, bytes.count - 1, from: 0, budget: 20_000)
        } != .budgetSpent
      }
    }
    if result.subjects.isEmpty { result.subjects = [[]] }
    return result
  }

  /// Asks for a portion, and for its halves if the engine gives up, until a single pattern is left.
  private static func theirAnswers(_ cases: ArraySlice<Case>) throws -> [[String]]? {
    do {
      guard let answer = try JavaScriptCore.evaluate(script(cases)) else { return nil }
      let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == cases.count)
      return lines.map { $0.split(separator: " ").map(String.init) }
    } catch is JavaScriptCore.GivenUp {
      if cases.count == 1 {
        print("JavaScriptCore gives up:", cases.map { Wobbly.literal($0.pattern) })
        return [["gave up"]]
      }
      let middle = cases.startIndex + cases.count / 2
      guard let left = try theirAnswers(cases[..<middle]),
        let right = try theirAnswers(cases[middle...])
      else { return nil }
      return left + right
    }
  }

  private static func script(_ cases: ArraySlice<Case>) -> String {
    let list = cases.map { each in
      "[\(Wobbly.literal(each.pattern)),[\(each.subjects.map(Wobbly.literal).joined(separator: ","))]]"
    }
    return """
      [\(list.joined(separator: ",\n"))].map(([pattern, subjects]) => {
        let regex;
        try { regex = new RegExp(pattern, "ud"); } catch { return "refused"; }
        return subjects.map((subject) => {
          try {
            const match = regex.exec(subject);
            if (!match) return "none";
            return Array.from(match.indices, (range) => range ? range.join("-") : "unset").join(",");
          } catch { return "thrown"; }
        }).join(" ");
      }).join("\\n")
      """
  }

  private static func standardAnswer(_ pattern: [UInt32], _ subject: [UInt32]) -> String? {
    let found: [Range<Int>?]?
    do { found = try StandardMatcher(pattern, subject).firstMatch() } catch { return nil }
    guard let groups = found else { return "none" }
    var offsets = [0]
    for scalar in subject {
      offsets.append(offsets[offsets.count - 1] + (scalar < 0x10000 ? 1 : 2))
    }
    return groups.map { group in
      group.map { "\(offsets[$0.lowerBound])-\(offsets[$0.upperBound])" } ?? "unset"
    }.joined(separator: ",")
  }

  private static func answers(_ each: Case) -> [String] {
    let regex: Regex
    do {
      regex = try Regex(utf8: Wobbly.bytes(each.pattern))
    } catch {
      return ["refused: \(error)"]
    }
    let matcher = Matcher(regex)
    matcher.stepBudget = 1_000_000
    let others = Others(regex)
    return each.subjects.map { subject in
      let offsets = Wobbly.offsets(subject)
      return Wobbly.bytes(subject).withUnsafeBytes { bytes in
        let outcome = matcher.firstMatch(in: bytes)
        let groups = (0...regex.groupCount).map(matcher.range(ofGroup:))
        if let complaint = others.disagreement(matcher, bytes, outcome, groups) { return complaint }
        switch outcome {
        case .noMatch: return "none"
        case .budgetSpent: return "spent"
        case .match:
          return groups.map { range in
            range.map { "\(offsets[$0.lowerBound])-\(offsets[$0.upperBound])" } ?? "unset"
          }.joined(separator: ",")
        }
      }
    }
  }
}

/// The engines that can run a pattern, each of which must give the same answer.
private struct Others {
  let automaton: LazyAutomaton?
  let threads: ThreadMachine?

  init(_ regex: Regex) {
    let program = regex.program
    // So little memory that states are dropped all the time.
    automaton = program.linear.map {
      LazyAutomaton($0, program.classes, isAnchored: program.isAnchored, largestBytes: 0)
    }
    threads = program.capturing.map {
      ThreadMachine(
        $0, program.classes, isAnchored: program.isAnchored, groupCount: program.groupCount)
    }
  }

  func disagreement(
    _ matcher: Matcher, _ bytes: UnsafeRawBufferPointer, _ outcome: Outcome,
    _ groups: [Range<Int>?]
  ) -> String? {
    if matcher.matches(bytes) != outcome { return "another answer without groups" }
    return withUnsafeBytes(of: 0) { none in
      guard let base = bytes.baseAddress ?? none.baseAddress else { return nil }
      if let automaton, automaton.matches(base, bytes.count) != (outcome == .match) {
        return "another answer with little memory"
      }
      guard let threads else { return nil }
      let isFound = threads.search(base, bytes.count, from: 0)
      if isFound != (outcome == .match) { return "another answer by threads" }
      for (group, range) in groups.enumerated() where isFound {
        let low = threads.captured[2 * group]
        let high = threads.captured[2 * group + 1]
        if range?.lowerBound ?? -1 != low || range?.upperBound ?? -1 != high {
          return "other groups by threads"
        }
      }
      return nil
    }
  }
}
