import Foundation

/// What a terminal shows, as SVG: text with the colours of `BridgeFindings.Style`, nothing else.
struct TerminalPicture {
  /// Text with SGR escapes (ECMA-48).
  var text: String

  private static let column = 7.25
  private static let line = 17.0
  private static let margin = 14.0

  private struct Span {
    var text = ""
    var classes: [String] = []
  }

  /// The picture, the same bytes for the same text.
  var svg: String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { Self.spans(String($0)) }
    let columns = lines.map { $0.reduce(0) { $0 + $1.text.count } }.max() ?? 0
    let width = Int(Double(columns) * Self.column + 2 * Self.margin)
    let height = Int(Double(lines.count) * Self.line + 2 * Self.margin)
    var out = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <style>
      text { font: 12px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; \
      fill: #d8dee6; white-space: pre }
      .bold { font-weight: bold }
      .faint { fill: #8a94a3 }
      .red { fill: #ff7b72 }
      .green { fill: #7ee787 }
      .yellow { fill: #e3b341 }
      .cyan { fill: #76d9e6 }
      </style>
      <rect width="100%" height="100%" rx="8" fill="#11161d"/>

      """
    for (index, spans) in lines.enumerated() where !spans.isEmpty {
      let y = Int(Self.margin + Double(index) * Self.line + 12)
      out += "<text x=\"\(Int(Self.margin))\" y=\"\(y)\" xml:space=\"preserve\">"
      for span in spans {
        let text = Self.escape(span.text)
        out +=
          span.classes.isEmpty
          ? text : "<tspan class=\"\(span.classes.joined(separator: " "))\">\(text)</tspan>"
      }
      out += "</text>\n"
    }
    return out + "</svg>\n"
  }

  private static func spans(_ line: String) -> [Span] {
    var spans: [Span] = []
    var classes: [String] = []
    var rest = line[...]
    while let escape = rest.range(of: "\u{1B}[") {
      if escape.lowerBound > rest.startIndex {
        spans.append(Span(text: String(rest[..<escape.lowerBound]), classes: classes))
      }
      rest = rest[escape.upperBound...]
      guard let end = rest.firstIndex(of: "m") else { break }
      for code in rest[..<end].split(separator: ";", omittingEmptySubsequences: false) {
        switch code {
        case "1": classes.append("bold")
        case "2": classes.append("faint")
        case "31": classes.append("red")
        case "32": classes.append("green")
        case "33": classes.append("yellow")
        case "36": classes.append("cyan")
        default: classes = []
        }
      }
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { spans.append(Span(text: String(rest), classes: classes)) }
    return spans
  }

  private static func escape(_ text: String) -> String {
    var out = ""
    for character in text {
      switch character {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      default: out.append(character)
      }
    }
    return out
  }
}
