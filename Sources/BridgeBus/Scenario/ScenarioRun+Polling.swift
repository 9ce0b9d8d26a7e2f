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

  func poll(_ channel: Int) {
    polling.remove(channel)
    guard port.ends.contains(channel) else { return }
    let name = port.begin(.poll(channel))
    if let stage {
      return stage.run(name, "bridgeStage.take(\(channel))", calling: nil, isAsync: false)
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
