/// `idn-email`: the extended `Mailbox` of RFC 6531, section 3.3.
///
/// Before the at-sign any character beyond ASCII may stand. The domain is read as a lookup reads
/// it: mapped by RFC 5895 (case, width, normalization, dots), then held to IDNA 2008.
enum IDNEmailFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard let local = MailboxScanner(bytes: bytes, international: true).endOfLocalPart(),
      bytes.has("@", at: local)
    else { return false }
    let domain = bytes.part(local + 1..<bytes.count)
    return MailboxScanner.isAddressLiteral(domain)
      || DomainName.accepts(domain, mapping: true)
  }
}
