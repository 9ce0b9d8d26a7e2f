public import BridgeFindings

/// `json`: one object `{"version": 1, "findings": […], "summary": {…}}`. Findings are written as
/// they come, a line each, so that the report is as easy on `diff` as on a parser.
public struct JSONReport: Report {
  private let sink: ReportSink
  private let writer = FindingWriter()
  private var isBegun = false

  /// A printer that writes to `sink`.
  public init(to sink: @escaping ReportSink) { self.sink = sink }

  /// Writes the finding.
  public mutating func add(_ finding: Finding) {
    write(isBegun ? ",\n" : Self.head + "\n", to: sink)
    isBegun = true
    writer.write(finding, to: sink)
  }

  /// Writes the summary and closes the object.
  public mutating func finish(_ summary: Summary) {
    write((isBegun ? "\n" : Self.head) + "],\"summary\":", to: sink)
    FindingRecord.tree(summary).write(to: sink)
    write("}\n", to: sink)
  }

  private static let head = "{\"version\":\(FindingRecord.version),\"findings\":["
}
