import BridgeFindings
import TestSupport
import Testing

@Suite("explain") struct ExplanationTests {
  @Test func everyCauseIsExplained() {
    #expect(Explanation.all.map(\.cause) == Cause.all)
    #expect(Cause.all.count == 60)
  }

  @Test(arguments: Explanation.all.map(\.cause))
  func noPartIsMissingAndAllFitEightyColumns(_ cause: Cause) {
    let explanation = Explanation.of(cause)
    for part in [
      explanation.title, explanation.help, explanation.meaning, explanation.origin,
      explanation.remedy, explanation.example,
    ] {
      #expect(!part.isEmpty)
    }
    for line in explanation.text().split(separator: "\n") {
      #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
      #expect(!line.unicodeScalars.contains(where: Harmless.isHarmful), "\(line)")
    }
    // Beside its label in a report, and in the table of a summary.
    #expect(explanation.help.count <= 88)
    #expect(explanation.title.count <= 54)
    #expect(explanation.title.last != "." && explanation.help.last != ".")
  }

  @Test func titlesTellCausesApart() {
    #expect(Set(Explanation.all.map(\.title)).count == Cause.all.count)
    #expect(Set(Explanation.all.map(\.help)).count == Cause.all.count)
  }

  @Test func theIndexListsEveryCauseInItsGroup() throws {
    let index = Explanation.index()
    for line in index.split(separator: "\n") { #expect(DisplayWidth.of(String(line)) <= 80) }
    try Golden.check(index, "explain/index.txt")
  }

  @Test func oneExplanationAsItIsPrinted() throws {
    try Golden.check(Explanation.of(.staleID).text(), "explain/stale-id.txt")
    #expect(Explanation.of(.staleID).text(style: .ansi).hasPrefix("\u{1B}[1;31mstale-id\u{1B}[0m"))
  }
}
