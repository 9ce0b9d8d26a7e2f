import BridgeBus

/// The engine of `run`, by the words of `--engine`.
enum EngineChoice: String, CaseIterable, Sendable {
  /// The message bus in memory.
  case headless
  /// A real engine.
  case webkit

  /// Plays one scenario on this engine; nil where this build has no such engine.
  ///
  /// What an engine has to offer is `BridgeBus.Engine`; one that is not the headless one plays the
  /// page of the scenario in its own JavaScript and gives back the same outcome.
  func play(_ item: ScenarioSelection.Item, _ schedule: Schedule) -> ScenarioRunner.Outcome? {
    switch self {
    case .headless: item.runner.run(item.name, schedule: schedule)
    case .webkit: nil
    }
  }

  /// Whether this build has it, on this machine.
  var isThere: Bool { self == .headless }
}

/// The words of `--profile`.
enum ProfileChoice: String, CaseIterable, Sendable {
  case apple, gtk

  var profile: EngineProfile { self == .apple ? .apple : .gtk }
}

/// The options that `run` and `explore` share.
enum RunOptions {
  static let profile = Option.choice(
    "profile", ProfileChoice.self, "whose engine is imitated (default: apple)")
  static let trace = Option.text(
    "trace", "PATH", "write the lines of the trace, which validate reads; - for the output",
    completion: .files)
}
