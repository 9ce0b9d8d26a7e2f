internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeSchema
internal import BridgeScript

/// Reads, judges and encodes the bodies of one contract. Not for several threads: the bridge that
/// owns it holds a lock.
final class Traffic {
  let contract: Contract
  let set: ContractSet
  let encoder: ContractEncoder
  let reader: BodyReader
  let matcher = PatternMatcher()
  /// Functions by channels whose call is a pattern.
  var receivers: [String: String] = [:]
  private let evaluator = SchemaEvaluator()

  init(_ text: String) throws(BridgeRefusal) {
    switch Contract.load(Array(text.utf8), file: "contract") {
    case .loaded(let contract): self.contract = contract
    case .broken(let findings): throw .contract(findings)
    }
    switch ContractSet.join([contract]) {
    case .joined(let set): self.set = set
    case .broken(let findings): throw .contract(findings)
    }
    do throws(ContractEncodingError) {
      encoder = try ContractEncoder(contract)
    } catch {
      throw .encoding(error)
    }
    reader = BodyReader(set)
  }

  /// The index of the message with this name.
  func message(_ name: String) -> Int? {
    set.messages.firstIndex { $0.message.name.utf8.elementsEqual(name.utf8) }
  }

  /// The channel with this key, or the channel of a side with this handler's name.
  func channel(_ name: String, from side: Side) -> Int? {
    func isIt(_ text: String?) -> Bool { text?.utf8.elementsEqual(name.utf8) ?? false }
    return set.channels.firstIndex { $0.channel.from == side && isIt($0.channel.key) }
      ?? set.channels.firstIndex { $0.channel.from == side && isIt($0.channel.name) }
  }

  /// The function that is called with replies to a message, where one was named.
  func receiver(ofReplyTo index: Int) -> String? {
    set.messages[index].replyChannel.flatMap { receivers[set.channels[$0].channel.key] }
  }

  // MARK: Judging

  /// One line of a log.
  enum Line {
    case body(JSONCursor, channel: Int, isCall: Bool)
    case answer(JSONCursor, isError: Bool)
  }

  /// The findings of the last line.
  func judge(_ lines: [Line]) -> [Finding] {
    let found = FindingList()
    let monitor = TrafficMonitor(set) { found.findings.append($0) }
    let call = JSONConstants.null
    for (number, line) in lines.enumerated() {
      found.findings.removeAll()
      let content: Record.Content
      switch line {
      case .body(let body, let channel, let isCall):
        content = .body(body, channel: channel, call: isCall ? call : nil)
      case .answer(let body, let isError):
        content = .answer(call: call, body: body, isError: isError, side: nil)
      }
      monitor.take(Record(content: content, line: number + 1, offset: 0, session: IDKey(file: 0)))
    }
    return found.findings
  }

  // MARK: Payloads

  /// The payload of a message.
  func payload(of index: Int, _ reading: Reading) -> String {
    let program = set.channels[set.messages[index].channel]
    let framing = program.channel.framing
    let payload = BodyPayload(matcher: matcher)
    let isNameless = set.messages[index].message.hasNoKind && framing.kind != nil
    if let place = framing.payload, !isNameless, place.isNotWhole {
      return payload.at(place, in: reading.body)
    }
    return payload.whole(reading.body, without: isNameless ? [] : program.framingFields)
  }

  /// What a reply carries: a payload, or a declared error with its own.
  enum Content {
    case payload(String)
    case error(name: String, payload: String)
  }

  /// Reads a reply to a message that was judged without an error.
  func reply(
    to index: Int, _ reading: Reading, on channel: Int, isResult: Bool, isErrorByID: Bool?
  ) -> Content {
    let message = set.messages[index].message
    let program = set.channels[channel]
    let framing = program.channel.framing
    let body = reading.body
    let payload = BodyPayload(matcher: matcher)
    let place = isResult ? framing.reply.payload : framing.reply.payload ?? framing.payload
    let isError: Bool
    if let isErrorByID {
      isError = isErrorByID
    } else if let ok = framing.reply.ok {
      isError = !ok.holds(for: body, matcher)
    } else {
      isError = framing.reply.error?.find(in: body, matcher).isSomething ?? false
    }
    if isError {
      let place = framing.reply.error ?? place
      let text: String
      if let place, place.isNotWhole {
        text = payload.at(place, in: body)
      } else {
        text = String(decoding: body.text, as: UTF8.self)
      }
      return .error(name: error(of: message, body, framing, text), payload: text)
    }
    if let place, place.isNotWhole { return .payload(payload.at(place, in: body)) }
    let fields = isResult ? [] : program.framingFields + (message.reply?.countFields ?? [])
    return .payload(payload.whole(body, without: fields))
  }

  /// The name of the declared error: by its word, the only one, or the first whose payload fits.
  private func error(
    of message: Message, _ body: JSONCursor, _ framing: Framing, _ payload: String
  ) -> String {
    let declared = (message.reply?.errors ?? []).map { contract.errors[$0] }
    if let code = framing.reply.code?.find(in: body, matcher), !code.isAbsent {
      let named = declared.first { error in
        switch code {
        case .absent: false
        case .value(let value):
          error.code.map { JSONEquality.equal(value, $0.cursor) } ?? value.isString(error.name)
        case .text(let text):
          error.code.map { code in
            code.cursor.kind == .string
              && text.withUnsafeBufferPointer { code.cursor.stringEquals($0) }
          } ?? text.elementsEqual(error.name.utf8)
        }
      }
      if let named { return named.name }
    }
    if declared.count == 1 { return declared[0].name }
    guard let document = JSONConstants.document(Array(payload.utf8)) else { return "" }
    let fitting = declared.first { error in
      guard let schema = error.payload else { return true }
      return evaluator.isValid(
        document.root.cursor, by: contract.schemas.roots[schema.index], of: contract.schemas)
    }
    return fitting?.name ?? ""
  }

  /// Whether a part of a stream is not its last.
  func hasMore(_ index: Int, _ reading: Reading, isError: Bool) -> Bool {
    switch set.messages[index].message.reply?.count ?? .one {
    case .one: false
    case .many: true
    case .until(let test): !isError && !test.holds(for: reading.body, matcher)
    case .while(let test): !isError && test.holds(for: reading.body, matcher)
    }
  }

  // MARK: Streams

  /// The fields that say which part of a stream this is, for the encoder.
  func streamFields(
    of index: Int, part: Int, isLast: Bool
  ) -> [(pointer: String, json: String)] {
    guard let reply = set.messages[index].message.reply else { return [] }
    var out: [(String, String)] = []
    if let pointer = reply.sequence?.pointers.first { out.append((pointer.text, String(part))) }
    switch reply.count {
    case .one, .many: break
    case .until(let test): out.append((test.at.text, test.value(holding: isLast)))
    case .while(let test): out.append((test.at.text, test.value(holding: !isLast)))
    }
    return out
  }
}

extension Place {
  /// Whether the place is something in the body.
  fileprivate var isNotWhole: Bool {
    match != nil || pointers.count != 1 || !pointers[0].segments.isEmpty
  }
}

extension Reply {
  /// Members that say which part of a stream this is.
  fileprivate var countFields: [JSONPointer] {
    var out = sequence?.pointers ?? []
    switch count {
    case .one, .many: break
    case .until(let test), .while(let test): out.append(test.at)
    }
    return out.filter { !$0.segments.isEmpty }
  }
}

extension Test {
  /// A value for which the test holds, or does not, as JSON text.
  fileprivate func value(holding isTrue: Bool) -> String {
    guard case .oneOf(let values) = condition, let first = values.first else {
      return isTrue ? "true" : "null"
    }
    if isTrue { return first.text }
    for other in ["false", "true", "0", "1", "null"] {
      guard let document = JSONConstants.document(Array(other.utf8)) else { continue }
      // Of the same type where there is one: an envelope may ask for it.
      let isSame = document.root.kind == first.kind
      let isWanted = values.contains { JSONEquality.equal($0.cursor, document.root.cursor) }
      if isSame, !isWanted { return other }
    }
    return "null"
  }
}

/// Holds what a sink is given.
final class FindingList {
  var findings: [Finding] = []
}
