/// Findings as text for people: `full` with a frame of the contract, or `concise`, a line each.
///
/// Findings of the same fingerprint and severity are one group: the first is shown, the others
/// counted with their lines. Everything printed is harmless (`Harmless`), and the same findings
/// give the same bytes.
///
///     let report = TextReport(style: .ansi)
///     print(report.full(findings, summary), terminator: "")
public struct TextReport: Sendable {
  /// Colours, or none.
  public var style: Style
  /// The text of a contract's line without its line end, for the code frame; nil for no frame.
  public var sourceLine: @Sendable (_ file: String, _ line: Int) -> String?
  /// The command that looks at a finding again; nil for none.
  public var again: @Sendable (Finding) -> String?
  /// The files that were read, for the closing summary.
  public var files: [String]
  /// What was read, in words, in place of the summary's messages, events and lines.
  public var subject: String?
  /// How long it took, in words; nil (the default) keeps the output the same from run to run.
  public var elapsed: String?

  /// Makes a report. Without `again` it is `bridge-contract validate FILE --line N`, or
  /// `bridge-contract check FILE` for an error of a contract file.
  public init(
    style: Style = .plain, files: [String] = [], subject: String? = nil, elapsed: String? = nil,
    sourceLine: @escaping @Sendable (_ file: String, _ line: Int) -> String? = { _, _ in nil },
    again: (@Sendable (Finding) -> String?)? = nil
  ) {
    self.style = style
    self.files = files
    self.subject = subject
    self.elapsed = elapsed
    self.again = again ?? { Words.again($0) }
    self.sourceLine = sourceLine
  }

  /// Every group with all that is known of it, then the summary.
  public func full(_ findings: some Sequence<Finding>, _ summary: Summary) -> String {
    var out = ""
    full(findings, summary) { out += $0 }
    return out
  }

  /// The same, handed over piece by piece.
  public func full(
    _ findings: some Sequence<Finding>, _ summary: Summary, to sink: (String) -> Void
  ) {
    for group in FindingGroup.alike(Array(findings)) { sink(full(group) + "\n") }
    sink(closing(summary))
  }

  /// One line for each group, then one for the summary.
  public func concise(_ findings: some Sequence<Finding>, _ summary: Summary) -> String {
    var out = ""
    concise(findings, summary) { out += $0 }
    return out
  }

  /// The same, handed over line by line.
  public func concise(
    _ findings: some Sequence<Finding>, _ summary: Summary, to sink: (String) -> Void
  ) {
    for group in FindingGroup.alike(Array(findings)) { sink(concise(group) + "\n") }
    sink(conciseClosing(summary))
  }

  /// One finding with all that is known of it, for the message of a failed test.
  public func full(_ finding: Finding) -> String { full(FindingGroup(first: finding)) }

  /// One finding on one line, without a line end.
  public func concise(_ finding: Finding) -> String { concise(FindingGroup(first: finding)) }
}

// One group.
extension TextReport {
  /// One group with all that is known of its first finding.
  package func full(_ group: FindingGroup) -> String {
    let finding = group.first
    let role = Style.Role.severity(finding.severity)
    var out =
      style.paint(Words.head(finding), role) + " "
      + style.paint(Harmless.text(finding.message, limit: 1000), .headline) + "\n"
    let isOfLog = finding.line != nil && !Words.isOfContractFile(finding)
    let message = Words.message(finding, withLine: false)
    if isOfLog, let place = Words.location(finding) {
      out += row("line", place)
      if !message.isEmpty { out += row("message", message.joined(separator: "  ")) }
    } else if !message.isEmpty {
      let place = Words.location(finding).map { "  " + style.paint($0, .faint) } ?? ""
      out += row("message", message.joined(separator: "  ") + place)
    } else if finding.contract == nil, let place = Words.location(finding) {
      out += row("file", place)
    }
    out += atRow(finding)
    out += contract(finding, role)
    for (label, text) in ChangeText.rows(finding) { out += row(label, text) }
    for related in finding.related {
      out += row("related", "line \(related.line): \(Harmless.text(related.what))")
    }
    if let more = group.more { out += row("more", more) }
    if let help = Words.help(finding) { out += row("help", style.paint(help, .help)) }
    if let again = again(finding) { out += row("again", Harmless.text(again, limit: 2000)) }
    return out
  }

  private func row(_ label: String, _ text: String) -> String {
    "  \(style.paint(DisplayWidth.padded(label, to: 8), .faint))  \(text)\n"
  }

  /// `/version   got string(1)   expected const 1`, or nil where nothing of it is known.
  private func at(_ finding: Finding) -> String? {
    let parts = facts(finding).map { $0.label == "at" ? $0.text : "\($0.label) \($0.text)" }
    return parts.isEmpty ? nil : parts.joined(separator: "   ")
  }

  /// The same as a row with the label of its first part.
  private func atRow(_ finding: Finding) -> String {
    let facts = facts(finding)
    guard let first = facts.first else { return "" }
    let rest = facts.dropFirst().map { "   \($0.label) \($0.text)" }
    return row(first.label, first.text + rest.joined())
  }

  private func facts(_ finding: Finding) -> [(label: String, text: String)] {
    // The pointer of an error of the file stands beside its place in the contract.
    let pointer = finding.cause == nil && finding.contract != nil ? nil : finding.instancePath
    var facts: [(label: String, text: String)] = []
    if let pointer { facts.append(("at", Words.pointer(pointer))) }
    if let got = finding.got { facts.append(("got", Words.got(got))) }
    if let expected = finding.expected { facts.append(("expected", Words.expected(expected))) }
    return facts
  }

  private func contract(_ finding: Finding, _ role: Style.Role) -> String {
    let pointer = finding.schemaPath ?? (finding.cause == nil ? finding.instancePath : nil)
    guard let place = finding.contract else {
      return pointer.map { $0.isEmpty ? "" : row("contract", Harmless.text($0)) } ?? ""
    }
    let path = pointer.map { "  " + Harmless.text($0) } ?? ""
    var out = row("contract", Words.place(place) + path)
    if let line = sourceLine(place.file, place.line) {
      let frame = CodeFrame(line: line, column: place.column)
      let number = String(place.line)
      let gutter = String(repeating: " ", count: max(0, 6 - number.count))
      let blank = String(repeating: " ", count: max(6, number.count))
      out += style.paint("\(gutter)\(number) |", .faint) + " \(frame.text)\n"
      out +=
        style.paint("\(blank) |", .faint) + " " + String(repeating: " ", count: frame.indent)
        + style.paint(String(repeating: "^", count: frame.carets), role) + "\n"
    }
    return out
  }

  private func concise(_ group: FindingGroup) -> String {
    let finding = group.first
    var out = Words.location(finding).map { "\($0): " } ?? ""
    // With the colon that editors look for, where no cause stands.
    let head = Words.head(finding) + (finding.cause == nil ? ":" : "")
    out += style.paint(head, .severity(finding.severity))
    out += " \(Harmless.text(finding.message, limit: 1000))"
    if let at = at(finding) { out += "  \(at)" }
    if let change = finding.change {
      let pairs = ChangeText.pairs(change.cells).joined(separator: "; ")
      if !pairs.isEmpty { out += style.paint("  [\(pairs)]", .faint) }
      if let against = change.against {
        out += style.paint("  against \(Harmless.text(against))", .faint)
      }
      if change.accepted != nil { out += "  accepted" }
    }
    if finding.line != nil, !Words.isOfContractFile(finding), let place = finding.contract {
      out += style.paint("  (\(Words.place(place)))", .faint)
    }
    if let more = group.more { out += style.paint("  [\(more)]", .faint) }
    return out
  }
}

// The summary.
extension TextReport {
  private func closing(_ summary: Summary) -> String {
    var out = heading(summary) + "\n"
    let causes = Words.causes(summary)
    let width = causes.map { DisplayWidth.of($0.id) }.max() ?? 0
    let digits = causes.map { Words.grouped($0.count).utf8.count }.max() ?? 0
    for (id, count) in causes {
      let number = Words.grouped(count)
      let words = summary.diff?.titles[id] ?? Cause(id: id).map { Explanation.of($0).title }
      let title = words.map { "  " + style.paint($0, .faint) } ?? ""
      out += "  \(DisplayWidth.padded(Harmless.text(id), to: width))"
      out += "  \(String(repeating: " ", count: digits - number.utf8.count))\(number)\(title)\n"
    }
    let hidden = Words.unexplained(summary)
    if !hidden.isEmpty {
      let total = hidden.reduce(0) { $0 + $1.count }
      let names = hidden.prefix(12).map { "\(Harmless.text($0.name)) \(Words.grouped($0.count))" }
      out += "\(Words.count(total, "more finding")) counted, not shown (--max-findings N): "
      out += names.joined(separator: ", ") + (hidden.count > 12 ? " …" : "") + "\n"
    }
    if summary.notObservable > 0 {
      out += "\(Words.count(summary.notObservable, "rule or time limit", "rules or time limits"))"
      out += " could not be observed in this log\n"
    }
    for line in ChangeText.verdict(summary) { out += line + "\n" }
    if !causes.isEmpty {
      out += style.paint("What a cause means: bridge-contract explain CAUSE", .faint) + "\n"
    }
    return out
  }

  private func conciseClosing(_ summary: Summary) -> String {
    let causes = Words.causes(summary).map { "\(Harmless.text($0.id)) \(Words.grouped($0.count))" }
    let hidden = Words.unexplained(summary).reduce(0) { $0 + $1.count }
    return heading(summary) + (causes.isEmpty ? "" : " (\(causes.joined(separator: ", ")))")
      + (hidden == 0 ? "" : "; \(Words.grouped(hidden)) of them not shown")
      + (summary.notObservable == 0
        ? "" : "; \(Words.grouped(summary.notObservable)) not observable")
      + (summary.diff == nil ? "" : "; " + ChangeText.verdict(summary).joined(separator: "; "))
      + "\n"
  }

  /// `run.jsonl: 12 errors in 240 messages, 6 events in 250 lines`.
  private func heading(_ summary: Summary) -> String {
    let files =
      switch files.count {
      case 0: ""
      case 1: "\(Harmless.text(files[0])): "
      default: "\(Words.count(files.count, "file")): "
      }
    let counts =
      if summary.errors > 0 {
        style.paint(Words.counts(summary), .severity(.error))
      } else if summary.warnings > 0 {
        style.paint(Words.counts(summary), .severity(.warning))
      } else {
        style.paint(Words.counts(summary), .headline)
      }
    let nothing = subject == nil && summary.messages == 0 ? "; nothing was judged" : ""
    let time = elapsed.map { ", \(Harmless.text($0))" } ?? ""
    return "\(files)\(counts) in \(subject.map { Harmless.text($0) } ?? Words.read(summary))"
      + nothing + time
  }
}
