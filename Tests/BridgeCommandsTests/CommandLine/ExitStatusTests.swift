import Testing

@testable import BridgeCommands

@Suite("The exit status")
struct ExitStatusTests {
  @Test("of several the first of 2, 4, 1, 3 counts")
  func precedence() {
    for bits in 0..<16 {
      let outcome = Outcome(
        isBroken: bits & 1 != 0, isEngineMissing: bits & 2 != 0, hasFindings: bits & 4 != 0,
        isUndecided: bits & 8 != 0)
      let expected: Int32 =
        bits & 1 != 0 ? 2 : bits & 2 != 0 ? 4 : bits & 4 != 0 ? 1 : bits & 8 != 0 ? 3 : 0
      #expect(outcome.exitStatus == expected)
    }
  }

  @Test("outcomes of parts add up")
  func union() {
    var outcome = Outcome.undecided
    outcome.formUnion(.findings)
    #expect(outcome == Outcome(hasFindings: true, isUndecided: true))
    outcome.formUnion(.success)
    #expect(outcome.exitStatus == 1)
  }
}
