/// Leaves out what a failing run of a scenario does not need: first choices, then actions.
struct ScenarioShrinker {
  let program: ScenarioProgram
  let explorer: Explorer

  /// Runs that looking for one smaller scenario may take.
  private static let effort = 400

  /// The failure with as few actions as it needs.
  ///
  /// Where the standard order is fine, so must it be in what is left: else the smaller scenario would
  /// fail for a reason of its own, as a request does whose answer was left out. Where it is not,
  /// nothing tells the two apart, and every action stays.
  func shrink(
    _ failure: Exploration.Failure, _ exploration: Exploration
  ) -> (failure: Exploration.Failure, omitted: Set<Int>) {
    guard failure.deviations > 0, !exploration.failsInStandardOrder, exploration.endless == nil
    else { return (failure, []) }
    var best = failure
    var omitted: Set<Int> = []
    for number in (0..<program.actionCount).reversed() {
      var smaller = explorer
      smaller.omitted = omitted.union([number])
      smaller.limit = Self.effort
      guard let found = find(failure.failure, smaller), found.events <= best.events else {
        continue
      }
      best.token = found.token
      best.events = found.events
      best.deviations = found.deviations
      omitted.insert(number)
    }
    return (best, omitted)
  }

  private func find(_ failure: String, _ explorer: Explorer) -> Exploration.Failure? {
    if program.observe(on: engine(explorer)).failure != nil { return nil }
    for mode in [Explorer.Mode.bounded(1), .automatic] {
      var explorer = explorer
      explorer.mode = mode
      let seen = explorer.explore { program.observe(on: $0) }
      if seen.failsInStandardOrder || seen.endless != nil { return nil }
      if let found = seen.failures.first(where: { $0.failure == failure }) { return found }
    }
    return nil
  }

  private func engine(_ explorer: Explorer) -> HeadlessEngine {
    HeadlessEngine(profile: explorer.profile, schedule: explorer.schedule(.replay([])))
  }
}
