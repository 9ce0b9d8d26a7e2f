/// How a log is read and how much of what is found is listed.
public struct LogOptions: Sendable {
  /// Where fields are.
  public var map = LogMap()
  /// The channel of lines without a body (the line itself is the body then), and of those of which
  /// nothing else tells the channel.
  public var channel: String?
  /// Whether values, keys, ids and session names are shown.
  public var showsValues = false
  /// How many findings are listed one by one; the rest is counted by message.
  public var maxFindings = 10_000
  /// The longest line in bytes.
  public var maxLineBytes = 16 << 20
  /// How many sessions are remembered at once.
  public var maxSessions = 4096
  /// Findings of this line only; everything is judged all the same.
  public var onlyLine: Int?

  /// Which reader and evaluator judge lines; the findings are the same.
  public var engine = Engine.fast

  /// Ways to judge lines.
  public enum Engine: Sendable {
    /// Plain lines in one pass by tables, all others by the reference.
    case fast
    /// Every line by the reader and evaluator that explain.
    case reference
  }

  /// Makes a parser whose reading of each line is judged by the reference.
  package var secondReader: (@Sendable () -> (any SecondReader)?)?

  /// The defaults.
  public init() {}
}
