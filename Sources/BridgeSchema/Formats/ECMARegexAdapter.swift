import ECMARegex

/// The one place where formats meet the room `ECMARegex`.
enum ECMARegexAdapter {
  /// Whether the bytes are a pattern of the `u` grammar. Patterns longer than the parser takes
  /// (1 MiB) are refused, since nothing can be said of them.
  static func isPattern(_ bytes: FormatBytes) -> Bool {
    do {
      try Regex.check(utf8: Array(bytes))
      return true
    } catch {
      return false
    }
  }
}
