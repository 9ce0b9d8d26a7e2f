import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeRecorder
import BridgeScript

/// Native's side while a page is recorded: handlers that listen, answers from the contract's
/// examples, and what native sends once the page has loaded.
final class PageRecording {
  private var handlers: [(name: String, replies: Bool)] = []
  private let contracts: [Contract]
  private let set: ContractSet?
  private let answers: PageAnswers?
  private var messages: [(channel: String, sent: EncodedMessage)] = []

  private let session: RecordedSession
  private let engine: any RealEngine
  private var isLoaded = false
  private var isOver = false
  /// Whether the page's process ended.
  private var isLost = false
  /// Calls that have not completed, with their channels.
  private var calls: [String: String] = [:]
  private var callCount = 0
  private var answered = 0
  private var refused: [String] = []
  private var errors = PageErrorNotes()
  private var loads = 0
  private var said = 0
  private var dialogs = 0
  /// What has no place in a log.
  private(set) var notes: [String] = []

  /// The handlers of the contracts, and others.
  ///
  /// - Parameter answers: whether native answers the page's requests.
  init(
    _ contracts: [Contract], _ set: ContractSet?, extra: [String], answers: Bool,
    on engine: any RealEngine, to session: RecordedSession
  ) {
    self.contracts = contracts
    self.set = set
    self.engine = engine
    self.session = session
    self.answers = answers ? set.map { PageAnswers($0) } : nil
    for contract in contracts {
      for channel in contract.channels where channel.via.isHandler {
        add(channel.name ?? channel.key, replies: channel.via == .messageHandlerWithReply)
      }
    }
    for name in extra { add(name, replies: false) }
    if handlers.isEmpty { add("bridge", replies: false) }
  }

  private func add(_ name: String, replies: Bool) {
    if !handlers.contains(where: { $0.name == name }) { handlers.append((name, replies)) }
  }

  /// A message that native sends, built from its example.
  static func message(
    _ name: String, of contracts: [Contract]
  ) throws(UsageError) -> (channel: String, sent: EncodedMessage) {
    for contract in contracts {
      guard let message = contract.messages.first(where: { $0.name == name }) else { continue }
      do throws(ContractEncodingError) {
        let sent = try ContractEncoder(contract).encode(message: name, json: nil)
        return (contract.channels[message.channel].key, sent)
      } catch {
        throw UsageError(problem: "\"\(name)\" cannot be built: \(error)", command: "record")
      }
    }
    throw UsageError(problem: "the contracts have no message \"\(name)\"", command: "record")
  }

  /// Adds messages that native sends when the page has loaded.
  func add(_ messages: [(channel: String, sent: EncodedMessage)]) { self.messages += messages }

  // MARK: Running

  /// Runs the page. False where it did not load, or its process ended.
  func run(_ url: String, limit: Double) -> Bool {
    engine.onReport = { [unowned self] in take($0) }
    engine.onPageError = { [unowned self] in errors.add($0) }
    engine.navigationPolicy = { [unowned self] request in
      guard request.isFromPage else { return true }
      return !isMessage(request.url)
    }
    for handler in handlers {
      if engine.register(handler.name, reply: handler.replies) { session.event(.handlerRegistered) }
    }
    engine.load(url)
    let reason = engine.run(until: limit) { isOver }
    engine.check()
    if !isLoaded, !isOver {
      session.failed(.loadNotFinished)
      notes.append("error: \(url) has not finished loading")
    }
    if isLoaded, !engine.isUnresponsive, reason == .limit {
      notes.append("note: the page was not at rest when the time was over\(activity)")
    }
    for channel in Set(calls.values).sorted() {
      session.failed(.webNotObserved, from: .native, on: channel)
      notes.append("warning: a call on \"\(channel)\" has not come to an end in the page")
    }
    session.event(.teardown)
    notes = errors.notes + notes
    tellOfAnswers()
    return isLoaded && !isLost && !engine.isUnresponsive
  }

  /// What it did all the time.
  private var activity: String {
    let counts = [(loads, "load"), (said, "message"), (dialogs, "dialog")].filter { $0.0 > 0 }
    let words = counts.map { Words.count($0.0, $0.1) }.joined(separator: ", ")
    return words.isEmpty ? "" : ": \(words)"
  }

  private func tellOfAnswers() {
    if answered > 0 {
      let count = Words.count(answered, "request")
      notes.append("note: \(count) of the page answered from the contract's examples")
    }
    for name in Set(refused).sorted() {
      notes.append(
        "warning: a request on \"\(name)\" was rejected: the contract has no answer to it")
    }
  }

  private func take(_ report: EngineReport) {
    switch report {
    case .started:
      loads += 1
      event(.loadStarted)
    case .committed: event(.loadCommitted)
    case .finished: loaded()
    case .failed(let url, _):
      // What fails after a load is another page, and told as that.
      event(.loadFailed)
      isOver = true
      isLost = true
      notes.append("error: \(url) did not load")
    case .terminated:
      event(.processTerminated)
      isOver = true
      isLost = true
      if engine.failure == nil { notes.append("error: the web process ended") }
    case .message(let message): take(message)
    case .dialog(let dialog): take(dialog)
    case .handlerMissing(let name, _):
      session.failed(.handlerMissing, from: .web, on: name.isEmpty ? handlers.first?.name : name)
    case .completion(let call, let outcome): complete(call, outcome)
    default: break
    }
  }

  private func event(_ event: Event) {
    session.event(event)
    answers?.observe(event)
  }

  private func loaded() {
    // WebKitGTK tells of an end after a failure too.
    guard !isOver else { return }
    event(.loadFinished)
    guard !isLoaded else { return }
    isLoaded = true
    for message in messages {
      session.sent(.json(message.sent.body), on: message.channel)
      if let call = message.sent.call { run(call.source, on: message.channel) }
    }
  }

  private func run(_ script: String, on channel: String) {
    callCount += 1
    calls["send\(callCount)"] = channel
    // What stands before the arguments is the function: where it is missing, that is the cause.
    engine.run(
      "send\(callCount)", script, calling: String(script.prefix { $0 != "(" }), isAsync: false)
  }

  private func complete(_ call: String, _ outcome: Result<BridgeValue, ScriptFailure>) {
    guard let channel = calls.removeValue(forKey: call), case .failure(let failure) = outcome
    else { return }
    let cause: Cause
    switch failure.kind {
    case .scriptError: cause = .scriptError
    case .terminated: cause = .processTerminated
    case .functionMissing: cause = .functionMissing
    case .threw, .unsupportedResult, .unsupportedArgument: cause = .webRejected
    }
    session.failed(cause, from: .native, on: channel)
    notes.append("warning: \(failure.message)")
  }

  // MARK: What the page says

  private func take(_ message: EngineMessage) {
    said += 1
    let body = message.body.json
    let channel = set?.channels.firstIndex {
      $0.channel.via.isHandler && ($0.channel.name ?? $0.channel.key) == message.handler
    }
    guard let reply = message.reply else {
      session.received(.json(body), on: message.handler)
      if let channel { _ = answer(body, on: channel) }
      return
    }
    let call = session.receivedCall(.json(body), on: message.handler)
    guard answers != nil || set == nil else { return }
    guard let channel, let answer = answer(body, on: channel) else {
      // Left alone, its promise would wait for ever, and the page look as if it hung.
      let text = "bridge-contract record: the contract has no answer to this"
      session.refused(call, with: text)
      engine.reply(reply, .error(text))
      refused.append(message.handler)
      return
    }
    if let value = answer.first { session.answered(call, with: .json(value.json)) }
    engine.reply(reply, .value(answer.first ?? .undefined))
  }

  /// Answers over channels, and gives what is answered by the call's own result; nil where the
  /// contract does not know what was said.
  private func answer(_ body: [UInt8], on channel: Int) -> [BridgeValue]? {
    guard let given = answers?.answers(to: body, on: channel, by: engine) else { return nil }
    var results: [BridgeValue] = []
    for item in given {
      answered += 1
      switch item {
      case .result(let value): results.append(value)
      case .said(let body, let channel, let script):
        session.sent(.json(body), on: channel)
        run(script, on: channel)
      }
    }
    return results
  }

  private func take(_ dialog: Dialog) {
    dialogs += 1
    guard dialog.kind == .prompt, let set else { return }
    let channel = set.channels.firstIndex { program in
      guard program.channel.via == .prompt else { return false }
      guard let match = program.channel.match else { return true }
      return Array(dialog.message.utf8).withUnsafeBufferPointer {
        PatternMatcher().matches(match, $0)
      }
    }
    guard let channel else { return }
    let call = session.receivedPrompt(dialog.message, dialog.defaultText)
    let body = BridgeValue.object([
      (key: "fn", value: "prompt"),
      (
        key: "args",
        value: .array(
          [dialog.message, dialog.defaultText].compactMap { $0 }.map { .string(.init($0)) })
      ),
    ]).json
    guard let value = answer(body, on: channel)?.first else { return }
    session.answered(call, with: .json(value.json))
    dialog.answer(value.string ?? value.description)
  }

  /// Whether a navigation of the page is a message: native takes it and stays where it is.
  private func isMessage(_ url: String) -> Bool {
    guard let set else { return false }
    let channel = set.channels.firstIndex {
      $0.channel.via == .navigation && url.utf8.starts(with: ($0.channel.url ?? "").utf8)
    }
    guard let channel else { return false }
    let body = BridgeValue.string(.init(url)).json
    session.received(.json(body), on: set.channels[channel].channel.key)
    _ = answer(body, on: channel)
    return true
  }
}
