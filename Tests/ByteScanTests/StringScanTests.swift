import ByteScan
import TestSupport
import Testing

/// The inside of a string, scanned at every level that this machine has: all say the same, and what
/// they say is right.
@Suite("String scan")
struct StringScanTests {
  struct Answer: Equatable {
    var offset: Int
    var flags: Int32
    var status: Int32
  }

  static let levels = Array(Int32(BS_PLAIN)...bs_level())

  /// The answer of one level on a copy of exactly the text's size.
  static func scan(_ level: Int32?, _ text: [UInt8]) -> Answer {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count + 1)
    defer { copy.deallocate() }
    // One byte more in front, so that the scan begins at an odd address.
    _ = copy[1...].update(fromContentsOf: text)
    guard let base = copy.baseAddress.map({ UnsafePointer($0) + 1 }) else {
      return Answer(offset: -1, flags: 0, status: 0)
    }
    let end = base + text.count
    let result = level.map { bs_scan_string_at($0, base, end) } ?? bs_scan_string(base, end)
    return Answer(
      offset: result.at - base, flags: Int32(result.flags), status: Int32(result.status))
  }

  @Test func thisMachineHasTheLevelsOfItsKind() {
    #if arch(x86_64)
      #expect(Int(bs_level()) >= BS_SSE2)
    #endif
    #expect(Int(bs_level()) <= BS_AVX2)
  }

  static let cases: [(text: String, offset: Int, flags: Int, status: Int)] = [
    ("\"", 0, 0, BS_OK), ("abc\"x", 3, 0, BS_OK), ("a\\n\"", 3, BS_ESCAPES, BS_OK),
    ("é\"", 2, BS_NON_ASCII, BS_OK), ("\\u00e9\"", 6, BS_ESCAPES, BS_OK),
    ("\\ud83d\\ude00\"", 12, BS_ESCAPES, BS_OK),
    ("\\ud83d\"", 6, BS_ESCAPES | BS_LONE_SURROGATE, BS_OK),
    ("\\ude00日\"", 9, BS_ESCAPES | BS_LONE_SURROGATE | BS_NON_ASCII, BS_OK),
    ("abc", 3, 0, BS_END), ("", 0, 0, BS_END), ("a\\", 1, BS_ESCAPES, BS_END),
    ("a\\u12", 5, BS_ESCAPES, BS_END), ("a\n\"", 1, 0, BS_CONTROL),
    ("a\\x\"", 2, BS_ESCAPES, BS_BAD_ESCAPE), ("a\\u12x4\"", 5, BS_ESCAPES, BS_BAD_HEX),
  ]

  @Test(arguments: cases)
  func answers(_ text: String, _ offset: Int, _ flags: Int, _ status: Int) {
    // With nothing, or ASCII, or other text in front, so that each step of each level is met.
    for front in ["", "0123456789abcde", "0123456789abcdef", String(repeating: "x", count: 63)] {
      let expected = Answer(
        offset: front.utf8.count + offset, flags: Int32(flags), status: Int32(status))
      for level in Self.levels.map(Optional.some) + [nil] {
        #expect(Self.scan(level, Array((front + text).utf8)) == expected, "level \(level as Any)")
      }
    }
  }

  @Test func everyByteInEveryPlace() {
    for length in [1, 7, 8, 15, 16, 17, 31, 32, 33, 65] {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var text = [UInt8](repeating: 0x61, count: length)
          text[place] = byte
          text.append(0x22)
          let expected = Self.scan(Int32(BS_PLAIN), text)
          for level in Self.levels.dropFirst() where Self.scan(level, text) != expected {
            Issue.record("level \(level), byte \(byte) at \(place) of \(length)")
          }
        }
      }
    }
  }

  @Test func levelsAgreeOnRandomText() {
    var random = SplitMix64(seed: 6)
    let pieces = [
      "a", "0123456789", "\\n", "\\u0041", "\\ud83d", "\\ude00", "é", "日本", "😀", "\\", "\"",
    ]
    .map { Array($0.utf8) }
    for _ in 0..<20_000 {
      var text: [UInt8] = []
      for _ in 0..<random.below(60) { text += random.pick(pieces.dropLast(random.below(3))) }
      if random.once(in: 2), !text.isEmpty {
        text[random.below(text.count)] = UInt8(random.below(256))
      }
      let answers = Self.levels.map { Self.scan($0, text) }
      if Set(answers.map { "\($0)" }).count != 1 { Issue.record("\(text): \(answers)") }
    }
  }

  /// The short cut says the same as the scan, or nothing.
  @Test func shortStrings() {
    var random = SplitMix64(seed: 7)
    var found = 0
    for _ in 0..<20_000 {
      var text = (0..<random.below(40)).map { _ in UInt8(0x20 + random.below(0x5F)) }
      if random.once(in: 3) { text.insert(0x22, at: random.below(text.count + 1)) }
      if random.once(in: 3), !text.isEmpty {
        text[random.below(text.count)] = UInt8(random.below(256))
      }
      text.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress, let at = bs_short_string(base, base + buffer.count)
        else { return }
        found += 1
        if Self.scan(nil, text) != Answer(offset: at - base, flags: 0, status: 0) {
          Issue.record("\(text)")
        }
      }
    }
    #if arch(x86_64)
      #expect(found > 3_000)
    #endif
  }
}
