internal import BridgeContract
internal import BridgeFindings

// What leads to the wanted lines: which of the steps that an engine can take next.

extension TraceMatch {
  /// What is guessed where nothing tells. What is right for one scenario is wrong for another.
  struct Guess {
    /// Whether a call whose answer is not wanted next is thought to run later, too.
    var delaysAnswers = false
    /// Whether a new document is thought to wait for the commands that are on their way to the old one.
    var delaysCommits = false
    /// Whether the choice that was wrong is looked for among the first ones too.
    var doubtsBeginnings = false

    /// Whether timers that native set in one turn are thought to fire one right behind the other.
    var firesTogether = false

    /// All of them, the best first.
    static let all = [
      Guess(doubtsBeginnings: true), Guess(delaysAnswers: true, doubtsBeginnings: true),
      Guess(), Guess(delaysAnswers: true), Guess(doubtsBeginnings: true, firesTogether: true),
      Guess(delaysCommits: true, doubtsBeginnings: true),
      Guess(delaysAnswers: true, delaysCommits: true, doubtsBeginnings: true),
    ]
  }

  /// The step that leads to the next wanted line, where that can be told from what native is about to
  /// take and who says the line; else the standard one.
  func preferred(
    _ steps: [ScheduleStep], late: Set<ScheduleStep>, _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Int {
    guard reached < wanted.count else { return 0 }
    let next = wanted[reached]
    let timer = steps.firstIndex(of: .nativeTimer)
    if guess.firesTogether, let timer, engine.isTimerFollowing { return timer }
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
    return ofPage(steps, late, run, engine) ?? 0
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
      guard let call = answered(by: command, run) else { return false }
      return wanted[end...].contains { $0.isAnswerOfPage && $0.answers == call }
    }
  }

  /// Whether a call is open that comes to its end on the other engine, and not with the process or the
  /// view that will end there.
  private func hasToComplete(_ run: ScenarioRun) -> Bool {
    guard lastEnd >= reached else { return false }
    return open.contains { line in
      guard let place = places[line] else { return false }
      if let cause = wanted[place].cause { return cause != Cause.processTerminated.id }
      return lastTermination >= reached && run.lines[line].call == nil
    }
  }

  /// The page's step: a navigation waits where something of the old document is wanted first, and so
  /// it does for a command that is to run there.
  private func ofPage(
    _ steps: [ScheduleStep], _ late: Set<ScheduleStep>, _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Int? {
    let next = nextOfPage
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
    if isStarting {
      if let first = own.first(where: { navigates(steps[$0]) }) { return first }
      // What begins it may be behind other commands.
      if let command = steps.firstIndex(of: .command), engine.toPage.contains(where: \.navigates) {
        return command
      }
    }
    let free = own.filter { !isTooEarly(steps[$0]) }
    if guess.delaysCommits, steps.contains(.commit), let command = steps.firstIndex(of: .command),
      engine.toPage.first?.navigates == false
    {
      return command
    }
    if guess.delaysAnswers, let next, next.event == nil, answersLater(than: next, run, engine),
      let other = free.first(where: { steps[$0] != .command })
    {
      return other
    }
    return free.first { !late.contains(steps[$0]) } ?? free.first ?? own.first
  }

  /// The next wanted line that the page brings, behind all that is on its way.
  private var nextOfPage: TraceLine? { wanted[produced...].first { !isOwnOfNative($0) } }

  /// The call whose answer a command brings.
  private func answered(by command: HeadlessEngine.Command, _ run: ScenarioRun) -> Int? {
    guard case .callAsync(let name, _, _, _) = command.content,
      case .body(_, _, let answer?)? = run.port.calls[name]
    else { return nil }
    return answer.call
  }

  /// Whether the next command is a call whose answer is wanted, but another line before it.
  private func answersLater(
    than line: TraceLine, _ run: ScenarioRun, _ engine: HeadlessEngine
  ) -> Bool {
    guard let command = engine.toPage.first, let call = answered(by: command, run) else {
      return false
    }
    return line.answers != call
  }

  /// Whether the line is the answer to a call that waits among the commands, with nothing before it
  /// that begins a navigation.
  private func brings(_ line: TraceLine, _ run: ScenarioRun, _ engine: HeadlessEngine) -> Bool {
    guard line.isAnswerOfPage, let wanted = line.answers else { return false }
    for command in engine.toPage.all {
      if command.navigates { return false }
      if answered(by: command, run) == wanted { return true }
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
    guard ways == [.reactNow, .reactLater] else { return 0 }
    if let navigation = engine.navigation, navigation.isFromPage, navigation.provisional == nil,
      engine.settling == nil, engine.microtasks.isEmpty
    {
      return nextOfPage.map { $0.event == nil } == true ? 1 : 0
    }
    guard let call = engine.settling,
      case .body(_, _, let answer?)? = run.port.calls[call]
    else { return 0 }
    return nextOfPage?.answers == answer.call ? 0 : 1
  }

  /// What becomes of a call in a document that is not the page.
  private static let causesOfNoPage: Set<String> = [
    Cause.functionMissing.id, Cause.webNotObserved.id,
  ]

  /// Whether native says the line by itself or in a turn of its own.
  func isOwnOfNative(_ line: TraceLine) -> Bool {
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
}
