package import BridgeContract
package import BridgeJSON

/// One line of a log as it was written, for those who learn from traffic: nothing is judged.
package struct LogLine {
  /// The side that speaks, as far as the line says.
  package var side: Side?
  /// The word for the channel.
  package var channel: String?
  /// The body; nil of events.
  package var body: JSONCursor?
  /// The call that may be answered, and the call that is.
  package var call: JSONCursor?
  package var answers: JSONCursor?
  /// The text with which a call failed.
  package var error: JSONCursor?
  /// The session.
  package var session: JSONCursor?
  /// What tells the frame from others.
  package var frame: JSONCursor?
  /// Whether delivery failed, so that the body says nothing.
  package var hasCause: Bool
  /// The lifecycle event.
  package var event: Event?

  /// The line, where it is an object.
  package init?(_ line: JSONCursor, _ map: LogMap) {
    guard line.kind == .object else { return nil }
    let fields = LineFields(line, map)
    side = fields.side(map)
    channel = fields.channel?.string
    body = fields.body
    call = fields.call
    answers = fields.answers
    error = fields.error
    session = fields.session
    frame = fields.frame?.member("id")
    hasCause = fields.cause?.kind == .string
    event = fields.knownEvent(map)
  }
}
