public import BridgeContract
public import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

/// A bridge under test: native code, a page, and expectations in each direction.
///
/// On the headless engine a test takes milliseconds and no time passes but that of the virtual clock;
/// on any other engine the same test runs unchanged.
///
/// ```swift
/// let bus = try Bus(contract)
/// try bus.on("ready.v2") { try $0.answer(payload: ["value": "ok"]) }
/// bus.start(page)
/// try bus.expect(.webToNative("ready.v2"), within: 5000)
/// try bus.expect(.reply(to: "ready.v2"), within: 5000)
/// try bus.finish()
/// ```
///
/// Not thread-safe: a bus belongs to one test.
public final class Bus {
  /// The contract.
  public let contract: Contract
  /// The engine.
  public let engine: any Engine
  /// How much of what happens must be expected.
  public var exhaustivity: Exhaustivity
  /// Takes what was passed over, with `Exhaustivity.offShowingSkipped`.
  public var onSkipped: ((String) -> Void)?

  let half: NativeHalf
  let set: ContractSet
  private var handlers: [(message: Int, body: (BusRequest) throws -> Void)] = []
  private var eventHandlers: [(event: Event, body: () throws -> Void)] = []
  private var replyHandlers: [(message: Int, body: (BusMessage) throws -> Void)] = []
  /// What went wrong outside of the bridge, until somebody has been told.
  private var problem: Problem?
  /// The engine runs for somebody who waits.
  private var isRunning = false

  /// What went wrong outside of the bridge.
  private enum Problem {
    /// Told of at the line of whoever waits.
    case text(String)
    /// Knows its line.
    case error(any Error)
  }

  /// A bus on an engine; without one on a headless engine of its own.
  /// - Throws: `BridgeMisuse` where the contract cannot stand alone.
  public init(
    _ contract: Contract, on engine: any Engine = HeadlessEngine(),
    exhaustivity: Exhaustivity = .on, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) throws(BridgeMisuse) {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let encoder: ContractEncoder
    do throws(ContractEncodingError) {
      encoder = try ContractEncoder(contract)
    } catch {
      throw BridgeMisuse("the contract cannot be used: \(error)", at: site)
    }
    guard case .joined(let set) = ContractSet.join([contract]) else {
      throw BridgeMisuse("the contract claims something twice", at: site)
    }
    self.contract = contract
    self.engine = engine
    self.exhaustivity = exhaustivity
    self.set = set
    half = NativeHalf(set, encoder, on: engine)
    half.port.pages = [set.pageURL]
    half.onProblem = { [unowned self] in note(.text($0)) }
    half.onEvent = { [unowned self] in heard($0) }
    half.onMessage = { [unowned self] in heard($0) }
    half.onReply = { [unowned self] in heardReply($0, $1) }
  }

  // MARK: Native's code

  /// Native's code for a message of the page, called for each that the contract accepts.
  ///
  /// What it throws is a problem of the test, except where the message is answered by its result:
  /// then the page's promise is rejected with the text.
  public func on(
    _ name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: @escaping (BusRequest) throws -> Void
  ) throws(BridgeMisuse) {
    try on(
      name, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
  }

  package func on(
    _ name: String, at site: CallSite, _ body: @escaping (BusRequest) throws -> Void
  ) throws(BridgeMisuse) { handlers.append((try message(name, from: .web, at: site), body)) }

  /// Native's code for an event of the view's life.
  public func on(_ event: Event, _ body: @escaping () throws -> Void) {
    eventHandlers.append((event, body))
  }

  /// Native's code for replies to a message of its own.
  public func onReply(
    to name: String, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column, _ body: @escaping (BusMessage) throws -> Void
  ) throws(BridgeMisuse) {
    try onReply(
      to: name, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column), body)
  }

  package func onReply(
    to name: String, at site: CallSite, _ body: @escaping (BusMessage) throws -> Void
  ) throws(BridgeMisuse) {
    replyHandlers.append((try message(name, from: .native, at: site), body))
  }

  /// Lets go of native's code.
  package func forgetCode() {
    handlers.removeAll()
    eventHandlers.removeAll()
    replyHandlers.removeAll()
  }

  private func heard(_ event: Event) {
    for handler in eventHandlers where handler.event == event { run { try handler.body() } }
  }

  private func heard(_ atHand: NativeHalf.AtHand) {
    guard handlers.contains(where: { $0.message == atHand.message }) else { return }
    let request = BusRequest(self, atHand)
    for handler in handlers where handler.message == atHand.message {
      do {
        try handler.body(request)
      } catch {
        // That the contract refuses an answer, or a test asks for what cannot be, is no answer.
        if Self.isOwn(error) {
          note(.error(error))
        } else if case .channel = atHand.over {
          note(.text("native's code for \"\(request.message.name)\" threw: \(error)"))
        } else {
          half.refuses(atHand, text: "\(error)")
        }
      }
    }
  }

  private func heardReply(_ message: Int, _ line: Int) {
    for handler in replyHandlers where handler.message == message {
      run { try handler.body(self.message(at: line, name: set.messages[message].message.name)) }
    }
  }

  /// Runs native's code.
  func run(_ body: () throws -> Void) {
    do {
      try body()
    } catch {
      note(Self.isOwn(error) ? .error(error) : .text("native's code threw: \(error)"))
    }
  }

  // MARK: Problems

  private static func isOwn(_ error: any Error) -> Bool {
    error is BridgeFailure || error is BridgeMisuse
  }

  private func note(_ new: Problem) { problem = problem ?? new }

  var hasProblem: Bool { problem != nil }

  /// Throws what went wrong outside of the bridge, once.
  func throwProblem(at site: CallSite) throws {
    guard let known = problem else { return }
    problem = nil
    switch known {
    case .text(let text): throw BridgeMisuse(text, at: site)
    case .error(let error): throw error
    }
  }

  /// Runs the engine for somebody who waits, who cannot be native's code: nothing would go on while it
  /// waits.
  func running<Result>(at site: CallSite, _ body: () throws -> Result) throws -> Result {
    if isRunning {
      throw BridgeMisuse(
        "native's code waits for what can only come once it has returned: wait in the test",
        at: site)
    }
    isRunning = true
    defer { isRunning = false }
    return try body()
  }

  // MARK: Words of the contract

  /// The message of this name, which this side says.
  func message(_ name: String, from side: Side?, at site: CallSite) throws(BridgeMisuse) -> Int {
    let found = set.messages.firstIndex { $0.message.name.utf8.elementsEqual(name.utf8) }
    guard let found, !set.messages[found].message.isRemoved else {
      let names = set.messages.map(\.message).filter { !$0.isRemoved }.map(\.name)
      let nearest = Spelling.nearest(to: name, among: names)
      throw BridgeMisuse(
        found == nil
          ? "the contract has no message \"\(name)\""
            + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
          : "the message \"\(name)\" was removed from the contract", at: site)
    }
    if let side, set.messages[found].requester != side {
      throw BridgeMisuse(
        "\"\(name)\" is said by \(set.messages[found].requester.rawValue) (\(set.messages[found].requester.arrow)), not by \(side.rawValue)",
        at: site)
    }
    return found
  }

  func channel(_ key: String, from side: Side, at site: CallSite) throws(BridgeMisuse) -> Int {
    let found = set.channels.firstIndex { $0.channel.key.utf8.elementsEqual(key.utf8) }
    guard let found else {
      let nearest = Spelling.nearest(to: key, among: set.channels.map(\.channel.key))
      throw BridgeMisuse(
        "the contract has no channel \"\(key)\""
          + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""), at: site)
    }
    guard set.channels[found].channel.from == side else {
      throw BridgeMisuse(
        "channel \"\(key)\" is \(side.other.rawValue)'s: \(side.rawValue) says nothing there",
        at: site)
    }
    return found
  }

  /// What stands on a line of the trace.
  func message(at line: Int, name: String) -> BusMessage {
    let note = half.notes[line]
    var body = BridgeValue.undefined
    if let text = half.lines[line].body {
      do throws(JSONError) {
        body = try BridgeValue(json: text)
      } catch {
        body = .undefined
      }
    }
    return BusMessage(
      name: name, from: note.side, channel: note.channel.map { set.channels[$0].channel.key },
      body: body, id: note.id.map { String(decoding: $0, as: UTF8.self) },
      t: half.lines[line].t, line: line + 1)
  }

  // MARK: Looking

  /// The trace so far: lines of a log, which `validate` reads.
  public var trace: [String] { half.lines.map { String(decoding: $0.json, as: UTF8.self) } }

  /// What the validator finds in the trace so far, its end included: errors and warnings.
  public var findings: [Finding] {
    let known = half.notes.flatMap(\.findings)
    return (known + findingsAtEnd()).filter { $0.severity != .info }
  }

  /// What the engine wrote into its log: what native must not do and this engine overlooks.
  public var engineLog: [String] { half.port.engineLog }

  /// The trace so far as two lanes, without any value.
  public var diagram: String { TwoLanes(half, set).text }
}

extension ContractSet {
  /// The URL of the page under test, of an origin that the contract trusts.
  var pageURL: String {
    let origin = channels.compactMap { $0.channel.origins?.first }.first ?? "app://page"
    return origin.utf8.last == UInt8(ascii: ":") ? "\(origin)//page/" : "\(origin)/"
  }
}
