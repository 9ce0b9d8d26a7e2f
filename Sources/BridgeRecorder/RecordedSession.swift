public import BridgeContract
public import BridgeFindings
internal import BridgeJSON

/// One web view's lines: what its page and native say, and what becomes of its pages.
///
/// Every function returns at once and may be called from any thread; lines stand in the log in the
/// order of the calls. Call them from inside the engine's callbacks, so that this order is the
/// order in which native saw things.
public struct RecordedSession: Sendable {
  let handle: RecorderHandle
  let number: Int
  /// The session's name in an unredacted log.
  public let name: String

  private var core: RecorderCore { handle.core }

  // MARK: Lifecycle

  /// Something happened to the page, the process or a handler. `@loadCommitted` begins a page.
  public func event(_ event: Event) {
    core.record(PendingLine(.event(event), session: number))
  }

  // MARK: The page speaks

  /// The page posted to a handler, or native was called in another way that needs no answer.
  ///
  /// - Parameter channel: the handler's name or the channel's key.
  public func received(_ body: RecordedBody, on channel: String, frame: RecordedFrame? = nil) {
    core.record(
      PendingLine(
        .body(body), session: number, side: .web, channel: channel, frame: frame))
  }

  /// The page posted to a handler with reply, and waits for the promise.
  public func receivedCall(
    _ body: RecordedBody, on channel: String, frame: RecordedFrame? = nil
  ) -> RecordedCall {
    core.recordCall(
      PendingLine(.body(body), session: number, side: .web, channel: channel, frame: frame))
  }

  /// The page called `prompt(message, default)` and waits for the text.
  public func receivedPrompt(
    _ message: String, _ text: String?, frame: RecordedFrame? = nil
  ) -> RecordedCall {
    let fallback = text.map { RecordedBody.string($0) } ?? .null
    return core.recordCall(
      PendingLine(
        .body(.call("prompt", [.string(message), fallback])), session: number, side: .web,
        frame: frame))
  }

  // MARK: Native speaks

  /// Native calls a function of the page by `evaluateJavaScript` or `callAsyncJavaScript`: record it
  /// before the script is handed over, since what the page posts inside comes before its completion.
  ///
  /// - Parameter function: the path as the contract writes it, with or without `window.`.
  @discardableResult
  public func called(_ function: String, with arguments: [RecordedBody]) -> RecordedCall {
    core.recordCall(
      PendingLine(
        .body(.call(function, arguments)), session: number, side: .native, channel: function))
  }

  /// Native sends a value in another way: an event's detail, `window.postMessage`.
  ///
  /// - Parameter channel: the event's name or the channel's key.
  public func sent(_ body: RecordedBody, on channel: String) {
    core.record(PendingLine(.body(body), session: number, side: .native, channel: channel))
  }

  // MARK: The page's own recorder

  /// A line that the page's recorder (`RecorderScript`) posted to its sink handler.
  ///
  /// It gets this session, page and time. Its events are left out unless asked for: where the app
  /// records navigation itself, native knows better when a page begins.
  public func pageLine(_ line: String, includingEvents: Bool = false) {
    if line.utf8.starts(with: "{\"t\":".utf8), let event = PageEvent.find(in: line) {
      if includingEvents { self.event(event) }
      return
    }
    core.record(PendingLine(.pageLine(Array(line.utf8)), session: number))
  }

  // MARK: Answers and failures

  /// The call was answered: native resolved the page's promise, or the page's function returned.
  public func answered(_ call: RecordedCall, with body: RecordedBody = .null) {
    core.record(PendingLine(.answer(call.number, body), session: number))
  }

  /// The call was refused: native rejected the page's promise, or the page's function threw or
  /// rejected.
  public func refused(_ call: RecordedCall, with error: String) {
    core.record(PendingLine(.refusal(call.number, error), session: number))
  }

  /// Something could not be delivered, or the page could not be loaded.
  ///
  /// - Parameters:
  ///   - cause: a load or delivery cause of the contract format; others are not recorded.
  ///   - side: who spoke.
  ///   - channel: where.
  public func failed(_ cause: Cause, from side: Side? = nil, on channel: String? = nil) {
    guard [.load, .webToNative, .nativeToWeb].contains(cause.group) else { return }
    core.record(PendingLine(.failure(cause), session: number, side: side, channel: channel))
  }
}

extension RecordedBody {
  /// `{"fn": path, "args": […]}`.
  static func call(_ function: String, _ arguments: [RecordedBody]) -> RecordedBody {
    var out = Array("{\"fn\":".utf8)
    JSONString.appendQuoted(function.utf8, to: &out)
    out += Array(",\"args\":[".utf8)
    var losses: [RecordedLoss] = []
    for (index, argument) in arguments.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      let checked = argument.checked()
      out += checked.text
      losses += checked.losses.map { RecordedLoss(at: "/args/\(index)" + $0.at, was: $0.was) }
    }
    out += Array("]}".utf8)
    return RecordedBody(text: out, losses: losses)
  }
}

/// The events that a page claims of itself.
private enum PageEvent {
  static func find(in line: String) -> Event? {
    // Lines with events are short and have no body; nothing else is looked at.
    guard line.utf8.count < 256, !line.contains("\"body\"") else { return nil }
    return [Event.loadCommitted, .loadFinished].first {
      line.contains("\"event\":\"\($0.rawValue)\"")
    }
  }
}
