internal import BridgeContract
internal import BridgeFindings

// Channels that native polls: it asks the page's function on a fixed beat, and once more after each
// body that comes.

extension ScenarioRun {
  /// Milliseconds between two questions. Questions that can bring nothing are left out.
  private static let beat = 100.0

  /// The next question, on the beat; nothing where one is on its way.
  func schedulePoll(of channel: Int) {
    guard port.ends.contains(channel), polling.insert(channel).inserted else { return }
    let next = ((engine.clock / Self.beat).rounded(.down) + 1) * Self.beat
    engine.later(next - engine.clock) { [unowned self] in poll(channel) }
  }

  /// Everything that waits in the page, where native begins to ask.
  func scheduleWaitingPoll(of channel: Int) {
    // A stage cannot be looked into: the question is asked.
    if stage != nil { return schedulePoll(of: channel) }
    guard halves.values.contains(where: { !($0.queues[channel] ?? []).isEmpty }) else { return }
    schedulePoll(of: channel)
  }

  /// Asks a page of somebody's for a second: what waits in it cannot be looked into.
  func pollOwnPage(times: Int = 10) {
    guard ownPage != nil, times > 0 else { return }
    let polled = port.ends.filter { set.channels[$0].channel.via == .poll }.sorted()
    guard !polled.isEmpty else { return }
    for channel in polled { schedulePoll(of: channel) }
    engine.later(Self.beat) { [weak self] in self?.pollOwnPage(times: times - 1) }
  }

  func poll(_ channel: Int) {
    polling.remove(channel)
    guard port.ends.contains(channel) else { return }
    let name = port.begin(.poll(channel))
    if let stage, ownPage != nil {
      // A function that is not there has nothing to tell.
      guard case .path(let path)? = set.channels[channel].channel.call, Self.isPath(path) else {
        return
      }
      return stage.run(name, "\(path)()", calling: path, isAsync: false)
    }
    if let stage {
      let taken = "window.bridgeStage?bridgeStage.take(\(channel)):null"
      return stage.run(name, taken, calling: nil, isAsync: false)
    }
    engine.evaluate(
      name,
      .swift { [unowned self] window in .value(half(of: window)?.takeQueued(channel) ?? .null) })
  }

  /// What nobody has asked for: native never received it.
  func noteUnpolled() {
    for number in halves.keys.sorted() {
      let queues = halves[number]?.queues ?? [:]
      for channel in queues.keys.sorted() {
        for value in queues[channel] ?? [] {
          add(line(.web, channel, value.json, cause: .nativeNotReceived))
        }
      }
    }
  }
}
