internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// The page of a scenario: its receiving ends, what it posts.

extension ScenarioRun {
  /// The page's inline script.
  func begin(_ window: PageWindow) throws {
    pageSides[window.document.number] = ScenarioSide(set)
    for index in set.channels.indices where set.channels[index].channel.from == .native {
      define(index, window)
    }
    let places: [(PageEvent, String)] = [
      (.domContentLoaded, "DOMContentLoaded"), (.load, "load"), (.pageHide, "pagehide"),
    ]
    for (event, word) in places {
      window.on(event) { [unowned self] _ in try reactThrowing(.web, word, nil, window) }
    }
    try reactThrowing(.web, "inline", nil, window)
  }

  func define(_ channel: Int, _ window: PageWindow) {
    window.define(receiver(channel)) { _ in .undefined }
  }

  func receiver(_ channel: Int) -> String { "receiver of \(set.channels[channel].channel.key)" }

  /// What happens in the page when native's call arrives.
  func pageHears(
    _ body: [UInt8], _ channel: Int, _ line: Int, isAwaited: Bool, _ window: PageWindow
  ) throws -> PageResult {
    let definition = set.channels[channel].channel
    guard window.defines(receiver(channel)), let side = pageSides[window.document.number] else {
      guard definition.via.calls else {
        // Nobody listens: nothing throws, and nobody knows.
        note(.webNotObserved, on: line)
        return .undefined
      }
      throw PageError.missingFunction(definition.key)
    }
    guard let document = document(body) else { return .undefined }
    let heard = side.hear(document, channel)
    for case .refused(let cause) in heard {
      throw PageError("not accepted: \(cause)")
    }
    let answer = window.promise()
    for item in heard {
      switch item {
      case .refused: continue
      case .message(let index, let id):
        try reactThrowing(
          .web, set.messages[index].message.name,
          AtHand(message: index, id: id, over: .result(answer)), window)
      case .reply(let index):
        if let index {
          try reactThrowing(.web, "reply:\(set.messages[index].message.name)", nil, window)
        }
      }
    }
    let awaits = heard.contains { item in
      guard case .message(let index, _) = item else { return false }
      return set.messages[index].message.reply?.on == .result
    }
    guard awaits else { return .undefined }
    if isAwaited { return .promise(answer) }
    if case .fulfilled(let value) = answer.state { return .value(value) }
    return .undefined
  }

  /// Posts a body from the page.
  func pageSends(_ body: [UInt8], _ channel: Int, _ message: Int?, _ window: PageWindow) throws {
    let definition = set.channels[channel].channel
    guard let document = document(body) else { return }
    pageSides[window.document.number]?.say(document, channel)
    let value = BridgeValue(document.root.cursor).inPage
    switch definition.via {
    case .messageHandler, .messageHandlerWithReply:
      let promise = try window.post(definition.name ?? definition.key, value)
      if definition.via == .messageHandlerWithReply, let message {
        promise.then(
          { [unowned self] _ in try answered(message, window) }, catch: { _ in })
      }
    case .prompt:
      let arguments = value["args"]
      let answer = window.prompt(
        arguments?[0]?.string ?? "", arguments?[1]?.string)
      if answer != nil, let message { try answered(message, window) }
    case .navigation: window.request(value.string ?? "")
    case .poll:
      queues[window.document.number, default: [:]][channel, default: []].append(value)
      schedulePoll(of: channel)
    case .evaluate, .callAsync, .dispatchEvent, .postMessage:
      fail("the page says nothing on channel \"\(definition.key)\"")
    }
  }

  private func answered(_ message: Int, _ window: PageWindow) throws {
    try reactThrowing(.web, "reply:\(set.messages[message].message.name)", nil, window)
  }
}
