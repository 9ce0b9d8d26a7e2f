import BridgeFindings
import BridgeReports
import TestSupport
import Testing

@Suite("Every format") struct GoldenReportTests {
  @Test(arguments: ReportFormat.allCases)
  func bytesAreThoseOfTheGoldenFile(_ format: ReportFormat) throws {
    try Golden.check(Samples.text(format), "reports/findings.\(format.rawValue)")
  }

  @Test(arguments: ReportFormat.allCases)
  func anEmptyRunIsThatOfTheGoldenFile(_ format: ReportFormat) throws {
    var summary = Summary()
    summary.lines = 3
    summary.messages = 3
    try Golden.check(Samples.text(format, [], summary), "reports/none.\(format.rawValue)")
  }

  @Test(arguments: ReportFormat.allCases)
  func nothingOfOthersActsOnATerminalOrARunner(_ format: ReportFormat) {
    let text = Samples.text(format, [Samples.evil, Samples.evil], Samples.evilSummary)
    for scalar in text.unicodeScalars where scalar != "\n" {
      #expect(!Harmless.isHarmful(scalar), "U+\(String(scalar.value, radix: 16))")
    }
    #expect(!text.contains("##["))
    for line in text.split(separator: "\n") where format != .github {
      #expect(!line.hasPrefix("::"))
    }
  }

  @Test(arguments: ReportFormat.allCases)
  func theSameFindingsGiveTheSameBytes(_ format: ReportFormat) {
    #expect(
      format.bytes(Samples.findings, Samples.summary, Samples.context)
        == format.bytes(Samples.findings, Samples.summary, Samples.context))
  }
}
