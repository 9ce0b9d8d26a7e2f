import ECMARegex
import Testing

/// Patterns outside the grammar of the flag u: the reason and the place.
@Suite("Refused patterns")
struct RefusalTests {
  @Test(
    "Reason and position",
    arguments: [
      // Groups.
      ("(", .unclosedGroup, 0),
      ("a((b)", .unclosedGroup, 1),
      (")", .unmatchedParenthesis, 0),
      ("a)", .unmatchedParenthesis, 1),
      ("(?", .unknownGroup, 0),
      ("(?>a)", .unknownGroup, 0),
      ("(?#a)", .unknownGroup, 0),
      ("(?P<n>a)", .unknownGroup, 0),
      ("(?i)a", .unknownGroup, 0),
      ("(?x:a)", .unknownGroup, 0),
      ("(?-:a)", .emptyModifiers, 0),
      ("(?ii:a)", .duplicateModifier, 3),
      ("(?i-i:a)", .duplicateModifier, 4),
      ("(?i--m:a)", .unknownGroup, 0),
      ("(?<>a)", .badGroupName, 3),
      ("(?<1a>b)", .badGroupName, 3),
      ("(?<a", .badGroupName, 3),
      ("(?<a b>c)", .badGroupName, 4),
      (#"(?<\u{2F}>c)"#, .badGroupName, 3),
      ("(?<a>b)(?<a>c)", .duplicateGroupName, 10),
      ("(?<a>(?<a>c))", .duplicateGroupName, 8),
      ("(?:(?<a>b)|c)(?<a>d)", .duplicateGroupName, 16),
      ("(?<a>b)|(?<a>c)(?<a>d)", .duplicateGroupName, 18),
      (#"\k<a>"#, .unknownGroupName, 0),
      (#"(?<a>b)\k<c>"#, .unknownGroupName, 7),
      (#"\k"#, .missingReferenceName, 0),
      (#"(?<a>b)\k"#, .missingReferenceName, 7),
      (#"\1"#, .unknownGroupNumber, 0),
      (#"(a)\2"#, .unknownGroupNumber, 3),
      (#"(a)\99999999999999999999"#, .unknownGroupNumber, 3),
      // Quantifiers.
      ("*", .nothingToRepeat, 0),
      ("a**", .nothingToRepeat, 2),
      ("a++", .nothingToRepeat, 2),
      ("a|?", .nothingToRepeat, 2),
      ("^*", .nothingToRepeat, 1),
      (#"\b+"#, .nothingToRepeat, 2),
      ("(?=a)*", .nothingToRepeat, 5),
      ("(?<!a){2}", .nothingToRepeat, 6),
      ("{1}", .nothingToRepeat, 0),
      ("a{", .badQuantifier, 1),
      ("a{1", .badQuantifier, 1),
      ("a{,1}", .badQuantifier, 1),
      ("a{1,2", .badQuantifier, 1),
      ("a{b}", .badQuantifier, 1),
      ("}", .badQuantifier, 0),
      ("a{2,1}", .countsOutOfOrder, 1),
      ("a{100000000000000000001,100000000000000000000}", .countsOutOfOrder, 1),
      // Classes.
      ("[", .unclosedClass, 0),
      ("[a", .unclosedClass, 0),
      ("[a-", .unclosedClass, 0),
      ("[[:alpha:]]", .unmatchedBracket, 10),
      ("]", .unmatchedBracket, 0),
      ("[b-a]", .rangeOutOfOrder, 2),
      ("[😁-😀]", .rangeOutOfOrder, 2),
      (#"[\d-a]"#, .classInRange, 3),
      (#"[a-\w]"#, .classInRange, 2),
      (#"[\p{L}-z]"#, .classInRange, 6),
      // Escapes.
      (#"\"#, .trailingBackslash, 0),
      (#"[\"#, .trailingBackslash, 1),
      (#"\-"#, .unknownEscape, 0),
      (#"\a"#, .unknownEscape, 0),
      (#"\é"#, .unknownEscape, 0),
      (#"\😀"#, .unknownEscape, 0),
      (#"\A"#, .unknownEscape, 0),
      (#"\z"#, .unknownEscape, 0),
      (#"\Qa\E"#, .unknownEscape, 0),
      (#"\_"#, .unknownEscape, 0),
      (#"[\B]"#, .unknownEscape, 1),
      (#"[\k]"#, .unknownEscape, 1),
      (#"\x4"#, .badHexEscape, 0),
      (#"\xg0"#, .badHexEscape, 0),
      (#"\u"#, .badUnicodeEscape, 0),
      (#"\u004"#, .badUnicodeEscape, 0),
      (#"\u{}"#, .badUnicodeEscape, 0),
      (#"\u{41"#, .badUnicodeEscape, 0),
      (#"\u{ 41}"#, .badUnicodeEscape, 0),
      (#"\u{110000}"#, .scalarOutOfRange, 0),
      (#"\u{100000000000000041}"#, .scalarOutOfRange, 0),
      (#"\c"#, .badControlEscape, 0),
      (#"\c1"#, .badControlEscape, 0),
      (#"[\c_]"#, .badControlEscape, 1),
      (#"\00"#, .badDecimalEscape, 0),
      (#"\01"#, .badDecimalEscape, 0),
      (#"[\1]"#, .badDecimalEscape, 1),
      (#"a\p"#, .badPropertyEscape, 1),
      (#"\pL"#, .badPropertyEscape, 0),
      (#"\p{}"#, .badPropertyEscape, 0),
      (#"\p{L"#, .badPropertyEscape, 0),
      (#"\p{^L}"#, .badPropertyEscape, 0),
      (#"\p{ L}"#, .badPropertyEscape, 0),
      (#"\p{Script}"#, .unknownProperty, 0),
      (#"\p{Script=}"#, .badPropertyEscape, 0),
      (#"\p{Script:Greek}"#, .badPropertyEscape, 0),
      (#"\p{letter}"#, .unknownProperty, 0),
      (#"\p{lu}"#, .unknownProperty, 0),
      (#"\p{Greek}"#, .unknownProperty, 0),
      (#"\p{IsGreek}"#, .unknownProperty, 0),
      (#"\p{InBasicLatin}"#, .unknownProperty, 0),
      (#"\p{Block=Basic_Latin}"#, .unknownProperty, 0),
      (#"\p{Script=greek}"#, .unknownProperty, 0),
      (#"\p{Alphabetic=Yes}"#, .unknownProperty, 0),
      (#"\p{Other_Alphabetic}"#, .unknownProperty, 0),
      (#"\p{gc=Greek}"#, .unknownProperty, 0),
      // A set of sequences belongs to the flag v.
      (#"\p{RGI_Emoji}"#, .unknownProperty, 0),
    ] as [(String, PatternError.Reason, Int)])
  func refuses(pattern: String, reason: PatternError.Reason, position: Int) {
    #expect(throws: PatternError(reason: reason, position: position)) { try Regex(pattern) }
    #expect(throws: PatternError(reason: reason, position: position)) {
      try Regex.check(utf8: Array(pattern.utf8))
    }
  }

  @Test("The position counts code points, and the text says it")
  func position() {
    #expect(throws: PatternError(reason: .unmatchedParenthesis, position: 2)) {
      try Regex("é😀)")
    }
    #expect(
      PatternError(reason: .unmatchedParenthesis, position: 2).description
        == "closing parenthesis without an opening one, at code point 2")
  }

  @Test(
    "Bytes that are not UTF-8", arguments: [[0xFF], [0x61, 0xC3], [0xC0, 0x80], [0xF5, 0x80]])
  func notUTF8(bytes: [UInt8]) {
    #expect(throws: PatternError(reason: .notUTF8, position: bytes[0] == 0x61 ? 1 : 0)) {
      try Regex(utf8: bytes)
    }
  }

  @Test(
    "Names and numbers of groups that are right",
    arguments: [
      "(?<a>b)|(?<a>c)", "(?:(?<a>b)|(?<a>c))|(?<a>d)", "(?:(?<a>b)|c|(?<a>d))(?<e>f)",
      #"(?<$>a)(?<_>b)(?<π2>c)\k<$>"#, "(?<a\u{200C}>b)", #"(?<\ud835\udc9c>a)\k<𝒜>"#,
      #"\2(a)(b)"#, #"(?!\k<a>)(?<a>b)"#,
    ])
  func accepts(pattern: String) throws {
    try Regex.check(utf8: Array(pattern.utf8))
  }

  @Test("Names are told with their groups")
  func names() throws {
    let regex = try Regex(#"(?<day>\d)(x)|(?<day>\w)(?<\u{61}>.)"#)
    #expect(regex.groupCount == 4)
    #expect(regex.groupNames.map(\.name) == ["day", "day", "a"])
    #expect(regex.groupNames.map(\.group) == [1, 3, 4])
  }
}
