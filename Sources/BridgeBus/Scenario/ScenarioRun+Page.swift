internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// The page of a scenario: a page's half that does what its reactions say.

extension ScenarioRun {
  /// The page's inline script.
  func begin(_ window: PageWindow) throws {
    let half = PageHalf(set, bodies, in: window)
    halves[window.document.number] = half
    half.onMessage = { [unowned self, unowned window] atHand in
      try reactThrowing(
        .web, set.messages[atHand.message].message.name,
        AtHand(message: atHand.message, id: atHand.id, over: .result(atHand.result)), window)
    }
    half.onReply = { [unowned self, unowned window] index in
      try reactThrowing(.web, "reply:\(set.messages[index].message.name)", nil, window)
    }
    half.onQueued = { [unowned self] in schedulePoll(of: $0) }
    half.onProblem = { [unowned self] in fail($0) }
    for index in set.channels.indices where set.channels[index].channel.from == .native {
      half.define(index)
    }
    let places: [(PageEvent, String)] = [
      (.domContentLoaded, "DOMContentLoaded"), (.load, "load"), (.pageHide, "pagehide"),
    ]
    for (event, word) in places {
      window.on(event) { [unowned self, unowned window] _ in
        try reactThrowing(.web, word, nil, window)
      }
    }
    try reactThrowing(.web, "inline", nil, window)
  }

  /// What happens in the page when native's call arrives.
  func pageHears(
    _ body: [UInt8], _ channel: Int, _ line: Int, _ window: PageWindow
  ) throws -> PageResult {
    let definition = set.channels[channel].channel
    if definition.via == .postMessage { return pageTakes(body, channel, line, window) }
    guard window.defines(PageHalf.end(of: definition)), let half = half(of: window) else {
      guard definition.via.calls else {
        // Nobody listens: nothing throws, and nobody knows.
        note(.webNotObserved, on: line)
        return .undefined
      }
      throw PageError.missingFunction(definition.key)
    }
    guard let document = documentInPage(body) else { return .undefined }
    return try half.hears(document, channel)
  }

  /// What is posted arrives in a task of its own (ND5), at whoever listens then. Where the page's inline
  /// script has not run yet, it will.
  private func pageTakes(
    _ body: [UInt8], _ channel: Int, _ line: Int, _ window: PageWindow
  ) -> PageResult {
    let end = PageHalf.end(of: set.channels[channel].channel)
    let isListening = half(of: window) == nil ? window.url == url : window.defines(end)
    guard isListening else {
      note(.webNotObserved, on: line)
      return .undefined
    }
    window.postTask { [unowned self] in
      guard let half = half(of: window) else { return note(.webNotObserved, on: line) }
      guard window.defines(end), let document = documentInPage(body) else { return }
      _ = try half.hears(document, channel)
    }
    return .undefined
  }

  /// The half of a window's document.
  func half(of window: PageWindow) -> PageHalf? { halves[window.document.number] }
}
