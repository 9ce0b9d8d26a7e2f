import BridgeFindings
import TestSupport
import Testing

/// The line, and below it the carets.
private func draw(_ marked: String, window: Int = 100) -> String {
  let text = MarkedText(marked)
  let frame = CodeFrame(line: text.text, column: text["x"].column, window: window)
  return frame.text + "\n" + String(repeating: " ", count: frame.indent)
    + String(repeating: "^", count: frame.carets)
}

@Suite("Code frame") struct CodeFrameTests {
  @Test(
    "The carets cover the word at the column",
    arguments: [
      (#"{"a": «x»12, "b": 2}"#, "{\"a\": 12, \"b\": 2}\n      ^^"),
      (#"{"a": «x»"t\"x", "b": 2}"#, "{\"a\": \"t\\\"x\", \"b\": 2}\n      ^^^^^^"),
      (#"{"a": «x»{"b": 2}}"#, "{\"a\": {\"b\": 2}}\n      ^"),
      (#"{«x»"a": 12, "b": 2}"#, "{\"a\": 12, \"b\": 2}\n ^^^^^^^"),
      (#"{«x»"a" : "t"}"#, "{\"a\" : \"t\"}\n ^^^^^^^^^"),
      (#"{«x»"a": [1]}"#, "{\"a\": [1]}\n ^^^"),
      (#"[«x»-1.5e3]"#, "[-1.5e3]\n ^^^^^^"),
      (#"[«x»true]"#, "[true]\n ^^^^"),
      (#"[1«x»"#, "[1\n  ^"),
      (#"    [«x»1]"#, "[1]\n ^"),
      ("\t[«x»1]", "[1]\n ^"),
      (#"  «x»  [1]"#, "  [1]\n^"),
    ])
  func carets(_ marked: String, _ drawn: String) {
    #expect(draw(marked) == drawn)
  }

  @Test func wideCharactersTakeTwoColumns() {
    #expect(draw(#"{"名前": «x»1}"#) == "{\"名前\": 1}\n         ^")
    #expect(draw(#"{«x»"名前": "太郎"}"#) == "{\"名前\": \"太郎\"}\n ^^^^^^^^^^^^^^")
    #expect(draw("{\"e\u{301}\": «x»1}") == "{\"e\u{301}\": 1}\n      ^")
  }

  @Test func controlCharactersAreEscapedAndTheCaretsMoveWithThem() {
    #expect(draw("[\"\u{1B}\", «x»1]") == "[\"\\u{1B}\", 1]\n           ^")
  }

  @Test func aLongLineIsShownInAWindow() {
    let before = String(repeating: "0123456789", count: 30)
    let after = String(repeating: "abcdefghij", count: 30)
    let drawn = draw("[\(before), «x»77, \(after)]", window: 40)
    #expect(drawn == "…67890123456789, 77, abcdefghijabcdefghij…\n" + "                 ^^")
  }

  @Test func aColumnPastTheEndStandsAtTheEnd() {
    let frame = CodeFrame(line: "[1]", column: 99)
    #expect(frame.text == "[1]" && frame.indent == 3 && frame.carets == 1)
    let empty = CodeFrame(line: "", column: 1)
    #expect(empty.text == "" && empty.indent == 0 && empty.carets == 1)
  }

  @Test func noTextMakesItFailOrGrowBeyondItsWindow() {
    var random = SplitMix64(seed: 7)
    let alphabet = Array("\"\\:,{}[] \t\u{1B}1atrue名\u{301}\u{1F600}".unicodeScalars)
    for _ in 0..<2000 {
      var line = String.UnicodeScalarView()
      for _ in 0..<random.below(300) { line.append(random.pick(alphabet)) }
      let frame = CodeFrame(line: String(line), column: random.below(320), window: 50)
      let width = DisplayWidth.of(frame.text)
      #expect(frame.carets >= 1)
      #expect(frame.indent + frame.carets <= width + 1)
      // Every scalar takes at most the width of its escape, `\u{1B}`.
      #expect(frame.text.unicodeScalars.count <= 50 * 6 + 2)
    }
  }
}
