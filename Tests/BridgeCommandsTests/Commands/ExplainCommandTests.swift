import BridgeDiff
import BridgeFindings
import TestSupport
import Testing

@Suite("explain")
struct ExplainCommandTests {
  @Test("a cause is explained as the library explains it")
  func one() throws {
    let run = try Run.product("bridge-contract", ["explain", "stale-id"])
    #expect(run.out == Explanation.of(.staleID).text())
    #expect(run.status == 0)
  }

  @Test("without a cause all are listed")
  func list() throws {
    let run = try Run.product("bridge-contract", ["explain"])
    #expect(run.out == Explanation.index(changes: ChangeRules.kinds.map(\.cause)))
    #expect(run.status == 0)
  }

  @Test("a mistyped cause is answered with the nearest one")
  func mistyped() throws {
    let run = try Run.product("bridge-contract", ["explain", "stale-ids"])
    #expect(run.out.isEmpty)
    #expect(
      run.err == "error: there is no cause 'stale-ids'\n  did you mean explain stale-id?\n"
        + "  see: bridge-contract help explain\n")
    #expect(run.status == 2)
  }
}
