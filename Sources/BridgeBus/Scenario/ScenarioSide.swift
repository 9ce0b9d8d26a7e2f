internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// What one side of a scenario knows of the traffic: native, or one document of the page.
///
/// It accepts what the contract accepts, judged by what this side itself has said and heard.
final class ScenarioSide {
  /// What was heard, and what it is.
  enum Heard {
    /// The contract does not accept it, with the cause.
    case refused(String)
    case message(Int, id: [UInt8]?)
    /// The reply to this side's own message; nil where nobody knows to which. The id is the reply's.
    case reply(Int?, id: [UInt8]?)
  }

  private let set: ContractSet
  private let reader: BodyReader
  private let monitor: TrafficMonitor
  private let box = Box()
  private let session = IDKey(file: 0)
  private var line = 0
  /// Own messages that wait for a reply over a channel.
  private var waiting: [(id: IDKey?, message: Int)] = []
  /// How often a message was sent, for its next id.
  private var sent: [Int: Int] = [:]

  private final class Box {
    var refusal: String?
  }

  init(_ set: ContractSet) {
    self.set = set
    reader = BodyReader(set)
    let box = self.box
    monitor = TrafficMonitor(set) { finding in
      guard finding.severity == .error, let cause = finding.cause else { return }
      switch cause.group {
      case .shape, .correlation, .stream: box.refusal = box.refusal ?? cause.id
      default: break
      }
    }
  }

  /// Counts the sendings of a message: 0 for the first.
  func count(_ message: Int) -> Int {
    defer { sent[message, default: 0] += 1 }
    return sent[message, default: 0]
  }

  private func record(_ body: JSONCursor, _ channel: Int, _ call: JSONCursor?) {
    line += 1
    monitor.take(
      Record(
        content: .body(body, channel: channel, call: call), line: line, offset: 0,
        session: session))
  }

  /// Remembers that pages began or ended.
  func observe(_ event: Event) {
    line += 1
    monitor.take(Record(content: .event(event), line: line, offset: 0, session: session))
  }

  /// Remembers what this side says; the message's index, where it is one.
  @discardableResult
  func say(_ body: JSONDocument, _ channel: Int) -> Int? {
    record(body.root.cursor, channel, nil)
    box.refusal = nil
    var first: Int?
    for reading in readings(of: body, channel) where !reading.isReply {
      guard let index = reading.message else { continue }
      first = first ?? index
      if let reply = set.messages[index].message.reply, reply.on != .result {
        waiting.append((reading.id, index))
      }
    }
    return first
  }

  /// The messages in a body that wait for one reply over a channel, with their ids as JSON text.
  func requests(in body: JSONDocument, _ channel: Int) -> [(message: Int, id: [UInt8])] {
    readings(of: body, channel).compactMap { reading in
      guard !reading.isReply, let index = reading.message, let id = id(reading, channel),
        let reply = set.messages[index].message.reply, reply.on != .result, !reply.count.isStream
      else { return nil }
      return (index, id)
    }
  }

  /// Judges what this side hears.
  func hear(_ body: JSONDocument, _ channel: Int) -> [Heard] {
    box.refusal = nil
    let number = JSONConstants.null
    let overReturn = readings(of: body, channel).contains { reading in
      reading.message.map { set.messages[$0].message.reply?.on == .result } ?? false
    }
    record(body.root.cursor, channel, overReturn ? number : nil)
    if let refusal = box.refusal { return [.refused(refusal)] }
    return readings(of: body, channel).map { reading in
      if reading.isReply { return .reply(takeWaiting(reading), id: id(reading, channel)) }
      guard let index = reading.message else { return .refused("unknown-kind") }
      return .message(index, id: id(reading, channel))
    }
  }

  private func readings(of body: JSONDocument, _ channel: Int) -> [Reading] {
    reader.reset()
    var readings = reader.bodies(of: body.root.cursor, on: set.channels[channel])
    for index in readings.indices { reader.read(&readings[index], on: set.channels[channel]) }
    return readings
  }

  private func takeWaiting(_ reading: Reading) -> Int? {
    let place = waiting.firstIndex { request in
      if let id = reading.id { return request.id == id || request.id == reading.otherID }
      guard let kind = set.messages[request.message].message.reply?.kind else { return false }
      return reader.equals(reading.kind, to: kind)
    }
    guard let place else { return nil }
    if set.messages[waiting[place].message].message.reply?.count.isStream == true {
      return waiting[place].message
    }
    return waiting.remove(at: place).message
  }

  private func id(_ reading: Reading, _ channel: Int) -> [UInt8]? {
    guard reading.idFound.isSomething else { return nil }
    return idText(reading.idFound, channel)
  }

  private func idText(_ found: Found, _ channel: Int) -> [UInt8]? {
    switch found {
    case .absent: return nil
    case .value(let value): return Array(value.text)
    case .text(let text):
      if set.channels[channel].channel.framing.ids.type == .integer { return text }
      var quoted: [UInt8] = []
      JSONString.appendQuoted(text, to: &quoted)
      return quoted
    }
  }

  /// The id of the next message of this kind as JSON text: the example's, counted on.
  func nextID(_ message: Int) -> [UInt8]? {
    let program = set.messages[message]
    guard program.message.id != .none,
      let example = program.message.examples.first(where: { $0.fails == nil })
    else { return nil }
    reader.reset()
    guard
      var reading = reader.bodies(of: example.body.cursor, on: set.channels[program.channel]).first
    else { return nil }
    reader.read(&reading, on: set.channels[program.channel])
    guard let first = id(reading, program.channel) else { return nil }
    return Self.counted(first, on: count(message))
  }

  /// The number at the end of an id, so many further: `7` and 2 give `9`, `"w1"` gives `"w3"`.
  static func counted(_ id: [UInt8], on steps: Int) -> [UInt8] {
    guard steps > 0 else { return id }
    let isText = id.last == UInt8(ascii: "\"")
    let inner = isText ? id.dropLast() : id[...]
    let digits = inner.reversed().prefix { $0 >= 0x30 && $0 <= 0x39 }
    let head = inner.dropLast(digits.count)
    let number = Int(String(decoding: digits.reversed(), as: UTF8.self)) ?? 0
    return Array(head) + Array(String(number + steps).utf8) + (isText ? [UInt8(ascii: "\"")] : [])
  }
}

extension BodyReader {
  /// Whether what was found is this value.
  fileprivate func equals(_ found: Found, to value: JSONValue) -> Bool {
    switch found {
    case .absent: false
    case .value(let other): JSONEquality.equal(other, value.cursor)
    case .text(let text):
      value.kind == .string && text.withUnsafeBufferPointer { value.cursor.stringEquals($0) }
    }
  }
}
