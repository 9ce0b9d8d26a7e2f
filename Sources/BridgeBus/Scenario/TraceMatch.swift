internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Holds the lines of a run, as they come, against those of another engine.
final class TraceMatch {
  let wanted: [TraceLine]
  private var wantedNumbers: [Int] = []
  private let unobserved: Set<String>
  /// Lines of the run that were looked at, and lines of the other engine that they stand for.
  private var seen = 0
  private(set) var reached = 0
  private var differs = false
  /// Calls of native in the run that are not over.
  var open: [Int] = []
  /// The wanted line of each line of the run; nil of those that are missing there.
  var places: [Int?] = []
  /// Causes of the lines that are missing there.
  private(set) var missing: Set<String> = []
  /// Bodies that are equal have one number.
  private var numbers: [[UInt8]: Int] = [:]
  private var bodies: [JSONDocument?] = []
  /// How far the wanted lines have come with those that are on their way to native.
  private(set) var produced = 0
  /// The last thing on its way that was looked at.
  private var lastStamp = -1
  /// What came that is not wanted, in words.
  private var mismatch: String?
  /// What is guessed where nothing tells.
  let guess: Guess
  /// The last wanted line that tells of something that loses what is on its way.
  private let lastLoss: Int
  let lastTermination: Int
  /// The last wanted line with which a process or the view ends.
  let lastEnd: Int

  init(_ wanted: [TraceLine], _ unobserved: Set<String>, guess: Guess) {
    self.guess = guess
    self.wanted = wanted
    self.unobserved = unobserved
    let losses: Set<String> = [
      Event.handlerRemoved.rawValue, Event.processTerminated.rawValue, Event.teardown.rawValue,
    ]
    lastLoss = wanted.lastIndex { $0.event.map(losses.contains) ?? false } ?? -1
    lastTermination =
      wanted.lastIndex { $0.event == Event.processTerminated.rawValue } ?? -1
    lastEnd = max(
      lastTermination, wanted.lastIndex { $0.event == Event.teardown.rawValue } ?? -1)
    wantedNumbers = wanted.map { number(of: $0.body) }
  }

  func begin() {
    seen = 0
    reached = 0
    differs = false
    open.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    missing.removeAll()
    produced = 0
    lastStamp = -1
    mismatch = nil
  }

  /// What the run lacks: lines that it has not said, and causes that did not come out.
  func rest(_ lines: [TraceLine]) -> Int {
    var count = wanted.count - produced
    for (line, place) in zip(lines, places) {
      if let place, !isJudgedAlike(line, wanted[place]) { count += 2 }
    }
    return count
  }

  /// Where a run leaves the wanted one, in words.
  func difference(_ run: ScenarioRun, _ engine: HeadlessEngine) -> String {
    if let mismatch { return mismatch }
    for (line, place) in zip(run.lines, places) {
      if let place, !isJudgedAlike(line, wanted[place]) {
        return "line \(place + 1) as \(String(decoding: line.json, as: UTF8.self))"
      }
    }
    if seen > places.count { return String(decoding: run.lines[seen - 1].json, as: UTF8.self) }
    return run.problem ?? (engine.isGivenUp ? "another cause" : "the end")
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

  // MARK: What is on its way

  /// Whether the lines so far, and those that are on their way to native, are a beginning of the
  /// wanted ones.
  func agrees(_ run: ScenarioRun, _ engine: HeadlessEngine) -> Bool {
    guard agrees(run.lines) else { return false }
    // Until then anything on its way may be lost.
    guard reached > lastLoss else {
      produced = reached
      return true
    }
    produced = max(produced, reached)
    guard let last = engine.toNative.last, last.stamp > lastStamp else { return true }
    for outgoing in engine.toNative.all where outgoing.stamp > lastStamp {
      lastStamp = outgoing.stamp
      if !comes(outgoing.content, run, engine) {
        differs = true
        return false
      }
    }
    return true
  }

  /// Takes something that native will be told: whether the next wanted line of the page is that.
  private func comes(
    _ content: HeadlessEngine.Outgoing.Content, _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Bool {
    switch content {
    case .policy(let navigation):
      guard navigation.isFromPage, !run.port.pages.contains(navigation.url),
        let channel = run.port.navigationChannel(navigation.url)
      else { return true }
      let key = run.set.channels[channel].channel.key
      return takes("a navigation") { $0.direction == Side.web.direction && $0.channel == key }
    case .dialog: return takes("a dialog") { $0.direction == Side.web.direction }
    case .post(let post):
      let registration = post.registration
      let key = HeadlessEngine.HandlerKey(world: registration.world, name: registration.name)
      guard engine.registrations[key] === registration,
        let channel = run.port.handlerChannel(registration.name)
      else { return true }
      let body = post.body.json
      let name = run.set.channels[channel].channel.key
      return takes("a message \(String(decoding: body, as: UTF8.self))") {
        $0.direction == Side.web.direction && $0.channel == name
          && number(of: $0.body) == number(of: body)
      }
    case .report(let report): return comes(report, run)
    }
  }

  private func comes(_ report: EngineReport, _ run: ScenarioRun) -> Bool {
    func event(_ event: Event) -> Bool {
      takes(event.rawValue) { $0.event == event.rawValue }
    }
    switch report {
    case .started: return event(.loadStarted)
    case .committed: return event(.loadCommitted)
    case .finished: return event(.loadFinished)
    case .failed: return event(.loadFailed)
    case .handlerMissing(let name, _):
      return run.port.handlerChannel(name) == nil
        || takes("a message without a handler") { $0.cause == Cause.handlerMissing.id }
    case .completion(let call, let result):
      if case .poll(let channel)? = run.port.calls[call], case .success(let value) = result,
        value.kind != .undefined, value.kind != .null
      {
        let key = run.set.channels[channel].channel.key
        return takes("what was polled") {
          $0.direction == Side.web.direction && $0.channel == key
        }
      }
      guard case .body(let line, _, let answer)? = run.port.calls[call],
        places.indices.contains(line), let place = places[line]
      else { return true }
      if case .failure(let failure) = result {
        // What follows from a handler that is not there is known when native has heard of that.
        guard failure.kind != .unsupportedResult, !failure.refusedCorrelation,
          !failure.isForMissingHandler
        else { return true }
        let cause = run.port.cause(of: failure, line)?.id ?? run.lines[line].cause
        if cause == wanted[place].cause { return true }
        mismatch = "line \(place + 1) with the cause \(cause ?? "none"): \(failure.message)"
        return false
      }
      if run.lines[line].cause != wanted[place].cause {
        mismatch = "line \(place + 1) with the cause \(run.lines[line].cause ?? "none")"
        return false
      }
      guard let answer, run.lines[line].cause == nil else { return true }
      return takes("the answer to call \(answer.call)") {
        $0.answers == answer.call && $0.isAnswerOfPage
      }
    case .terminated, .dropped, .message, .dialog, .fault: return true
    }
  }

  /// Goes on behind the next wanted line that the page brings, if it is this one.
  private func takes(_ words: String, _ isWanted: (TraceLine) -> Bool) -> Bool {
    var place = produced
    while place < wanted.count, isOwnOfNative(wanted[place]) { place += 1 }
    guard place < wanted.count, isWanted(wanted[place]) else {
      mismatch = words
      return false
    }
    produced = place + 1
    return true
  }

  /// Lets calls fail whose promises the other engine's page collected (R26).
  func collect(_ run: ScenarioRun, _ engine: HeadlessEngine) {
    let calls = engine.collectableCalls.filter { call in
      guard case .body(let line, let channel, _)? = run.port.calls[call],
        run.set.channels[channel].channel.via == .callAsync, places.indices.contains(line),
        let place = places[line]
      else { return false }
      return wanted[place].cause == Cause.webRejected.id
    }
    guard !calls.isEmpty, !engine.isGivenUp else { return }
    for call in calls { engine.collectPromise(of: call) }
    engine.run(until: .greatestFiniteMagnitude)
  }

  /// Whether the lines are the wanted ones, causes included.
  func isWhole(_ lines: [TraceLine]) -> Bool {
    guard agrees(lines), reached == wanted.count else { return false }
    return zip(lines, places).allSatisfy { line, place in
      place.map { isJudgedAlike(line, wanted[$0]) } ?? true
    }
  }

  // MARK: One line

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
