import BridgeJSON
import TestSupport
import Testing

/// A line that was cut off is told from one that is wrong: every proper beginning of a valid text is
/// refused with `unexpectedEnd` at its end.
@Suite("Cut off texts")
struct CutOffTests {
  /// Containers, strings and literals: of these no proper beginning is a value. (`12` is one of
  /// `123`.)
  static let texts = [
    #"{"a":[1,-2.5e+10,true,false,null],"b":{"c":"d"},"é":"日本語"}"#,
    #""plain""#, #""é日😀""#, #""\u00e9\ud83d\ude00\n\\\"\/\b\f\r\t""#, #""\ud800""#,
    #"["0123456789abcdef0123456789abcdef","日本語日本語日本語日本語日本語日本語日本語日本語"]"#,
    "true", "false", "null", "[]", "{}", "[[[[[]]]]]", "[0]", "[-0.0e-0]", "[1E9]",
    " {\t\"k\" :\r\n [ ] , \"l\" : { } } ", "[ 1 , 2 ]",
    #"{"\u0061b":1,"a\u0062":2,"":3}"#,
  ]

  static func expectCutOff(_ text: [UInt8]) {
    let whole = failure(text)
    #expect(whole == nil, "\(String(decoding: text, as: UTF8.self))")
    let isSpace: (UInt8) -> Bool = { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
    let start = text.prefix(while: isSpace).count
    let end = text.count - text.reversed().prefix(while: isSpace).count
    for length in 0..<end {
      let error = failure(text[..<length])
      let expected = JSONError(length <= start ? .empty : .unexpectedEnd, at: length)
      guard error != expected else { continue }
      Issue.record("\(length) bytes of \(String(decoding: text, as: UTF8.self)): \(error as Any)")
    }
  }

  @Test(arguments: texts)
  func everyBeginning(_ text: String) {
    Self.expectCutOff(Array(text.utf8))
  }

  @Test func everyBeginningOfRandomTexts() {
    var source = RandomJSON(seed: 1, hasLoneSurrogates: true)
    for size in 0..<60 {
      // In brackets, since a beginning of a number can be a number.
      Self.expectCutOff([UInt8(ascii: "[")] + source.text(values: 1 + size / 2) + [0x5D])
    }
  }

  @Test(arguments: ["-", "1.", "1e", "1E+", "-0.", "1.5e-", "tru", "f", "n"])
  func beginningsOfScalars(_ text: String) {
    #expect(failure(text.utf8) == JSONError(.unexpectedEnd, at: text.utf8.count))
  }

  /// What is wrong before the end is wrong, not cut off.
  @Test(arguments: ["[1,,", "{\"a\":1,]", "[\"\\x", "[01", "tru ", "{\"a\" \"", "[1 2"])
  func wrongBeforeTheEnd(_ text: String) throws {
    let error = try #require(failure(text.utf8))
    #expect(error.reason != .unexpectedEnd)
  }
}
