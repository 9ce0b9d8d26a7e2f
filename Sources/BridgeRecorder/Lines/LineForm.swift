internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Makes the text of lines. Used by the writing thread only.
final class LineForm {
  private let origin: RecorderOptions.Origin
  private let redactor: Redactor?

  init(origin: RecorderOptions.Origin, redactor: Redactor?) {
    self.origin = origin
    self.redactor = redactor
  }

  /// Appends a line with its line end.
  func append(_ line: PendingLine, to out: inout [UInt8]) {
    if case .pageLine(let text) = line.content {
      appendPageLine(text, line, to: &out)
      return
    }
    var fields = Fields(line, recorder: "native")
    switch line.content {
    case .pageLine: break
    case .event(let event): fields.event = event.rawValue
    case .gap(let count):
      fields.event = "linesDropped"
      fields.dropped = count
    case .failure(let cause): fields.cause = cause.id
    case .body(let body): fields.body = body.checked()
    case .answer(let call, let body):
      fields.answers = Array(String(call).utf8)
      fields.body = body.checked()
    case .refusal(let call, let error):
      fields.answers = Array(String(call).utf8)
      fields.error = RecordedBody.string(error)
    }
    append(fields, to: &out)
  }

  func append(_ fields: Fields, to out: inout [UInt8]) {
    var fields = fields
    redactor?.redact(&fields)
    fields.write(origin: origin.rawValue, isRedacted: redactor != nil, to: &out)
  }
}

/// The fields of one line, in the order in which they are written.
struct Fields {
  var t: Int64
  var session: String
  var sessionNumber: Int
  var page: Int
  var side: Side?
  var channel: String?
  var frame: RecordedFrame?
  var body: RecordedBody?
  /// JSON texts.
  var call: [UInt8]?
  var answers: [UInt8]?
  var error: RecordedBody?
  var event: String?
  var cause: String?
  var dropped: Int?
  var recorder: String
  /// The redacted body may be judged otherwise than the one that was said.
  var isApproximate = false

  init(_ line: PendingLine, recorder: String) {
    t = line.t
    session = line.sessionName
    sessionNumber = line.session
    page = line.page
    side = line.side
    channel = line.channel
    frame = line.frame
    call = line.call.map { Array(String($0).utf8) }
    self.recorder = recorder
  }

  /// Appends the line with its line end.
  func write(origin: String, isRedacted: Bool, to out: inout [UInt8]) {
    out += Array("{\"t\":\(t),\"session\":".utf8)
    JSONString.appendQuoted(session.utf8, to: &out)
    out += Array(",\"page\":\(page)".utf8)
    if let side { Self.text("direction", side.direction, &out) }
    if let channel { Self.text("channel", channel, &out) }
    if let frame {
      out += Array(",\"frame\":{\"main\":\(frame.isMain)".utf8)
      if let origin = frame.origin { Self.text("origin", origin, &out) }
      if let id = frame.id { Self.text("id", id, &out) }
      out.append(UInt8(ascii: "}"))
    }
    if let event { Self.text("event", event, &out) }
    if let dropped { out += Array(",\"lines\":\(dropped)".utf8) }
    if let cause { Self.text("cause", cause, &out) }
    Self.raw("call", call, &out)
    Self.raw("answers", answers, &out)
    Self.raw("error", error?.text, &out)
    Self.raw("body", body?.text, &out)
    writeLosses(isRedacted: isRedacted, to: &out)
    if isApproximate { out += Array(",\"redacted\":\"approximately\"".utf8) }
    Self.text("origin", origin, &out)
    Self.text("recorder", recorder, &out)
    out += Array("}\n".utf8)
  }

  /// How many losses a line lists.
  private static let maxLosses = 16

  private func writeLosses(isRedacted: Bool, to out: inout [UInt8]) {
    let losses = (body?.losses ?? []) + (error?.losses ?? [])
    guard !losses.isEmpty else { return }
    out += Array(",\"losses\":[".utf8)
    for (index, loss) in losses.prefix(Self.maxLosses).enumerated() {
      out += Array((index > 0 ? ",{" : "{").utf8)
      out += Array("\"was\":".utf8)
      JSONString.appendQuoted(loss.was.utf8, to: &out)
      // A pointer holds keys, and keys may be data.
      if !isRedacted { Self.text("at", loss.at, &out) }
      out.append(UInt8(ascii: "}"))
    }
    out.append(UInt8(ascii: "]"))
  }

  private static func text(_ key: String, _ value: String, _ out: inout [UInt8]) {
    out += Array(",\"\(key)\":".utf8)
    JSONString.appendQuoted(value.utf8, to: &out)
  }

  private static func raw(_ key: String, _ value: [UInt8]?, _ out: inout [UInt8]) {
    guard let value else { return }
    out += Array(",\"\(key)\":".utf8)
    out += value
  }
}
