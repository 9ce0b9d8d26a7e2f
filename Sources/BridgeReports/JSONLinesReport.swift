public import BridgeFindings

/// `jsonl`: a finding per line, and `{"summary": …}` on the last. Written at once, nothing kept.
public struct JSONLinesReport: Report {
  private let sink: ReportSink
  private let writer = FindingWriter()

  /// A printer that writes to `sink`.
  public init(to sink: @escaping ReportSink) { self.sink = sink }

  /// Writes the finding's line.
  public func add(_ finding: Finding) {
    writer.write(finding, to: sink)
    write("\n", to: sink)
  }

  /// Writes the summary's line.
  public func finish(_ summary: Summary) {
    write("{\"summary\":", to: sink)
    FindingRecord.tree(summary).write(to: sink)
    write("}\n", to: sink)
  }
}
