/// A line of a contract with carets under the word that a finding is about.
package struct CodeFrame: Sendable {
  /// The line as shown: harmless, and cut to a window where it is long.
  package var text: String
  /// Columns before the carets.
  package var indent: Int
  /// How many carets.
  package var carets: Int

  /// A frame of `line` around `column` (code points, from 1), at most `window` columns wide.
  ///
  /// The carets cover a key and its value where both are short, else the word at the column.
  /// Looks at no more of the line than up to the end of the window.
  package init(line: String, column: Int, window: Int = 100) {
    let scalars = line.unicodeScalars
    let lead = window * 2 / 5
    let target =
      scalars.index(
        scalars.startIndex, offsetBy: max(0, column - 1), limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    var start =
      scalars.index(target, offsetBy: -lead, limitedBy: scalars.startIndex) ?? scalars.startIndex
    var before = scalars.distance(from: scalars.startIndex, to: start)
    let column = before + scalars.distance(from: start, to: target)
    if before <= 2 {
      start = scalars.startIndex
      before = 0
    }
    let shown = Array(scalars[start...].prefix(window))
    let isCut =
      scalars.index(start, offsetBy: window, limitedBy: scalars.endIndex) ?? scalars.endIndex
      != scalars.endIndex
    let at = min(column - before, shown.count)
    let end = Self.end(of: shown, from: at)

    // Blanks at the line's beginning say nothing: without them more of the line fits.
    let blanks = before == 0 ? shown.prefix { $0 == " " || $0 == "\t" }.count : 0
    let skipped = min(blanks, at)

    var text = before > 0 ? "…" : ""
    var indent = before > 0 ? 1 : 0
    var carets = 0
    for (index, scalar) in shown.enumerated().dropFirst(skipped) {
      // `##[` speaks to GitHub's runner, as in `Harmless`.
      let isCommand =
        scalar == "[" && index >= 2 && shown[index - 1] == "#" && shown[index - 2] == "#"
      let piece = isCommand ? Harmless.escape(scalar) : Self.piece(scalar)
      let width = DisplayWidth.of(piece)
      if index < at { indent += width } else if index < end { carets += width }
      text += piece
    }
    if isCut { text += "…" }
    self.text = text
    self.indent = indent
    self.carets = max(1, carets)
  }

  private static func piece(_ scalar: Unicode.Scalar) -> String {
    if scalar == "\t" { return " " }
    return Harmless.isHarmful(scalar) ? Harmless.escape(scalar) : String(scalar)
  }

  /// Past the word at `from`; if the word is a key, past its scalar value too.
  private static func end(of line: [Unicode.Scalar], from: Int) -> Int {
    let word = self.word(of: line, from: from)
    guard from < line.count, line[from] == "\"" else { return word }
    var next = word
    while next < line.count, line[next] == " " { next += 1 }
    guard next < line.count, line[next] == ":" else { return word }
    next += 1
    while next < line.count, line[next] == " " { next += 1 }
    guard next < line.count, line[next] != "{", line[next] != "[" else { return word }
    return self.word(of: line, from: next)
  }

  /// Past a text, a number or a literal; one past anything else.
  private static func word(of line: [Unicode.Scalar], from: Int) -> Int {
    guard from < line.count else { return from }
    var at = from + 1
    if line[from] == "\"" {
      while at < line.count, line[at] != "\"" { at += line[at] == "\\" ? 2 : 1 }
      return min(line.count, at + 1)
    }
    guard line[from].properties.isAlphabetic || line[from] == "-" || isDigit(line[from]) else {
      return at
    }
    while at < line.count, !" ,:]}\t".unicodeScalars.contains(line[at]) { at += 1 }
    return at
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x30 && scalar.value <= 0x39
  }
}
