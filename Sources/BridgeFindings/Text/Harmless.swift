/// Text of others made safe to print: nothing in it can move the cursor, change colours, reorder
/// the line, hide itself or speak to a CI runner.
public enum Harmless {
  /// `text` with every control, format, separator and surrogate scalar (Unicode general categories
  /// Cc, Cf, Zl, Zp, Cs, Cn) written as `\u{1B}`, and cut after `limit` scalars with `…`.
  ///
  /// Covers C0 and C1 controls, ANSI escapes, bidirectional overrides and isolates, zero-width
  /// characters and line separators. `##[`, which GitHub's runner obeys anywhere in a line, loses
  /// its meaning. Linear in the scalars kept.
  public static func text(_ text: String, limit: Int = 400) -> String {
    if isPlain(text), text.utf8.count <= limit { return text }
    var out = String.UnicodeScalarView()
    var count = 0
    var hashes = 0
    for scalar in text.unicodeScalars {
      if count == limit {
        out.append("…")
        break
      }
      count += 1
      if isHarmful(scalar) || (scalar == "[" && hashes >= 2) {
        out.append(contentsOf: escape(scalar).unicodeScalars)
      } else {
        out.append(scalar)
      }
      hashes = scalar == "#" ? hashes + 1 : 0
    }
    return String(out)
  }

  /// Does this scalar do something other than stand on the line?
  public static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.value < 0x20 { return true }
    if scalar.value < 0x7F { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned:
      return true
    default:
      return false
    }
  }

  /// The scalar as `\u{…}` with upper-case hex digits.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
  }

  /// Printable ASCII without `#`: by far the most text there is.
  private static func isPlain(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x23 }
  }
}
