internal import BridgeFindings

/// Text of others inside Markdown and HTML: no name can end a section, call a person or link an
/// issue.
enum MarkdownText {
  static func mark(_ severity: Severity) -> String {
    switch severity {
    case .error: "❌"
    case .warning: "⚠️"
    case .info: "ℹ️"
    }
  }

  /// Text inside HTML.
  static func html(_ text: String) -> String {
    var out = ""
    for part in parts(of: text) {
      switch part.scalar {
      case _ where part.isReference: out += part.apart
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      default: out.unicodeScalars.append(part.scalar)
      }
    }
    return out
  }

  /// Text inside a Markdown paragraph or table: every ASCII sign but the plainest as an entity.
  static func inline(_ text: String) -> String {
    var out = ""
    for part in parts(of: text) {
      switch part.scalar {
      case _ where part.isReference: out += part.apart
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", ",", "/", "'", ";":
        out.unicodeScalars.append(part.scalar)
      case _ where part.scalar.isASCII: out += "&#\(part.scalar.value);"
      default: out.unicodeScalars.append(part.scalar)
      }
    }
    return out
  }

  /// A scalar, and whether hosts take it for the beginning of a reference: `@` and `#`, and the line
  /// in `GH-12`. They look for these in the finished page, where an entity is what it stands for;
  /// only an element of its own keeps it from what follows.
  private struct Part {
    var scalar: Unicode.Scalar
    var isReference: Bool
    var apart: String { "<span>\(scalar)</span>" }
  }

  private static func parts(of text: String) -> [Part] {
    var out: [Part] = []
    for scalar in text.unicodeScalars {
      let before = out.suffix(2).map(\.scalar.value)
      let isGH = before.count == 2 && before[0] | 0x20 == 0x67 && before[1] | 0x20 == 0x68
      out.append(
        Part(scalar: scalar, isReference: scalar == "@" || scalar == "#" || scalar == "-" && isGH))
    }
    return out
  }
}
