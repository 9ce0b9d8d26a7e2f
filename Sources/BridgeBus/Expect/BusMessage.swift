public import BridgeContract

/// One message, reply or event of a bus, as its trace holds it.
public struct BusMessage: Sendable {
  /// The message's name in the contract; of a reply that of the request; of an event its word.
  public var name: String
  /// Who said it; nil of an event.
  public var from: Side?
  /// The channel's key in the contract.
  public var channel: String?
  /// The whole body as it travelled.
  public var body: BridgeValue
  /// The id as JSON text, where there is one.
  public var id: String?
  /// Milliseconds of the engine's clock.
  public var t: Double
  /// The line of the trace, from 1.
  public var line: Int
}
