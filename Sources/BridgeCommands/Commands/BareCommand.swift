extension Command {
  static let bare = Command(
    name: "", group: .start,
    summary: "find contracts, check them and their examples, say what to do next",
    options: [SharedOptions.contracts, SharedOptions.report, SharedOptions.settings]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation) else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    let outcome = ContractReport.run(settings, .oneBridge, console: console)
    if outcome == .success {
      console.note(
        "next: bridge-contract validate LOG judges recorded traffic; bridge-contract help lists all"
      )
    }
    return outcome
  }
}
