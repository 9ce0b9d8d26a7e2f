public import BridgeContract
internal import BridgeJSON

/// The page's own recorder: a plain script that keeps or posts log lines of what it sees from inside
/// the page, without changing what the page does.
///
/// ```swift
/// let script = RecorderScript(contracts, sink: .handler("bridgeRecorder"))
/// controller.addUserScript(
///   WKUserScript(source: script.source, injectionTime: .atDocumentStart, forMainFrameOnly: false))
/// ```
public struct RecorderScript: Sendable {
  /// Where lines go.
  public enum Sink: Sendable, Equatable {
    /// They are posted to this message handler, which hands them to `RecordedSession.pageLine`.
    case handler(String)
    /// They are kept, over reloads too, until the page's `__bridgeRecorder.take()` or `download()`.
    case kept
  }

  /// Names of message handlers.
  public var handlers: [String]
  /// Names of message handlers with reply.
  public var replyHandlers: [String]
  /// Paths of page functions that native calls.
  public var receivers: [String]
  /// Paths of page functions whose result is an answer.
  public var returns: [String]
  /// Paths of page functions whose result is what the page says: polled queues.
  public var polls: [String]
  /// Types of events that native dispatches.
  public var events: [String]
  /// The channel of values that native hands over by `window.postMessage`; nil records none.
  public var messages: String?
  /// A pattern on the message of `prompt`; nil records none.
  public var prompt: String?
  /// Where lines go.
  public var sink: Sink

  /// A recorder that looks at nothing yet.
  public init(sink: Sink) {
    handlers = []
    replyHandlers = []
    receivers = []
    returns = []
    polls = []
    events = []
    messages = nil
    prompt = nil
    self.sink = sink
  }

  /// A recorder of all channels of these contracts that a page can see. Not seen are navigations and
  /// functions that a pattern names, of which only native knows.
  public init(_ contracts: ContractSet, sink: Sink) {
    self.init(sink: sink)
    var prompts: [String] = []
    for program in contracts.channels {
      let channel = program.channel
      let name = channel.name ?? channel.key
      var path: String?
      if case .path(let text) = channel.call { path = text }
      switch channel.via {
      case .messageHandler: handlers.append(name)
      case .messageHandlerWithReply: replyHandlers.append(name)
      case .prompt:
        let root = contracts.contracts[program.contract].document.root
        prompts.append(root["channels"]?[channel.key]?["match"]?.string ?? "")
      case .navigation: break
      case .poll: if let path { polls.append(path) }
      case .evaluate: if let path { receivers.append(path) }
      case .callAsync: if let path { returns.append(path) }
      case .dispatchEvent: events.append(channel.event ?? channel.key)
      case .postMessage: messages = channel.key
      }
    }
    if !prompts.isEmpty {
      prompt = prompts.contains("") ? "" : prompts.map { "(?:\($0))" }.joined(separator: "|")
    }
  }

  /// The script, ready to be injected.
  public var source: String {
    let text = Self.text.description
    // Between the marks stands where a page's own settings are looked for.
    let parts = text.components(separatedBy: "/*config*/")
    guard parts.count == 3 else { return text }
    return parts[0] + settings + parts[2]
  }

  /// The script as a file: it takes its settings from `window.bridgeRecorderConfig`.
  public static var file: String { text.description }

  private var settings: String {
    var fields: [String] = []
    func list(_ name: String, _ values: [String]) {
      guard !values.isEmpty else { return }
      let items = values.map { JSONString.quoted($0) }.joined(separator: ",")
      fields.append("\"\(name)\":[\(items)]")
    }
    func text(_ name: String, _ value: String?) {
      if let value { fields.append("\"\(name)\":\(JSONString.quoted(value))") }
    }
    list("handlers", handlers)
    list("replyHandlers", replyHandlers)
    list("receivers", receivers)
    list("returns", returns)
    list("polls", polls)
    list("events", events)
    text("messages", messages)
    if prompt == "" { fields.append("\"prompt\":true") } else { text("prompt", prompt) }
    if case .handler(let name) = sink { text("sink", name) }
    return "{" + fields.joined(separator: ",") + "}"
  }
}

extension String {
  /// The parts between some marks.
  fileprivate func components(separatedBy mark: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    let bytes = Array(utf8)
    let mark = Array(mark.utf8)
    var at = 0
    while at < bytes.count {
      if bytes[at...].starts(with: mark) {
        parts.append([])
        at += mark.count
      } else {
        parts[parts.count - 1].append(bytes[at])
        at += 1
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }
}
