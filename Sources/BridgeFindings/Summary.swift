/// What a run saw, in numbers: the last line of every report.
public struct Summary: Sendable, Equatable {
  /// Physical lines read.
  public var lines = 0
  /// Bodies judged as messages or replies.
  public var messages = 0
  /// Lifecycle events.
  public var events = 0
  /// Lines on channels of no contract.
  public var skipped = 0
  /// Lines with at least one error of the groups line, shape or trust.
  public var invalidLines = 0
  /// Findings of severity error.
  public var errors = 0
  /// Findings of severity warning.
  public var warnings = 0
  /// Findings of severity info.
  public var infos = 0
  /// Findings by cause id.
  public var causes: [String: Int] = [:]
  /// Rules and time limits that the log could not show.
  public var notObservable = 0
  /// Findings that are listed one by one; the rest is only counted.
  public var explained = 0
  /// Findings beyond `explained`, by message name: what a bounded report does not list.
  public var unexplained: [String: Int] = [:]

  /// What `diff` and its kin compared; nil for everything else.
  public var diff: DiffSummary?

  /// An empty summary.
  public init() {}
}
