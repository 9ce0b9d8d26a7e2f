/// Option groups that commands share.
enum SharedOptions {
  static let color = Option.choice(
    "color", ColorChoice.self, "when to colour; auto: on a terminal", environment: "NO_COLOR")
  static let help = Option.flag("help", short: "h", "show this help")

  /// What every command takes.
  static let general = OptionGroup(
    title: "General", options: [color.declaration, help.declaration])

  // Which contracts.
  static let contract = Option.texts(
    "contract", "FILE|DIR", "a contract, or a folder with *.bridge.json", completion: .files)

  static let contracts = OptionGroup(title: "Contracts", options: [contract.declaration])

  // The project file.
  static let config = Option.text(
    "config", "FILE", "this project file instead of the nearest bridge-contract.json upward",
    completion: .files)
  static let isolated = Option.flag("isolated", "no project file")
  static let showSettings = Option.flag(
    "show-settings", "show what would be used, and where it comes from, and stop")

  static let settings = OptionGroup(
    title: "Settings",
    options: [config.declaration, isolated.declaration, showSettings.declaration])

  // The report.
  static let format = Option(
    declaration: .init(
      name: "format", placeholder: "FORMAT[=PATH]",
      summary: "how to report; with =PATH into a file: "
        + OutputFormat.allCases.map(\.rawValue).joined(separator: ", "),
      isRepeatable: true, completion: .choices(OutputFormat.allCases.map(\.rawValue)),
      environment: "GITHUB_ACTIONS",
      check: { OutputTarget.problem(with: $0) })
  ) { $0.compactMap { OutputTarget($0) } }
  static let failOn = Option.choice(
    "fail-on", FailOn.self, "the least severity that makes exit status 1 (default: error)")
  static let maxFindings = Option.number(
    "max-findings", "N", "explain the first N findings, count the rest (default: 1000)",
    minimum: 0)

  static let report = OptionGroup(
    title: "Report",
    options: [format.declaration, failOn.declaration, maxFindings.declaration])
}

/// What `--fail-on` may say.
enum FailOn: String, CaseIterable, Sendable {
  case error, warning, never
}
