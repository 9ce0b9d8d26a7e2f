import BridgeContract
import BridgeJSON
public import BridgeLog

/// Recorded traffic that a draft is made from.
public final class DraftLog {
  struct Line {
    let document: JSONDocument
    var side: Side
    var channel: String?
    var body: JSONValue?
    var call: IDKey?
    var answers: IDKey?
    var isErrorText: Bool
    var session: IDKey
    var frame: IDKey?
  }

  private(set) var lines: [Line] = []
  /// Lines that hold nothing to learn from: no message, no direction, delivery that failed.
  public private(set) var passedOver = 0
  /// Lines beyond what is kept in memory.
  public private(set) var leftOut = 0

  private let map: LogMap
  private var file = -1
  private var rest: [UInt8] = []
  private var bytes = 0
  /// The sides of channels, for lines without a direction.
  private var sides: [String: Side] = [:]

  /// How much text of traffic is kept.
  public static let byteLimit = 256 << 20

  /// An empty log; `map` says where fields are in the lines of somebody else's recorder.
  public init(map: LogMap = LogMap()) { self.map = map }

  /// Begins a file: its lines without a session are a session of their own.
  public func beginFile() {
    file += 1
    rest = []
  }

  /// Takes bytes of the file.
  public func feed(_ bytes: [UInt8]) {
    var start = 0
    for (index, byte) in bytes.enumerated() where byte == 0x0A {
      take(rest + bytes[start..<index])
      rest = []
      start = index + 1
    }
    rest += bytes[start...]
  }

  /// Ends the file.
  public func endFile() {
    take(rest)
    rest = []
  }

  private func take(_ text: [UInt8]) {
    guard text.contains(where: { $0 != 0x20 && $0 != 0x0D && $0 != 0x09 }) else { return }
    guard bytes + text.count <= Self.byteLimit else {
      leftOut += 1
      return
    }
    guard let document = try? JSONDocument(text, limits: .traffic),
      let fields = LogLine(document.tape.root, map), fields.event == nil, !fields.hasCause
    else {
      passedOver += 1
      return
    }
    func value(_ cursor: JSONCursor?) -> JSONValue? {
      cursor.map { JSONValue(document: document, index: $0.index) }
    }
    let side = fields.side ?? fields.channel.flatMap { sides[$0] }
    let isAnswer = fields.answers != nil
    guard side != nil || isAnswer, fields.body != nil || isAnswer else {
      passedOver += 1
      return
    }
    if let channel = fields.channel, let side { sides[channel] = side }
    bytes += text.count
    lines.append(
      Line(
        document: document, side: side ?? .native, channel: fields.channel,
        body: value(fields.body ?? fields.error), call: fields.call.map { IDKey($0) },
        answers: fields.answers.map { IDKey($0) },
        isErrorText: fields.body == nil && fields.error != nil,
        session: fields.session.map { IDKey($0) } ?? IDKey(file: file),
        frame: fields.frame.map { IDKey($0) }))
  }
}
