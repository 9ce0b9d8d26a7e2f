import BridgeJSON

/// Text of a contract as literals and comments of a target, in ASCII: nothing of it can end the
/// literal or the comment, and nothing looks like something else.
enum Literals {
  /// A string literal of Swift.
  static func swift(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case " "..."~": out.unicodeScalars.append(scalar)
      default: out += "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return out + "\""
  }

  /// A string literal of JavaScript, safe inside HTML as well.
  static func javaScript(_ text: String) -> String {
    var out = "\""
    for unit in text.utf16 {
      switch unit {
      case 0x22: out += "\\\""
      case 0x5C: out += "\\\\"
      case 0x3C, 0x3E, 0x26, 0x00..<0x20, 0x7F...: out += escape(unit)
      default: out.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      }
    }
    return out + "\""
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
  }

  /// JSON text in ASCII, with nothing in it that could end a script, a template or a raw string.
  static func embedded(_ json: String) -> String {
    var out = ""
    var isBehindBackslash = false
    for unit in json.utf16 {
      switch unit {
      // These stand in strings of JSON only.
      case 0x3C, 0x3E, 0x26, 0x60, 0x7F...: out += escape(unit)
      // `\#(` would begin an interpolation of Swift, `${` one of JavaScript.
      case 0x23 where isBehindBackslash: out += escape(unit)
      case 0x7B where out.utf8.last == 0x24: out = String(out.dropLast()) + escape(0x24) + "{"
      default: out.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      }
      isBehindBackslash = unit == 0x5C
    }
    return out
  }

  /// Lines of a comment: printable text, one line each, none that ends the comment.
  static func comment(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x0A:
        lines.append(line)
        line = ""
      case 0x00..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x200B...0x200F, 0x202A...0x202E,
        0x2060...0x206F, 0xFEFF:
        line += " "
      default: line.unicodeScalars.append(scalar)
      }
    }
    lines.append(line)
    return lines.flatMap(wrapped).prefix(40).map { $0.replacing("*/", with: "* /") }
      .map { $0.replacing("/*", with: "/ *") }
  }

  private static func wrapped(_ line: String) -> [String] {
    var out: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      if !current.isEmpty, current.count + word.count + 1 > 88 {
        out.append(current)
        current = ""
      }
      current += (current.isEmpty ? "" : " ") + word
    }
    if !current.isEmpty { out.append(current) }
    return out
  }
}

/// Text with indentation.
struct CodeWriter {
  private(set) var text = ""
  private var level = 0

  /// A line.
  mutating func line(_ line: String = "") {
    if !line.isEmpty { text += String(repeating: "  ", count: level) + line }
    text += "\n"
  }

  /// Lines, one step further in.
  mutating func indented(_ body: (inout CodeWriter) -> Void) {
    level += 1
    body(&self)
    level -= 1
  }

  /// A line that opens a block, what is in it, and the line that closes it.
  mutating func block(_ head: String, close: String = "}", _ body: (inout CodeWriter) -> Void) {
    line(head)
    indented(body)
    line(close)
  }

  /// Text as it is, without indentation.
  mutating func raw(_ raw: String) { text += raw }
}
