internal import BridgeContract
internal import BridgeJSON

/// Two schemas that are compared: the payload of a message, a reply or an error, or an envelope.
struct PayloadQuestion {
  var old: [JSONValue]
  var new: [JSONValue]
  /// Fields of a payload that is the whole body which other parts of the contract mention; nil for a
  /// payload in a place of its own.
  var oldMentioned: [[UInt8]]?
  var newMentioned: [[UInt8]]?
  var oldRejects: Bool
  var newRejects: Bool
  /// Who says it; nil for both sides.
  var from: Side?
}

/// What the four questions of a place came to.
struct Facts {
  /// Sent by the new contract, received by the old one, and the other way round.
  var newToOld: SubsetAnswer
  var oldToNew: SubsetAnswer
}
