public import BridgeFindings

/// `github`: workflow commands that GitHub Actions shows as annotations.
///
/// GitHub keeps 10 errors, 10 warnings and 10 notices of a step, 50 of a job, and drops the rest
/// without a word. So a group of findings is one annotation, and where there are more groups than
/// places the last place says how many are missing.
public struct GitHubReport: Report {
  private let sink: ReportSink
  private let perLevel: Int
  private let total: Int
  private var groups = FindingGroup.Collector()

  /// A printer that writes to `sink`, all of it in `finish`: at most `perLevel` annotations of each
  /// level and `total` altogether. A job with several runs gives each run its share of 50.
  public init(
    _ context: ReportContext, to sink: @escaping ReportSink, perLevel: Int = 10, total: Int = 50
  ) {
    self.sink = sink
    self.perLevel = perLevel
    self.total = total
  }

  /// Keeps the finding, or counts it to its group.
  public mutating func add(_ finding: Finding) { groups.add(finding) }

  /// Writes the annotations: errors, then warnings, then notices.
  public func finish(_ summary: Summary) {
    var left = total
    for severity in [Severity.error, .warning, .info] {
      let groups = groups.groups.filter { $0.first.severity == severity }
      let places = min(perLevel, left)
      let isCut = groups.count > places
      for group in groups.prefix(isCut ? max(0, places - 1) : places) { write(annotation(group)) }
      if isCut, places > 0 {
        write(rest(groups.dropFirst(places - 1), Self.level(severity)))
      }
      left -= min(places, groups.count)
    }
    let hidden = summary.unexplained.values.reduce(0, +)
    let notices = groups.groups.filter { $0.first.severity == .info }.count
    if hidden > 0, left > 0, notices < perLevel {
      let words = "\(Words.count(hidden, "more finding")) counted, not shown (--max-findings N)"
      write("::notice title=bridge-contract::\(Self.data(words))")
    }
  }

  private func annotation(_ group: FindingGroup) -> String {
    let finding = group.first
    var properties: [String] = []
    if let line = finding.line, let file = finding.file, file != "-" {
      properties = ["file=\(Self.property(file))", "line=\(line)"]
    } else if finding.line == nil, let place = finding.contract {
      properties = [
        "file=\(Self.property(place.file))", "line=\(place.line)", "col=\(place.column)",
      ]
    } else if let file = finding.file, file != "-" {
      properties = ["file=\(Self.property(file))"]
    }
    properties.append("title=\(Self.property(finding.cause?.id ?? "contract file"))")

    var lines = [Harmless.text(finding.message, limit: 1000)]
    let message = Words.message(finding)
    if !message.isEmpty { lines.append(message.joined(separator: "  ")) }
    var at: [String] = []
    if let pointer = finding.instancePath { at.append("at \(Words.pointer(pointer))") }
    if let got = finding.got { at.append("got \(Words.got(got))") }
    if let expected = finding.expected { at.append("expected \(Words.expected(expected))") }
    if !at.isEmpty { lines.append(at.joined(separator: "   ")) }
    if finding.line != nil, let place = finding.contract {
      lines.append("contract \(Words.place(place))")
    }
    if let change = finding.change {
      lines += ChangeText.pairs(change.cells)
      lines += change.witnesses.map { ChangeText.proof($0) }
      if let advice = change.advice { lines.append("advice: \(Harmless.text(advice))") }
    }
    if let more = group.more { lines.append(more) }
    if let help = Words.help(finding) { lines.append("help: \(help)") }
    return "::\(Self.level(finding.severity)) \(properties.joined(separator: ","))::"
      + Self.data(lines.joined(separator: "\n"))
  }

  private func rest(_ groups: ArraySlice<FindingGroup>, _ level: String) -> String {
    let findings = groups.reduce(0) { $0 + $1.count }
    let words = """
      \(Words.count(groups.count, "more problem")) (\(Words.count(findings, "finding"))) of this \
      level: GitHub shows no more annotations. The log of this step has them all.
      """
    return "::\(level) title=bridge-contract::\(Self.data(words))"
  }

  private func write(_ line: String) { BridgeReports.write(line + "\n", to: sink) }

  private static func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "notice"
    }
  }

  /// The runner's escapes for the text behind `::`.
  static func data(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "%": out += "%25"
      case "\r": out += "%0D"
      case "\n": out += "%0A"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// The runner's escapes for a property's value; the text of others is made harmless first.
  static func property(_ text: String) -> String {
    var out = ""
    for scalar in data(Harmless.text(text)).unicodeScalars {
      switch scalar {
      case ":": out += "%3A"
      case ",": out += "%2C"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }
}
