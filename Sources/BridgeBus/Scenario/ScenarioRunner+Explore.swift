internal import BridgeContract
internal import BridgeFindings
internal import BridgeScript

extension ScenarioRunner {
  /// What walking through the orders of a scenario came to.
  public struct Explored: Sendable {
    /// The orders and what goes wrong in them; a failure is named by its cause.
    public var exploration: Exploration
    /// For each failure of the exploration the smallest run that has it.
    public var counterexamples: [Counterexample]
    /// Why the scenario could not be run, if so.
    public var problem: String?
  }

  /// A run with something wrong, made as small as it goes.
  public struct Counterexample: Sendable {
    /// The cause, or in words what is wrong with the run.
    public var failure: String
    /// What makes `run` take the same order with the same actions.
    public var token: String
    /// How that run comes out.
    public var outcome: Outcome
    /// How many actions of the scenario it does without.
    public var omitted: Int
  }

  /// Takes a scenario through every order that the engine permits, as far as the explorer's limit
  /// allows. An order is wrong if it comes out otherwise than the scenario says. Nil if there is no
  /// live scenario of this name. `progress` is told now and then how many runs were made.
  public func explore(
    _ name: String, _ explorer: Explorer = Explorer(),
    progress: @escaping (Int) -> Void = { _ in }
  ) -> Explored? {
    guard let scenario = contract.scenarios.first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
      case .live = scenario.form
    else { return nil }
    let program: ScenarioProgram
    do throws(ContractEncodingError) {
      program = try ScenarioProgram(scenario, contract: contract, set: set)
    } catch {
      return Explored(exploration: Exploration(), counterexamples: [], problem: "\(error)")
    }
    var explorer = explorer
    explorer.profile = profile
    explorer.faults.formUnion(program.faults)
    var exploration = explorer.explore(progress: progress) { program.observe(on: $0) }
    let shrinker = ScenarioShrinker(program: program, explorer: explorer)
    var counterexamples: [Counterexample] = []
    for index in exploration.failures.indices {
      let small = shrinker.shrink(exploration.failures[index], exploration)
      exploration.failures[index] = small.failure
      guard let schedule = Schedule(token: small.failure.token, slack: explorer.slack) else {
        continue
      }
      let outcome = program.run(on: HeadlessEngine(profile: profile, schedule: schedule))
      counterexamples.append(
        Counterexample(
          failure: small.failure.failure, token: small.failure.token, outcome: outcome,
          omitted: schedule.omitted.count))
    }
    return Explored(exploration: exploration, counterexamples: counterexamples)
  }
}
