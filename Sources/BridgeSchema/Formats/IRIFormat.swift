/// `iri`: RFC 3987, section 2.2; a scheme is required.
///
/// The grammar alone: section 4.1's ban on bidirectional formatting characters, which the grammar
/// lets through, is not applied.
enum IRIFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    URIScanner(bytes: bytes, international: true).accepts(needsScheme: true)
  }
}
