/// How many columns of a terminal text takes: good enough to align carets under CJK and emoji.
package enum DisplayWidth {
  /// The columns of `text`, summed over its scalars. Linear.
  package static func of(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  /// 0 for marks and format characters, 2 for East Asian wide (UAX 11) and emoji, else 1.
  package static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// `text` followed by spaces up to `width` columns; longer text stays as it is.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - of(text)))
  }

  /// `text` in lines of at most `width` columns, broken at spaces; a longer word has a line alone.
  package static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(separator: " ") {
      let size = of(String(word))
      if !line.isEmpty, columns + 1 + size > width {
        lines.append(line)
        line = ""
        columns = 0
      }
      if !line.isEmpty {
        line += " "
        columns += 1
      }
      line += word
      columns += size
    }
    if !line.isEmpty { lines.append(line) }
    return lines
  }
}
