import BridgeFindings
import BridgeReports
import Testing

@Suite("md") struct MarkdownReportTests {
  private func text(_ findings: [Finding], limit: Int) -> String {
    var text = ""
    var printer = MarkdownReport(
      Samples.context, to: { text += String(decoding: $0, as: UTF8.self) }, limit: limit)
    for finding in findings { printer.add(finding) }
    printer.finish(Samples.summary)
    return text
  }

  @Test func hostileNamesStayInsideTheirSection() {
    let text = Samples.text(.md, [Samples.hostile])
    #expect(text.components(of: "<details>") == 1 && text.components(of: "</details>") == 1)
    #expect(text.components(of: "<pre>") == 1 && text.components(of: "</pre>") == 1)
    #expect(!text.contains("<b>") && !text.contains("@team") && !text.contains("<!--"))
    #expect(text.contains("<code>logs&#47;a b,c&#58;&#37;&#46;jsonl</code>") == false)
    #expect(text.contains("<code>logs/a b,c&#58;&#37;&#46;jsonl</code>"))
  }

  @Test func whatWasReadCanBeSaidInWords() {
    let context = ReportContext(toolVersion: "1", files: ["a"], subject: "2 contracts, 14 examples")
    let text = String(decoding: ReportFormat.md.bytes([], Summary(), context), as: UTF8.self)
    #expect(
      text == "### bridge-contract: no findings\n\n<code>a</code>: 2 contracts, 14 examples\n")
  }

  @Test func aSectionHasNoEmptyLineInside() {
    let text = Samples.text(.md)
    var isInside = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("<details>") { isInside = true }
      if isInside { #expect(!line.allSatisfy { $0 == " " }) }
      if line == "</details>" { isInside = false }
    }
  }

  @Test func theReportFitsAndSaysWhatItLeftOut() {
    let all = Samples.distinct(5000, .error)
    for limit in [MarkdownReport.commentLimit, 20_000, 1_048_576] {
      let text = text(all, limit: limit)
      #expect(text.utf8.count <= limit)
      let shown = text.components(of: "<details>")
      #expect(shown > 10)
      if shown < 5000 {
        let left = 5000 - shown
        let words =
          left >= 1000 ? "\(left / 1000),\(String(left % 1000 + 1000).dropFirst())" : "\(left)"
        #expect(
          text.hasSuffix(
            "\n\(words) more problems (\(words) findings) left out: the report would be too long here.\n"
          ))
      }
    }
    #expect(Samples.text(.md, all).utf8.count <= 65_536)
  }
}

extension String {
  /// How often `part` stands in it.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
