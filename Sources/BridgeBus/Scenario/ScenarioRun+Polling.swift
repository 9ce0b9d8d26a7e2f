internal import BridgeContract
internal import BridgeFindings

// Channels that native polls: it asks the page's function on a fixed beat, and once more after each
// body that comes.

extension ScenarioRun {
  /// Milliseconds between two questions. Questions that can bring nothing are left out.
  private static let beat = 100.0

  /// The next question, on the beat; nothing where one is on its way.
  func schedulePoll(of channel: Int) {
    guard ends.contains(channel), polling.insert(channel).inserted else { return }
    let next = ((engine.clock / Self.beat).rounded(.down) + 1) * Self.beat
    engine.later(next - engine.clock) { [unowned self] in poll(channel) }
  }

  /// Everything that waits in the page, where native begins to ask.
  func scheduleWaitingPoll(of channel: Int) {
    // A stage cannot be looked into: the question is asked.
    if stage != nil { return schedulePoll(of: channel) }
    guard queues.values.contains(where: { !($0[channel] ?? []).isEmpty }) else { return }
    schedulePoll(of: channel)
  }

  private func poll(_ channel: Int) {
    polling.remove(channel)
    guard ends.contains(channel) else { return }
    let name = nextCommand()
    polls[name] = channel
    if let stage {
      return stage.run(name, "bridgeStage.take(\(channel))", calling: nil, isAsync: false)
    }
    engine.evaluate(
      name,
      .swift { [unowned self] window in
        let number = window.document.number
        guard var queue = queues[number]?[channel], !queue.isEmpty else { return .value(.null) }
        let first = queue.removeFirst()
        queues[number]?[channel] = queue
        return .value(first)
      })
  }

  /// The answer to a question. False where the call was none.
  func takePolled(_ name: String, _ outcome: Result<BridgeValue, ScriptFailure>) -> Bool {
    guard let channel = polls.removeValue(forKey: name) else { return false }
    guard case .success(let value) = outcome, value.kind != .null, value.kind != .undefined else {
      return true
    }
    nativeHears(value.json, channel, call: nil, .channel, frame: nil)
    poll(channel)
    return true
  }

  /// What nobody has asked for: native never received it.
  func noteUnpolled() {
    for number in queues.keys.sorted() {
      for channel in (queues[number] ?? [:]).keys.sorted() {
        for value in queues[number]?[channel] ?? [] {
          add(line(.web, channel, value.json, cause: .nativeNotReceived))
        }
      }
    }
  }
}
