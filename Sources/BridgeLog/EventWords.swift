internal import BridgeContract

/// The names by which engines and recorders call lifecycle events.
enum EventWords {
  private static let words: [String: Event] = [
    "didStartProvisionalNavigation": .loadStarted,
    "didCommit": .loadCommitted,
    "didCommitNavigation": .loadCommitted,
    "didFinish": .loadFinished,
    "didFinishNavigation": .loadFinished,
    "didFail": .loadFailed,
    "didFailNavigation": .loadFailed,
    "didFailProvisionalNavigation": .loadFailed,
    "webViewWebContentProcessDidTerminate": .processTerminated,
    "WEBKIT_LOAD_STARTED": .loadStarted,
    "WEBKIT_LOAD_COMMITTED": .loadCommitted,
    "WEBKIT_LOAD_FINISHED": .loadFinished,
    "load-failed": .loadFailed,
    "web-process-terminated": .processTerminated,
  ]

  /// The event of a word, whole selectors included: `webView(_:didFinish:)`,
  /// `webView:didFailNavigation:withError:`.
  static func event(_ word: String) -> Event? {
    if let event = Event(rawValue: word) ?? words[word] { return event }
    guard word.contains(":") || word.contains("(") else { return nil }
    for part in word.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
      if let event = words[String(part)] { return event }
    }
    return nil
  }
}
