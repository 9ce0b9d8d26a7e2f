internal import BridgeFindings

/// Text for XML 1.0, inside elements and inside attributes in double quotes.
enum XMLText {
  /// The text with its five special characters as entities, line ends and tabs kept as references
  /// (an attribute would lose them), and U+FFFD for what XML 1.0 forbids (section 2.2, Char).
  static func attribute(_ text: String) -> String { escaped(text, keepsLines: false) }

  /// The same, with line ends and tabs as they are.
  static func content(_ text: String) -> String { escaped(text, keepsLines: true) }

  private static func escaped(_ text: String, keepsLines: Bool) -> String {
    var out = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out.append(contentsOf: "&amp;".unicodeScalars)
      case "<": out.append(contentsOf: "&lt;".unicodeScalars)
      case ">": out.append(contentsOf: "&gt;".unicodeScalars)
      case "\"": out.append(contentsOf: "&quot;".unicodeScalars)
      case "'": out.append(contentsOf: "&apos;".unicodeScalars)
      case "\n" where !keepsLines: out.append(contentsOf: "&#10;".unicodeScalars)
      case "\t" where !keepsLines: out.append(contentsOf: "&#9;".unicodeScalars)
      case "\r": out.append(contentsOf: "&#13;".unicodeScalars)
      default: out.append(isChar(scalar.value) ? scalar : "\u{FFFD}")
      }
    }
    return String(out)
  }

  private static func isChar(_ value: UInt32) -> Bool {
    switch value {
    case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }
}
