/// `email`: `Mailbox` of RFC 5321, section 4.1.2.
///
/// The sizes of section 4.5.3.1 hold too: 64 octets before the at-sign. The domain is one that
/// `hostname` takes. Draft-07 names `addr-spec` of RFC 5322, whose comments and folded white space
/// the suite's draft-07 tests do not take either: both drafts share this reading.
enum EmailFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    guard let local = MailboxScanner(bytes: bytes, international: false).endOfLocalPart(),
      bytes.has("@", at: local)
    else { return false }
    let domain = bytes.part(local + 1..<bytes.count)
    return MailboxScanner.isAddressLiteral(domain) || HostnameFormat.accepts(domain)
  }
}
