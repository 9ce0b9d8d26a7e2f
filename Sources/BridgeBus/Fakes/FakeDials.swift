/// How a fake behaves: what it says, how long it takes, how often it refuses.
///
/// The same dials and seed give the same conversation.
public struct FakeDials: Sendable, Hashable {
  /// When a fake refuses with a declared error instead of answering.
  public enum Errors: Sendable, Hashable {
    /// Never.
    case never
    /// Always: with this error, where the reply declares it; else with the first it declares.
    case always(String?)
    /// Every so many answers, beginning with that many.
    case every(Int, String?)
    /// With this probability, drawn by the seed.
    case chance(Double, String?)
  }

  /// Milliseconds of the engine's clock before an answer: one number, or a range drawn by the seed.
  public var delay: ClosedRange<Double>
  /// When it refuses.
  public var errors: Errors
  /// Messages of its own that it says unasked, each once, as soon as the contract's order permits;
  /// nil for all that have an example.
  public var says: [String]?
  /// Requests that it does not answer.
  public var silent: Set<String>
  /// Replies of a stream, the last one included.
  public var items: Int
  /// How often the fake native side asks channels that are polled, every 100 ms from the end of a
  /// load on.
  public var polls: Int
  /// Draws delays and refusals.
  public var seed: UInt64

  /// Dials; without any a fake says and answers everything at once.
  public init(
    delay: ClosedRange<Double> = 0...0, errors: Errors = .never, says: [String]? = nil,
    silent: Set<String> = [], items: Int = 2, polls: Int = 10,
    seed: UInt64 = 0
  ) {
    self.delay = delay
    self.errors = errors
    self.says = says
    self.silent = silent
    self.items = items
    self.polls = polls
    self.seed = seed
  }
}
