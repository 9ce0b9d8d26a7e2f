internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeLog
internal import BridgeScript

/// What a fake of either side decides: what it may say now, how it answers, when.
final class FakeMind {
  let set: ContractSet
  let encoder: ContractEncoder
  let side: Side
  let dials: FakeDials
  /// What is still to be said, in the order of the contract.
  private var agenda: [Int]
  private var answers = 0
  private var random: SplitMix64

  init(_ set: ContractSet, _ encoder: ContractEncoder, _ side: Side, _ dials: FakeDials) {
    self.set = set
    self.encoder = encoder
    self.side = side
    self.dials = dials
    random = SplitMix64(seed: dials.seed)
    agenda = set.messages.indices.filter { index in
      let program = set.messages[index]
      guard program.requester == side, !program.message.isRemoved,
        program.message.examples.contains(where: { $0.fails == nil })
      else { return false }
      return dials.says?.contains { $0.utf8.elementsEqual(program.message.name.utf8) } ?? true
    }
  }

  // MARK: Saying

  /// The next message that the rules of order permit after a log of what this side knows; nil for
  /// none. `build` gives its body.
  func next(after log: [[UInt8]], _ build: (Int) -> [UInt8]?) -> (message: Int, body: [UInt8])? {
    for (place, message) in agenda.enumerated() {
      guard let body = build(message) else { continue }
      guard permits(body, message, after: log) else { continue }
      agenda.remove(at: place)
      return (message, body)
    }
    return nil
  }

  private func permits(_ body: [UInt8], _ message: Int, after log: [[UInt8]]) -> Bool {
    let program = set.messages[message]
    // A number that no call of the log has.
    let call = program.message.reply?.on == .result ? -1 : nil
    let line = TraceLine(
      t: 0, direction: side.direction, channel: set.channels[program.channel].channel.key,
      body: body, call: call)
    let validator = LogValidator(set)
    validator.beginFile("fake")
    for line in log + [line.json] {
      validator.feed(line)
      validator.feed([0x0A])
    }
    validator.endFile()
    let own = log.count + 1
    return !validator.finish().findings.contains { finding in
      finding.line == own && finding.severity == .error
        && finding.cause != .missingStep && finding.cause != .replyMissing
    }
  }

  // MARK: Answering

  /// One answer after the other, with the milliseconds to wait before each.
  func answers(
    to message: Int, id: [UInt8]?
  ) -> [(delay: Double, body: [UInt8])] {
    let program = set.messages[message]
    guard let reply = program.message.reply,
      !dials.silent.contains(where: { $0.utf8.elementsEqual(program.message.name.utf8) })
    else { return [] }
    answers += 1
    var parts = ContractEncoder.Parts(
      id: reply.on == .result
        ? nil : id.map { MessageID(json: String(decoding: $0, as: UTF8.self)) })
    let name = program.message.name
    if refuses(), let body = refusal(name, reply, program.contract, parts) {
      return [(drawDelay(), body)]
    }
    guard reply.count.isStream else {
      return encoded(name, nil, parts).map { [(drawDelay(), $0)] } ?? []
    }
    var out: [(delay: Double, body: [UInt8])] = []
    let count = max(1, dials.items)
    let flag = reply.count.flag
    for number in 1...count {
      parts.fields = []
      if let flag {
        guard let value = number == count ? flag.last : flag.open else { continue }
        parts.fields.append((flag.pointer, value))
      }
      if let sequence = reply.sequence?.pointers.first {
        parts.fields.append((sequence.text, String(number)))
      }
      if let body = encoded(name, nil, parts) { out.append((drawDelay(), body)) }
    }
    return out
  }

  private func refuses() -> Bool {
    switch dials.errors {
    case .never: false
    case .always: true
    case .every(let count, _): count > 0 && answers % count == 0
    case .chance(let probability, _): draw() < probability
    }
  }

  private func refusal(
    _ name: String, _ reply: Reply, _ contract: Int, _ parts: ContractEncoder.Parts
  ) -> [UInt8]? {
    let declared = reply.errors.map { set.contracts[contract].errors[$0].name }
    let wanted: String?
    switch dials.errors {
    case .never: wanted = nil
    case .always(let name), .every(_, let name), .chance(_, let name): wanted = name
    }
    let first = declared.filter { $0 == wanted } + declared.filter { $0 != wanted }
    return first.lazy.compactMap { self.encoded(name, $0, parts) }.first
  }

  private func encoded(
    _ name: String, _ error: String?, _ parts: ContractEncoder.Parts
  ) -> [UInt8]? {
    // A path that is no plain one cannot be called safely: then one of another example.
    for path in [nil] + paths(name) {
      var parts = parts
      parts.path = path
      do throws(ContractEncodingError) {
        return Array(
          try encoder.encodeReply(to: name, error: error, json: nil, parts).body.utf8)
      } catch {
        continue
      }
    }
    return nil
  }

  private func paths(_ name: String) -> [String?] {
    let examples = set.messages.first { $0.message.name == name }?.message.examples ?? []
    return examples.compactMap { $0.reply?["fn"]?.string }
  }

  // MARK: Drawing

  private func drawDelay() -> Double {
    let range = dials.delay
    if range.lowerBound == range.upperBound { return range.lowerBound }
    return (range.lowerBound + draw() * (range.upperBound - range.lowerBound)).rounded()
  }

  /// From 0 up to 1.
  private func draw() -> Double { Double(random.next() >> 11) / 9_007_199_254_740_992 }
}

extension Reply.Count {
  /// The member that tells the last reply of a stream, with a value for it and one for the others;
  /// nil where none of a fixed value does.
  var flag: (pointer: String, last: String?, open: String?)? {
    func other(_ value: String) -> String? {
      switch value {
      case "true": "false"
      case "false": "true"
      case "1": "0"
      case "0": "1"
      default: nil
      }
    }
    switch self {
    case .one, .many: return nil
    case .until(let test):
      guard case .oneOf(let values) = test.condition, let value = values.first?.text else {
        return nil
      }
      return (test.at.text, value, other(value))
    case .while(let test):
      guard case .oneOf(let values) = test.condition, let value = values.first?.text else {
        return nil
      }
      return (test.at.text, other(value), value)
    }
  }
}
