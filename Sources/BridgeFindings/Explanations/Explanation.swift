/// A cause in words: what it means, how it comes about in real bridges, what to do.
public struct Explanation: Sendable {
  /// The cause.
  public let cause: Cause
  /// A few words, without a full stop.
  public let title: String
  /// One short sentence of advice, for the `help` line of a finding.
  public let help: String

  /// The explanation of a cause. Every cause has one.
  public static func of(_ cause: Cause) -> Explanation {
    Explanation(cause: cause, title: "", help: "")
  }
}
