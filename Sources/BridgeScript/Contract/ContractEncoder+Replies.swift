internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ContractEncoder {
  /// Encodes the reply to a message with its payload.
  ///
  /// - Parameters:
  ///   - message: the message that is answered.
  ///   - error: the name of a declared error, whose payload it is; nil for a good reply.
  /// - Throws: `ContractEncodingError`.
  public func encodeReply<Payload: Encodable>(
    to message: String, error: String? = nil, payload: Payload, _ parts: Parts = Parts()
  ) throws(ContractEncodingError) -> EncodedMessage {
    try encodeReply(to: message, error: error, json: try json(payload), parts)
  }

  /// Encodes the reply to a message with its payload as JSON text; without one with that of the
  /// example.
  /// - Throws: `ContractEncodingError`.
  public func encodeReply(
    to name: String, error: String? = nil, json payload: String?, _ parts: Parts = Parts()
  ) throws(ContractEncodingError) -> EncodedMessage {
    let index = try index(of: name)
    let program = set.messages[index]
    guard let reply = program.message.reply else { throw .noReply(name) }
    let declared = reply.errors.map { contract.errors[$0] }
    if let error, !declared.contains(where: { same($0.name, error) }) {
      throw .unknownError(error, nearest: Spelling.nearest(to: error, among: declared.map(\.name)))
    }
    guard let found = example(of: program, reply, error: error), let whole = found.example.reply
    else {
      throw .noExample("the reply to \(name)" + (error.map { " with error \($0)" } ?? ""))
    }
    let isResult = reply.on == .result
    let channel = found.channel
    let framing = set.channels[channel].channel.framing
    let (body, path) =
      isResult ? (whole, nil) : body(of: whole, on: set.channels[channel].channel)
    var idPlace = isResult ? nil : framing.reply.id ?? framing.id
    if parts.id == nil, idPlace != nil {
      // Some replies go without: then they settle the oldest request.
      if found.hasID { throw .idMissing("reply to \(name)") }
      idPlace = nil
    }
    var place = isResult ? framing.reply.payload : framing.reply.payload ?? framing.payload
    if error != nil { place = framing.reply.error ?? place }
    // What a payload that is the whole body does not hold; the result of a call is all payload.
    let fields = isResult ? [] : set.channels[channel].framingFields + reply.countFields
    let built = try build(
      body, set.channels[channel].channel,
      .init(
        payload: place, id: idPlace,
        framing: fields.filter { field in !(place?.pointers.contains(field) ?? false) }),
      payload, parts)
    let document = try read(built)
    let request = try read(try requestBody(found.example, program, parts, error: error))
    let findings = judge([
      .message(index, request.tape.root),
      isResult ? .answer(document.tape.root) : .reply(channel: channel, document.tape.root),
    ])
    try refuseErrors(findings)
    if isResult {
      return EncodedMessage(
        body: String(decoding: built, as: UTF8.self), call: nil, asyncCall: nil,
        warnings: findings)
    }
    return try delivered(
      built, document, set.channels[channel].channel, parts.path ?? path, warnings: findings)
  }

  /// The example's request with the id that the reply has, so that they belong together.
  private func requestBody(
    _ example: Example, _ program: MessageProgram, _ parts: Parts, error: String?
  ) throws(ContractEncodingError) -> [UInt8] {
    let channel = set.channels[program.channel].channel
    let framing = channel.framing
    guard let id = parts.id, program.message.id != .none else {
      return Array(example.body.cursor.text)
    }
    // An error reply may go by a second id of the request.
    let place = error != nil ? framing.errorID ?? framing.id : framing.id
    return try build(
      body(of: example.body, on: channel).0, channel,
      .init(payload: nil, id: place, framing: []), nil, Parts(id: id))
  }

  /// The first good example with such a reply, and the channel of its reply.
  private func example(
    of program: MessageProgram, _ reply: Reply, error: String?
  ) -> (example: Example, channel: Int, hasID: Bool)? {
    for example in program.message.examples where example.fails == nil {
      guard let body = example.reply else { continue }
      let channel =
        reply.on == .result ? program.channel : replyChannel(program, body.cursor)
      guard let channel else { continue }
      if let reading = self.reply(
        body.cursor, to: example, program, reply, channel, error: error)
      {
        return (example, channel, reading.id != nil)
      }
    }
    return nil
  }

  /// The channel of the reply; where any may be used, the first on which it is a reply.
  private func replyChannel(_ program: MessageProgram, _ body: JSONCursor) -> Int? {
    if let channel = program.replyChannel { return channel }
    let others = set.channels.indices.filter {
      set.channels[$0].channel.from != program.requester
    }
    return others.first { index in
      reader.reset()
      guard var reading = reader.bodies(of: body, on: set.channels[index]).first else {
        return false
      }
      reader.read(&reading, on: set.channels[index])
      return reading.isReply
    } ?? others.first
  }

  /// An example's reply as it is read, if it is a good one, or one with this error.
  private func reply(
    _ body: JSONCursor, to example: Example, _ program: MessageProgram, _ reply: Reply,
    _ channel: Int, error: String?
  ) -> Reading? {
    let framing = set.channels[channel].channel.framing
    let isResult = reply.on == .result
    reader.reset()
    let readings = reader.bodies(of: body, on: set.channels[channel], isAnswer: isResult)
    guard var reading = readings.first else { return nil }
    reader.read(&reading, on: set.channels[channel], isAnswer: isResult)
    let decoded = reading.body
    let isError: Bool
    if !isResult, let second = errorID(of: example, program), let id = reading.id {
      isError = id == second || reading.otherID == second
    } else if let ok = framing.reply.ok {
      isError = !ok.holds(for: decoded, reader.matcher)
    } else {
      isError = framing.reply.error?.find(in: decoded, reader.matcher).isSomething ?? false
    }
    guard let error else { return isError ? nil : reading }
    guard isError else { return nil }
    guard let code = framing.reply.code?.find(in: decoded, reader.matcher), !code.isAbsent else {
      // Without a word it is the one that is declared.
      return reply.errors.count == 1 ? reading : nil
    }
    let isIt = reply.errors.map { contract.errors[$0] }.contains { declared in
      same(declared.name, error) && code.isCode(of: declared)
    }
    return isIt ? reading : nil
  }

  /// The second id of an example's request.
  private func errorID(of example: Example, _ program: MessageProgram) -> IDKey? {
    let channel = set.channels[program.channel]
    guard channel.channel.framing.errorID != nil else { return nil }
    // Its own reader: the reply's reading must stay valid.
    let reader = BodyReader(set)
    guard var reading = reader.bodies(of: example.body.cursor, on: channel).first else {
      return nil
    }
    reader.read(&reading, on: channel)
    return reading.errorID
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

extension Found {
  /// Whether this is the word of a declared error.
  fileprivate func isCode(of error: DeclaredError) -> Bool {
    switch self {
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
}
