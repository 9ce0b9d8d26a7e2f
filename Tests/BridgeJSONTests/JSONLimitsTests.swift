import BridgeJSON
import Testing

@Suite("Limits")
struct JSONLimitsTests {
  static func nested(_ depth: Int, _ open: String = "[", _ close: String = "]") -> [UInt8] {
    Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
  }

  @Test(arguments: [1, 2, 15, 16, 17, 63, 64, 65, 512, 10_000])
  func depthIsExact(_ depth: Int) {
    let limits = JSONLimits(depth: depth, bytes: 1 << 20)
    #expect(failure(Self.nested(depth), limits) == nil)
    let tooDeep = JSONError(.tooDeep(limit: depth), at: depth)
    #expect(failure(Self.nested(depth + 1), limits) == tooDeep)
    // Also where the text ends right there, and where it could not be valid any more.
    #expect(failure(Self.nested(depth + 1).prefix(depth + 1), limits) == tooDeep)
  }

  @Test func depthCountsObjectsAndArrays() {
    let text = Array(#"[{"a":[{"b":[]}]}]"#.utf8)
    #expect(failure(text, JSONLimits(depth: 5, bytes: 100)) == nil)
    #expect(
      failure(text, JSONLimits(depth: 4, bytes: 100)) == JSONError(.tooDeep(limit: 4), at: 12))
  }

  @Test func depthIsLeftAgain() {
    #expect(failure("[[],{},[[]],{}]".utf8, JSONLimits(depth: 3, bytes: 100)) == nil)
  }

  @Test func scalarsHaveNoDepth() {
    #expect(failure("1".utf8, JSONLimits(depth: 0, bytes: 100)) == nil)
    let error = JSONError(.tooDeep(limit: 0), at: 0)
    #expect(failure("[]".utf8, JSONLimits(depth: 0, bytes: 100)) == error)
  }

  @Test func theShippedLimits() {
    #expect(JSONLimits.traffic == JSONLimits(depth: 10_000, bytes: 16_777_216))
    #expect(JSONLimits.contract == JSONLimits(depth: 512, bytes: 16_777_216))
    #expect(failure(Self.nested(512), .contract) == nil)
    #expect(failure(Self.nested(513), .contract) == JSONError(.tooDeep(limit: 512), at: 512))
  }

  @Test func aHundredThousandLevels() {
    let text = Self.nested(100_000)
    #expect(failure(text) == JSONError(.tooDeep(limit: 10_000), at: 10_000))
    #expect(failure(text, JSONLimits(depth: 100_000, bytes: 1 << 20)) == nil)
    let objects = Self.nested(100_000, #"{"":"#, "}").map { $0 }
    #expect(failure(objects) == JSONError(.tooDeep(limit: 10_000), at: 40_000))
  }

  @Test func aMillionOpenBrackets() {
    let text = [UInt8](repeating: 0x5B, count: 1_000_000)
    let limits = JSONLimits(depth: .max, bytes: .max)
    #expect(failure(text, limits) == JSONError(.unexpectedEnd, at: 1_000_000))
  }

  @Test func bytesAreExact() {
    let limits = JSONLimits(depth: 10, bytes: 10)
    #expect(failure("\"12345678\"".utf8, limits) == nil)
    #expect(failure("\"123456789\"".utf8, limits) == JSONError(.tooLarge(limit: 10), at: 10))
    // The length is all that is looked at.
    #expect(failure("[[[[[[[[[[[[[[[[".utf8, limits) == JSONError(.tooLarge(limit: 10), at: 10))
  }

  @Test func sixteenMebibytes() {
    let size = 16 << 20
    var text = [UInt8](repeating: 0x61, count: size + 1)
    (text[0], text[size - 1], text[size]) = (0x22, 0x22, 0x20)
    #expect(failure(text[..<size]) == nil)
    #expect(failure(text) == JSONError(.tooLarge(limit: size), at: size))
  }

  /// A limit above what a tape can number is that of the tape.
  @Test func noLimitIsAboveTheTape() {
    #expect(JSONLimits.maxBytes == 4_294_967_294)
    #expect(failure("1".utf8, JSONLimits(depth: 1, bytes: .max)) == nil)
  }

  /// The tape of a text with as many values as fit is right to the last one, then small again.
  @Test func manyValues() {
    let tape = JSONTape(capacity: 16)
    let text = ExactText(
      Array("[0".utf8) + Array(repeatElement(",0", count: 299_999).joined().utf8) + [0x5D])
    withExtendedLifetime(text) {
      #expect(throws: Never.self) { try tape.read(text.bytes, limits: .traffic) }
      #expect(tape.count == 300_001)
      #expect(tape.root.count == 300_000)
      #expect(tape.root.item(299_999)?.offset == 599_999)
    }
    #expect(failure("[]".utf8, on: tape) == nil)
    #expect(tape.count == 1)
  }

  @Test func aTapeIsEmptyAfterAnError() {
    let tape = JSONTape()
    #expect(failure(#"{"a":"\ud800","a":1}"#.utf8, on: tape) == nil)
    #expect(tape.hasLoneSurrogate && tape.firstDuplicateKey != nil && tape.count == 5)
    #expect(failure("[1,".utf8, on: tape) != nil)
    #expect(!tape.hasLoneSurrogate && tape.firstDuplicateKey == nil && tape.count == 0)
  }
}
