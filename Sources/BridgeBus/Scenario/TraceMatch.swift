internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Holds the lines of a run, as they come, against those of another engine.
final class TraceMatch {
  private let wanted: [TraceLine]
  private var wantedNumbers: [Int] = []
  private let unobserved: Set<String>
  /// Lines of the run that were looked at, and lines of the other engine that they stand for.
  private var seen = 0
  private(set) var reached = 0
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
  /// How far the wanted lines have come with those that are on their way to native.
  private(set) var produced = 0
  /// The last thing on its way that was looked at.
  private var lastStamp = -1
  /// What came that is not wanted, in words.
  private var mismatch: String?
  /// Whether a call whose answer is not wanted next is thought to run later, too.
  var delaysAnswers = false
  /// Whether a new document is thought to wait for the commands that are on their way to the old one.
  var delaysCommits = false
  /// The last wanted line that tells of something that loses what is on its way.
  private let lastLoss: Int
  private let lastTermination: Int

  init(_ wanted: [TraceLine], _ unobserved: Set<String>) {
    self.wanted = wanted
    self.unobserved = unobserved
    let losses: Set<String> = [
      Event.handlerRemoved.rawValue, Event.processTerminated.rawValue, Event.teardown.rawValue,
    ]
    lastLoss = wanted.lastIndex { $0.event.map(losses.contains) ?? false } ?? -1
    lastTermination =
      wanted.lastIndex { $0.event == Event.processTerminated.rawValue } ?? -1
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

  // MARK: What leads there

  /// The step that leads to the next wanted line, where that can be told from what native is about to
  /// take and who says the line; else the standard one.
  func preferred(
    _ steps: [ScheduleStep], _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Int {
    guard reached < wanted.count else { return 0 }
    let next = wanted[reached]
    let timer = steps.firstIndex(of: .nativeTimer)
    if timer != nil, isOwnOfNative(next), hasToComplete(run) {
      // Before its process may end: native takes what there is, then the page goes on.
      if let native = steps.firstIndex(of: .native) { return native }
      if let command = steps.firstIndex(of: .command) { return command }
    }
    if let first = engine.toNative.first, let native = steps.firstIndex(of: .native) {
      let isFitting = isFitting(first.content, next)
      if isFitting == true {
        let command = steps.firstIndex(of: .command)
        return command != nil && answersBehindEnd(run, engine) ? command ?? native : native
      }
      if isOwnOfNative(next), let timer { return timer }
      if isFitting == nil { return native }
    } else if isOwnOfNative(next), let timer {
      return timer
    }
    return ofPage(steps, run, engine) ?? 0
  }

  /// Whether native ends the view on what it takes next, and hears the answer to a call behind that
  /// which the page has not taken yet.
  private func answersBehindEnd(_ run: ScenarioRun, _ engine: HeadlessEngine) -> Bool {
    var end = reached + 1
    while end < wanted.count, isOwnOfNative(wanted[end]),
      wanted[end].event != Event.teardown.rawValue
    { end += 1 }
    guard end < wanted.count, wanted[end].event == Event.teardown.rawValue else { return false }
    return engine.toPage.all.contains { command in
      guard case .callAsync(let name, _, _, _) = command.content,
        case .body(_, _, let answer?)? = run.port.calls[name]
      else { return false }
      return wanted[end...].contains { $0.isAnswerOfPage && $0.answers == answer.call }
    }
  }

  /// Whether a call is open that comes to its end on the other engine, and not with the process that
  /// will end there.
  private func hasToComplete(_ run: ScenarioRun) -> Bool {
    guard lastTermination >= reached else { return false }
    return open.contains { line in
      guard let place = places[line], run.lines[line].call == nil else { return false }
      return wanted[place].cause != Cause.processTerminated.id
    }
  }

  /// The page's step: a navigation waits where something of the old document is wanted first, and so
  /// it does for a command that is to run there.
  private func ofPage(
    _ steps: [ScheduleStep], _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Int? {
    var place = produced
    while place < wanted.count, isOwnOfNative(wanted[place]) { place += 1 }
    let next = place < wanted.count ? wanted[place] : nil
    let isStarting = next?.event == Event.loadStarted.rawValue
    func navigates(_ step: ScheduleStep) -> Bool {
      switch step {
      case .task: engine.tasks.contains(where: \.isNavigation)
      case .command: engine.toPage.first?.navigates == true
      default: false
      }
    }
    func isTooEarly(_ step: ScheduleStep) -> Bool {
      step == .commit
        ? next?.event != Event.loadCommitted.rawValue || isForOldPage(run, engine)
        : next?.event == nil && navigates(step)
    }
    let own = steps.indices.filter { ![.native, .nativeTimer, .request].contains(steps[$0]) }
    if steps.contains(.commit), let command = steps.firstIndex(of: .command),
      isForOldPage(run, engine)
    {
      return command
    }
    if let next, let command = steps.firstIndex(of: .command), brings(next, run, engine) {
      return command
    }
    if isStarting, let first = own.first(where: { navigates(steps[$0]) }) { return first }
    let free = own.filter { !isTooEarly(steps[$0]) }
    if delaysCommits, steps.contains(.commit), let command = steps.firstIndex(of: .command),
      engine.toPage.first?.navigates == false
    {
      return command
    }
    if delaysAnswers, let next, next.event == nil, answersLater(than: next, run, engine),
      let other = free.first(where: { steps[$0] != .command })
    {
      return other
    }
    return free.first ?? own.first
  }

  /// Whether the next command is a call whose answer is wanted, but another line before it.
  private func answersLater(
    than line: TraceLine, _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Bool {
    guard case .callAsync(let name, _, _, _)? = engine.toPage.first?.content,
      case .body(let place, _, let answer?)? = run.port.calls[name], run.lines[place].cause == nil
    else { return false }
    return line.answers != answer.call
  }

  /// Whether the line is the answer to a call that waits among the commands, with nothing before it
  /// that begins a navigation.
  private func brings(_ line: TraceLine, _ run: ScenarioRun, _ engine: HeadlessEngine) -> Bool {
    guard line.isAnswerOfPage, let wanted = line.answers else { return false }
    for command in engine.toPage.all {
      if command.navigates { return false }
      guard case .callAsync(let name, _, _, _) = command.content,
        case .body(_, _, let answer?)? = run.port.calls[name]
      else { continue }
      if answer.call == wanted { return true }
    }
    return false
  }

  /// Whether the next command is a call that comes out as wanted in the old document and not in the
  /// one that is about to be committed.
  private func isForOldPage(_ run: ScenarioRun, _ engine: HeadlessEngine) -> Bool {
    let name: String
    switch engine.toPage.first?.content {
    case .evaluate(let call, _, _), .callAsync(let call, _, _, _): name = call
    default: return false
    }
    guard case .body(let line, _, _)? = run.port.calls[name], places.indices.contains(line),
      let place = places[line], let navigation = engine.navigation
    else { return false }
    let isLost = wanted[place].cause.map(Self.causesOfNoPage.contains) ?? false
    let isOldPage = run.halves[engine.document.number] != nil
    let isNewPage = navigation.url == run.url
    return isLost ? !isOldPage && isNewPage : isOldPage && !isNewPage
  }

  /// The way that leads to the next wanted line of the page: a call completes at once where its answer
  /// is next.
  func preferredWay(_ ways: [ScheduleStep], _ run: ScenarioRun, _ engine: HeadlessEngine) -> Int {
    guard agrees(run, engine), reached < wanted.count else { return 0 }
    if case .arrives(let call)? = ways.first {
      guard case .body(_, _, let answer?)? = run.port.calls[call] else { return 0 }
      return wanted[reached...].contains { $0.isAnswerOfPage && $0.answers == answer.call } ? 0 : 1
    }
    if ways == [.native, .nativeTimer] { return isOwnOfNative(wanted[reached]) ? 1 : 0 }
    if let navigation = engine.navigation, navigation.isFromPage, navigation.provisional == nil,
      engine.settling == nil, engine.microtasks.isEmpty
    {
      var place = produced
      while place < wanted.count, isOwnOfNative(wanted[place]) { place += 1 }
      return place < wanted.count && wanted[place].event == nil ? 1 : 0
    }
    guard ways == [.reactNow, .reactLater], let call = engine.settling,
      case .body(_, _, let answer?)? = run.port.calls[call]
    else { return 0 }
    var place = produced
    while place < wanted.count, isOwnOfNative(wanted[place]) { place += 1 }
    return place < wanted.count && wanted[place].answers == answer.call ? 0 : 1
  }

  /// What becomes of a call in a document that is not the page.
  private static let causesOfNoPage: Set<String> = [
    Cause.functionMissing.id, Cause.webNotObserved.id,
  ]

  /// Whether native says the line by itself or in a turn of its own.
  private func isOwnOfNative(_ line: TraceLine) -> Bool {
    if let event = line.event { return Self.eventsOfNative.contains(event) }
    return line.direction == Side.native.direction || (line.answers != nil && !line.isAnswerOfPage)
  }

  private static let eventsOfNative: Set<String> = [
    Event.handlerRegistered.rawValue, Event.handlerRemoved.rawValue, Event.teardown.rawValue,
  ]

  /// Whether what native takes next brings this line; nil where it brings none.
  private func isFitting(
    _ content: HeadlessEngine.Outgoing.Content, _ line: TraceLine
  ) -> Bool? {
    switch content {
    case .policy: return nil
    case .post, .dialog, .report(.handlerMissing), .report(.dropped), .report(.message),
      .report(.dialog):
      return line.direction == Side.web.direction
    case .report(.started): return line.event == Event.loadStarted.rawValue
    case .report(.committed): return line.event == Event.loadCommitted.rawValue
    case .report(.finished): return line.event == Event.loadFinished.rawValue
    case .report(.failed): return line.event == Event.loadFailed.rawValue
    case .report(.terminated): return line.event == Event.processTerminated.rawValue
    case .report(.completion), .report(.fault): return line.answers != nil ? true : nil
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
