/// URI references (RFC 3986), as far as schemas need them.
enum URIReference {
  /// The bytes with percent escapes resolved; nil where a `%` is none.
  static func percentDecoded(_ bytes: some Sequence<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = bytes.makeIterator()
    while let c = rest.next() {
      guard c == UInt8(ascii: "%") else {
        out.append(c)
        continue
      }
      guard let high = rest.next().flatMap(hex), let low = rest.next().flatMap(hex) else {
        return nil
      }
      out.append(high << 4 | low)
    }
    return out
  }

  private static func hex(_ c: UInt8) -> UInt8? {
    switch c {
    case 0x30...0x39: c - 0x30
    case 0x41...0x46, 0x61...0x66: (c | 0x20) - 0x57
    default: nil
    }
  }
}
