import ECMARegex
import Testing

@Suite("Search in linear time")
struct LinearSearchTests {
  @Test(
    "Patterns without look-around and back-references",
    arguments: [
      ("^[A-Z]{2}[0-9]{4}$", "AB1234", true),
      ("^[A-Z]{2}[0-9]{4}$", "AB123", false),
      ("^[A-Z]{2}[0-9]{4}$", "AB1234\n", false),
      ("", "", true),
      ("b+", "abc", true),
      ("^b", "abc", false),
      (#"\bc"#, "ab c", true),
      (#"\bb"#, "ab c", false),
      ("(?m:^b$)", "a\nb\nc", true),
      ("^(?:a|bc){2,3}$", "abca", true),
      ("^(?:a|bc){2,3}$", "abcaa", false),
      (#"^\p{Script=Greek}+$"#, "αβγ", true),
      (#"^\p{Lu}\P{Lu}$"#, "Äb", true),
      ("^.$", "😀", true),
      ("^(?i:straße)$", "STRAßE", true),
      (#"^(?i:\u{212A})$"#, "k", true),
      ("^[^a-c]$", "é", true),
    ])
  func verdicts(pattern: String, subject: String, expected: Bool) throws {
    let regex = try Regex(pattern)
    #expect(regex.isLinear)
    #expect(regex.matches(subject) == (expected ? .match : .noMatch))
  }
}
