internal import BridgeContract
internal import BridgeJSON

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

  /// Looks for an order that the rules permit (ND1 to ND10) in which this scenario comes out as on
  /// another engine, but for times and the order of keys, which no rule fixes. Nil where there is
  /// none, or none was found within `limit` runs.
  ///
  /// `unobserved` names causes of what the page said and no real engine tells: lines with one of them
  /// may be missing on the other side, and nothing else may. `slack`: milliseconds by which timers of
  /// the page and of native may be early or late against all that is ready (ND1).
  package func agreement(
    _ name: String, with other: Outcome, unobserved: Set<String> = [], slack: Double = 1000,
    limit: Int = 1000
  ) -> Agreement? {
    guard let program = program(name) else { return nil }
    let match = TraceMatch(other.lines, unobserved)
    let search = OrderSearch()
    var token = ""
    let isFound = search.find(profile, slack: slack, limit: limit) { engine in
      let run = ScenarioRun(program, engine: engine)
      match.begin()
      search.agrees = { [unowned run] in match.agrees(run.lines) }
      run.run()
      search.agrees = { true }
      let isWhole = !engine.isGivenUp && run.problem == other.problem && match.isWhole(run.lines)
      token = engine.token
      return isWhole ? nil : match.rest(run.lines)
    }
    guard isFound else { return nil }
    return Agreement(token: token, unobserved: match.missing, runs: search.runs)
  }
}

/// Holds the lines of a run, as they come, against those of another engine.
private final class TraceMatch {
  private let wanted: [TraceLine]
  private var wantedNumbers: [Int] = []
  private let unobserved: Set<String>
  /// Lines of the run that were looked at, and lines of the other engine that they stand for.
  private var seen = 0
  private var reached = 0
  private var differs = false
  /// Calls of native in the run that are not over.
  private var open: [Int] = []
  /// The wanted line of each line of the run; nil of those that are missing there.
  private var places: [Int?] = []
  /// Causes of the lines that are missing there.
  private(set) var missing: Set<String> = []
  /// Bodies that are equal have one number.
  private var numbers: [[UInt8]: Int] = [:]
  private var bodies: [JSONDocument?] = []

  init(_ wanted: [TraceLine], _ unobserved: Set<String>) {
    self.wanted = wanted
    self.unobserved = unobserved
    wantedNumbers = wanted.map { number(of: $0.body) }
  }

  func begin() {
    seen = 0
    reached = 0
    differs = false
    open.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    missing.removeAll()
  }

  /// What the run lacks: lines that it has not said, and causes that did not come out.
  func rest(_ lines: [TraceLine]) -> Int {
    var count = wanted.count - reached
    for (line, place) in zip(lines, places) {
      if let place, !isJudgedAlike(line, wanted[place]) { count += 2 }
    }
    return count
  }

  private func isJudgedAlike(_ line: TraceLine, _ other: TraceLine) -> Bool {
    line.cause == other.cause && line.isRefused == other.isRefused
  }

  /// Whether the lines so far are a beginning of the wanted ones; causes may still be noted.
  func agrees(_ lines: [TraceLine]) -> Bool {
    while !differs, seen < lines.count {
      let line = lines[seen]
      seen += 1
      if reached < wanted.count, isSame(line, reached) {
        if line.direction == Side.native.direction { open.append(places.count) }
        places.append(reached)
        reached += 1
      } else if let cause = line.cause, unobserved.contains(cause),
        line.direction == Side.web.direction
      {
        places.append(nil)
        missing.insert(cause)
      } else {
        differs = true
      }
    }
    // A call that came out otherwise than the other engine's will not change.
    open.removeAll { line in
      guard lines[line].isOver, let place = places[line] else { return false }
      if !isJudgedAlike(lines[line], wanted[place]) { differs = true }
      return true
    }
    return !differs
  }

  /// Whether the lines are the wanted ones, causes included.
  func isWhole(_ lines: [TraceLine]) -> Bool {
    guard agrees(lines), reached == wanted.count else { return false }
    return zip(lines, places).allSatisfy { line, place in
      place.map { isJudgedAlike(line, wanted[$0]) } ?? true
    }
  }

  private func isSame(_ line: TraceLine, _ place: Int) -> Bool {
    let other = wanted[place]
    return line.direction == other.direction && line.channel == other.channel
      && line.event == other.event && line.call == other.call && line.answers == other.answers
      && line.error == other.error && (line.cause == nil || line.cause == other.cause)
      && number(of: line.body) == wantedNumbers[place]
  }

  private func number(of body: [UInt8]?) -> Int {
    guard let body else { return -1 }
    if let known = numbers[body] { return known }
    let document = try? JSONDocument(body, limits: .traffic, skipsBOM: false)
    let same = bodies.firstIndex { other in
      guard let document, let other else { return false }
      return JSONEquality.equal(document.root.cursor, other.root.cursor)
    }
    if same == nil { bodies.append(document) }
    let number = same ?? bodies.count - 1
    numbers[body] = number
    return number
  }
}
