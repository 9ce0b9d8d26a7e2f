package import BridgeFindings
package import BridgeJSON

/// One thing that was recorded, already found its channel: what a monitor takes.
package struct Record {
  /// What it is.
  package enum Content {
    case event(Event)
    /// A body on a channel of the set.
    case body(JSONCursor, channel: Int, call: JSONCursor?)
    /// The answer to a call: a value, or the text of an error.
    case answer(call: JSONCursor, body: JSONCursor, isError: Bool, side: Side?)
    /// A delivery or a load that failed, as the line itself says.
    case failure(
      Cause, side: Side?, channel: Int?, call: JSONCursor?, event: Event?,
      function: CalledFunction? = nil)
    /// Something on a channel of the other side.
    case wrongDirection(side: Side, channel: Int, call: JSONCursor?)
    /// A line whose shape was judged elsewhere.
    case judged
    /// The call of a line that is not judged: its answer is not either.
    case passedOver(call: JSONCursor, side: Side?)
  }

  /// The frame a line was sent from.
  package struct Frame {
    package var isMain: Bool?
    package var origin: [UInt8]?
    package var id: IDKey?

    package init(isMain: Bool?, origin: [UInt8]?, id: IDKey?) {
      self.isMain = isMain
      self.origin = origin
      self.id = id
    }
  }

  package var content: Content
  /// The physical line, from 1.
  package var line: Int
  /// Byte offset of the line's beginning in its file.
  package var offset: Int
  /// Milliseconds; nil where the line has no time.
  package var t: Double?
  package var session: IDKey
  /// The session's name; nil where the line has none.
  package var sessionName: JSONCursor?
  package var page: Int?
  package var frame: Frame?

  package init(
    content: Content, line: Int, offset: Int, t: Double? = nil, session: IDKey,
    sessionName: JSONCursor? = nil, page: Int? = nil, frame: Frame? = nil
  ) {
    self.content = content
    self.line = line
    self.offset = offset
    self.t = t
    self.session = session
    self.sessionName = sessionName
    self.page = page
    self.frame = frame
  }
}
