internal import BridgeContract
public import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

/// The native side of one contract: sends typed messages, takes what the page says, answers it.
///
/// It knows no web view. What it sends goes to `deliver` (evaluate its `script`); what the
/// page posts comes in by `receive`, from a script message handler, a test, or the headless bus.
/// Generated code wraps it: the names below are those of messages there.
///
/// ```swift
/// let bridge = try NativeBridge(contract: Sync.contract) { outgoing in
///   if let script = outgoing.script { webView.evaluateJavaScript(script) }
/// }
/// bridge.on(Sync.ReadyV2.self) { payload, answer in try? answer.reply(.init(value: "ok")) }
/// try bridge.send(Sync.SyncMessage.self, .init(value: "ok"))
/// ```
///
/// Safe to use from several threads. Handlers and `deliver` are called on the thread that called,
/// while no lock is held.
public final class NativeBridge: @unchecked Sendable {
  // Unchecked: `state` is only touched while the lock is held.
  private let lock = Lock()
  private var state: State
  private let deliver: @Sendable (Outgoing) -> Void

  private struct State {
    let traffic: Traffic
    var handlers: [String: @Sendable (AnyJSON, Int?) throws -> Void] = [:]
    var open: [Int: Incoming] = [:]
    var waiting: [Waiting] = []
    var ids = RequestIDs()
    var lastTicket = 0
  }

  /// A request of the page that waits for its answer.
  private struct Incoming {
    var message: Int
    var id: String?
    var errorID: String?
    var parts = 0
    var result: (@Sendable (String) -> Void)?
  }

  /// A request of native that waits for its reply.
  private struct Waiting {
    var ticket: Int
    var message: Int
    var body: String
    var id: IDKey?
    var errorID: IDKey?
    var take: @Sendable (Result<Traffic.Content, Settled>, Bool) -> Void
  }

  private enum Settled: Error {
    case refused([Finding])
    case abandoned
  }

  /// A bridge over a contract's text.
  ///
  /// - Parameters:
  ///   - text: the contract; generated code has it as `contract`.
  ///   - receivers: the functions to call, by the keys of channels whose contract only has a pattern.
  ///   - deliver: brings what native says to the page.
  /// - Throws: `BridgeRefusal.contract`.
  public init(
    contract text: String, receivers: [String: String] = [:],
    deliver: @escaping @Sendable (Outgoing) -> Void
  ) throws(BridgeRefusal) {
    let traffic = try Traffic(text)
    traffic.receivers = receivers
    state = State(traffic: traffic)
    self.deliver = deliver
  }

  // MARK: Handlers

  /// Says what is done when this message comes.
  public func on<M: BridgeMessage>(
    _ message: M.Type, _ handle: @escaping @Sendable (M.Payload) -> Void
  ) {
    set(M.name) { payload, _ in handle(try payload.decode(M.Payload.self)) }
  }

  /// Says what is done when this request comes.
  public func on<M: BridgeRequest>(
    _ message: M.Type, _ handle: @escaping @Sendable (M.Payload, Answer<M>) -> Void
  ) {
    set(M.name) { [weak self] payload, ticket in
      guard let self else { return }
      let answer = Answer<M>(bridge: self, ticket: ticket ?? -1)
      handle(try payload.decode(M.Payload.self), answer)
    }
  }

  private func set(_ name: String, _ handle: @escaping @Sendable (AnyJSON, Int?) throws -> Void) {
    lock.locked { state.handlers[name] = handle }
  }

  // MARK: Sending

  /// Sends a message that nobody answers.
  /// - Throws: `BridgeRefusal.encoding`; nothing was sent then.
  public func send<M: BridgeMessage>(
    _ message: M.Type, _ payload: M.Payload
  ) throws(BridgeRefusal) {
    let json = try Outgoing.text(payload)
    let outgoing = try locked { (state) throws(BridgeRefusal) in
      try NativeBridge.encode(M.name, json, id: nil, errorID: nil, state.traffic, result: nil)
    }
    deliver(outgoing)
  }

  /// Sends a request; `take` gets its reply, of a stream each part, and whether more will come.
  /// - Throws: `BridgeRefusal.encoding`; nothing was sent then.
  public func request<M: BridgeRequest>(
    _ message: M.Type, _ payload: M.Payload,
    _ take: @escaping @Sendable (Result<M.Reply, RequestError<M.Failure>>, Bool) -> Void
  ) throws(BridgeRefusal) {
    let json = try Outgoing.text(payload)
    let outgoing = try locked { (state) throws(BridgeRefusal) in
      try self.begin(M.name, json, &state) { take(NativeBridge.typed($0, M.self), $1) }
    }
    deliver(outgoing)
  }

  private static func typed<M: BridgeRequest>(
    _ result: Result<Traffic.Content, Settled>, _ message: M.Type
  ) -> Result<M.Reply, RequestError<M.Failure>> {
    do {
      switch result {
      case .success(.payload(let text)):
        return .success(try JSONPayload.decode(M.Reply.self, from: text))
      case .success(.error(let name, let payload)):
        guard let failure = try M.Failure(name: name, payload: AnyJSON(checked: payload)) else {
          return .failure(.refused(.decoding("the reply has no error \(name)")))
        }
        return .failure(.declined(failure))
      case .failure(.refused(let findings)): return .failure(.refused(.findings(findings)))
      case .failure(.abandoned): return .failure(.abandoned)
      }
    } catch {
      return .failure(.refused(.decoding(String(describing: error))))
    }
  }

  /// Sends a request and waits for its reply.
  /// - Throws: `BridgeRefusal` where nothing was sent, else `RequestError` of the request's failure.
  public func request<M: BridgeRequest>(
    _ message: M.Type, _ payload: M.Payload
  ) async throws -> M.Reply {
    try await withCheckedThrowingContinuation { continuation in
      let once = Once()
      do throws(BridgeRefusal) {
        try request(message, payload) { result, _ in
          if once.first() { continuation.resume(with: result) }
        }
      } catch {
        if once.first() { continuation.resume(throwing: error) }
      }
    }
  }

  private func begin(
    _ name: String, _ json: String, _ state: inout State,
    _ take: @escaping @Sendable (Result<Traffic.Content, Settled>, Bool) -> Void
  ) throws(BridgeRefusal) -> Outgoing {
    let traffic = state.traffic
    guard let index = traffic.message(name) else {
      throw .encoding(.unknownMessage(name, nearest: nil))
    }
    let program = traffic.set.messages[index]
    let framing = traffic.set.channels[program.channel].channel.framing
    var id: String?
    var errorID: String?
    if program.message.id != .none, framing.id != nil {
      id = state.ids.next(framing.ids, like: traffic.exampleID(index), traffic.matcher)
      if framing.errorID != nil {
        errorID = state.ids.next(framing.ids, like: traffic.exampleID(index), traffic.matcher)
      }
    }
    state.lastTicket += 1
    let ticket = state.lastTicket
    let isResult = program.message.reply?.on == .result
    let result: (@Sendable (String?) -> Void)? =
      isResult
      ? { @Sendable [weak self] (text: String?) -> Void in self?.settle(ticket, text) } : nil
    let outgoing = try NativeBridge.encode(
      name, json, id: id, errorID: errorID, traffic, result: result)
    state.waiting.append(
      Waiting(
        ticket: ticket, message: index, body: outgoing.message.body,
        id: id.flatMap(NativeBridge.key), errorID: errorID.flatMap(NativeBridge.key), take: take))
    return outgoing
  }

  private static func key(_ json: String) -> IDKey? {
    JSONConstants.document(Array(json.utf8)).map { IDKey($0.root.cursor) }
  }

  private static func encode(
    _ name: String, _ json: String, id: String?, errorID: String?, _ traffic: Traffic,
    result: (@Sendable (String?) -> Void)?
  ) throws(BridgeRefusal) -> Outgoing {
    guard let index = traffic.message(name) else {
      throw .encoding(.unknownMessage(name, nearest: nil))
    }
    let channel = traffic.set.channels[traffic.set.messages[index].channel].channel
    var fields: [(pointer: String, json: String)] = []
    if let errorID, let pointer = channel.framing.errorID?.pointers.first {
      fields.append((pointer.text, errorID))
    }
    do throws(ContractEncodingError) {
      let message = try traffic.encoder.encode(
        message: name, json: json,
        .init(
          id: id.map { MessageID(json: $0) }, fields: fields,
          path: traffic.receivers[channel.key]))
      return Outgoing(
        name: name, channel: channel.key, isReply: false, message: message, result: result)
    } catch {
      throw .encoding(error)
    }
  }

  // MARK: Receiving

  /// Takes what the page said.
  ///
  /// Messages that break the contract reach no handler; the findings say why.
  /// - Parameters:
  ///   - body: the body as JSON text, as it was recorded in a log.
  ///   - channel: the channel's key or its handler's name.
  ///   - reply: takes the answer as JSON text, for channels that answer by the call's own result.
  /// - Returns: the findings that the line would get in a log.
  @discardableResult
  public func receive(
    _ body: String, on channel: String, reply: (@Sendable (String) -> Void)? = nil
  ) -> [Finding] {
    var calls: [() throws -> Void] = []
    var findings = lock.locked { take(body, channel, reply, &calls) }
    for call in calls {
      do {
        try call()
      } catch {
        findings.append(NativeBridge.finding("the payload does not fit its type: \(error)"))
      }
    }
    return findings
  }

  private static func finding(_ sentence: String, _ cause: Cause? = nil) -> Finding {
    Finding(cause: cause, severity: .error, message: sentence, instancePath: "", fingerprint: "")
  }

  private func take(
    _ text: String, _ name: String, _ reply: (@Sendable (String) -> Void)?,
    _ calls: inout [() throws -> Void]
  ) -> [Finding] {
    let traffic = state.traffic
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(Array(text.utf8), limits: .traffic, skipsBOM: false)
    } catch {
      return [NativeBridge.finding(error.sentence, .malformedJSON)]
    }
    guard let channel = traffic.channel(name, from: .web) else {
      return [NativeBridge.finding("the contract has no such channel of the page")]
    }
    let program = traffic.set.channels[channel]
    traffic.reader.reset()
    let readings = traffic.reader.bodies(of: document.tape.root, on: program)
    var all: [Finding] = []
    for var reading in readings {
      traffic.reader.read(&reading, on: program)
      if reading.isReply {
        all += settle(reading, document, channel, &calls)
        continue
      }
      let isCall = reading.message.map {
        traffic.set.messages[$0].message.reply?.on == .result
      }
      var findings = traffic.judge([
        .body(document.tape.root, channel: channel, isCall: isCall ?? false)
      ])
      if let index = reading.batchIndex {
        findings = findings.filter { finding in
          let path = finding.instancePath ?? ""
          return path == "/\(index)" || path.hasPrefix("/\(index)/")
        }
      }
      all += findings
      guard let message = reading.message, reading.failure == nil,
        !findings.contains(where: { $0.severity == .error })
      else { continue }
      open(message, reading, reply, &calls)
    }
    return all
  }

  private func open(
    _ message: Int, _ reading: Reading, _ reply: (@Sendable (String) -> Void)?,
    _ calls: inout [() throws -> Void]
  ) {
    let traffic = state.traffic
    let definition = traffic.set.messages[message].message
    guard let handle = state.handlers[definition.name] else { return }
    let payload = AnyJSON(checked: traffic.payload(of: message, reading))
    var ticket: Int?
    let isResult = definition.reply?.on == .result
    if definition.reply != nil, isResult || definition.id == .none || reading.id != nil {
      state.lastTicket += 1
      ticket = state.lastTicket
      state.open[state.lastTicket] = Incoming(
        message: message, id: reading.idFound.json, errorID: reading.errorIDFound.json,
        result: isResult ? reply : nil)
    }
    calls.append { try handle(payload, ticket) }
  }

  // MARK: Replies of the page

  private func settle(
    _ reading: Reading, _ document: JSONDocument, _ channel: Int,
    _ calls: inout [() throws -> Void]
  ) -> [Finding] {
    let traffic = state.traffic
    let position = state.waiting.firstIndex { waiting in
      if let id = reading.id {
        return [waiting.id, waiting.errorID].contains {
          $0 != nil && ($0 == id || $0 == reading.otherID)
        }
      }
      guard waiting.id == nil,
        let kind = traffic.set.messages[waiting.message].message.reply?.kind
      else { return false }
      return traffic.reader.equals(kind: reading.kind, kind)
    }
    guard let position else {
      return traffic.judge([.body(document.tape.root, channel: channel, isCall: false)])
    }
    let waiting = state.waiting[position]
    guard let request = JSONConstants.document(Array(waiting.body.utf8)) else { return [] }
    let findings = traffic.judge([
      .body(
        request.tape.root, channel: traffic.set.messages[waiting.message].channel, isCall: false),
      .body(document.tape.root, channel: channel, isCall: false),
    ])
    if findings.contains(where: { $0.severity == .error }) {
      state.waiting.remove(at: position)
      calls.append { waiting.take(.failure(.refused(findings)), false) }
      return findings
    }
    let isErrorByID = waiting.errorID.map { $0 == reading.id || $0 == reading.otherID }
    let content = traffic.reply(
      to: waiting.message, reading, on: channel, isResult: false, isErrorByID: isErrorByID)
    var isError = false
    if case .error = content { isError = true }
    let hasMore = traffic.hasMore(waiting.message, reading, isError: isError)
    if !hasMore { state.waiting.remove(at: position) }
    calls.append { waiting.take(.success(content), hasMore) }
    return findings
  }

  /// The result of a call came.
  private func settle(_ ticket: Int, _ text: String?) {
    let call: (() -> Void)? = lock.locked {
      guard let position = state.waiting.firstIndex(where: { $0.ticket == ticket }) else {
        return nil
      }
      let waiting = state.waiting.remove(at: position)
      let traffic = state.traffic
      guard let text else { return { waiting.take(.failure(.abandoned), false) } }
      guard let document = JSONConstants.document(Array(text.utf8)),
        let request = JSONConstants.document(Array(waiting.body.utf8))
      else { return { waiting.take(.failure(.refused([])), false) } }
      let channel = traffic.set.messages[waiting.message].channel
      let findings = traffic.judge([
        .body(request.tape.root, channel: channel, isCall: true),
        .answer(document.tape.root, isError: false),
      ])
      if findings.contains(where: { $0.severity == .error }) {
        return { waiting.take(.failure(.refused(findings)), false) }
      }
      traffic.reader.reset()
      let program = traffic.set.channels[channel]
      guard
        let reading = traffic.reader.bodies(of: document.tape.root, on: program, isAnswer: true)
          .first
      else { return nil }
      let content = traffic.reply(
        to: waiting.message, reading, on: channel, isResult: true, isErrorByID: nil)
      return { waiting.take(.success(content), false) }
    }
    call?()
  }

  // MARK: Answers

  func answer(
    _ ticket: Int, error: String?, _ payload: String, isLast: Bool
  ) throws(BridgeRefusal) {
    let action = try locked { (state) throws(BridgeRefusal) -> (() -> Void) in
      guard var incoming = state.open[ticket] else { throw .settled }
      let traffic = state.traffic
      let definition = traffic.set.messages[incoming.message].message
      incoming.parts += 1
      let id = error == nil ? incoming.id : incoming.errorID ?? incoming.id
      let fields = traffic.streamFields(
        of: incoming.message, part: incoming.parts, isLast: isLast || error != nil)
      let message: EncodedMessage
      do throws(ContractEncodingError) {
        message = try traffic.encoder.encodeReply(
          to: definition.name, error: error, json: payload,
          .init(
            id: id.map { MessageID(json: $0) }, fields: fields,
            path: traffic.receiver(ofReplyTo: incoming.message)))
      } catch {
        throw .encoding(error)
      }
      state.open[ticket] = isLast ? nil : incoming
      if let result = incoming.result { return { result(message.body) } }
      let channel = traffic.set.messages[incoming.message].replyChannel
        .map { traffic.set.channels[$0].channel.key }
      let outgoing = Outgoing(
        name: definition.name, channel: channel ?? "", isReply: true, message: message, result: nil)
      return { self.deliver(outgoing) }
    }
    action()
  }

  // MARK: Pages

  /// The page went away, or a new one began: nobody waits for answers any more, and what native
  /// asked the old page is abandoned. Call it when a load is committed, when the process ends, and
  /// at teardown.
  public func pageEnded() {
    let waiting = lock.locked {
      state.open.removeAll()
      let waiting = state.waiting
      state.waiting.removeAll()
      return waiting
    }
    for request in waiting { request.take(.failure(.abandoned), false) }
  }

  private func locked<T>(
    _ body: (inout State) throws(BridgeRefusal) -> T
  ) throws(BridgeRefusal) -> T {
    var result: Result<T, BridgeRefusal>?
    lock.locked {
      do throws(BridgeRefusal) {
        result = .success(try body(&state))
      } catch {
        result = .failure(error)
      }
    }
    guard let result else { throw .settled }
    return try result.get()
  }
}

/// True once.
private final class Once: @unchecked Sendable {
  // Unchecked: the lock is held.
  private let lock = Lock()
  private var isUsed = false

  func first() -> Bool {
    lock.locked {
      defer { isUsed = true }
      return !isUsed
    }
  }
}
