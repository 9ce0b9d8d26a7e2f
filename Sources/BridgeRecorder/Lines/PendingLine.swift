internal import BridgeContract
internal import BridgeFindings

/// One thing that was recorded and is not yet written.
struct PendingLine: Sendable {
  enum Content: Sendable {
    case event(Event)
    case body(RecordedBody)
    case answer(Int, RecordedBody)
    case refusal(Int, String)
    case failure(Cause)
    /// What a page's own recorder wrote: one line of its log as JSON text.
    case pageLine([UInt8])
    /// So many lines were dropped here.
    case gap(Int)
  }

  var content: Content
  var session: Int
  var side: Side?
  var channel: String?
  var frame: RecordedFrame?
  /// The number of the call that the body is.
  var call: Int?
  /// Milliseconds since 1970 and the page: known when it is queued.
  var t: Int64 = 0
  var page = 1
  var sessionName = ""

  init(
    _ content: Content, session: Int, side: Side? = nil, channel: String? = nil,
    frame: RecordedFrame? = nil
  ) {
    self.content = content
    self.session = session
    self.side = side
    self.channel = channel
    self.frame = frame
  }

  /// The bytes of text it holds.
  var bodyBytes: Int {
    switch content {
    case .body(let body), .answer(_, let body): body.text.count
    case .refusal(_, let error): error.utf8.count
    case .pageLine(let line): line.count
    case .event, .failure, .gap: 0
    }
  }

  /// What it takes of the buffer: its text, and the line around it.
  var cost: Int { bodyBytes + (channel?.utf8.count ?? 0) + 256 }

  var isEvent: Bool {
    switch content {
    case .event, .gap: true
    default: false
    }
  }
}
