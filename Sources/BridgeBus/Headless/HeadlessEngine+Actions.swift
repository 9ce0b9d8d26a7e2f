// What can be done next, and which of it the schedule takes.

extension HeadlessEngine {
  struct Action {
    enum Content {
      case native
      case nativeTimer(Int)
      case command
      case timer(PageDocument, Int)
      case frame(PageDocument)
      case port(PageDocument)
      case load(Loading)
      case commit
      case task(Int)
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

  /// The next action; nil if nothing is ready at this moment.
  func nextAction() -> Action? {
    var actions: [Action] = []
    addNative(to: &actions)
    if isAlive, !isDestroyed, clock >= readyAt { addPage(to: &actions) }
    let ready = actions.filter { $0.rank < Rank.early }
    guard let standard = ready.min(by: { ($0.rank, $0.stamp) < ($1.rank, $1.stamp) }) else {
      return nil
    }
    guard actions.count > 1 else { return standard }
    let others = actions.filter { $0.stamp != standard.stamp }
      .sorted { ($0.rank, $0.stamp) < ($1.rank, $1.stamp) }
    guard !others.isEmpty else { return standard }
    let options = [standard] + others
    return options[chooser.choose(options.map(\.step))]
  }

  private func addNative(to actions: inout [Action]) {
    if let first = toNative.first {
      actions.append(
        Action(step: .native, content: .native, rank: Rank.native, stamp: first.stamp))
    }
    let due = nativeTimers.indices.filter { nativeTimers[$0].stamp != nil }
      .min { (nativeTimers[$0].stamp ?? 0) < (nativeTimers[$1].stamp ?? 0) }
    if let due, let stamp = nativeTimers[due].stamp {
      actions.append(
        Action(
          step: .nativeTimer, content: .nativeTimer(due), rank: Rank.native, stamp: stamp))
    }
  }

  private func addPage(to actions: inout [Action]) {
    let isParsing = loadings.contains { !isPaused($0) }
    for loading in loadings where !isPaused(loading) {
      actions.append(
        Action(
          step: .load(document: loading.document.number), content: .load(loading),
          rank: Rank.load, stamp: loading.stamp))
    }
    let head = toPage.first
    if let head, !(isParsing && head.navigates) {
      actions.append(
        Action(step: .command, content: .command, rank: Rank.page, stamp: head.stamp))
    }
    // A task that a command made waits for the other commands of the same turn (R12).
    func waits(_ turn: Int?) -> Bool {
      guard let turn, let head else { return false }
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
    for document in liveDocuments {
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
      if let port = document.ports.first, !waits(port.turn) {
        actions.append(
          Action(
            step: .port(document: number), content: .port(document), rank: Rank.page,
            stamp: port.stamp))
      }
      if let frame = document.frames.first, !waits(frame.turn) {
        let isDue = frame.due <= clock
        if isDue || explores {
          actions.append(
            Action(
              step: .frame(document: number), content: .frame(document),
              rank: isDue ? Rank.page : Rank.early, stamp: frame.stamp))
        }
      }
    }
  }

  /// The timer that fires first: by due time, ties by creation.
  private func earliestTimer(of document: PageDocument) -> Int? {
    document.timers.indices.min {
      let a = document.timers[$0]
      let b = document.timers[$1]
      return (a.due, a.id) < (b.due, b.id)
    }
  }

  func perform(_ action: Action) {
    switch action.content {
    case .native: takeOutgoing()
    case .nativeTimer(let index):
      let timer = nativeTimers.remove(at: index)
      turn += 1
      timer.body()
    case .command: takeCommand()
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
    case .task(let index):
      let task = tasks.remove(at: index)
      runTask(document, task.body)
    }
  }

  private func fire(_ index: Int, of document: PageDocument) {
    var timer = document.timers.remove(at: index)
    if timer.stamp == nil { move(to: timer.due) }
    if let interval = timer.interval {
      timer.due = clock + interval
      timer.stamp = nil
      timer.turn = nil
      document.timers.append(timer)
    }
    runTask(document, timer.body)
  }
}
