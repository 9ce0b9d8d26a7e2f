import Foundation
import Testing

@testable import ECMARegex

/// Hostile patterns and subjects: what is bounded, and by what.
@Suite("Limits")
struct LimitTests {
  private static func matches(_ pattern: String, _ subject: String) throws -> Outcome {
    try Regex(pattern).matches(subject)
  }

  @Test("Nested repeats on a million characters")
  func million() throws {
    let long = String(repeating: "a", count: 1_000_000)
    #expect(try Self.matches("^(a+)+$", long + "!") == .noMatch)
    #expect(try Self.matches("^(a+)+$", long) == .match)
    #expect(try Self.matches("(?:a*)*b", long) == .noMatch)
    #expect(try Self.matches("^(?:a|b)*$", String(long.prefix(500_000))) == .match)
    #expect(try Self.matches("^(a|aa)+$", long) == .match)
  }

  @Test("A spent budget is no verdict")
  func budget() throws {
    let subject = String(repeating: "a", count: 40) + "!"
    let regex = try Regex("^(?=(a+)+$)")
    #expect(!regex.isLinear)
    let matcher = Matcher(regex)
    #expect(matcher.stepBudget == 10_000_000)
    matcher.stepBudget = 100_000
    #expect(matcher.matches(subject) == .budgetSpent)
    #expect(Array(subject.utf8).withUnsafeBytes { matcher.firstMatch(in: $0) } == .budgetSpent)
    #expect(matcher.range(ofGroup: 0) == nil)
    // The next search is not harmed.
    #expect(matcher.matches("aaa") == .match)
  }

  @Test("Memory for backtracking is bounded too")
  func memory() throws {
    let regex = try Regex(#"^(?:(a)|b)*(?=\1$)"#)
    let matcher = Matcher(regex)
    matcher.stepBudget = Int.max
    #expect(matcher.matches(String(repeating: "ab", count: 300_000)) == .budgetSpent)
    #expect(matcher.matches("aba") == .noMatch)
  }

  @Test("Groups nested 100,000 deep, on a stack of 512 KiB")
  func depth() async {
    let outcomes = await withCheckedContinuation { continuation in
      let thread = Thread {
        let depth = 100_000
        let outcomes = ["(", "(?<!"].map { opening -> Outcome? in
          let text =
            String(repeating: opening, count: depth) + "a" + String(repeating: ")", count: depth)
          return try? Self.matches(text, "ba")
        }
        let loops =
          String(repeating: "(?:", count: 5_000) + "a" + String(repeating: ")*", count: 5_000)
        continuation.resume(returning: outcomes + [try? Self.matches(loops, "aaa")])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(outcomes == [.match, .match, .match])
  }

  @Test("Groups that are not closed")
  func unclosed() {
    #expect(throws: PatternError(reason: .unclosedGroup, position: 499)) {
      try Regex(String(repeating: "(", count: 500))
    }
    #expect(throws: PatternError(reason: .unclosedGroup, position: 199_999)) {
      try Regex(String(repeating: "(", count: 200_000))
    }
  }

  @Test("Large counts: written out up to a limit, counted above it")
  func counts() throws {
    #expect(try Regex("^[a-z]{1,1000}$").isLinear)
    #expect(try Regex("(?:[a-z]{1,100}[.]){1,100}").isLinear)
    #expect(try Regex("^.{1,65535}$").isLinear == false)
    let long = String(repeating: "a", count: 1_000_000)
    #expect(try Self.matches("^a{1000000}$", long) == .match)
    #expect(try Self.matches("^a{1000001}$", long) == .noMatch)
    #expect(try Self.matches("^.{1,65535}$", String(long.prefix(65_535))) == .match)
    #expect(try Self.matches("^.{1,65535}$", String(long.prefix(65_536))) == .noMatch)
    #expect(
      try Self.matches("^(?:[a-z]{1,100}[.]){1,100}$", String(repeating: "abc.", count: 100))
        == .match)
    #expect(
      try Self.matches("^(?:[a-z]{1,100}[.]){1,100}$", String(repeating: "abc.", count: 101))
        == .noMatch)
    #expect(try Self.matches("((a{1,100}){1,100}){1,100}$", "aaa") == .match)
  }

  @Test("The longest pattern")
  func longest() throws {
    let limit = Regex.Limits.patternBytes
    try Regex.check(utf8: Array(repeating: 0x61, count: limit))
    let error = #expect(throws: PatternError.self) {
      try Regex(String(repeating: "a", count: limit + 1))
    }
    #expect(error == PatternError(reason: .patternTooLong, position: 0))
    #expect(error?.reason.isLimit == true)
  }

  @Test("An alphabet that is too large")
  func alphabet() throws {
    let sets = (0..<20_000).map { index in
      "[\\u{\(String(0x3400 + index, radix: 16))}-\\u{\(String(0x20000 + 2 * index, radix: 16))}]"
    }
    #expect(throws: PatternError(reason: .programTooLarge, position: 0)) {
      try Regex(sets.joined())
    }
  }

  @Test("Names of groups in deep choices")
  func names() {
    let depth = 4_000
    let text =
      (0..<depth).reduce(into: "") { text, _ in text += "(?:" } + "x"
      + (0..<depth).map { "(?<n\($0)>a)|b)" }.joined()
    let error = #expect(throws: PatternError.self) { try Regex(text) }
    #expect(error?.reason == .programTooLarge)
  }

  @Test("More threads than memory for their groups: backtracking takes over")
  func manyGroups() throws {
    let regex = try Regex(String(repeating: "(a)?", count: 3_000))
    #expect(regex.isLinear)
    #expect(regex.program.capturing == nil)
    let matcher = Matcher(regex)
    let bytes = Array("aaa".utf8)
    #expect(bytes.withUnsafeBytes { matcher.firstMatch(in: $0) } == .match)
    #expect(matcher.range(ofGroup: 3) == 2..<3)
    #expect(matcher.range(ofGroup: 4) == nil)
  }
}
