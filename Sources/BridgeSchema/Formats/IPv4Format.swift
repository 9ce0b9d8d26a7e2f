/// `ipv4`: a dotted quad of RFC 2673, section 3.2, in the strict reading of RFC 3986 (`dec-octet`):
/// four decimal numbers up to 255, no leading zero.
enum IPv4Format {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    accepts(bytes, leadingZeros: false)
  }

  /// - Parameter leadingZeros: RFC 5321's `Snum` is up to three digits of a number below 256.
  static func accepts(_ bytes: FormatBytes, leadingZeros: Bool) -> Bool {
    guard bytes.count <= 15 else { return false }
    var index = 0
    for octet in 0..<4 {
      if octet > 0 {
        guard bytes.has(".", at: index) else { return false }
        index += 1
      }
      let end = bytes.end(of: .digit, from: index)
      guard 1...3 ~= end - index else { return false }
      if !leadingZeros, end - index > 1, bytes[index] == UInt8(ascii: "0") { return false }
      var value = 0
      while index < end {
        value = value * 10 + Int(bytes[index] & 15)
        index += 1
      }
      guard value < 256 else { return false }
    }
    return index == bytes.count
  }
}
