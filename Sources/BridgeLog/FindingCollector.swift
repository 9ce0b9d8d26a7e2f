internal import BridgeFindings

/// Counts every finding and keeps the first so many of them.
final class FindingCollector {
  private let maxFindings: Int
  private let onlyLine: Int?
  private var findings: [(file: Int, finding: Finding)] = []
  @exclusivity(unchecked) private var summary = Summary()
  private var file = 0
  private var lastInvalid: (file: Int, line: Int)?

  init(maxFindings: Int, onlyLine: Int?) {
    self.maxFindings = maxFindings
    self.onlyLine = onlyLine
  }

  func beginFile() { file += 1 }
  func countLine() { summary.lines += 1 }
  func countEvent() { summary.events += 1 }
  func countSkipped() { summary.skipped += 1 }

  func add(_ finding: Finding) {
    switch finding.severity {
    case .error: summary.errors += 1
    case .warning: summary.warnings += 1
    case .info: summary.infos += 1
    }
    if let cause = finding.cause {
      summary.causes[cause.id, default: 0] += 1
      countInvalid(finding, cause)
    }
    if let onlyLine, finding.line != onlyLine { return }
    if findings.count < maxFindings {
      findings.append((file, finding))
    } else {
      summary.unexplained[finding.kind ?? finding.cause?.id ?? "", default: 0] += 1
    }
  }

  /// Whether findings of a line are only counted, however many.
  func onlyCounts(line: Int) -> Bool {
    onlyLine.map { $0 != line } ?? (findings.count >= maxFindings)
  }

  /// Counts findings of one cause in a line that are not explained.
  func count(_ cause: Cause, _ severity: Severity, _ count: Int, line: Int, name: String) {
    switch severity {
    case .error: summary.errors += count
    case .warning: summary.warnings += count
    case .info: summary.infos += count
    }
    summary.causes[cause.id, default: 0] += count
    if severity == .error, lastInvalid.map({ $0 != (file, line) }) ?? true {
      lastInvalid = (file, line)
      summary.invalidLines += 1
    }
    if onlyLine == nil { summary.unexplained[name, default: 0] += count }
  }

  /// A line is invalid if it has an error of the groups line, shape or trust; such findings come
  /// while their line is judged.
  private func countInvalid(_ finding: Finding, _ cause: Cause) {
    guard finding.severity == .error, let line = finding.line,
      cause.group == .line || cause.group == .shape || cause.group == .trust,
      lastInvalid.map({ $0 != (file, line) }) ?? true
    else { return }
    lastInvalid = (file, line)
    summary.invalidLines += 1
  }

  /// Everything that was counted, before the report is made.
  var counted: Summary { summary }

  func report(messages: Int, notObservable: Int, evictedSessions: Int) -> LogReport {
    summary.messages = messages
    if messages == 0, summary.skipped > 0 {
      findings.removeAll { $0.finding.cause?.group == .order }
      summary.dropOrderClaimsOfOthers()
    }
    summary.notObservable = notObservable
    summary.explained = findings.count
    // By file and line; what was found first of a line stays first.
    var places = findings.enumerated().map { index, found in
      Place(file: found.file, line: found.finding.line ?? 0, index: index)
    }
    places.sort()
    return LogReport(
      findings: places.map { findings[$0.index].finding }, summary: summary,
      evictedSessions: evictedSessions)
  }

  /// Where a finding stands in the report.
  private struct Place: Comparable {
    var file: Int
    var line: Int
    var index: Int

    static func < (a: Place, b: Place) -> Bool {
      (a.file, a.line, a.index) < (b.file, b.line, b.index)
    }
  }
}
