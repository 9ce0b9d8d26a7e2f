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
    "jobs", "N", "how many files may be judged at once", minimum: 1)
  private static let engine = Option.choice(
    "engine", Engine.self, "which reader and evaluator judge; all find the same (default: fast)")
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
    if invocation.value(of: engine) == .jsonC {
      console.fail("the engine json-c is not part of this build; there are fast and reference")
      return Outcome(isEngineMissing: true)
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
    return judge(invocation.operands, by: set, options, reporter, console)
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
    if invocation.value(of: engine) == .reference { options.engine = .reference }
    if let bytes = invocation.value(of: maxLine) { options.maxLineBytes = bytes }
    if let count = invocation.value(of: maxSessions) { options.maxSessions = count }
    return options
  }

  private static func judge(
    _ logs: [String], by set: ContractSet, _ options: LogOptions, _ reporter: Reporter,
    _ console: Console
  ) -> Outcome {
    let validator = LogValidator(set, options: options)
    var outcome = Outcome()
    let progress = Progress(console.error)
    var isAnyRead = false
    for log in logs {
      do throws(FileError) {
        let descriptor = try Files.open(log)
        defer { Files.close(descriptor) }
        validator.beginFile(log)
        try feed(log, descriptor, to: validator, progress)
        validator.endFile()
        isAnyRead = true
      } catch {
        progress.finish()
        console.fail("\(error.path): \(error.problem)")
        outcome.isBroken = true
      }
    }
    let report = validator.finish()
    progress.finish()
    outcome.formUnion(reporter.write(report.findings, report.summary))
    if report.evictedSessions > 0 {
      console.note(
        "note: \(report.evictedSessions) sessions were given up to bound memory (--max-sessions)")
    }
    if let line = options.onlyLine, report.findings.isEmpty {
      console.note("note: nothing was found at line \(line); the numbers are of all lines")
    }
    if report.summary.messages == 0, isAnyRead {
      outcome.isUndecided = true
      let skipped = report.summary.skipped
      console.note(
        skipped > 0
          ? "nothing was judged: \(skipped) of \(report.summary.lines) lines are on channels of no "
            + "contract"
          : "nothing was judged: no line of the log is a message of the contract")
    }
    return outcome
  }

  private static func feed(
    _ log: String, _ descriptor: Int32, to validator: LogValidator, _ progress: Progress
  ) throws(FileError) {
    let size = Files.size(of: descriptor)
    let blocks = LogBlocks(capacity: 1 << 18)
    var done = 0
    while true {
      let count: Int
      do throws(SystemError) {
        count = try blocks.feed(validator) { (space) throws(SystemError) in
          try Descriptor.read(into: space, from: descriptor)
        }
      } catch {
        throw FileError(path: log, problem: error.words)
      }
      if count == 0 { return }
      done += count
      progress.tell(
        "\(log): \(done >> 20) MB" + (size > 0 ? " (\(done * 100 / size) %)" : ""))
    }
  }
}
