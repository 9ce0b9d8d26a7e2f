internal import BridgeFindings

extension ChangeRule {
  static let wholeContract = ChangeRule(
    [
      ChangeKind(
        "contract-added", "a contract that is new as a whole",
        help: "if its messages are new on the wire, ship the receiving side first",
        meaning: """
          Before there was no such contract, so nobody can tell which of its messages were said \
          already.
          """,
        cells: Change.Cells(Claim(.dangerous, .ok)), mirror: .kind("contract-removed")),
      ChangeKind(
        "contract-removed", "a contract that is gone as a whole",
        help: "mark its messages \"removed\" first, and keep it while old sides speak by it",
        meaning: """
          A contract was deleted with all its messages. Who still says them meets a side that does \
          not know them. A contract whose messages are all "removed" may go.
          """,
        cells: Change.Cells(Claim(.ok, .breaking)),
        note: "For the sides that say any of its messages; no entry of \"accept\" can stand in it.",
        mirror: .kind("contract-added")),
    ], .elsewhere("ContractDiff.added and removed, where there is one contract only"))
}
