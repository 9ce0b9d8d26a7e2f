import BridgeContract
import BridgeDiff
import BridgeFindings

extension Command {
  static let changelog = Command(
    name: "changelog", group: .check, summary: "a change of a contract as text for release notes",
    discussion: [
      "The findings of diff as a list in Markdown: Breaking, Behaviour, Added, Deprecated, "
        + "Documentation. Findings that the new contract accepts stand where they belong, with the "
        + "reason. The exit status is 0 whatever changed."
    ],
    operands: .init(usage: "OLD NEW", minimum: 2, maximum: 2, noun: "two contracts"),
    options: [DiffSettings.group],
    examples: [
      .init(
        line:
          "bridge-contract changelog v1.4:Contracts/sync.bridge.json Contracts/sync.bridge.json",
        what: "since a tag")
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    var inputs = DiffInputs(console)
    let (old, new) = (
      inputs.contract(invocation.operands[0]), inputs.contract(invocation.operands[1])
    )
    guard let old, let new, !inputs.isBroken else {
      inputs.complain()
      return .broken
    }
    let report = ContractDiff.compare(old, new, options: DiffSettings.options(invocation))
    console.out.write(Changelog.text(report, version: new.version.description))
    return .success
  }
}
