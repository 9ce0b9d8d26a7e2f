import BridgeFindings
import BridgeReports

/// Takes the findings of a run, one by one, and writes every report of the plan at its end.
///
/// The first `maxFindings` by file and line are explained, all others only counted by message, so
/// that memory and reports are bounded whatever a log holds. Files are only written where their
/// bytes change.
final class Reporter {
  /// What a report says of the run apart from findings.
  struct Subject {
    /// The files that were read, as the user named them.
    var files: [String]
    /// What was read, in words, where it is not messages of a log.
    var words: String?
    /// The text of a contract's line.
    var sourceLine: @Sendable (_ file: String, _ line: Int) -> String? = { _, _ in nil }
    /// The options that the command which looks at a finding again needs too.
    var options: [String] = []
    /// The causes that a comparison can find; empty for everything else.
    var changes: [Cause] = []
  }

  /// What was compared; set before `finish`.
  var diff: DiffSummary?

  /// A question of `diff` was not decided, and nobody accepted that.
  private var isNotDecided = false
  private var summary = Summary()

  private let console: Console
  private let plan: OutputPlan
  private let subject: Subject
  private let failOn: FailOn
  private let started = Host.milliseconds()
  private var first: FirstFindings
  private var printers: [any Report] = []
  private var files: [(path: String, bytes: Collected)] = []

  /// Opens the reports. Files that cannot be written are complained about now, not after an hour.
  init(
    _ subject: Subject, plan: OutputPlan, maxFindings: Int, failOn: FailOn, console: Console
  ) throws(FileError) {
    self.console = console
    self.plan = plan
    self.subject = subject
    first = FirstFindings(limit: maxFindings, files: subject.files)
    self.failOn = failOn
    let severity: Severity? =
      switch failOn {
      case .error: .error
      case .warning: .warning
      case .never: nil
      }
    var context = ReportContext(
      toolVersion: Version.tool, files: subject.files, failOn: severity)
    context.changes = subject.changes
    if !subject.changes.isEmpty { context.sourceLine = subject.sourceLine }
    for target in plan.targets {
      if case .file(let path) = target.place { try Files.checkWritable(path) }
      guard let format = ReportFormat(rawValue: target.format.rawValue) else { continue }
      switch target.place {
      case .out: printers.append(format.report(context) { console.out.write($0) })
      case .error: printers.append(format.report(context) { console.error.write($0) })
      case .file(let path):
        let bytes = Collected()
        files.append((path, bytes))
        printers.append(format.report(context) { bytes.bytes.append(contentsOf: $0) })
      }
    }
  }

  func add(_ finding: Finding) {
    switch finding.severity {
    case .error: summary.errors += 1
    case .warning: summary.warnings += 1
    case .info: summary.infos += 1
    }
    if let cause = finding.cause { summary.causes[cause.id, default: 0] += 1 }
    if finding.cause?.id == "not-decided", finding.severity > .info { isNotDecided = true }
    first.add(finding)
  }

  /// Writes the reports of what was added and says what the run came to.
  func finish() -> Outcome {
    let findings = first.sorted()
    summary.explained = findings.count
    summary.unexplained = first.dropped
    summary.diff = diff
    return write(findings, summary)
  }

  /// Writes the reports of findings that are in their order, and of all that was seen, in numbers.
  func write(_ findings: [Finding], _ summary: Summary) -> Outcome {
    for index in printers.indices {
      for finding in findings { printers[index].add(finding) }
      printers[index].finish(summary)
    }
    writeTexts(findings, summary)
    console.out.flush()
    console.error.flush()

    var outcome = Outcome()
    for file in files {
      do throws(FileError) {
        try Files.write(file.bytes.bytes, to: file.path)
      } catch {
        console.fail("\(error.path): \(error.problem)")
        outcome.isBroken = true
      }
    }
    switch failOn {
    case .error: outcome.hasFindings = summary.errors > 0
    case .warning: outcome.hasFindings = summary.errors + summary.warnings > 0
    case .never: break
    }
    outcome.isUndecided =
      summary.causes[Cause.notObservable.id] != nil || isNotDecided
    return outcome
  }

  /// The two reports for people need all findings: equal ones are shown once.
  private func writeTexts(_ findings: [Finding], _ summary: Summary) {
    for target in plan.targets where target.format == .text || target.format == .concise {
      var report = TextReport(
        style: target.place == .out && console.isOutColoured ? .ansi : .plain,
        files: subject.files, subject: subject.words, sourceLine: subject.sourceLine,
        again: { [options = subject.options] finding in
          Words.again(finding).map { ([$0] + options).joined(separator: " ") }
        })
      if target.place == .out, console.out.isTerminal {
        let elapsed = Host.milliseconds() - started
        report.elapsed = elapsed < 10_000 ? "\(elapsed) ms" : "\(elapsed / 1000) s"
      }
      let sink: (String) -> Void
      switch target.place {
      case .out: sink = { [console] in console.out.write($0) }
      case .error: sink = { [console] in console.error.write($0) }
      case .file(let path):
        let bytes = Collected()
        files.append((path, bytes))
        sink = { bytes.bytes.append(contentsOf: $0.utf8) }
      }
      if target.format == .text {
        report.full(findings, summary, to: sink)
      } else {
        report.concise(findings, summary, to: sink)
      }
    }
  }
}

/// A report on its way into a file.
private final class Collected {
  var bytes: [UInt8] = []
}
