/// `ipv6`: an address of RFC 4291, section 2.2, without zone or prefix length.
enum IPv6Format {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    accepts(bytes, leastElided: 1, leadingZeros: false)
  }

  /// - Parameters:
  ///   - leastElided: how many groups `::` stands for at least; RFC 5321 wants two.
  ///   - leadingZeros: whether numbers of an IPv4 part may have leading zeros.
  static func accepts(_ bytes: FormatBytes, leastElided: Int, leadingZeros: Bool) -> Bool {
    // Six groups, their colons and a dotted quad make 45 bytes.
    guard bytes.count <= 45 else { return false }
    var index = 0
    var groups = 0
    var elided = false
    if bytes.has(":", at: 0) {
      guard bytes.has(":", at: 1) else { return false }
      elided = true
      index = 2
    }
    while index < bytes.count {
      let end = bytes.end(of: .hex, from: index)
      if bytes.has(".", at: end) {
        let tail = bytes.part(index..<bytes.count)
        guard IPv4Format.accepts(tail, leadingZeros: leadingZeros) else { return false }
        groups += 2
        break
      }
      guard 1...4 ~= end - index else { return false }
      groups += 1
      index = end
      if index == bytes.count { break }
      guard bytes.has(":", at: index) else { return false }
      index += 1
      if bytes.has(":", at: index) {
        guard !elided else { return false }
        elided = true
        index += 1
      } else if index == bytes.count {
        return false
      }
    }
    return elided ? groups + leastElided <= 8 : groups == 8
  }
}
