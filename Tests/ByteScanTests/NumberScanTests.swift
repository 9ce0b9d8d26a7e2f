import ByteScan
import TestSupport
import Testing

@Suite("Numbers, lines and code points")
struct NumberScanTests {
  static func scan(_ text: String) -> (offset: Int, flags: UInt32, isGood: Bool) {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return (-1, 0, false) }
      let result = bs_scan_number(base, base + buffer.count)
      return (result.at - base, result.flags, result.status == 0)
    }
  }

  @Test(arguments: [
    ("0", 1, 0, true), ("-0", 2, 0, true), ("01", 1, 0, true), ("123456789", 9, 0, true),
    ("1234567812345678", 16, 0, true), ("12345678x", 8, 0, true), ("1.5", 3, 1, true),
    ("1.50e+10,", 8, 1, true), ("1E5}", 3, 1, true), ("-1.2345678e-12345678 ", 20, 1, true),
    ("-", 1, 0, false), ("-a", 1, 0, false), ("1.", 2, 1, false), ("1.e5", 2, 1, false),
    ("1e", 2, 1, false), ("1e+", 3, 1, false), ("1e+-1", 3, 1, false), ("0x1", 1, 0, true),
    ("1/", 1, 0, true), ("1:", 1, 0, true), ("1\u{0}", 1, 0, true), ("1é", 1, 0, true),
  ])
  func numbers(_ text: String, _ offset: Int, _ flags: UInt32, _ isGood: Bool) {
    // The same whether eight bytes can be read at once or not.
    for behind in ["", " ", "          "] {
      let result = Self.scan(text + (isGood || text.count > offset ? behind : ""))
      #expect(result == (offset, flags, isGood), "\(text)")
    }
  }

  /// Every byte in every place of a word of eight ends the digits there, or is one.
  @Test func digitsEndAtTheFirstOtherByte() {
    for length in [8, 9, 16, 20] {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var text = [UInt8](repeating: 0x35, count: length)
          text[place] = byte
          let expected = (0x30...0x39).contains(byte) ? length : place
          let found = text.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map { bs_digits($0, $0 + length) - $0 }
          }
          if found != expected { Issue.record("\(byte) at \(place) of \(length)") }
        }
      }
    }
  }

  @Test(arguments: [("", 0), ("\n", 0), ("ab\ncd\n", 2), ("abc", 3), ("\r\n", 1)])
  func newlines(_ text: String, _ offset: Int) {
    let bytes = Array(text.utf8) + [0x0A]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      #expect(bs_find_newline(base, base + text.utf8.count) - base == offset)
    }
  }

  @Test(arguments: ["", "abc", "é日😀", String(repeating: "日é", count: 50)])
  func codePoints(_ text: String) {
    let bytes = Array(text.utf8) + [0]
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      #expect(bs_count_code_points(base, text.utf8.count) == text.unicodeScalars.count)
    }
  }
}
