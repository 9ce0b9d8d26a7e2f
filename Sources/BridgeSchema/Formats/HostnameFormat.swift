/// `hostname`: RFC 1123, section 2.1, with names made by Punycode (RFC 5891, section 4.4).
///
/// Labels of letters, digits and inner hyphens, 63 octets each and 253 together, no closing dot.
/// A label that starts with `xn--` must be a valid A-label. Other labels with hyphens in third and
/// fourth place are taken: RFC 1123 has nothing against them and such hosts exist.
enum HostnameFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard bytes.count <= DomainName.longest else { return false }
    var start = 0
    while true {
      let end = bytes.end(of: .letterDigitHyphen, from: start)
      let label = bytes.part(start..<end)
      guard ASCIILabel.isWellFormed(label) else { return false }
      if ASCIILabel.hasPunycodePrefix(label), ALabel.check(label) == nil { return false }
      if end == bytes.count { return true }
      guard bytes[end] == UInt8(ascii: ".") else { return false }
      start = end + 1
    }
  }
}
