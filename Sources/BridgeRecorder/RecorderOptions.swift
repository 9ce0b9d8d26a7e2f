/// What a recorder keeps and how much memory it may take.
public struct RecorderOptions: Sendable {
  /// Which values a log holds.
  public enum Values: Sendable {
    /// The structure, the contract's own words, and what the contract marks with `log`.
    case redacted
    /// Everything as it was said. Bridges carry tokens and names: for development only.
    case all
  }

  /// Where lines come from; each line says it in `origin`.
  public enum Origin: String, Sendable {
    /// Real traffic of a running app.
    case recorded
    /// Put together by hand or by a test.
    case written
  }

  /// Which values a log holds.
  public var values: Values
  /// What `origin` says.
  public var origin: Origin
  /// Bytes of lines that may wait to be written. Beyond that lines are dropped and counted; a
  /// sixteenth is kept free for events, without which no page can be judged.
  public var capacity: Int
  /// The longest body in bytes of JSON text; lines with a longer one are dropped and counted.
  public var maxBodyBytes: Int
  /// Milliseconds since 1970; replaced by tests.
  package var clock: @Sendable () -> Int64 = SystemClock.milliseconds

  /// Redacted, recorded, 4 MiB, 1 MiB a body.
  public init(
    values: Values = .redacted, origin: Origin = .recorded, capacity: Int = 4 << 20,
    maxBodyBytes: Int = 1 << 20
  ) {
    self.values = values
    self.origin = origin
    self.capacity = max(capacity, 1024)
    self.maxBodyBytes = maxBodyBytes
  }
}

/// What became of the lines of a recorder.
public struct RecorderSummary: Sendable, Equatable {
  /// Lines written, those that tell of dropped ones included.
  public var written = 0
  /// Lines dropped: the buffer was full, the body too long, the descriptor broken or the recorder
  /// finished.
  public var dropped = 0
  /// The `errno` that ended the writing, or nil.
  public var failure: Int32?
}
