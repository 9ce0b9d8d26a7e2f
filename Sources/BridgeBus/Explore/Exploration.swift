/// What walking through the orders of a scenario came to.
public struct Exploration: Sendable {
  /// A run with something wrong, the smallest of its kind.
  public struct Failure: Sendable, Hashable {
    /// What is wrong.
    public var failure: String
    /// What makes another run take the same order.
    public var token: String
    /// How many choices of the order are not the standard ones.
    public var deviations: Int
    /// How many events the run has.
    public var events: Int
    /// How many runs had been made when the first of the kind was found.
    public var foundAfter: Int
    /// How many runs of the exploration have it.
    public var count: Int
  }

  /// Runs that were made to their end.
  public var runs = 0
  /// Runs that were given up, since all they could show is shown by others.
  public var pruned = 0
  /// Runs that differ in what they show.
  public var traces = 0
  /// Runs with something wrong.
  public var failing = 0
  /// Whether every order was covered that the engine permits, or every one within the bound.
  public var isComplete = false
  /// Whether the standard order is one of those with something wrong.
  public var failsInStandardOrder = false
  /// One for each thing that was wrong, the first found first.
  public var failures: [Failure] = []
  /// The token of a run that did not come to an end: the exploration stopped there, and what other
  /// orders show is not known.
  public var endless: String?
  /// Why that run is believed to have no end.
  public var endlessReason: String?
  /// Runs that were made a second time by their token, for the self-check.
  public var repeated = 0
  /// The token of a run that came out otherwise the second time: the scenario hides a choice.
  public var unstable: String?
}
