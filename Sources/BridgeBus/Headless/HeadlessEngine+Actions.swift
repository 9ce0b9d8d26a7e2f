// What can be done next, and which of it the schedule takes.

extension HeadlessEngine {
  struct Action {
    enum Content {
      case native
      case nativeTimer(Int)
      case request
      case command
      case timer(PageDocument, Int)
      case frame(PageDocument)
      case port(PageDocument)
      case load(Loading)
      case commit
      case task(Int)
      case checkpoint
    }

    var step: ScheduleStep
    var content: Content
    /// The standard schedule takes the smallest.
    var rank: Int
    var stamp: Int
  }

  /// Ranks of the standard schedule (section 10): a document that is being loaded goes on in one go,
  /// then native, then the page in the order of arrival.
  private enum Rank {
    static let load = 0
    static let native = 1
    static let page = 2
    /// Only when a schedule asks for it.
    static let early = 3
  }

  /// The next action; nil if nothing is ready at this moment, or a guide gives the run up.
  func nextAction() -> Action? {
    actions.removeAll(keepingCapacity: true)
    addNative()
    if isAlive, !isDestroyed {
      if clock >= readyAt { addPage() } else { addLaunch() }
    }
    var first = -1
    for index in actions.indices
    where actions[index].rank < Rank.early && (first < 0 || isBefore(index, first)) {
      first = index
    }
    if first < 0 { return nil }
    if chooser.isStandard || (actions.count == 1 && chooser.guide == nil) { return actions[first] }
    if actions.count > 1 { actions.sort { ($0.rank, $0.stamp) < ($1.rank, $1.stamp) } }
    steps.removeAll(keepingCapacity: true)
    for action in actions { steps.append(action.step) }
    guard let chosen = chooser.next(of: steps) else {
      isGivenUp = true
      return nil
    }
    return actions[chosen]
  }

  private func isBefore(_ a: Int, _ b: Int) -> Bool {
    (actions[a].rank, actions[a].stamp) < (actions[b].rank, actions[b].stamp)
  }

  private func addNative() {
    if let first = toNative.first {
      actions.append(
        Action(step: .native, content: .native, rank: Rank.native, stamp: first.stamp))
    }
    if let first = toSchemeHandler.first {
      actions.append(
        Action(step: .request, content: .request, rank: Rank.native, stamp: first.stamp))
    }
    if nativeTimers.isEmpty { return }
    var due: (index: Int, stamp: Int)?
    for index in nativeTimers.indices {
      guard let stamp = nativeTimers[index].stamp, stamp < due?.stamp ?? .max else { continue }
      due = (index, stamp)
    }
    if due == nil, !chooser.isStandard {
      // One that becomes due soon may overtake what is ready (ND1).
      let soon = nativeTimers.indices.min { nativeTimers[$0].due < nativeTimers[$1].due }
      if let soon, nativeTimers[soon].due <= clock + chooser.schedule.slack {
        actions.append(
          Action(
            step: .nativeTimer, content: .nativeTimer(soon), rank: Rank.early, stamp: -1 - soon))
      }
    }
    if let due {
      actions.append(
        Action(
          step: .nativeTimer, content: .nativeTimer(due.index), rank: Rank.native,
          stamp: due.stamp))
    }
  }

  /// How long a process takes to begin is not fixed (R41): it may be there sooner.
  private func addLaunch() {
    guard !chooser.isStandard, readyAt <= clock + chooser.schedule.slack, let head = toPage.first
    else { return }
    actions.append(
      Action(step: .command, content: .command, rank: Rank.early, stamp: head.stamp))
  }

  private func addPage() {
    let isParsing = loadings.contains { !isPaused($0) }
    for loading in loadings where !isPaused(loading) {
      actions.append(
        Action(
          step: .load(document: loading.document.number), content: .load(loading),
          rank: Rank.load, stamp: loading.stamp))
    }
    let head = toPage.first
    if let head, !(isParsing && head.navigates),
      !isOvertaken || toPage.contains(where: \.isDecision)
    {
      actions.append(
        Action(step: .command, content: .command, rank: Rank.page, stamp: head.stamp))
    }
    // A timer that a command made waits for the other commands of the same turn (R12), and so does an
    // unhandled rejection (R22). Frames and ports do not (ND1, ND5). On a machine that is late by much,
    // what native gives in one turn does not arrive at once.
    func waits(_ turn: Int?) -> Bool {
      guard let turn, let head, chooser.schedule.slack < Self.longTask else { return false }
      return head.turn <= turn
    }
    if !isParsing {
      if let navigation, let stamp = navigation.provisional {
        actions.append(Action(step: .commit, content: .commit, rank: Rank.page, stamp: stamp))
      }
      if let first = tasks.indices.first(where: { !waits(tasks[$0].turn) }) {
        actions.append(
          Action(
            step: .task, content: .task(first), rank: Rank.page, stamp: tasks[first].stamp))
      }
    }
    let explores = !chooser.isStandard
    if explores, !microtasks.isEmpty, head?.runsScript != true {
      // Reactions that were left for the next script may run before it after all (ND6).
      actions.append(
        Action(step: .task, content: .checkpoint, rank: Rank.page, stamp: .max))
    }
    if document.children.isEmpty {
      addTasks(of: document, explores, waits)
    } else {
      for document in liveDocuments { addTasks(of: document, explores, waits) }
    }
  }

  private func addTasks(of document: PageDocument, _ explores: Bool, _ waits: (Int?) -> Bool) {
    let number = document.number
    if let index = earliestTimer(of: document), !waits(document.timers[index].turn) {
      let timer = document.timers[index]
      if let stamp = timer.stamp {
        actions.append(
          Action(
            step: .timer(document: number), content: .timer(document, index), rank: Rank.page,
            stamp: stamp))
      } else if explores, timer.due <= clock + chooser.schedule.slack {
        actions.append(
          Action(
            step: .timer(document: number), content: .timer(document, index),
            rank: Rank.early, stamp: -timer.id))
      }
    }
    if let port = document.ports.first, !isYetToBegin(document) {
      actions.append(
        Action(
          step: .port(document: number), content: .port(document), rank: Rank.page,
          stamp: port.stamp))
    }
    if let frame = document.frames.first {
      let isDue = frame.due <= clock
      if isDue || explores {
        actions.append(
          Action(
            step: .frame(document: number), content: .frame(document),
            rank: isDue ? Rank.page : Rank.early, stamp: frame.stamp))
      }
    }
  }

  /// Whether a document's parser is about to begin: that is before what was posted to the document.
  private func isYetToBegin(_ document: PageDocument) -> Bool {
    loadings.contains { $0.document === document && $0.next == 0 && !isPaused($0) }
  }

  /// The timer that fires first: by due time, ties by creation.
  private func earliestTimer(of document: PageDocument) -> Int? {
    if document.timers.isEmpty { return nil }
    return document.timers.indices.min {
      let a = document.timers[$0]
      let b = document.timers[$1]
      return (a.due, a.id) < (b.due, b.id)
    }
  }

  func perform(_ action: Action) {
    guard let guide = chooser.guide else { return run(action) }
    footprint = []
    switch action.content {
    case .native, .nativeTimer, .request: break
    default: footprint.insert(.page)
    }
    if action.rank == Rank.early { footprint.insert(.everything) }
    run(action)
    guide.did(action.step, footprint)
  }

  private func run(_ action: Action) {
    switch action.content {
    case .native: takeOutgoing()
    case .nativeTimer(let index): fire(nativeTimer: index)
    case .request:
      guard let next = toSchemeHandler.popFirst() else { return }
      turn += 1
      onRequest?(next.url)
    case .command:
      readyAt = min(readyAt, clock)
      takeCommand()
    case .timer(let document, let index): fire(index, of: document)
    case .frame(let document):
      // One frame calls everything that was asked for before it.
      let callbacks = document.frames
      document.frames.removeAll()
      for callback in callbacks { runTask(document, callback.body) }
    case .port(let document):
      let task = document.ports.removeFirst()
      runTask(document, task.body)
    case .load(let loading): advance(loading)
    case .commit: commit()
    case .checkpoint: checkpoint()
    case .task(let index):
      let task = tasks.remove(at: index)
      // A navigation begins without a script: reactions that wait for the next one wait on (ND6).
      if task.isNavigation { try? task.body() } else { runTask(document, task.body) }
    }
  }

  /// How long a page is busy at most, in milliseconds, while timers of it become due that are not due
  /// at one moment of this clock, which stands still meanwhile. A schedule with so much slack stands for a
  /// machine under load.
  static let longTask = 100.0

  /// Which of a document's timers fires where this one is due. A dialog stops all of them, and starts
  /// those that are due again in any order (ND5).
  private func first(_ index: Int, of document: PageDocument) -> Int {
    guard !chooser.isStandard, document.timers[index].isLoose else { return index }
    let limit =
      max(clock, document.timers[index].due) + min(chooser.schedule.slack, Self.longTask)
    let loose = document.timers.indices.filter {
      document.timers[$0].isLoose && document.timers[$0].due <= limit
    }.sorted {
      (document.timers[$0].due, document.timers[$0].id)
        < (document.timers[$1].due, document.timers[$1].id)
    }
    if loose.count < 2 { return index }
    return loose[chooser.pick(loose.map { .timerFirst(document.timers[$0].id) })]
  }

  private func fire(_ index: Int, of document: PageDocument) {
    var timer = document.timers.remove(at: first(index, of: document))
    if timer.stamp == nil { move(to: timer.due) }
    if let interval = timer.interval {
      timer.due = clock + interval
      timer.stamp = nil
      timer.turn = nil
      timer.isLoose = false
      document.timers.append(timer)
    }
    runTask(document, timer.body)
  }
}
