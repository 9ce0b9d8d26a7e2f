public import BridgeFindings

/// `md`: a table of causes and a folded section for each group of findings, for the summary of a
/// CI step or a comment on a pull request.
///
/// Only the table is Markdown. Everything that came from outside stands in HTML with its special
/// characters as entities, so that no name can end a section, call a person or link an issue. The
/// report keeps within `limit` bytes and says what it left out.
public struct MarkdownReport: Report {
  /// 65,536: the length of a comment on GitHub, and well below 1 MiB for a step's summary.
  public static let commentLimit = 65_536

  private let context: ReportContext
  private let sink: ReportSink
  private let limit: Int
  private var groups = FindingGroup.Collector()

  /// A printer that writes to `sink`, all of it in `finish`, at most `limit` bytes.
  public init(
    _ context: ReportContext, to sink: @escaping ReportSink, limit: Int = commentLimit
  ) {
    self.context = context
    self.sink = sink
    self.limit = limit
  }

  /// Keeps the finding, or counts it to its group.
  public mutating func add(_ finding: Finding) { groups.add(finding) }

  /// Writes the document.
  public func finish(_ summary: Summary) {
    var out = head(summary)
    let reserve = 200
    var left = groups.groups[...]
    while let group = left.first {
      let section = section(group)
      guard out.utf8.count + section.utf8.count + reserve <= limit else { break }
      out += section
      left = left.dropFirst()
    }
    if !left.isEmpty {
      let findings = left.reduce(0) { $0 + $1.count }
      out += "\n\(Words.count(left.count, "more problem")) (\(Words.count(findings, "finding")))"
      out += " left out: the report would be too long here.\n"
    }
    write(out, to: sink)
  }

  private func head(_ summary: Summary) -> String {
    var out = "### bridge-contract: \(Words.counts(summary))\n\n"
    let names = context.files.prefix(10).map {
      "<code>\(MarkdownText.inline(Harmless.text($0)))</code>"
    }
    let more = context.files.count > 10 ? " and \(context.files.count - 10) more" : ""
    if !names.isEmpty { out += names.joined(separator: ", ") + more + ": " }
    if let subject = context.subject {
      out += MarkdownText.inline(Harmless.text(subject)) + "\n"
    } else {
      out += Words.read(summary) + (summary.messages == 0 ? "; nothing was judged" : "") + "\n"
    }
    let causes = Words.causes(summary)
    if !causes.isEmpty {
      out += "\n| cause | count | what it means |\n|---|--:|---|\n"
      for (id, count) in causes.prefix(100) {
        let title = Cause(id: id).map { Explanation.of($0).title } ?? ""
        out += "| <code>\(MarkdownText.inline(Harmless.text(id)))</code> | \(Words.grouped(count))"
        out += " | \(MarkdownText.inline(title)) |\n"
      }
    }
    let hidden = Words.unexplained(summary)
    if !hidden.isEmpty {
      let total = hidden.reduce(0) { $0 + $1.count }
      let names = hidden.prefix(12).map {
        "<code>\(MarkdownText.inline(Harmless.text($0.name, limit: 80)))</code> \(Words.grouped($0.count))"
      }
      out += "\n\(Words.count(total, "more finding")) counted, not shown: "
      out += names.joined(separator: ", ") + (hidden.count > 12 ? " …" : "") + "\n"
    }
    if summary.notObservable > 0 {
      let words = Words.count(summary.notObservable, "rule or time limit", "rules or time limits")
      out += "\n\(words) could not be observed in this log\n"
    }
    return out
  }

  /// An HTML block: it ends at the first empty line, and there is none inside.
  private func section(_ group: FindingGroup) -> String {
    let finding = group.first
    let id = finding.cause.map { " <code>\($0.id)</code>" } ?? ""
    let count = group.count > 1 ? " (\(Words.grouped(group.count)) times)" : ""
    let message = MarkdownText.html(Harmless.text(finding.message))
    let text = MarkdownText.html(context.text(group).split(separator: "\n").joined(separator: "\n"))
    return """

      <details><summary>\(MarkdownText.mark(finding.severity)) \(finding.severity.rawValue)\(id) \
      \(message)\(count)</summary>
      <pre>\(text)</pre>
      </details>

      """
  }
}
