import BridgeFindings
import BridgeReports
import Testing

@Suite("github") struct GitHubReportTests {
  private func lines(
    _ findings: [Finding], _ summary: Summary = Summary(), perLevel: Int = 10, total: Int = 50
  ) -> [String] {
    var text = ""
    var printer = GitHubReport(
      Samples.context, to: { text += String(decoding: $0, as: UTF8.self) }, perLevel: perLevel,
      total: total)
    for finding in findings { printer.add(finding) }
    printer.finish(summary)
    return text.split(separator: "\n").map(String.init)
  }

  @Test func aFindingIsAnAnnotationAtItsLine() {
    #expect(
      lines([Samples.versionType]) == [
        """
        ::error file=logs/run.jsonl,line=7,title=version-type::version is a string; the contract \
        wants the number 1%0Aline 7  web -> native  "ready"  channel "bridge"  page 2  session \
        "s1"%0Aat /version   got string(1)   expected const 1%0Acontract \
        Contracts/sync.bridge.json:8:30%0Ahelp: send the version in the contract's type: 1 is not \
        "1"
        """
      ])
  }

  @Test func anErrorOfAContractFileIsAtItsColumn() {
    #expect(
      lines([Samples.ofFile]) == [
        """
        ::error file=Contracts/sync.bridge.json,line=2,col=3,title=contract file::unknown key \
        "mesages"%0Aat /mesages%0Ahelp: did you mean messages?
        """
      ])
  }

  @Test func standardInputHasNoFile() {
    var finding = Samples.versionType
    finding.file = "-"
    #expect(lines([finding])[0].hasPrefix("::error title=version-type::"))
  }

  @Test func whatTheRunnerWouldObeyIsEscaped() {
    let line = lines([Samples.hostile])[0]
    #expect(line.hasPrefix("::error file=logs/a b%2Cc%3A%25.jsonl,line=2,title=unknown-field::"))
    // The finding's own line end is text, ours are %0A; its percent sign is %25.
    #expect(line.contains("\\u{D}\\u{A}::error::x\\u{202E}\\u{0}%25%0Aline 2"))
    #expect(lines([Samples.hostile]).count == 1)
  }

  @Test func equalFindingsAreOneAnnotation() {
    let lines = lines([Samples.stale, Samples.staleAgain])
    #expect(lines.count == 1)
    #expect(lines[0].contains("%0Aand 1 more like it: line 30%0A"))
  }

  @Test func tenFitAndTheEleventhIsSaid() {
    #expect(lines(Samples.distinct(10, .error)).count == 10)
    let cut = lines(Samples.distinct(11, .error))
    #expect(cut.count == 10)
    #expect(cut[8].contains("::finding 8"))
    #expect(
      cut[9] == """
        ::error title=bridge-contract::2 more problems (2 findings) of this level: GitHub shows no \
        more annotations. The log of this step has them all.
        """)
  }

  @Test func eachLevelHasItsPlaces() {
    let all =
      Samples.distinct(99, .info) + Samples.distinct(20, .warning) + Samples.distinct(12, .error)
    let lines = lines(all)
    #expect(lines.filter { $0.hasPrefix("::error ") }.count == 10)
    #expect(lines.filter { $0.hasPrefix("::warning ") }.count == 10)
    #expect(lines.filter { $0.hasPrefix("::notice ") }.count == 10)
    #expect(lines[9].contains("3 more problems"))
    #expect(lines[19].contains("11 more problems"))
    #expect(lines[29].contains("90 more problems"))
  }

  @Test func theShareOfTheJobIsKept() {
    let all = Samples.distinct(20, .error) + Samples.distinct(20, .warning)
    #expect(lines(all, total: 12).count == 12)
    #expect(lines(all, total: 12)[11].contains("19 more problems"))
    #expect(lines(all, total: 1).count == 1)
    #expect(lines(all, total: 1)[0].contains("20 more problems"))
    #expect(lines(all, total: 0).isEmpty)
  }

  @Test func findingsThatAreOnlyCountedAreSaid() {
    var summary = Summary()
    summary.unexplained = ["pay": 40]
    #expect(
      lines([], summary) == [
        "::notice title=bridge-contract::40 more findings counted, not shown (--max-findings N)"
      ])
  }
}
