import BridgeContract
import BridgeFindings
import BridgeLog

extension Command {
  private enum Engine: String, CaseIterable, Sendable {
    case fast, reference
    case jsonC = "json-c"
  }

  private static let channel = Option.text(
    "channel", "NAME", "lines without a body are bodies of this channel")
  private static let line = Option.number(
    "line", "N", "only the findings of this line; all lines are judged all the same", minimum: 1)
  private static let maxLine = Option.number(
    "max-line-bytes", "N", "the longest line that is read (default: 16 MiB)", minimum: 1)
  private static let maxSessions = Option.number(
    "max-sessions", "N", "sessions remembered at once, the oldest goes first (default: 4096)",
    minimum: 1)
  private static let jobs = Option.number(
    "jobs", "N", "threads that scan lines; the report is the same for any number (default: 1)",
    minimum: 1)
  private static let engine = Option.choice(
    "engine", Engine.self, "which reader and evaluator judge; all find the same (default: fast)")
  private static let summary = Option.flag(
    "summary", "print only what was counted, as one line that merge adds up")
  private static let showValues = Option.flag(
    "show-values", "show values, keys, ids and session names, which reports hide")

  static let validate = Command(
    name: "validate", group: .check, summary: "check recorded traffic against contracts",
    discussion: [
      "Judges every line of the logs: its shape, its order, and whether requests and replies fit. "
        + "Bad lines never stop a run, and a log is never loaded whole. A log in which nothing "
        + "could be judged is exit status 3.",
      "Reports hide what was said: they show types and sizes, and values only where the contract "
        + "allows it.",
    ],
    operands: .init(
      usage: "LOG...", minimum: 0, maximum: nil, noun: "a log, or - for the input"),
    options: [
      SharedOptions.contracts,
      OptionGroup(
        title: "Log",
        options: [
          LogMapping.option.declaration, channel.declaration, line.declaration,
          maxLine.declaration, maxSessions.declaration, jobs.declaration, engine.declaration,
          summary.declaration,
        ]),
      OptionGroup(
        title: SharedOptions.report.title,
        options: SharedOptions.report.options + [showValues.declaration]),
      SharedOptions.settings,
    ],
    examples: [
      .init(
        line: "bridge-contract validate messages.jsonl", what: "by the contracts of this project"),
      .init(
        line:
          "bridge-contract validate --contract sync.bridge.json --format sarif=out.sarif *.jsonl",
        what: "by this contract, with a report for code scanning besides the text"),
      .init(
        line: "tail -n 5000 app.log | bridge-contract validate --map body=/message -",
        what: "a log of another shape from another program"),
      .init(
        line: "bridge-contract validate messages.jsonl --line 7 --show-values",
        what: "one line again, with its values"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation) else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if invocation.operands.isEmpty {
      throw UsageError(
        problem: "validate needs \(invocation.command.operands.noun)", command: "validate")
    }
    if settings.contracts.isEmpty {
      _ = noContract(console)
      return .broken
    }
    let options = try logOptions(invocation, settings)
    let contracts = ContractFiles(settings.contracts, .oneBridge, console: console)
    guard let set = contracts.set else {
      contracts.complain(console)
      return .broken
    }
    if invocation.value(of: summary) {
      var counting = options
      counting.maxFindings = 0
      counting.onlyLine = nil
      let run = LogRun(
        set: set, options: counting, jobs: invocation.value(of: jobs) ?? 1, console: console)
      return run.summarise(invocation.operands, failOn: settings.failOn)
    }
    let reporter: Reporter
    do throws(FileError) {
      reporter = try Reporter(
        .init(
          files: invocation.operands, sourceLine: contracts.sourceLine,
          options: repeated(invocation)),
        plan: settings.report, maxFindings: settings.maxFindings, failOn: settings.failOn,
        console: console)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    let run = LogRun(
      set: set, options: options, jobs: invocation.value(of: jobs) ?? 1, console: console)
    return run.judge(invocation.operands, reporter)
  }

  /// The options that decide what is found, in words for a shell.
  private static func repeated(_ invocation: Invocation) -> [String] {
    let names = [
      SharedOptions.contract.declaration, SharedOptions.config.declaration,
      LogMapping.option.declaration, channel.declaration, maxLine.declaration,
      maxSessions.declaration, engine.declaration,
    ].map(\.name)
    let values = names.flatMap { name in
      (invocation.values[name] ?? []).map { "--\(name) \(Words.quoted($0))" }
    }
    return values + (invocation.value(of: SharedOptions.isolated) ? ["--isolated"] : [])
  }

  private static func logOptions(
    _ invocation: Invocation, _ settings: Settings
  ) throws(UsageError) -> LogOptions {
    var options = LogOptions()
    do throws(LogMap.Refusal) {
      for entry in settings.map + invocation.value(of: LogMapping.option) {
        try options.map.add(key: entry.name, value: entry.place)
      }
    } catch {
      throw UsageError(problem: "the log map: \(error.message)", command: "validate")
    }
    options.channel = invocation.value(of: channel) ?? settings.channel
    options.showsValues = invocation.value(of: showValues)
    options.maxFindings = settings.maxFindings
    options.onlyLine = invocation.value(of: line)
    switch invocation.value(of: engine) ?? .fast {
    case .fast: options.engine = .fast
    case .reference: options.engine = .reference
    case .jsonC: options.secondReader = { JSONCReader() }
    }
    if let bytes = invocation.value(of: maxLine) { options.maxLineBytes = bytes }
    if let count = invocation.value(of: maxSessions) { options.maxSessions = count }
    return options
  }
}
