import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeLog

/// Checks contracts against themselves and reports it: what `check` and the bare command do.
enum ContractReport {
  /// Loads, checks and reports. Errors of a file are exit status 2, what a check finds is 1.
  static func run(
    _ settings: Settings, _ relation: ContractFiles.Relation, console: Console
  ) -> Outcome {
    let files = ContractFiles(settings.contracts, relation, console: console)
    let reporter: Reporter
    do throws(FileError) {
      reporter = try Reporter(
        .init(
          files: settings.contracts, words: words(files), sourceLine: files.sourceLine),
        plan: settings.report, maxFindings: settings.maxFindings, failOn: settings.failOn,
        console: console)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    for finding in files.findings { reporter.add(finding) }
    for contract in files.contracts {
      guard let check = ContractCheck(contract) else { continue }
      let found = check.findings() + (ScenarioRunner(contract)?.findings() ?? [])
      for finding in found.sorted(by: { ($0.offset ?? 0) < ($1.offset ?? 0) }) {
        reporter.add(finding)
      }
    }
    var outcome = reporter.finish()
    outcome.isBroken = outcome.isBroken || files.isBroken
    return outcome
  }

  /// `2 contracts with 12 messages, 30 examples and 5 scenarios`.
  private static func words(_ files: ContractFiles) -> String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    let contracts = files.contracts
    let parts = [
      count(contracts.reduce(0) { $0 + $1.messages.count }, "message"),
      count(
        contracts.reduce(0) { $0 + $1.messages.reduce(0) { $0 + $1.examples.count } }, "example"),
      count(contracts.reduce(0) { $0 + $1.scenarios.count }, "scenario"),
    ]
    return count(contracts.count, "contract") + " with " + list(parts, "and")
  }
}
