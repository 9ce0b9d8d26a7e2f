internal import BridgeContract

extension ScenarioRunner {
  /// An order of the headless engine in which it says what another engine said.
  package struct Agreement {
    /// What makes `run` take this order; `-` is the usual one.
    package var token: String
    /// Causes of lines that the other engine lacks: it cannot observe what they tell.
    package var unobserved: Set<String>
    /// Runs that it took to find it.
    package var runs: Int
  }

  /// How much may be tried.
  package struct Effort {
    /// Runs with each guess.
    package var limit: Int
    /// Whether it has taken long enough.
    package var isOver: () -> Bool

    package init(limit: Int = 1000, isOver: @escaping () -> Bool = { false }) {
      self.limit = limit
      self.isOver = isOver
    }
  }

  /// Looks for an order that the rules permit (ND1 to ND10) in which this scenario comes out as on
  /// another engine, but for times and the order of keys, which no rule fixes. Nil where there is
  /// none, or none was found with that effort.
  ///
  /// `unobserved` names causes of what the page said and no real engine tells: lines with one of them
  /// may be missing on the other side, and nothing else may. `slack`: milliseconds by which timers of
  /// the page and of native may be early or late against all that is ready (ND1).
  package func agreement(
    _ name: String, with other: Outcome, unobserved: Set<String> = [], slack: Double = 1000,
    effort: Effort = Effort()
  ) -> Agreement? {
    search(name, other, unobserved, slack, effort).agreement
  }

  /// How many of the other engine's lines come out in one order or another, at most, and with what
  /// those orders go on: lines, or causes that stand on none of the other's.
  package func shortfall(
    _ name: String, with other: Outcome, unobserved: Set<String> = [], slack: Double = 1000,
    effort: Effort = Effort()
  ) -> (lines: Int, instead: [String]) {
    let found = search(name, other, unobserved, slack, effort)
    return (found.lines, found.instead.sorted())
  }

  private func search(
    _ name: String, _ other: Outcome, _ unobserved: Set<String>, _ slack: Double,
    _ effort: Effort
  ) -> (agreement: Agreement?, lines: Int, instead: Set<String>) {
    guard let program = program(name) else { return (nil, 0, []) }
    var best: (agreement: Agreement?, lines: Int, instead: Set<String>) = (nil, 0, [])
    for guess in TraceMatch.Guess.all {
      let found = search(program, other, unobserved, slack, effort, guess)
      if found.agreement != nil { return found }
      if found.lines > best.lines { best = found }
    }
    return best
  }

  private func search(
    _ program: ScenarioProgram, _ other: Outcome, _ unobserved: Set<String>, _ slack: Double,
    _ effort: Effort, _ guess: TraceMatch.Guess
  ) -> (agreement: Agreement?, lines: Int, instead: Set<String>) {
    let match = TraceMatch(other.lines, unobserved, guess: guess)
    let search = OrderSearch(takesBothEnds: guess.doubtsBeginnings)
    var token = ""
    var furthest = 0
    var instead: Set<String> = []
    let isFound = search.find(
      profile, slack: slack, limit: effort.limit, isOver: effort.isOver
    ) { engine in
      let run = ScenarioRun(program, engine: engine)
      match.begin()
      search.agrees = { [unowned run, unowned engine] in match.agrees(run, engine) }
      search.prefers = { [unowned run, unowned engine] in
        match.preferred($0, late: $1, run, engine)
      }
      search.prefersWay = { [unowned run, unowned engine] in
        match.preferredWay($0, run, engine)
      }
      run.run()
      search.agrees = { true }
      search.prefers = { _, _ in 0 }
      search.prefersWay = { _ in 0 }
      match.collect(run, engine)
      let isWhole = !engine.isGivenUp && run.problem == other.problem && match.isWhole(run.lines)
      token = engine.token
      if isWhole { return nil }
      if match.produced > furthest { (furthest, instead) = (match.produced, []) }
      if match.produced == furthest { instead.insert(match.difference(run, engine)) }
      return match.rest(run.lines)
    }
    guard isFound else { return (nil, furthest, instead) }
    return (
      Agreement(token: token, unobserved: match.missing, runs: search.runs), furthest, instead
    )
  }
}
