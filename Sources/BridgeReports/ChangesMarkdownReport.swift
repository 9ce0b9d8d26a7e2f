public import BridgeFindings

/// `md` for `diff` and its kin: a comment for a pull request.
///
/// The first line is a hidden mark by which the next run finds and updates the same comment. Then
/// the verdict, a row for each finding, the details folded, and the entry that accepts a finding.
/// Kept within `limit` bytes: what is left out is counted. Names of the contracts stand in HTML with
/// their special characters as entities.
public struct ChangesMarkdownReport: Report {
  /// The line by which a comment of an earlier run is found.
  public static let marker = "<!-- bridge-contract diff -->"

  /// So many rows of the table are read by anybody.
  private static let rowLimit = 50

  private let context: ReportContext
  private let sink: ReportSink
  private let limit: Int
  private var findings: [Finding] = []

  /// A printer that writes to `sink`, all of it in `finish`, at most `limit` bytes.
  public init(
    _ context: ReportContext, to sink: @escaping ReportSink,
    limit: Int = MarkdownReport.commentLimit
  ) {
    self.context = context
    self.sink = sink
    self.limit = limit
  }

  /// Keeps the finding.
  public mutating func add(_ finding: Finding) { findings.append(finding) }

  /// Writes the document.
  public func finish(_ summary: Summary) {
    var out = head(summary)
    let foot = foot(summary)
    let groups = FindingGroup.alike(findings)
    // A row costs less than its details: the table may take half of the room.
    var rows = ""
    var shown = 0
    var rowCount = 0
    for group in groups where group.first.severity > .info || groups.count <= Self.rowLimit {
      if rowCount == Self.rowLimit { break }

      let row = row(group)
      if out.utf8.count + rows.utf8.count + row.utf8.count + foot.utf8.count > limit / 2 { break }
      rows += row
      rowCount += 1
      shown += group.count
    }
    if !rows.isEmpty {
      out += "\n| | message | what changed | new page, old app | old page, new app |\n"
      out += "|---|---|---|---|---|\n" + rows
    }
    if shown < findings.count {
      let left = findings.count - shown
      out += "\n\(Words.count(left, "more finding")) not in this table.\n"
    }
    let hidden = Words.unexplained(summary).reduce(0) { $0 + $1.count }
    if hidden > 0 {
      out += "\n\(Words.count(hidden, "more finding")) counted, not shown "
      out += "(<code>--max-findings N</code>).\n"
    }
    var left = findings.count
    for group in groups {
      let section = section(group)
      guard out.utf8.count + section.utf8.count + foot.utf8.count + 200 <= limit else { break }
      out += section
      left -= group.count
    }
    if left > 0 {
      out += "\nThe details of \(Words.count(left, "finding")) are left out: the comment would be "
      out += "too long. `--format json=FILE` has them all.\n"
    }
    write(out + foot, to: sink)
  }

  // MARK: Parts

  private func head(_ summary: Summary) -> String {
    let accepted = summary.diff?.acceptedBreaks ?? .init()
    let verdict: String
    if summary.errors > 0 {
      verdict = "❌ this breaks"
    } else if summary.causes["not-decided"] != nil {
      verdict = "⚠️ not decided"
    } else if summary.warnings > 0 {
      verdict = "⚠️ mind the order of releases"
    } else if accepted != .init() {
      verdict = "✅ accepted breaks only"
    } else if summary.infos > 0 {
      verdict = "✅ compatible"
    } else {
      verdict = "✅ no change on the wire"
    }
    var out = "\(Self.marker)\n### bridge-contract: \(verdict)\n\n"
    let pairs = summary.diff?.pairs ?? []
    for pair in pairs.prefix(8) { out += line(pair) + "\n\n" }
    if pairs.count > 8 { out += "and \(pairs.count - 8) more\n\n" }
    out += Words.counts(summary)
    let lines = ChangeText.verdict(summary).filter { !$0.hasPrefix("documentation") }
    for line in lines { out += "  \n\(MarkdownText.inline(line))" }
    return out + "\n"
  }

  /// What was compared with what.
  private func line(_ pair: DiffSummary.Pair) -> String {
    let label = pair.label.map { "\(code($0, limit: 100)): " } ?? ""
    func list(_ texts: [String?]) -> [String] {
      texts.compactMap { $0.map { "<code>\(code($0, limit: 100))</code>" } }
    }
    let names = list([pair.old, pair.new])
    let files = list([pair.oldFile, pair.newFile])
    let what = pair.old == nil ? ", new" : pair.new == nil ? ", deleted" : ""
    return "\(label)\(names.joined(separator: " → "))\(what) (\(files.joined(separator: " → ")))"
  }

  private func row(_ group: FindingGroup) -> String {
    let finding = group.first
    let cells = finding.change?.cells ?? Change.Cells()
    let accepted = finding.change?.accepted == nil ? "" : " (accepted)"
    let against = finding.change?.against.map { "\(code($0)): " } ?? ""
    let name = (finding.kind ?? finding.channel).map { "<code>\(code($0, limit: 80))</code>" } ?? ""
    // The others are named with the details: a row stays a row.
    let more = group.count > 1 ? " and \(Words.grouped(group.count - 1)) more like it" : ""
    return "| \(MarkdownText.mark(finding.severity)) | \(name)\(more) "
      + "| <code>\(code(finding.cause?.id ?? ""))</code> \(against)"
      + "\(MarkdownText.inline(Harmless.text(sentence(finding), limit: 200)))\(accepted) "
      + "| \(word(cells.newPageOldApp)) | \(word(cells.oldPageNewApp)) |\n"
  }

  /// The finding's sentence without the message's name, which stands beside it.
  private func sentence(_ finding: Finding) -> String {
    guard let name = finding.kind else { return finding.message }
    return finding.message.replacing(" of \"\(name)\"", with: "")
  }

  private func word(_ level: Change.Level) -> String {
    switch level {
    case .none: ""
    case .ok: "works"
    case .dangerous: "⚠️ dangerous"
    case .breaking: "❌ breaks"
    }
  }

  /// An HTML block: it ends at the first empty line, and there is none inside.
  private func section(_ group: FindingGroup) -> String {
    let finding = group.first
    let text = context.text(group).split(separator: "\n").map { Self.wrapped(String($0)) }
      .joined(separator: "\n")
    return """

      <details><summary>\(MarkdownText.mark(finding.severity)) \
      <code>\(MarkdownText.html(finding.cause?.id ?? ""))</code> \
      \(MarkdownText.html(Harmless.text(finding.message, limit: 200)))\
      \(group.count > 1 ? " (\(group.count) alike)" : "")</summary>
      <pre>\(MarkdownText.html(text))</pre>
      </details>

      """
  }

  /// A long line in several: between the parts of a list, under the text of its row.
  private static func wrapped(_ line: String) -> String {
    let width = 100
    // A row begins with its label; what is quoted from a file stays as it is.
    let bytes = Array(line.utf8.prefix(3))
    let isRow = bytes.starts(with: "  ".utf8) && bytes.count == 3 && bytes[2] != 0x20
    guard line.utf8.count > width, isRow else { return line }
    var out = ""
    var length = 0
    for (index, part) in line.split(separator: ", ", omittingEmptySubsequences: false).enumerated()
    {
      if index > 0 {
        out += ","
        if length + part.utf8.count > width {
          out += "\n            "
          length = 12
        } else {
          out += " "
        }
      }
      out += part
      length += part.utf8.count + 2
    }
    return out
  }

  private func foot(_ summary: Summary) -> String {
    var out = ""
    let documentation = summary.diff?.pairs.flatMap(\.documentation) ?? []
    if !documentation.isEmpty {
      var names = ""
      var shown = 0
      // What ends the comment must not fill it.
      for name in documentation.prefix(100) where names.utf8.count < limit / 16 {
        names += shown == 0 ? "" : ", "
        names += "<code>\(MarkdownText.html(Harmless.text(name, limit: 80)))</code>"
        shown += 1
      }
      let more = documentation.count > shown ? " and \(documentation.count - shown) more" : ""
      out += "\n<details><summary>Documentation only: \(documentation.count)</summary>\n"
      out += names + more + "\n</details>\n"
    }
    let open = findings.filter {
      $0.severity > .info && !$0.fingerprint.isEmpty && $0.change?.canBeAccepted != false
    }
    if let first = open.first {
      out += "\n<details><summary>To accept a finding on purpose</summary>\n"
      out += "<pre>\"accept\": [" + MarkdownText.html(ChangeText.acceptance(first)) + "]</pre>\n"
      out += "in the new contract, with a reason and, as <code>until</code>, the last day on which "
      out +=
        "it holds. The fingerprint of each finding stands in its details, those of findings "
      out += "that are alike in <code>--format json</code>.\n</details>\n"
    }
    return out
  }

  private func code(_ text: String, limit: Int = 200) -> String {
    MarkdownText.inline(Harmless.text(text, limit: limit))
  }
}
