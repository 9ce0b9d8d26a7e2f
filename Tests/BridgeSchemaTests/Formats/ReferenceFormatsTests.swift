import Testing

@testable import BridgeSchema

@Suite("uri, iri, references, templates, pointers")
struct ReferenceFormatsTests {
  @Test("URIs have a scheme")
  func uri() {
    expect(
      .uri,
      accepts: [
        "a:", "a+b-c.d:x", "http://", "http://a:", "http://a:99999", "http://u:p@h:1/p?q#f",
        "a:////", "a:b:c",
        "http://[::1]", "http://u@[v1f.a:b]:80/", "http://%41%zZ".replacing("%zZ", with: "%aF"),
        "a:?#", "a:#?/",
        "urn:x:y", "http://a//b", "a:@:/@:",
      ],
      refuses: [
        "", ":", "a", "//a", "1a:b", "a_b:c", "a:[", "a:b#c#d", "http://[::1", "http://[::1]a",
        "http://[]",
        "http://[v.a]", "http://[v1.]", "http://[v1]", "http://[::1%25en0]", "http://a@b@c",
        "http://a:b:c",
        "http://a:1a", "http://[::1]@h", "a:%", "a:%4", "a:%g0", "a: b", "a:é", "a:\u{7F}", "a:{}",
        "a:?[", "a:\\",
        "http://é",
      ])
  }

  @Test("References may go without, and then without a colon in the first segment")
  func uriReference() {
    expect(
      .uriReference,
      accepts: [
        "", "a", "/", "//", "///", "?", "#", "a?b#c?d", "./a:b", "a/b:c", "a:", "@", "..",
        "//[::1]?", "1",
      ],
      refuses: [":", ":a", "1:b", "@:a", "a b", "%", "[", "a#b#c", "//a:b", "é", "a_b:c", "%41:b"])
  }

  @Test("IRIs take what RFC 3987 adds, private use only in queries")
  func iri() {
    expect(
      .iri,
      accepts: [
        "http://é/ü?ö#ä", "a:\u{A0}", "a:\u{D7FF}", "a:\u{F900}", "a:\u{FDCF}", "a:\u{FDF0}",
        "a:\u{FFEF}",
        "a:\u{10000}", "a:\u{1FFFD}", "a:\u{DFFFD}", "a:\u{E1000}", "a:\u{EFFFD}", "a:?\u{E000}",
        "a:?\u{F8FF}",
        "a:?\u{F0000}", "a:?\u{10FFFD}", "http://é@é",
      ],
      refuses: [
        "é:a", "é", "a:\u{80}", "a:\u{9F}", "a:\u{E000}", "a:#\u{E000}", "http://\u{E000}",
        "a:\(noncharacter)", "a:\u{FFF0}",
        "a:\u{FFFD}", "a:\u{1FFFE}", "a:\u{E0FFF}", "a:\u{E0000}", "a:?\u{FFFFE}", "a:?\u{10FFFE}",
        "http://é:é",
        "http://[é]",
      ])
    expect(
      .iriReference, accepts: ["é", "//é", "#é", "?\u{E000}"], refuses: ["é:a", "\u{E000}", "é é"])
  }

  @Test("URI templates")
  func template() {
    expect(
      .uriTemplate,
      accepts: [
        "", "a", "{a}", "{+a,b}", "{a:1}", "{a:9999}", "{a*}", "{a*,b:3}", "{%41.b_}", "{=a}",
        "{|a}", "{.a.b}",
        "{;a}", "é\u{E000}", "%41", "a'b", "{a}{b}",
      ],
      refuses: [
        "{", "}", "{}", "{a", "a}", "{+}", "{a,}", "{,}", "{a:0}", "{a:}", "{a:10000}", "{a:01}",
        "{a*:1}", "{a:1*}",
        "{a.}", "{..a}", "{a..b}", "{a-b}", "{é}", "{a b}", "{%4}", "%", "%4g", "a b", "\"", "<",
        ">", "\\", "^", "`",
        "|", "\u{7F}", "\u{80}", "\(noncharacter)", "{{a}}", "{++a}",
      ])
  }

  @Test("JSON pointers, from the root and from a place")
  func pointers() {
    expect(
      .jsonPointer, accepts: ["", "/", "//", "/~0~1", "/é\u{0}", "/a/0"],
      refuses: ["a", "~0", "/~", "/~2", "/~/0", "#/a", "/a~"])
    expect(
      .relativeJSONPointer, accepts: ["0", "0#", "1/a", "10/~1", "0/", "120#"],
      refuses: ["", "#", "/a", "-1", "+1", "00", "01#", "0##", "0#/a", "0a", "0/~", "1 "])
  }

  @Test("Patterns are those of ECMA-262 with the flag u")
  func regex() {
    expect(
      .regex,
      accepts: [
        "", "[]", "[^]", "(?<=a+)b", "\\p{L}", "(?i:a)",
        "^\\S(|(.|\\n)*\\S)\\Z".replacing("\\Z", with: "$"),
      ],
      refuses: [
        "(", "\\a", "\\Z", "\\-", "(?i)a", "(?P<n>a)", "(?#c)", "{", "]", "a**", "\\p{letter}",
      ])
    #expect(!Format.regex.accepts(String(repeating: "(", count: 500)))
  }

  @Test("Moving along an array came with 2020-12")
  func indexManipulation() {
    let moved = ["0+1", "0-1/a", "3+20#", "1-1"]
    expect(
      .relativeJSONPointer, accepts: moved, refuses: ["0+", "0+0", "0-01", "0+1+1", "0+-1", "0+#"])
    expect(.relativeJSONPointer, accepts: [], refuses: moved, in: .draft7)
    expect(.relativeJSONPointer, accepts: [], refuses: moved, in: .draft2019)
  }
}

/// U+FDD0, which a literal may not spell.
private let noncharacter = String(decoding: [0xEF, 0xB7, 0x90] as [UInt8], as: UTF8.self)
