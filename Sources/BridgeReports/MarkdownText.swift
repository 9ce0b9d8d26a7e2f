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

  /// Text inside HTML. `@` and `#` stand in elements of their own, which keeps GitHub from taking
  /// what follows for a person or an issue.
  static func html(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "@", "#": out += "<span>\(scalar)</span>"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Text inside a Markdown paragraph or table: every ASCII sign but the plainest as an entity.
  static func inline(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", ",", "/", "'", ";":
        out.unicodeScalars.append(scalar)
      case _ where scalar.isASCII: out += "&#\(scalar.value);"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
