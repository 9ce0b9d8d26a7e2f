import Testing

@testable import BridgeSchema

@Suite("Formats: names, drafts and bounds")
struct FormatTests {
  @Test("Names lead to formats and back")
  func names() {
    #expect(Format.all.count == 19)
    for format in Format.all { #expect(Format(name: format.name) == format) }
  }

  @Test(
    "Other names assert nothing",
    arguments: ["", "Date", "color", "date ", "ip-address", "\u{212A}"])
  func unknown(name: String) {
    #expect(Format(name: name) == nil)
  }

  @Test("Draft-07 knows neither duration nor uuid")
  func drafts() {
    #expect(Format.all.filter { !$0.isDefined(in: .draft7) } == [.duration, .uuid])
    for draft in [Format.Draft.draft2019, .draft2020] {
      #expect(Format.all.allSatisfy { $0.isDefined(in: draft) })
    }
  }

  @Test("An empty string is a reference, a template, a pointer and a pattern, nothing else")
  func empty() {
    #expect(
      Format.all.filter { $0.accepts("") } == [
        .uriReference, .iriReference, .uriTemplate, .jsonPointer, .regex,
      ])
  }

  @Test("Lone surrogates and broken bytes pass only where any character may stand")
  func surrogates() {
    let surrogate: [UInt8] = [0xED, 0xA0, 0x80]
    #expect(Format.jsonPointer.accepts([0x2F] + surrogate))
    #expect(Format.relativeJSONPointer.accepts([0x30, 0x2F] + surrogate))
    for wrong in [
      surrogate, [0xFF], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xF8, 0x88, 0x80, 0x80],
    ] {
      #expect(!Format.iriReference.accepts([0x2F] + wrong))
      #expect(!Format.uriTemplate.accepts(wrong))
      #expect(!Format.idnHostname.accepts(wrong))
      #expect(!Format.idnEmail.accepts(wrong + Array("@a".utf8)))
      #expect(!Format.idnEmail.accepts(Array("\"".utf8) + wrong + Array("\"@a".utf8)))
      #expect(!Format.idnEmail.accepts(Array("a@".utf8) + wrong))
    }
  }

  /// Short enough for debug builds; what grew faster than the text would still be felt.
  @Test("Long runs of anything get their answer", arguments: Format.all)
  func long(format: Format) {
    let pieces = [
      "a", "1", ".", ":", "/", "~0", "%41", "[", "::", "-", "xn--", "@", "\"", "\\", "{a}", "{",
      ",",
      "a.", "1.", "é", "é.", "\u{300}", "e\u{301}", "\u{5D0}", "\u{30FB}", "\u{660}", "\u{200D}",
      "T",
      "P1", "//", "a@", "\u{1F600}", "\u{94D}\u{200C}",
    ]
    for piece in pieces {
      let many = String(repeating: piece, count: 8_000 / piece.utf8.count)
      for start in ["", "http://", "http://[", "P1", "\"", "{", "2020-01-01T00:00:00.", "a@", "0"] {
        _ = format.accepts(start + many)
      }
    }
    let path = "/" + String(repeating: "a", count: 1_000_000)
    let takesPath: Set<Format> = [
      .uriReference, .iriReference, .uriTemplate, .jsonPointer, .regex,
    ]
    #expect(format.accepts(path) == takesPath.contains(format))
  }
}
