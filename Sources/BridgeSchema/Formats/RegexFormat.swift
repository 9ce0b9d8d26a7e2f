/// `regex`: a pattern of ECMA-262 with the `u` flag.
enum RegexFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    ECMARegexAdapter.isPattern(bytes)
  }
}
