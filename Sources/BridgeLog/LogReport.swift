public import BridgeFindings

/// What came of a log.
public struct LogReport: Sendable {
  /// The findings that are listed, by file and line.
  public var findings: [Finding]
  /// Everything in numbers.
  public var summary: Summary
  /// Sessions that were given up to keep memory bounded.
  public var evictedSessions: Int
}
