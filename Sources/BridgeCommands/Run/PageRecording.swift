import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeRecorder
import BridgeScript

/// Native's side while a page is recorded: handlers that listen, and what native sends once the page
/// has loaded.
struct PageRecording {
  private var handlers: [(name: String, replies: Bool)] = []
  private let contracts: [Contract]
  private var messages: [(channel: String, sent: EncodedMessage)] = []
  /// What has no place in a log.
  private(set) var notes: [String] = []

  /// The handlers of the contracts, and others.
  init(_ contracts: [Contract], extra: [String]) {
    self.contracts = contracts
    for contract in contracts {
      for channel in contract.channels {
        let replies = channel.via == .messageHandlerWithReply
        guard channel.via == .messageHandler || replies else { continue }
        add(channel.name ?? channel.key, replies: replies)
      }
    }
    for name in extra { add(name, replies: false) }
    if handlers.isEmpty { add("bridge", replies: false) }
  }

  private mutating func add(_ name: String, replies: Bool) {
    if !handlers.contains(where: { $0.name == name }) { handlers.append((name, replies)) }
  }

  /// Adds a message that native sends, built from its example.
  mutating func add(_ name: String) throws(UsageError) {
    for contract in contracts {
      guard let message = contract.messages.first(where: { $0.name == name }) else { continue }
      do throws(ContractEncodingError) {
        let sent = try ContractEncoder(contract).encode(message: name, json: nil)
        messages.append((contract.channels[message.channel].key, sent))
        return
      } catch {
        throw UsageError(problem: "\"\(name)\" cannot be built: \(error)", command: "record")
      }
    }
    throw UsageError(problem: "the contracts have no message \"\(name)\"", command: "record")
  }

  /// Errors that nobody caught, on a handler of their own.
  private static let errors = "bridgeContractErrors"
  private static let errorScript = """
    window.addEventListener("error", event =>
      window.webkit.messageHandlers.\(errors).postMessage(String(event.message)));
    window.addEventListener("unhandledrejection", event =>
      window.webkit.messageHandlers.\(errors).postMessage(String(event.reason)));
    """

  /// Runs the page. False where it did not load.
  mutating func run(
    on engine: any RealEngine, url: String, limit: Double, _ session: RecordedSession
  ) -> Bool {
    var isLoaded = false
    var isOver = false
    var notes: [String] = []
    var calls: [String: String] = [:]
    let messages = self.messages
    engine.onReport = { [unowned engine] report in
      switch report {
      case .started: session.event(.loadStarted)
      case .committed: session.event(.loadCommitted)
      case .finished:
        guard !isOver else { return }
        session.event(.loadFinished)
        guard !isLoaded else { return }
        isLoaded = true
        for (index, message) in messages.enumerated() {
          session.sent(.json(message.sent.body), on: message.channel)
          calls["send\(index)"] = message.channel
          if let call = message.sent.call { engine.evaluate("send\(index)", .text(call.source)) }
        }
      case .failed(let url, _):
        session.event(.loadFailed)
        isOver = true
        notes.append("error: \(url) did not load")
      case .terminated:
        session.event(.processTerminated)
        isOver = true
        notes.append("error: the web process ended")
      case .message(let message) where message.handler == Self.errors:
        let text = message.body.string ?? ""
        if let name = Self.missingHandler(text) {
          session.failed(.handlerMissing, from: .web, on: name)
        }
        notes.append("warning: the page threw: \(text)")
      case .message(let message):
        session.received(.json(message.body.json), on: message.handler)
      case .completion(let call, .failure(let failure)):
        guard let channel = calls[call] else { return }
        let cause: Cause =
          Self.isMissing(failure.message) ? .functionMissing : .webRejected
        session.failed(
          failure.kind == .scriptError ? .scriptError : cause, from: .native, on: channel)
        notes.append("warning: \(failure.message)")
      default: break
      }
    }
    engine.register(Self.errors)
    engine.perform(.addUserScript(UserScript(.text(Self.errorScript))))
    for handler in handlers {
      if engine.register(handler.name, reply: handler.replies) { session.event(.handlerRegistered) }
    }
    engine.load(url)
    engine.run(until: limit) { isOver }
    if !isLoaded, !isOver {
      session.failed(.loadNotFinished)
      notes.append("error: \(url) has not finished loading")
    }
    session.event(.teardown)
    self.notes = notes
    return isLoaded
  }

  /// The handler of `undefined is not an object (evaluating 'window.webkit.messageHandlers.x…')`.
  private static func missingHandler(_ text: String) -> String? {
    let words = Array(text.utf8)
    let mark = Array("messageHandlers.".utf8)
    guard words.count > mark.count else { return nil }
    for start in 0..<(words.count - mark.count) where words[start...].starts(with: mark) {
      let name = words[(start + mark.count)...].prefix {
        $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "$") || (0x30...0x39).contains($0)
          || (0x41...0x5A).contains($0 & 0xDF)
      }
      return String(decoding: name, as: UTF8.self)
    }
    return nil
  }

  private static func isMissing(_ text: String) -> Bool {
    text.contains("is not a function") || text.contains("Can't find variable")
      || text.contains("is not an object")
  }
}
