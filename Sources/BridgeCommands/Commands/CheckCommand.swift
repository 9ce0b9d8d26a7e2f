extension Command {
  static let check = Command(
    name: "check", group: .check,
    summary: "check contracts: format, references, examples, scenarios",
    discussion: [
      "A contract that cannot be loaded, or that claims what another one has, is exit status 2; "
        + "an example or scenario that does not come out as it says, or a rule that can never "
        + "fire, is exit status 1.",
      "Contracts that are found or named by --contract are of one bridge and must write a shared "
        + "channel alike. Files that are listed may be of several bridges: only those that write a "
        + "shared channel alike are held against each other.",
    ],
    operands: .init(usage: "[CONTRACT...]", minimum: 0, maximum: nil, noun: "a contract"),
    options: [SharedOptions.contracts, SharedOptions.report, SharedOptions.settings],
    examples: [
      .init(line: "bridge-contract check", what: "the contracts of this project"),
      .init(line: "bridge-contract check Contracts/bridges", what: "all contracts of a folder"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation, named: invocation.operands) else {
      return .broken
    }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    return ContractReport.run(
      settings, invocation.operands.isEmpty ? .oneBridge : .perhapsOneBridge, console: console)
  }

  /// Nothing to look at is no success: says what to do.
  static func noContract(_ console: Console) -> Outcome {
    console.fail(
      "no contract was found",
      help: [
        "looked for \(ContractDiscovery.folder)/*\(ContractDiscovery.suffix) here and upward",
        "name one with --contract FILE, or write one with: bridge-contract init",
      ])
    return .undecided
  }
}
