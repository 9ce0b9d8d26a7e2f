import BridgeBus
import BridgeFindings
import BridgeReports

/// What scenarios came to: for people a line and a picture each, for programs findings.
final class RunReport {
  private let console: Console
  private let reporter: Reporter
  /// Whether people read the output.
  private let isForPeople: Bool
  private let isPictured: Bool
  private let tracePath: String?
  private var traces: [(name: String, lines: [String])] = []

  init(
    _ settings: Settings, _ files: ContractFiles, _ count: Int, _ trace: String?,
    _ console: Console
  ) throws(FileError) {
    self.console = console
    tracePath = trace
    let isTraceOut = trace == "-"
    isForPeople =
      !isTraceOut
      && settings.report.targets.contains {
        $0.place == .out && ($0.format == .text || $0.format == .concise)
      }
    isPictured =
      isForPeople
      && (count == 1
        || settings.report.targets.contains { $0.place == .out && $0.format == .text })
    if let trace, !isTraceOut { try Files.checkWritable(trace) }
    var plan = settings.report
    if isTraceOut { plan.targets = plan.targets.filter { $0.place != .out } }
    reporter = try Reporter(
      .init(
        files: settings.contracts, words: Words.count(count, "scenario"),
        sourceLine: files.sourceLine),
      plan: plan, maxFindings: settings.maxFindings, failOn: settings.failOn, console: console)
  }

  /// Adds what a scenario came to.
  func add(_ item: ScenarioSelection.Item, _ outcome: ScenarioRunner.Outcome) {
    let verdict = item.runner.finding(item.name, outcome)
    let wanted = item.runner.wanted(item.name)
    tell(
      item.label, outcome,
      verdict != nil
        ? "does not come out as it says"
        : wanted.map { "fails with \($0), as it says" } ?? "is clean")
    defer { addNotObservable(item.label, outcome) }
    guard let verdict else { return }
    let isPlain = wanted == nil && outcome.problem == nil
    guard isPlain, !outcome.findings.isEmpty else { return reporter.add(verdict) }
    add(outcome.findings, item.label)
    // Warnings alone are not what the scenario says either: without `fails` there must be none.
    if !outcome.findings.contains(where: { $0.severity == .error }) { reporter.add(verdict) }
  }

  /// Adds what a page of somebody's came to.
  func add(page: String, _ outcome: ScenarioRunner.Outcome) {
    let isClean = outcome.findings.isEmpty && outcome.problem == nil
    tell(page, outcome, isClean ? "is clean" : "does not keep to the contract")
    if let problem = outcome.problem {
      reporter.add(
        Finding(cause: nil, severity: .error, message: "\(page) cannot be run: \(problem)"))
    }
    add(outcome.findings, page)
    addNotObservable(page, outcome)
  }

  private func tell(_ label: String, _ outcome: ScenarioRunner.Outcome, _ words: String) {
    traces.append((label, outcome.trace))
    if isForPeople {
      let order = outcome.token == "-" ? "" : ", order \(outcome.token)"
      // What could not be judged has not been passed.
      let doubt = outcome.notObservable.isEmpty ? "" : ", as far as this engine can tell"
      console.out.writeLine(
        "\(label) \(words)\(doubt) (\(Words.count(outcome.trace.count, "event"))\(order))")
    }
    if isPictured {
      for line in TraceText.lines(outcome.steps) { console.out.writeLine(line) }
    }
    for note in outcome.notes { console.note("\(label): \(note)") }
  }

  private func add(_ findings: [Finding], _ label: String) {
    for var finding in findings {
      finding.file = tracePath.flatMap { $0 == "-" ? nil : $0 } ?? label
      reporter.add(finding)
    }
  }

  private func addNotObservable(_ label: String, _ outcome: ScenarioRunner.Outcome) {
    add(outcome.notObservable, label)
  }

  /// Adds a finding as it is.
  func add(_ finding: Finding) { reporter.add(finding) }

  /// Keeps a trace for the file of traces.
  func keep(_ name: String, _ lines: [String]) { traces.append((name, lines)) }

  /// Says something beside the result.
  func note(_ text: String) { console.note(text) }

  /// Writes a line for people.
  func say(_ line: String) { if isForPeople { console.out.writeLine(line) } }

  /// Writes the trace and the reports.
  func finish() throws(FileError) -> Outcome {
    let log = TraceText.log(traces)
    if let tracePath {
      if tracePath == "-" {
        console.out.write(log)
      } else {
        try Files.write(log, to: tracePath)
      }
    }
    return reporter.finish()
  }
}
