extension TextCoding {
  /// What `encodeURIComponent` makes of the text (ECMA-262, 19.2.6.4).
  package static func percentEncoded(_ text: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    let marks = Array("-_.!~*'()".utf8)
    var out: [UInt8] = []
    out.reserveCapacity(text.count * 2)
    for byte in text {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: out.append(byte)
      default:
        if marks.contains(byte) {
          out.append(byte)
        } else {
          out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
      }
    }
    return out
  }

  /// Base64 with padding (RFC 4648, section 4).
  package static func base64Encoded(_ text: [UInt8]) -> [UInt8] {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var out: [UInt8] = []
    out.reserveCapacity((text.count + 2) / 3 * 4)
    var at = 0
    while at < text.count {
      let run = text[at..<min(at + 3, text.count)]
      var bits: UInt32 = 0
      for i in 0..<3 { bits = bits << 8 | (i < run.count ? UInt32(run[at + i]) : 0) }
      for i in 0..<4 {
        out.append(
          i <= run.count ? letters[Int(bits >> UInt32(18 - 6 * i) & 63)] : UInt8(ascii: "="))
      }
      at += 3
    }
    return out
  }
}
