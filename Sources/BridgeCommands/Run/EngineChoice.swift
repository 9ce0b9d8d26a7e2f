import BridgeBus
import BridgeEngine
import BridgeFindings

/// The engine of `run`, by the words of `--engine`.
enum EngineChoice: String, CaseIterable, Sendable {
  /// The message bus in memory.
  case headless
  /// A real engine.
  case webkit

  /// What plays scenarios on this engine.
  /// - Throws: `HostFailure` where the machine has no such engine.
  func player(_ console: Console) throws(HostFailure) -> ScenarioPlayer {
    switch self {
    case .headless: .headless
    case .webkit: .real(try HostPool(size: 2), console)
    }
  }
}

/// Plays scenarios, one behind another.
enum ScenarioPlayer {
  case headless
  /// The page of a scenario plays in the JavaScript of a real engine.
  case real(HostPool, Console)
  /// The same, with a page of somebody's in place of the scenario's.
  case page(LocalPage, Console)

  /// Why a token of an order does not fit, one line for each scenario that it does not fit.
  /// - Throws: `HostFailure` where the engine is gone.
  func misfits(
    _ items: [ScenarioSelection.Item], _ schedule: Schedule
  ) throws(HostFailure) -> [String] {
    var out: [String] = []
    for item in items {
      if let misfit = try play(item, schedule)?.misfit { out.append("\(item.label): \(misfit)") }
    }
    return out
  }

  /// Plays one scenario; nil if there is none of this name.
  /// - Throws: `HostFailure` where the engine is gone.
  func play(
    _ item: ScenarioSelection.Item, _ schedule: Schedule
  ) throws(HostFailure) -> ScenarioRunner.Outcome? {
    switch self {
    case .headless: return item.runner.run(item.name, schedule: schedule)
    case .real(let pool, let console):
      return try pool.play(item.label, tell: { console.note("warning: \($0)") }) {
        item.runner.run(item.name, on: $0)
      }
    case .page(let page, let console):
      return try Self.play(page, console) {
        item.runner.run(item.name, on: $0, page: page.url)
      }
    }
  }

  /// Plays a page on an engine of its own, and says what has no place in a trace.
  static func play(
    _ page: LocalPage, _ console: Console,
    _ body: (any RealEngine) -> ScenarioRunner.Outcome?
  ) throws(HostFailure) -> ScenarioRunner.Outcome? {
    let engine = try RealEngines.open(folder: page.folder)
    defer { engine.close() }
    var errors = PageErrorNotes()
    engine.onPageError = { errors.add($0) }
    let outcome = body(engine)
    engine.check()
    for note in errors.notes { console.note(note) }
    LocalPage.tell(of: engine, console)
    if let failure = engine.failure { throw failure }
    return outcome
  }
}

extension ScenarioRunner.Outcome {
  /// Whether the page did not load, or did not live: no matter of the contract.
  var isNotLoaded: Bool {
    findings.contains { $0.cause?.group == .load && $0.severity == .error }
  }
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
