import ECMARegex
import Foundation
import Testing

/// Generated patterns against WebKit's JavaScriptCore: the same are refused, and the others match
/// the same places with the same groups.
@Suite("Against JavaScriptCore")
struct DifferentialTests {
  /// `ECMA_REGEX_PATTERNS` sets how many patterns of each kind are tried, `ECMA_REGEX_SEED` the seed.
  private static let environment = ProcessInfo.processInfo.environment
  private static let patternCount = environment["ECMA_REGEX_PATTERNS"].flatMap { Int($0) } ?? 2_000
  private static let seed = environment["ECMA_REGEX_SEED"].flatMap { UInt64($0) } ?? 1
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
  private func compare(_ cases: [Case]) throws {
    var differences = 0
    for start in stride(from: 0, to: cases.count, by: 2_000) {
      let portion = cases[start..<min(start + 2_000, cases.count)]
      guard let answer = try JavaScriptCore.evaluate(Self.script(portion)) else {
        print("SKIPPED: libjavascriptcoregtk-4.1-dev is not installed, nothing was compared")
        return
      }
      let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == portion.count)
      for (line, each) in zip(lines, portion) {
        let theirs = line.split(separator: " ").map(String.init)
        let ours = Self.answers(each)
        for index in 0..<max(theirs.count, ours.count) {
          let their = index < theirs.count ? theirs[index] : "nothing"
          let our = index < ours.count ? ours[index] : "nothing"
          // They gave up, or we did: nothing to compare.
          if their == our || their == "thrown" || our == "spent" { continue }
          differences += 1
          if differences <= 20 {
            Issue.record(
              """
              /\(Wobbly.literal(each.pattern))/ on \
              \(index < each.subjects.count ? Wobbly.literal(each.subjects[index]) : "-"): \
              theirs \(their), ours \(our)
              """)
          }
        }
      }
    }
    #expect(differences == 0)
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

  private static func answers(_ each: Case) -> [String] {
    guard let regex = try? Regex(utf8: Wobbly.bytes(each.pattern)) else { return ["refused"] }
    let matcher = Matcher(regex)
    matcher.stepBudget = 1_000_000
    return each.subjects.map { subject in
      let offsets = Wobbly.offsets(subject)
      return Wobbly.bytes(subject).withUnsafeBytes { bytes in
        let outcome = matcher.firstMatch(in: bytes)
        // The search that tells no groups must agree.
        if matcher.matches(bytes) != outcome { return "disagrees with itself" }
        switch outcome {
        case .noMatch: return "none"
        case .budgetSpent: return "spent"
        case .match:
          return (0...regex.groupCount).map { group in
            matcher.range(ofGroup: group).map {
              "\(offsets[$0.lowerBound])-\(offsets[$0.upperBound])"
            } ?? "unset"
          }.joined(separator: ",")
        }
      }
    }
  }
}
