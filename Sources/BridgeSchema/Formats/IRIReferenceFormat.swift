/// `iri-reference`: RFC 3987, section 2.2: an IRI or a relative reference.
enum IRIReferenceFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    URIScanner(bytes: bytes, international: true).accepts(needsScheme: false)
  }
}
