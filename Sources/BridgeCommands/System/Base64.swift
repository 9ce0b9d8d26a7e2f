/// Base64 (RFC 4648, section 4), strictly: padding where it is due, nothing else in it.
enum Base64 {
  /// The bytes, or nil where `text` is no base64.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(text.count / 4 * 3)
    let padding = text.reversed().prefix(2).prefix { $0 == UInt8(ascii: "=") }.count
    var bits: UInt32 = 0
    for (i, c) in text.dropLast(padding).enumerated() {
      guard let digit = digit(c) else { return nil }
      bits = bits << 6 | digit
      if i % 4 == 3 {
        out.append(UInt8(truncatingIfNeeded: bits >> 16))
        out.append(UInt8(truncatingIfNeeded: bits >> 8))
        out.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    switch padding {
    case 1:
      guard bits & 3 == 0 else { return nil }
      out.append(UInt8(truncatingIfNeeded: bits >> 10))
      out.append(UInt8(truncatingIfNeeded: bits >> 2))
    case 2:
      guard bits & 15 == 0 else { return nil }
      out.append(UInt8(truncatingIfNeeded: bits >> 4))
    default: break
    }
    return out
  }

  private static func digit(_ c: UInt8) -> UInt32? {
    switch c {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(c) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(c) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(c) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
