internal import ByteScan

/// Percent-encoding and base64, as bridges use them to wrap text.
package enum TextCoding {
  /// What `decodeURIComponent` makes of the text (ECMA-262, 19.2.6.2); nil where it would throw.
  package static func percentDecoded(_ text: [UInt8]) -> [UInt8]? {
    var out: [UInt8] = []
    out.reserveCapacity(text.count)
    var i = 0
    while i < text.count {
      guard text[i] == UInt8(ascii: "%") else {
        out.append(text[i])
        i += 1
        continue
      }
      guard i + 2 < text.count, let high = hex(text[i + 1]), let low = hex(text[i + 2]) else {
        return nil
      }
      out.append(high << 4 | low)
      i += 3
    }
    return isUTF8(out) ? out : nil
  }

  /// The text that base64 holds (RFC 4648, section 4; padding may be missing); nil if it holds none.
  package static func base64Decoded(_ text: [UInt8]) -> [UInt8]? {
    var body = text[...]
    if text.count % 4 == 0 {
      var padding = 0
      while padding < 2, body.last == UInt8(ascii: "=") {
        body.removeLast()
        padding += 1
      }
    }
    guard body.count % 4 != 1 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(body.count / 4 * 3 + 2)
    var bits: UInt32 = 0
    var count = 0
    for byte in body {
      guard let value = sextet(byte) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
        bits &= (1 << UInt32(count)) - 1
      }
    }
    guard bits == 0 else { return nil }
    return isUTF8(out) ? out : nil
  }

  private static func hex(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x30...0x39: c - 0x30
    case 0x41...0x46: c - 0x37
    case 0x61...0x66: c - 0x57
    default: nil
    }
  }

  private static func sextet(_ c: UInt8) -> UInt32? {
    switch c {
    case 0x41...0x5A: UInt32(c) - 0x41
    case 0x61...0x7A: UInt32(c) - 0x47
    case 0x30...0x39: UInt32(c) + 4
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return true }
      var cut: Int32 = 0
      return bs_utf8_prefix(base, base + buffer.count, &cut) == buffer.count
    }
  }
}
