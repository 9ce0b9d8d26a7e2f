import BridgeJSON
import TestSupport
import Testing

/// Each refused text has a mark at the place that the error must name: by byte, line and column.
@Suite("Errors name the reason and the place")
struct JSONErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var reason: JSONError.Reason
    var testDescription: String { text }

    init(_ text: String, _ reason: JSONError.Reason) {
      self.text = text
      self.reason = reason
    }
  }

  static let structure: [Case] = [
    Case("«x»", .empty), Case(" \t\r\n «x»", .empty),
    Case("«x»x", .expectedValue), Case("«x»,", .expectedValue), Case("«x»]", .expectedValue),
    Case("«x»}", .expectedValue), Case("«x»:", .expectedValue), Case("«x»'a'", .expectedValue),
    Case("«x»\u{feff}{}", .expectedValue), Case("«x»//c\n1", .expectedValue),
    Case("«x»\u{a0}1", .expectedValue), Case("«x»\u{0}", .expectedValue),
    Case("«x»\u{c}[]", .expectedValue), Case("[«x»\u{b}]", .expectedValue),
    Case("[«x»,1]", .expectedValue), Case("[1,«x»,2]", .expectedValue),
    Case("[«x»}", .expectedValue),
    Case("[1,«x»]", .trailingComma), Case("[1 ,\n «x»]", .trailingComma),
    Case("[1,«x»}", .expectedValue), Case("[1«x»}", .expectedCommaOrEnd),
    Case("[1 «x»2]", .expectedCommaOrEnd), Case("[1«x»:2]", .expectedCommaOrEnd),
    Case("[\"a\"«x»\"b\"]", .expectedCommaOrEnd), Case("[[]«x»[]]", .expectedCommaOrEnd),
    Case("{«x»1:2}", .expectedKey), Case("{«x»a:1}", .expectedKey),
    Case("{«x»'a':1}", .expectedKey),
    Case("{«x»,}", .expectedKey), Case("{«x»]", .expectedKey), Case("{«x»:1}", .expectedKey),
    Case("{\"a\"«x»}", .expectedColon), Case("{\"a\" «x»1}", .expectedColon),
    Case("{\"a\"«x»,\"b\":1}", .expectedColon), Case("{\"a\"«x»\"b\"}", .expectedColon),
    Case("{\"a\":«x»}", .expectedValue), Case("{\"a\":«x»,\"b\":1}", .expectedValue),
    Case("{\"a\":«x»:1}", .expectedValue), Case("{\"a\":«x»]", .expectedValue),
    Case("{\"a\":1,«x»}", .trailingComma), Case("{\"a\":1,«x»]", .expectedKey),
    Case("{\"a\":1,«x»,\"b\":2}", .expectedKey), Case("{\"a\":1,«x»b:2}", .expectedKey),
    Case("{\"a\":1«x»]", .expectedCommaOrEnd), Case("{\"a\":1 «x»\"b\":2}", .expectedCommaOrEnd),
    Case("{\"a\":1«x»;}", .badNumber), Case("{\"a\":[]«x»;}", .expectedCommaOrEnd),
    Case("1 «x»2", .trailingContent), Case("[]«x»]", .trailingContent),
    Case("{}\n«x»{}", .trailingContent), Case("\"a\"«x»\"b\"", .trailingContent),
    Case("[]«x»,", .trailingContent), Case("[]«x»\u{0}", .trailingContent),
    Case("null«x»:", .trailingContent), Case("1«x»]", .trailingContent),
  ]

  static let words: [Case] = [
    Case("«x»True", .expectedValue), Case("[«x»nul]", .expectedValue),
    Case("[«x»truex]", .expectedValue), Case("[«x»true1]", .expectedValue),
    Case("[«x»nullnull]", .expectedValue), Case("[«x»fals]", .expectedValue),
    Case("[«x»falsé]", .expectedValue), Case("[«x»NaN]", .expectedValue),
    Case("[«x»Infinity]", .expectedValue), Case("[«x»undefined]", .expectedValue),
    Case("[\n  1,\n  «x»tru\n]", .expectedValue),
  ]

  static let numbers: [Case] = [
    Case("[0«x»1]", .badNumber), Case("[-0«x»1]", .badNumber), Case("[0«x»0]", .badNumber),
    Case("[-«x»]", .badNumber), Case("[-«x»-1]", .badNumber), Case("[-«x»a]", .badNumber),
    Case("[«x»+1]", .expectedValue), Case("[«x».5]", .expectedValue), Case("[-«x».5]", .badNumber),
    Case("[1.«x»]", .badNumber), Case("[1.«x»e5]", .badNumber), Case("[1.«x».5]", .badNumber),
    Case("[1.5«x».5]", .badNumber), Case("[1e«x»]", .badNumber), Case("[1e+«x»]", .badNumber),
    Case("[1e-«x»x]", .badNumber), Case("[1e5«x».5]", .badNumber), Case("[1e5«x»e5]", .badNumber),
    Case("[1e+«x»-5]", .badNumber), Case("[0«x»x10]", .badNumber), Case("[1«x»a]", .badNumber),
    Case("[12345678«x»_9]", .badNumber), Case("[1234567812345678«x»/]", .badNumber),
    Case("[1«x»é]", .badNumber), Case("[1«x»\u{0}]", .badNumber),
    Case("[-«x»Infinity]", .badNumber),
    Case("[1«x»'2]", .badNumber),
  ]

  static let strings: [Case] = [
    Case("[\"«x»\u{0}\"]", .controlCharacter), Case("[\"a«x»\n\"]", .controlCharacter),
    Case("[\"a«x»\t\"]", .controlCharacter), Case("[\"«x»\u{1f}\"]", .controlCharacter),
    Case("[\"0123456789abcdef0123456789abcdef«x»\u{1f}\"]", .controlCharacter),
    Case("{\"a«x»\r\":1}", .controlCharacter), Case("[\"日本語«x»\n\"]", .controlCharacter),
    Case("[\"\\«x»x\"]", .badEscape), Case("[\"\\«x»'\"]", .badEscape),
    Case("[\"\\«x»0\"]", .badEscape),
    Case("[\"\\«x»é\"]", .badEscape), Case("[\"\\«x»\n\"]", .badEscape),
    Case("[\"\\«x»U0041\"]", .badEscape), Case("[\"0123456789abcdef\\«x»a\"]", .badEscape),
    Case("{\"\\«x»q\":1}", .badEscape),
    Case("[\"\\u«x»\"]", .badHex), Case("[\"\\u1«x»\"]", .badHex),
    Case("[\"\\u12«x»G4\"]", .badHex),
    Case("[\"\\u123«x» \"]", .badHex), Case("[\"\\u«x»é000\"]", .badHex),
    Case("[\"\\ud800\\u«x»x\"]", .badHex), Case("[\"\\ud83d\\ude0«x»g\"]", .badHex),
  ]

  @Test(arguments: structure + words + numbers + strings)
  func reasonAndPlace(_ test: Case) throws {
    let marked = MarkedText(test.text)
    let expected = marked["x"]
    let error = try #require(failure(marked.text.utf8))
    #expect(error == JSONError(test.reason, at: expected.offset))
    let bytes = ExactText(marked.text.utf8)
    let position = TextPosition(ofOffset: error.offset, in: bytes.bytes)
    #expect(position == TextPosition(line: expected.line, column: expected.column))
  }

  /// Bytes that no string of Swift can hold: the text before, the bytes, the text behind.
  @Test(
    arguments: [
      ("[\"", [0x80], "\"]"), ("[\"", [0xBF], "\"]"), ("[\"", [0xC0, 0xAF], "\"]"),
      ("[\"", [0xC1, 0xBF], "\"]"), ("[\"", [0xC3], "\"]"), ("[\"a", [0xC3, 0x28], "\"]"),
      ("[\"", [0xE0, 0x80, 0x80], "\"]"), ("[\"", [0xE0, 0x9F, 0xBF], "\"]"),
      ("[\"", [0xE6, 0x97], "\"]"), ("[\"", [0xED, 0xA0, 0x80], "\"]"),
      ("[\"", [0xED, 0xBF, 0xBF], "\"]"), ("[\"", [0xF0, 0x80, 0x80, 0x80], "\"]"),
      ("[\"", [0xF0, 0x8F, 0xBF, 0xBF], "\"]"), ("[\"", [0xF0, 0x9F, 0x98], "\"]"),
      ("[\"", [0xF4, 0x90, 0x80, 0x80], "\"]"), ("[\"", [0xF5, 0x80, 0x80, 0x80], "\"]"),
      ("[\"", [0xFF], "\"]"), ("[\"é日😀", [0xFE], "\"]"),
      ("[\"\\n", [0xE6, 0x97], "\\n\"]"), ("{\"a", [0xFF], "\":1}"),
      (
        "[\"0123456789abcdef0123456789abcdef0123456789abcdef日", [0xE6, 0xC3], "0123456789abcdef\"]"
      ),
      ("[", [0xFF], "]"), ("", [0xFF], ""), ("{", [0xFF], "}"), ("[1", [0xFF], "]"),
      ("[] ", [0x80], ""), ("{\"a\"", [0xC0], ":1}"), ("[tr", [0xFF], "ue]"),
    ] as [(String, [UInt8], String)])
  func badUTF8(_ before: String, _ bytes: [UInt8], _ behind: String) {
    let text = Array(before.utf8) + bytes + Array(behind.utf8)
    // A wrong word is named from its beginning.
    let expected =
      before == "[tr"
      ? JSONError(.expectedValue, at: 1) : JSONError(.badUTF8, at: before.utf8.count)
    #expect(failure(text) == expected)
  }

  @Test func sentencesAreDistinctAndHoldNothingOfTheText() {
    let reasons: [JSONError.Reason] = [
      .empty, .unexpectedEnd, .expectedValue, .expectedKey, .expectedColon, .expectedCommaOrEnd,
      .trailingComma, .trailingContent, .badNumber, .controlCharacter, .badEscape, .badHex,
      .badUTF8, .tooDeep(limit: 7), .tooLarge(limit: 9),
    ]
    let sentences = reasons.map { JSONError($0, at: 0).sentence }
    #expect(Set(sentences).count == reasons.count)
    #expect(JSONError(.tooDeep(limit: 7), at: 0).sentence == "nested deeper than 7 levels")
  }

  @Test func aByteOrderMarkIsSkippedWhereAsked() throws {
    let text: [UInt8] = [0xEF, 0xBB, 0xBF] + Array("[1,]".utf8)
    #expect(throws: JSONError(.trailingComma, at: 6)) {
      try JSONDocument(text, limits: .contract)
    }
    #expect(throws: JSONError(.expectedValue, at: 0)) {
      try JSONDocument(text, limits: .contract, skipsBOM: false)
    }
    #expect(throws: JSONError(.empty, at: 3)) {
      try JSONDocument([0xEF, 0xBB, 0xBF], limits: .contract)
    }
  }
}
