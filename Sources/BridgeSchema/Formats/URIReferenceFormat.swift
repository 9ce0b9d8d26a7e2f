/// `uri-reference`: RFC 3986, section 4.1: a URI or a relative reference.
enum URIReferenceFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    URIScanner(bytes: bytes, international: false).accepts(needsScheme: false)
  }
}
