internal import ByteScan

/// The inside of JSON strings: escapes (RFC 8259, section 7), comparison by decoded bytes.
///
/// Decoded bytes are UTF-8, with a lone surrogate as its three generalised bytes (WTF-8), so that
/// nothing is lost and two different strings never compare equal.
package enum JSONString {
  /// Appends the decoded bytes of `raw`, the text between the quotes of a valid JSON string.
  package static func decode(_ raw: UnsafeBufferPointer<UInt8>, into out: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { buffer in
      let n = decode(raw, to: buffer)
      out.append(contentsOf: buffer[..<n])
    }
  }

  /// Writes the decoded bytes of `raw` into a buffer of at least as many bytes; gives their number.
  ///
  /// An escape is always longer than what it stands for.
  package static func decode(
    _ raw: UnsafeBufferPointer<UInt8>, to out: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var i = 0
    var o = 0
    let n = raw.count
    while i < n {
      let c = raw[i]
      if c != UInt8(ascii: "\\") {
        out[o] = c
        o += 1
        i += 1
        continue
      }
      i += 1
      if raw[i] == UInt8(ascii: "u") {
        var unit = hex4(raw, i + 1)
        i += 5
        if unit >= 0xD800, unit <= 0xDBFF, i + 5 < n, raw[i] == UInt8(ascii: "\\"),
          raw[i + 1] == UInt8(ascii: "u")
        {
          let low = hex4(raw, i + 2)
          if low >= 0xDC00, low <= 0xDFFF {
            unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            i += 6
          }
        }
        o += write(codePoint: unit, to: UnsafeMutableBufferPointer(rebasing: out[o...]))
      } else {
        out[o] = simpleEscape(raw[i])
        o += 1
        i += 1
      }
    }
    return o
  }

  /// Writes one code point, surrogates included, in (generalised) UTF-8; gives the bytes it takes.
  private static func write(
    codePoint c: UInt32, to out: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    switch c {
    case 0..<0x80:
      out[0] = UInt8(c)
      return 1
    case 0x80..<0x800:
      out[0] = UInt8(0xC0 | c >> 6)
      out[1] = UInt8(0x80 | c & 0x3F)
      return 2
    case 0x800..<0x10000:
      out[0] = UInt8(0xE0 | c >> 12)
      out[1] = UInt8(0x80 | c >> 6 & 0x3F)
      out[2] = UInt8(0x80 | c & 0x3F)
      return 3
    default:
      out[0] = UInt8(0xF0 | c >> 18)
      out[1] = UInt8(0x80 | c >> 12 & 0x3F)
      out[2] = UInt8(0x80 | c >> 6 & 0x3F)
      out[3] = UInt8(0x80 | c & 0x3F)
      return 4
    }
  }

  /// Appends one code point, surrogates included, in (generalised) UTF-8.
  package static func append(codePoint c: UInt32, to out: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
      let n = write(codePoint: c, to: buffer)
      out.append(contentsOf: buffer[..<n])
    }
  }

  private static func simpleEscape(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  private static func hex4(_ raw: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt32 {
    var v: UInt32 = 0
    for i in at..<at + 4 {
      let c = raw[i]
      v = v << 4 | UInt32(c < 0x3A ? c - 0x30 : (c | 0x20) - 0x57)
    }
    return v
  }

  /// Whether two texts are the same bytes.
  static func sameText(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    a.count == b.count && sameBytes(a, b)
  }

  /// Whether two runs of the same length hold the same bytes.
  package static func sameBytes(
    _ a: UnsafeBufferPointer<UInt8>, _ b: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let x = a.baseAddress, let y = b.baseAddress else { return a.count == b.count }
    return bs_same(x, y, a.count) != 0
  }

  /// Whether a raw string with escapes decodes to these bytes.
  package static func escaped(
    _ raw: UnsafeBufferPointer<UInt8>, equals other: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    // An escape is never shorter than what it stands for.
    guard raw.count > other.count else { return false }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { buffer in
      let n = decode(raw, to: buffer)
      return sameText(UnsafeBufferPointer(rebasing: buffer[..<n]), other)
    }
  }

  /// Orders two strings by their decoded bytes, which is the order of their code points.
  package static func compare(_ a: JSONCursor, _ b: JSONCursor) -> Int {
    a.withStringBytes { x in
      b.withStringBytes { y in
        let n = min(x.count, y.count)
        if n > 0, let p = x.baseAddress, let q = y.baseAddress {
          let order = Int(bs_compare(p, q, n))
          if order != 0 { return order }
        }
        return x.count - y.count
      }
    }
  }

  /// Code points of decoded bytes.
  package static func codePointCount(_ decoded: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = decoded.baseAddress else { return 0 }
    return bs_count_code_points(base, decoded.count)
  }

  /// Code points of a raw string with escapes.
  package static func codePointCount(escaped raw: UnsafeBufferPointer<UInt8>) -> Int {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: raw.count) { buffer in
      let n = decode(raw, to: buffer)
      return codePointCount(UnsafeBufferPointer(rebasing: buffer[..<n]))
    }
  }
}
