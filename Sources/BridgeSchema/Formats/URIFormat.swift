/// `uri`: RFC 3986, section 3; a scheme is required.
enum URIFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    URIScanner(bytes: bytes, international: false).accepts(needsScheme: true)
  }
}
