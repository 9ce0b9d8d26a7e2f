import BridgeJSON
import Testing

/// Halves of surrogate pairs can stand in a text only as escapes. They are kept and noted.
@Suite("Lone surrogates")
struct LoneSurrogateTests {
  @Test(
    arguments: [
      (#""\ud800""#, [0xED, 0xA0, 0x80], 1), (#""\uDFFF""#, [0xED, 0xBF, 0xBF], 1),
      (#""a\udbffb""#, [0x61, 0xED, 0xAF, 0xBF, 0x62], 3),
      (#""\ud800\ud800""#, [0xED, 0xA0, 0x80, 0xED, 0xA0, 0x80], 2),
      (#""\udc00\ud800""#, [0xED, 0xB0, 0x80, 0xED, 0xA0, 0x80], 2),
      (#""\ud800\ud83d\ude00""#, [0xED, 0xA0, 0x80, 0xF0, 0x9F, 0x98, 0x80], 2),
      (#""\ud83d\u0041""#, [0xED, 0xA0, 0xBD, 0x41], 2),
      (#""\ud83d\\ude00""#, [0xED, 0xA0, 0xBD] + Array("\\ude00".utf8), 7),
    ] as [(String, [UInt8], Int)])
  func keptAndNoted(_ text: String, _ bytes: [UInt8], _ codePoints: Int) throws {
    let document = try document(text)
    #expect(document.tape.hasLoneSurrogate)
    let value = document.root.cursor
    #expect(value.hasLoneSurrogate)
    #expect(value.stringBytes == bytes)
    #expect(value.codePointCount == codePoints)
    withExtendedLifetime(document) {}
  }

  @Test(arguments: [
    (#""\ud83d\ude00""#, "😀"), (#""\uD800\uDC00""#, "\u{10000}"),
    (#""\udbff\udfff""#, "\u{10ffff}"), (#""\ud7ff\ue000""#, "\u{d7ff}\u{e000}"),
    (#""\\ud800""#, "\\ud800"), ("\"\u{d7ff}\u{e000}\"", "\u{d7ff}\u{e000}"),
  ])
  func pairsAreNone(_ text: String, _ value: String) throws {
    let document = try document(text)
    #expect(!document.tape.hasLoneSurrogate)
    #expect(!document.root.cursor.hasLoneSurrogate)
    #expect(document.root.cursor.stringBytes == Array(value.utf8))
    withExtendedLifetime(document) {}
  }

  @Test func theStringThatHasOneIsMarked() throws {
    try withRoot(#"{"a\ud800":"x","b":"\ud800"}"#) { root in
      var marks: [Bool] = []
      root.forEachMember { key, value in
        marks += [key.hasLoneSurrogate, value.hasLoneSurrogate]
      }
      #expect(marks == [true, false, false, true])
    }
  }

  @Test func differentHalvesAreDifferent() throws {
    try withRoot(#"["\ud800","\ud801","\ufffd"]"#) { root in
      let items = (0..<3).compactMap { root.item($0) }
      for (i, a) in items.enumerated() {
        for (j, b) in items.enumerated() { #expect(JSONEquality.equal(a, b) == (i == j)) }
      }
    }
  }

  @Test func asAStringItShowsAsReplacement() throws {
    try withRoot(#""a\ud800b""#) { #expect($0.string?.contains("\u{fffd}") == true) }
  }
}
