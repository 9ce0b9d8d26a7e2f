/// Reads the parts of a mailbox by RFC 5321, section 4.1.2, and RFC 6531, section 3.3.
struct MailboxScanner {
  let bytes: FormatBytes
  /// Whether characters beyond ASCII may stand in atoms and quoted text.
  let international: Bool

  /// The index after the local part, which is at most 64 octets long; nil where it is wrong.
  func endOfLocalPart() -> Int? {
    let end = bytes.has("\"", at: 0) ? endOfQuotedString() : endOfDotString()
    guard let end, end <= 64 else { return nil }
    return end
  }

  private func endOfDotString() -> Int? {
    var index = 0
    while true {
      let end = end(of: .atomText, from: index)
      guard end > index else { return nil }
      guard bytes.has(".", at: end) else { return end }
      index = end + 1
    }
  }

  private func endOfQuotedString() -> Int? {
    var index = 1
    while true {
      index = end(of: .quotedText, from: index)
      guard let byte = bytes.byte(at: index) else { return nil }
      switch byte {
      case UInt8(ascii: "\""):
        return index + 1
      case UInt8(ascii: "\\"):
        guard let next = bytes.byte(at: index + 1), 32...126 ~= next else { return nil }
        index += 2
      default:
        return nil
      }
    }
  }

  @inline(__always)
  private func end(of set: ASCIISet, from start: Int) -> Int {
    var index = start
    while index < bytes.count {
      if set.contains(bytes[index]) {
        index += 1
      } else if international, bytes[index] >= 0x80 {
        var reader = ScalarReader(bytes, from: index)
        guard reader.next().isUnicodeScalar else { break }
        index = reader.index
      } else {
        break
      }
    }
    return index
  }

  /// Whether a domain is an address in brackets. `IPv6` is the only tag that was ever registered
  /// for other kinds of addresses.
  static func isAddressLiteral(_ domain: FormatBytes) -> Bool {
    guard domain.count >= 2, domain.has("[", at: 0), domain.has("]", at: domain.count - 1) else {
      return false
    }
    let address = domain.part(1..<domain.count - 1)
    if hasIPv6Tag(address) {
      return IPv6Format.accepts(
        address.part(tagLength..<address.count), leastElided: 2, leadingZeros: true)
    }
    return IPv4Format.accepts(address, leadingZeros: true)
  }

  private static var tagLength: Int { 5 }

  /// Whether an address starts with `IPv6:`, in any case.
  private static func hasIPv6Tag(_ address: FormatBytes) -> Bool {
    address.count >= tagLength && (address.has("I", at: 0) || address.has("i", at: 0))
      && (address.has("P", at: 1) || address.has("p", at: 1))
      && (address.has("v", at: 2) || address.has("V", at: 2))
      && address.has("6", at: 3) && address.has(":", at: 4)
  }
}
