/// Walks through the orders that an engine permits (ND1 to ND10) and collects what goes wrong.
///
/// ```swift
/// let exploration = Explorer().explore { engine in
///   let trace = play(on: engine)
///   return Observation(trace: trace, failure: trace.contains("lost") ? "lost" : nil)
/// }
/// print(exploration.runs, exploration.failures.first?.token ?? "clean in every order")
/// ```
///
/// The scenario is run again for every order, on an engine of its own; the two sides may know of
/// each other only by messages, or the reduction leaves out orders that differ.
public struct Explorer: Sendable {
  /// How the orders are walked through.
  public enum Mode: Sendable, Hashable {
    /// Every order, or as many as the limit allows.
    case exhaustive
    /// Every order with at most so many choices that are not the standard ones, fewest first.
    case bounded(Int)
    /// Orders drawn by seeds from this one on.
    case random(seed: UInt64)
    /// Every order where half of the limit is enough for that, else drawn ones for the other half.
    case automatic
  }

  /// How the orders are walked through.
  public var mode: Mode
  /// The most runs; those that are given up count.
  public var limit: Int
  /// Which engine is imitated.
  public var profile: EngineProfile
  /// Milliseconds by which a timer may be early against what is ready, as in `Schedule`.
  public var slack: Double
  /// What may go wrong, one of it in a run.
  public var faults: Set<Fault>
  /// Whether of orders that differ only in steps that do not see each other one is enough.
  public var reduces: Bool
  /// Actions that are left out.
  package var omitted: Set<Int> = []

  /// An explorer.
  public init(
    mode: Mode = .automatic, limit: Int = 10_000, profile: EngineProfile = .apple,
    slack: Double = 5, faults: Set<Fault> = [], reduces: Bool = true
  ) {
    self.mode = mode
    self.limit = limit
    self.profile = profile
    self.slack = slack
    self.faults = faults
    self.reduces = reduces
  }

  /// Walks through the orders of a scenario, shrinks what it finds, and checks itself by running
  /// some orders twice. `progress` is told now and then how many runs were made.
  public func explore(
    progress: @escaping (Int) -> Void = { _ in },
    _ scenario: @escaping (HeadlessEngine) -> Observation
  ) -> Exploration {
    var walk = Walk(self, scenario, progress)
    let standard = walk.run(schedule(.replay([]))).seen
    if walk.isOver(standard, []) { return walk.exploration }
    walk.exploration.failsInStandardOrder = standard.failure != nil
    switch mode {
    case .exhaustive: walk.exhaust(until: limit)
    case .bounded(let deviations): walk.bound(deviations)
    case .random(let seed): walk.draw(from: seed, until: limit)
    case .automatic:
      walk.exhaust(until: limit - limit / 2)
      if !walk.exploration.isComplete, walk.exploration.endless == nil {
        walk.draw(from: 1, until: limit)
      }
    }
    walk.shrink()
    return walk.exploration
  }

  /// The schedule of a mode under this explorer's faults and omissions.
  func schedule(_ mode: Schedule.Mode) -> Schedule {
    var schedule = Schedule(mode, slack: slack)
    schedule.faults = faults
    schedule.omitted = omitted
    return schedule
  }

  /// Runs one order again, by its choices.
  func observe(_ choices: [Int], _ scenario: (HeadlessEngine) -> Observation) -> Observation {
    scenario(HeadlessEngine(profile: profile, schedule: schedule(.replay(choices))))
  }
}

/// An exploration that is under way.
private struct Walk {
  let explorer: Explorer
  let scenario: (HeadlessEngine) -> Observation
  let progress: (Int) -> Void
  var exploration = Exploration()
  private var hashes: Set<UInt64> = []
  /// The choices of the first run of each failure.
  private var found: [String: [Int]] = [:]

  init(
    _ explorer: Explorer, _ scenario: @escaping (HeadlessEngine) -> Observation,
    _ progress: @escaping (Int) -> Void
  ) {
    self.explorer = explorer
    self.scenario = scenario
    self.progress = progress
  }

  func run(
    _ schedule: Schedule, guide: (any ScheduleGuide)? = nil
  ) -> (seen: Observation, engine: HeadlessEngine) {
    let engine = HeadlessEngine(profile: explorer.profile, schedule: schedule, guide: guide)
    return (scenario(engine), engine)
  }

  /// Whether a run that did not come to an end ends the walk: the next one would take as long.
  mutating func isOver(_ seen: Observation, _ choices: [Int]) -> Bool {
    guard seen.isEndless else { return false }
    exploration.runs += 1
    exploration.endless = explorer.schedule(.standard).token(of: choices)
    exploration.endlessReason = seen.failure
    return true
  }

  /// Notes what a run showed; now and then runs it again.
  private mutating func note(_ seen: Observation, _ choices: [Int]) {
    exploration.runs += 1
    if exploration.runs % 256 == 0 { progress(exploration.runs) }
    hashes.insert(seen.hash)
    exploration.traces = hashes.count
    var isFirst = false
    if let failure = seen.failure {
      exploration.failing += 1
      if found[failure] == nil {
        found[failure] = choices
        isFirst = true
        exploration.failures.append(
          .init(
            failure: failure, token: "", deviations: 0, events: seen.events,
            foundAfter: exploration.runs, count: 0))
      }
      for index in exploration.failures.indices
      where exploration.failures[index].failure == failure {
        exploration.failures[index].count += 1
      }
    }
    if isFirst || exploration.runs <= 16 || exploration.runs % 64 == 0 {
      exploration.repeated += 1
      if explorer.observe(choices, scenario).hash != seen.hash, exploration.unstable == nil {
        exploration.unstable = explorer.schedule(.standard).token(of: choices)
      }
    }
  }

  mutating func exhaust(until limit: Int) {
    let search = SleepSetSearch(reduces: explorer.reduces)
    repeat {
      if exploration.runs + exploration.pruned >= limit { return }
      search.begin()
      let (seen, engine) = run(explorer.schedule(.replay([])), guide: search)
      if search.isGivenUp {
        exploration.pruned += 1
      } else {
        if isOver(seen, engine.chooser.taken) { return }
        note(seen, engine.chooser.taken)
      }
    } while search.advance()
    exploration.isComplete = true
  }

  mutating func bound(_ deviations: Int) {
    var level: [[Int]] = [[]]
    for depth in 0...max(0, deviations) {
      var next: [[Int]] = []
      for prefix in level {
        if exploration.runs >= explorer.limit { return }
        let (seen, engine) = run(explorer.schedule(.replay(prefix)))
        if isOver(seen, engine.chooser.taken) { return }
        note(seen, engine.chooser.taken)
        guard depth < deviations else { continue }
        let choices = engine.chooser.choices
        for place in prefix.count..<max(prefix.count, choices.count) {
          for option in 1..<choices[place].options.count {
            next.append(
              prefix + Array(repeating: 0, count: place - prefix.count) + [option])
          }
        }
      }
      level = next
    }
    exploration.isComplete = true
  }

  mutating func draw(from first: UInt64, until limit: Int) {
    var seed = first
    while exploration.runs + exploration.pruned < limit {
      let (seen, engine) = run(explorer.schedule(.random(seed)))
      if isOver(seen, engine.chooser.taken) { return }
      note(seen, engine.chooser.taken)
      seed &+= 1
    }
  }

  mutating func shrink() {
    for index in exploration.failures.indices {
      let failure = exploration.failures[index].failure
      guard let choices = found[failure] else { continue }
      let small = Shrinker(explorer: explorer, scenario: scenario).shrink(choices, failure)
      exploration.failures[index].token = explorer.schedule(.standard).token(of: small.choices)
      exploration.failures[index].deviations = small.choices.count { $0 != 0 }
      exploration.failures[index].events = small.events
    }
  }
}
