/// A request that waits for its answer. Answer it once, from any thread; a stream as often as it
/// has parts.
public struct Answer<Request: BridgeRequest>: Sendable {
  let bridge: NativeBridge
  let ticket: Int

  /// A good reply; of a stream the last part.
  /// - Throws: `BridgeRefusal`: what the contract says against the payload, or that it was answered.
  public func reply(_ payload: Request.Reply) throws {
    try bridge.answer(ticket, error: nil, try Outgoing.text(payload), isLast: true)
  }

  /// A part of a stream that is not the last.
  /// - Throws: `BridgeRefusal`.
  public func part(_ payload: Request.Reply) throws {
    try bridge.answer(ticket, error: nil, try Outgoing.text(payload), isLast: false)
  }

  /// A declared error.
  /// - Throws: `BridgeRefusal`.
  public func fail(_ failure: Request.Failure) throws {
    let payload: String
    do {
      payload = try failure.payload().text
    } catch {
      throw BridgeRefusal.decoding(String(describing: error))
    }
    try bridge.answer(ticket, error: failure.name, payload, isLast: true)
  }
}
