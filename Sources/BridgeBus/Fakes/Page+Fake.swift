public import BridgeContract
internal import BridgeJSON
internal import BridgeScript

extension Page {
  /// A page made from the contract: it says its own messages as soon as the rules of order permit,
  /// beginning in its inline script, answers every request of native from the examples, and throws on
  /// what the contract does not accept. For the headless engine.
  ///
  /// - Throws: `BridgeMisuse` where the contract cannot stand alone.
  public static func fake(
    _ contract: Contract, _ dials: FakeDials = FakeDials(), fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws(BridgeMisuse) -> Page {
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
    return Page { window in
      try FakePage(PageHalf(set, ScenarioBodies(set: set, encoder: encoder), in: window), dials)
        .begin()
    }
  }
}

/// A fake page's document. Its window's listeners hold it, as long as there is the document.
private final class FakePage {
  let half: PageHalf
  let mind: FakeMind
  /// What this document knows, as a log.
  private var log: [[UInt8]] = []
  private var ids: [Int: [UInt8]?] = [:]

  init(_ half: PageHalf, _ dials: FakeDials) {
    self.half = half
    mind = FakeMind(half.set, half.bodies.encoder, .web, dials)
  }

  func begin() throws {
    half.defineAll()
    half.onLine = { [unowned self] side, channel, body in note(side, channel, body) }
    half.onMessage = { [unowned self] in try answer($0) }
    half.onReply = { [unowned self] _ in try say() }
    for event in [Event.handlerRegistered, .loadStarted, .loadCommitted] { note(event) }
    try say()
    half.window.on(.domContentLoaded) { [self] _ in try say() }
    half.window.on(.load) { [self] _ in
      try say()
      // A timer of the load listener comes after the end of the load (R5).
      half.window.setTimeout(0) { [self] in
        note(Event.loadFinished)
        try say()
      }
    }
  }

  private func note(_ event: Event) {
    log.append(TraceLine(t: half.window.now, event: event.rawValue).json)
  }

  private func note(_ side: Side, _ channel: Int, _ body: [UInt8]) {
    log.append(
      TraceLine(
        t: half.window.now, direction: side.direction,
        channel: half.set.channels[channel].channel.key, body: body
      ).json)
  }

  private func say() throws {
    while let (message, body) = mind.next(after: log, { built($0) }) {
      ids[message] = nil
      try half.says(body, half.set.messages[message].channel, message)
    }
  }

  private func built(_ message: Int) -> [UInt8]? {
    if ids[message] == nil { ids[message] = .some(half.side.nextID(message)) }
    do throws(ScenarioBodies.Failure) {
      return try half.bodies.message(message, id: ids[message] ?? nil, payload: nil)
    } catch {
      return nil
    }
  }

  private func answer(_ atHand: PageHalf.AtHand) throws {
    var wait = 0.0
    for (delay, body) in mind.answers(to: atHand.message, id: atHand.id) {
      wait += delay
      if wait > 0 {
        half.window.setTimeout(wait) { [self] in
          try half.answer(atHand, body)
          try say()
        }
      } else {
        try half.answer(atHand, body)
      }
    }
    try say()
  }
}
