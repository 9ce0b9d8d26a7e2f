public import BridgeFindings

/// A printer of one report format. It sees findings and numbers, never how they arose.
///
/// Findings are added one by one in their order and written at once where the format allows it;
/// `finish` writes the rest. Bytes go to the sink the printer was made with, which must not keep
/// the buffer beyond the call.
public protocol Report {
  /// Takes one finding.
  mutating func add(_ finding: Finding)
  /// Takes the numbers of the run and writes what is left. Nothing may be added afterwards.
  mutating func finish(_ summary: Summary)
}

/// Where a report's bytes go; the buffer is only valid during the call.
public typealias ReportSink = (UnsafeRawBufferPointer) -> Void

/// What a report says about the run apart from findings and numbers.
public struct ReportContext: Sendable {
  /// The tool's version, such as `1.0.0`.
  public var toolVersion: String
  /// The files that were read, as the user named them.
  public var files: [String]
  /// From which severity on a finding makes the run fail; nil for none.
  public var failOn: Severity?

  /// What was read, in words, in place of the summary's messages, events and lines.
  public var subject: String?
  /// Causes that can be found beside those in traffic: the rules of `diff`. With any of them the
  /// Markdown is that of a review.
  public var changes: [Cause] = []
  /// The text of a contract's line, for code frames; nil for no frame.
  public var sourceLine: @Sendable (_ file: String, _ line: Int) -> String?

  /// Makes a context.
  public init(
    toolVersion: String, files: [String] = [], failOn: Severity? = .error, subject: String? = nil,
    sourceLine: @escaping @Sendable (_ file: String, _ line: Int) -> String? = { _, _ in nil }
  ) {
    self.toolVersion = toolVersion
    self.files = files
    self.failOn = failOn
    self.subject = subject
    self.sourceLine = sourceLine
  }

  /// The words of a finding and how often it stands there, without colours.
  func text(_ group: FindingGroup) -> String {
    TextReport(sourceLine: sourceLine).full(group)
  }
}

/// The report formats of this room, by the names of `--format`.
public enum ReportFormat: String, Sendable, CaseIterable {
  /// One JSON object.
  case json
  /// A line of JSON for each finding, then one for the summary.
  case jsonl
  /// JUnit XML.
  case junit
  /// SARIF 2.1.0.
  case sarif
  /// Workflow commands of GitHub Actions.
  case github
  /// Markdown with folded details.
  case md

  /// A printer of this format.
  public func report(
    _ context: ReportContext, to sink: @escaping (UnsafeRawBufferPointer) -> Void
  ) -> any Report {
    switch self {
    case .json: JSONReport(to: sink)
    case .jsonl: JSONLinesReport(to: sink)
    case .junit: JUnitReport(context, to: sink)
    case .sarif: SARIFReport(context, to: sink)
    case .github: GitHubReport(context, to: sink)
    case .md:
      context.changes.isEmpty
        ? MarkdownReport(context, to: sink) : ChangesMarkdownReport(context, to: sink)
    }
  }

  /// The whole report of these findings. Memory grows with it: to stream, use `report(_:to:)`.
  public func bytes(
    _ findings: some Sequence<Finding>, _ summary: Summary, _ context: ReportContext
  ) -> [UInt8] {
    let collected = Collected()
    var printer = report(context) { collected.bytes.append(contentsOf: $0) }
    for finding in findings { printer.add(finding) }
    printer.finish(summary)
    return collected.bytes
  }
}

/// A report in memory.
private final class Collected {
  var bytes: [UInt8] = []
}
