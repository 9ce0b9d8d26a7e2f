import BridgeJSON
import TestSupport
import Testing

@Suite("Strings")
struct JSONStringTests {
  static func decoded(_ raw: String) -> [UInt8] {
    var out: [UInt8] = []
    let bytes = ExactText(raw.utf8)
    withExtendedLifetime(bytes) { JSONString.decode(bytes.bytes, into: &out) }
    return out
  }

  static func quoted(_ decoded: some Sequence<UInt8>) -> String {
    var out: [UInt8] = []
    JSONString.appendQuoted(decoded, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  @Test(arguments: [
    ("", ""), ("abc", "abc"), (#"\""#, "\""), (#"\\"#, "\\"), (#"\/"#, "/"),
    (#"\b\f\n\r\t"#, "\u{8}\u{c}\n\r\t"),
    (#"\u0041\u00e9\u65E5"#, "Aé日"), (#"\ud83d\ude00x"#, "😀x"), (#"a\u0000b"#, "a\0b"),
    (#"\\u0041"#, "\\u0041"), (#"\\\u0041"#, "\\A"), ("日\\n本", "日\n本"),
  ])
  func decode(_ raw: String, _ value: String) {
    #expect(Self.decoded(raw) == Array(value.utf8))
  }

  @Test(arguments: [
    ("", #""""#), ("a/b", #""a/b""#), ("\"\\", #""\"\\""#), ("\u{8}\u{c}\n\r\t", #""\b\f\n\r\t""#),
    ("\0\u{1}\u{1f}\u{7f}", "\"\\u0000\\u0001\\u001f\u{7f}\""), ("é日😀\u{2028}", "\"é日😀\u{2028}\""),
    ("\u{d7ff}\u{e000}", "\"\u{d7ff}\u{e000}\""),
  ])
  func quote(_ value: String, _ text: String) {
    #expect(JSONString.quoted(value) == text)
  }

  @Test func halvesOfPairsComeOutAsEscapes() {
    #expect(Self.quoted([0xED, 0xA0, 0x80]) == #""\ud800""#)
    #expect(Self.quoted([0x61, 0xED, 0xBF, 0xBF, 0x62]) == #""a\udfffb""#)
    #expect(Self.quoted([0xED, 0xAF, 0xBF, 0xED, 0xB0, 0x80]) == #""\udbff\udc00""#)
  }

  /// Bytes that are no text at all still cannot end the string or swallow its quote.
  @Test(
    arguments: [
      [0xED], [0xED, 0x22], [0xED, 0xA0], [0xED, 0xA0, 0x22], [0xED, 0x5C], [0xED, 0xA0, 0x0A],
      [0xED, 0xED, 0xA0, 0x80], [0xFF, 0x22], [0xE6, 0x22], [0xF0, 0x5C],
    ] as [[UInt8]])
  func noBytesEscapeTheQuotes(_ bytes: [UInt8]) {
    var out: [UInt8] = []
    JSONString.appendQuoted(bytes, to: &out)
    #expect(out.first == 0x22 && out.last == 0x22)
    var i = 1
    while i < out.count - 1 {
      #expect(out[i] != 0x22 && out[i] >= 0x20)
      i += out[i] == 0x5C ? 2 : 1
    }
    #expect(i == out.count - 1)
  }

  /// Code points of every length, all halves of pairs included: written, read, decoded, the same.
  @Test func codePointsOfEveryKind() throws {
    var value: [UInt8] = []
    for c in stride(from: 0 as UInt32, through: 0x10FFFF, by: 1)
    where c < 0x900 || c % 61 == 0 || (0xD7F0...0xE010).contains(c) {
      // A high half before a low half would be a pair.
      if c == 0xDC00 { value.append(0x2E) }
      JSONString.append(codePoint: c, to: &value)
    }
    var text: [UInt8] = []
    JSONString.appendQuoted(value, to: &text)
    let document = try JSONDocument(text, limits: .traffic)
    #expect(document.root.cursor.stringBytes == value)
    withExtendedLifetime(document) {}
  }

  @Test func quotingUndoesDecoding() throws {
    for seed in 0..<300 as Range<UInt64> {
      var source = RandomJSON(seed: seed, hasSpace: false, hasLoneSurrogates: true)
      let document = try JSONDocument(source.text(values: 12), limits: .traffic)
      for index in 0..<document.tape.count {
        let node = document.root.cursor.at(index)
        guard node.kind == .string else { continue }
        let value = node.stringBytes
        var text: [UInt8] = []
        JSONString.appendQuoted(value, to: &text)
        let again = try JSONDocument(text, limits: .traffic)
        let other = again.root.cursor
        #expect(other.stringBytes == value)
        #expect(JSONString.compare(node, other) == 0)
        #expect(node.codePointCount == other.codePointCount)
        #expect(value.withUnsafeBufferPointer { node.stringEquals($0) })
        #expect(node.string == other.string)
        withExtendedLifetime(again) {}
      }
      withExtendedLifetime(document) {}
    }
  }

  @Test(arguments: [
    ("a", "b"), ("a", "aa"), ("", "a"), ("Z", "a"), ("z", "é"), ("\u{e9}", "\u{ea}"),
    ("\u{ffff}", "\u{10000}"), ("e\u{301}", "\u{e9}"),
  ])
  func orderIsThatOfCodePoints(_ less: String, _ greater: String) throws {
    try withRoot("[\(JSONString.quoted(less)),\(JSONString.quoted(greater))]") { root in
      let (a, b) = (try #require(root.item(0)), try #require(root.item(1)))
      #expect(JSONString.compare(a, b) < 0)
      #expect(JSONString.compare(b, a) > 0)
      #expect(JSONString.compare(a, a) == 0)
    }
  }

  /// Around the lengths at which the way of comparing changes, with the difference in each place.
  @Test(arguments: [0, 1, 3, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 66, 200])
  func comparisonSeesEveryByte(_ length: Int) throws {
    let bytes = [UInt8](repeating: 0x61, count: length)
    try withRoot("\"" + String(decoding: bytes, as: UTF8.self) + "\"") { value in
      #expect(bytes.withUnsafeBufferPointer { value.stringEquals($0) })
      #expect(!(bytes + [0x61]).withUnsafeBufferPointer { value.stringEquals($0) })
      #expect(!bytes.dropLast().withUnsafeBufferPointer { value.stringEquals($0) } || length == 0)
      for i in 0..<length {
        var other = bytes
        other[i] = 0x62
        #expect(!other.withUnsafeBufferPointer { value.stringEquals($0) })
      }
    }
  }

  @Test(arguments: [
    (#""""#, 0), (#""abc""#, 3), ("\"e\u{301}\"", 2), ("\"👨‍👩‍👧\"", 5), (#""\r\n""#, 2),
    (#""\ud83d\ude00""#, 1), (#""\ud83d""#, 1), ("\"日本語\"", 3), (#""\u65e5本\\""#, 3),
  ])
  func codePointsAreCounted(_ text: String, _ count: Int) throws {
    try withRoot(text) { #expect($0.codePointCount == count) }
  }
}
