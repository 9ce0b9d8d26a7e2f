internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

// What native does: registers, loads, sends, answers.

extension Bus {
  // MARK: Lifecycle

  /// Registers every handler that is not there and loads the page, in this order: a page that posts
  /// before the registration would lose its first message.
  public func start(_ page: Page) {
    half.port.registerAll()
    load(page)
  }

  /// Loads the page under a URL that the contract trusts. Only the beginning of the load: its end is
  /// `expect(.event(.loadFinished))`.
  public func load(_ page: Page) {
    // So that a reload finds it.
    (engine as? HeadlessEngine)?.site[set.pageURL] = page
    half.begin(.page(page, base: set.pageURL))
  }

  /// Loads what a URL leads to.
  public func load(_ url: String) {
    half.port.pages.insert(url)
    half.begin(.url(url))
  }

  /// Loads the page again.
  public func reload() { half.begin(.reload) }

  /// Registers native's end of a channel. False where its name is taken.
  @discardableResult
  public func register(
    _ channel: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws(BridgeMisuse) -> Bool {
    try register(
      channel, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  @discardableResult
  package func register(_ channel: String, at site: CallSite) throws(BridgeMisuse) -> Bool {
    half.port.register(try self.channel(channel, from: .web, at: site))
  }

  /// Removes native's end of a channel; what is on its way is lost.
  public func unregister(
    _ channel: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws(BridgeMisuse) {
    try unregister(
      channel, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func unregister(_ channel: String, at site: CallSite) throws(BridgeMisuse) {
    half.port.unregister(try self.channel(channel, from: .web, at: site))
  }

  /// Asks a channel that native polls, until it has nothing more.
  public func poll(
    _ channel: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) throws(BridgeMisuse) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let index = try self.channel(channel, from: .web, at: site)
    guard set.channels[index].channel.via == .poll else {
      throw BridgeMisuse("channel \"\(channel)\" is not polled", at: site)
    }
    half.poll(index)
  }

  /// Kills the web process.
  public func terminate() { engine.terminate() }

  /// Takes the view down: handlers first, then the view (J38).
  public func tearDown() {
    for index in half.port.ends.sorted() { half.port.unregister(index) }
    half.destroy()
  }

  /// Destroys the view with its handlers still in place.
  public func destroy() { half.destroy() }

  /// Runs native's code after so many milliseconds of the engine's clock.
  public func later(_ milliseconds: Double, _ work: @escaping () throws -> Void) {
    engine.later(milliseconds) { [weak self] in self?.run(work) }
  }

  // MARK: Sending

  /// Sends a message of native, built from the contract's example; without a payload with that of
  /// the example. The id of a request counts on from the example's.
  /// - Throws: `BridgeFailure` where the contract refuses the payload: nothing was sent then.
  ///   `BridgeMisuse` for a name that native does not say.
  @discardableResult
  public func send(
    _ name: String, payload: BridgeValue? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws -> BusMessage {
    try send(
      name, payload: payload,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func send(
    _ name: String, payload: BridgeValue?, at site: CallSite
  ) throws -> BusMessage {
    let index = try message(name, from: .native, at: site)
    let id = half.ids.nextID(index).map { MessageID(json: String(decoding: $0, as: UTF8.self)) }
    let body: [UInt8]
    do throws(ContractEncodingError) {
      body = Array(
        try half.bodies.encoder.encode(
          message: name, json: payload.map(\.description), .init(id: id)
        ).body.utf8)
    } catch {
      throw refused(error, "native did not send \"\(name)\"", at: site)
    }
    let line = half.sends(body, set.messages[index].channel, index)
    return message(at: line, name: name)
  }

  /// Sends a raw body on a channel of native, whatever the contract says to it.
  /// - Throws: `BridgeMisuse` for a channel that is not native's.
  @discardableResult
  public func send(
    body: BridgeValue, on channel: String, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws(BridgeMisuse) -> BusMessage {
    try send(
      body: body, on: channel,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  package func send(
    body: BridgeValue, on channel: String, at site: CallSite
  ) throws(BridgeMisuse) -> BusMessage {
    let index = try self.channel(channel, from: .native, at: site)
    let line = half.sends(body.json, index, nil)
    return message(at: line, name: name(of: line))
  }

  /// The name of what stands on a line.
  func name(of line: Int) -> String {
    for item in half.notes[line].items {
      switch item {
      case .message(let index): return set.messages[index].message.name
      case .reply(_, let index?, _): return set.messages[index].message.name
      case .unread(let kind?): return set.kindWord(of: kind)
      case .reply, .unread: continue
      }
    }
    return half.notes[line].event?.rawValue ?? ""
  }

  /// A refusal of the encoder as a failure: the cause that the body would get in a log.
  func refused(
    _ error: ContractEncodingError, _ headline: String, at site: CallSite
  ) -> any Error {
    guard case .findings(let findings) = error,
      let first = findings.first(where: { $0.severity == .error })
    else { return BridgeMisuse("\(error)", at: site) }
    return failure(
      headline + ": the contract refuses it", first, expected: nil,
      evidence: "nothing was sent", at: site)
  }

  // MARK: Looking into the page

  /// Looks at something that only the test page has, such as `document.body.dataset.received`: runs
  /// the engine until the answer is there.
  ///
  /// - Parameters:
  ///   - script: the expression, for engines that run scripts.
  ///   - closure: the same for the headless engine.
  /// - Throws: the failure of the script.
  public func observe(
    _ script: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ closure: @escaping (PageWindow) -> BridgeValue
  ) throws -> BridgeValue {
    try observe(
      script, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), closure)
  }

  package func observe(
    _ script: String, at site: CallSite, _ closure: @escaping (PageWindow) -> BridgeValue
  ) throws -> BridgeValue {
    var result: Result<BridgeValue, ScriptFailure>?
    half.observe(
      engine.runsScripts ? .text(script) : .swift { .value(closure($0)) }
    ) { result = $0 }
    try running(at: site) { _ = engine.run(until: engine.clock + 10_000) { result != nil } }
    return try (result ?? .failure(ScriptFailure(.terminated, code: 0, message: "no answer came")))
      .get()
  }
}

/// A message of the page as native's code gets it, with the way to answer it.
public struct BusRequest {
  private let bus: Bus
  private let atHand: NativeHalf.AtHand
  /// The message.
  public let message: BusMessage

  init(_ bus: Bus, _ atHand: NativeHalf.AtHand) {
    self.bus = bus
    self.atHand = atHand
    message = bus.message(
      at: atHand.line, name: bus.set.messages[atHand.message].message.name)
  }

  /// The whole body as it travelled.
  public var body: BridgeValue { message.body }

  /// Answers it, now or at any later time; without a payload with that of the contract's example.
  /// - Throws: `BridgeFailure` where the contract refuses the payload, `BridgeMisuse` where the
  ///   message has no reply.
  public func answer(
    payload: BridgeValue? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws {
    try answer(
      error: nil, payload,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Refuses it with a declared error.
  /// - Throws: as `answer`.
  public func refuse(
    _ error: String, payload: BridgeValue? = nil, fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
    try answer(
      error: error, payload,
      CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  private func answer(error: String?, _ payload: BridgeValue?, _ site: CallSite) throws {
    let half = bus.half
    guard let reply = bus.set.messages[atHand.message].message.reply else {
      throw BridgeMisuse("\"\(message.name)\" has no reply in the contract", at: site)
    }
    let isResult = reply.on == .result
    let id = isResult ? nil : atHand.id
    let body: [UInt8]
    do throws(ContractEncodingError) {
      body = Array(
        try half.bodies.encoder.encodeReply(
          to: message.name, error: error, json: payload.map(\.description),
          .init(id: id.map { MessageID(json: String(decoding: $0, as: UTF8.self)) })
        ).body.utf8)
    } catch {
      throw bus.refused(error, "native did not answer \"\(message.name)\"", at: site)
    }
    half.answers(atHand, body)
  }
}
