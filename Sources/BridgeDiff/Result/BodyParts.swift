internal import BridgeContract
internal import BridgeJSON
internal import BridgeSubset

/// Builds bodies of one contract: from an example of the message, or from what the framing says.
struct BodyParts {
  private let contract: Contract
  private let oracle: EngineOracle
  private let isOld: Bool

  init(_ contract: Contract, _ oracle: EngineOracle, isOld: Bool) {
    self.contract = contract
    self.oracle = oracle
    self.isOld = isOld
  }

  // MARK: Messages

  /// Bodies of a message that may do, the best first. Without a payload it is one that is good.
  ///
  /// - Parameter opens: the message is answered, so it carries an id where it may.
  func messages(_ index: Int, _ payload: [UInt8]?, opens: Bool = false) -> [[UInt8]] {
    let message = contract.messages[index]
    let channel = contract.channels[message.channel]
    var out: [[UInt8]] = []
    if let example = example(of: message, opens: opens) {
      if payload == nil {
        out.append(Array(example.body.cursor.text))
      } else if let body = put(payload, into: example.body, channel.framing.payload, channel) {
        out.append(body)
      }
    }
    if let payload = payload ?? self.payload(of: message),
      let body = skeleton(message, channel, envelope: nil, payload, opens: opens)
    {
      out.append(body)
    }
    return out.map(Self.compact)
  }

  /// The first good example; with an id, where the message shall be answered.
  private func example(of message: Message, opens: Bool) -> Example? {
    let places = contract.channels[message.channel].framing.id?.pointers ?? []
    return message.examples.first { example in
      example.fails == nil
        && (!opens || !message.needsID(opens: true)
          || places.contains { $0.resolve(from: example.body.cursor) != nil })
    }
  }

  /// Bodies of a message in which the envelope's fields are those of a value.
  func messages(_ index: Int, envelope: [UInt8]) -> [[UInt8]] {
    let message = contract.messages[index]
    let channel = contract.channels[message.channel]
    guard let payload = payload(of: message),
      let body = skeleton(message, channel, envelope: envelope, payload)
    else { return [] }
    return [Self.compact(body)]
  }

  /// The framing that holds on a channel, as written.
  private func framing(_ channel: Channel) -> JSONValue? {
    channel.source(in: contract)?["framing"] ?? contract.document.root["framing"]
  }

  private func payload(of message: Message) -> [UInt8]? {
    message.source["payload"].flatMap { oracle.example(question([$0], isClosed: true)) }
  }

  private func question(_ schemas: [JSONValue], isClosed: Bool) -> SchemaQuestion {
    SchemaQuestion(
      .schemas(
        SchemaPlace(isOld: isOld, schemas: schemas.map(\.index), mentioned: nil, fieldless: [])),
      isClosed: isClosed)
  }

  /// A body of nothing but what the framing's places and the envelope want, and the payload.
  private func skeleton(
    _ message: Message, _ channel: Channel, envelope: [UInt8]?, _ payload: [UInt8],
    opens: Bool = false
  ) -> [UInt8]? {
    let framing = channel.framing
    var shapes: [ValueShape] = []
    func add(_ place: Place?, _ value: [UInt8]?) -> Bool {
      guard let place, let value else { return true }
      guard let shape = shape(place, value) else { return false }
      shapes.append(shape)
      return true
    }
    let kind = message.kind.map { Array($0.cursor.text) } ?? message.kindText.map(Self.quotedBytes)
    let version = message.version.map { Array($0.cursor.text) }
    guard add(framing.kind, kind), add(framing.version, version),
      add(framing.id, message.needsID(opens: opens) ? id(channel) : nil)
    else { return nil }
    return body(shapes, channel, framing.payload, envelope: envelope, payload)
  }

  /// Puts shapes together to one value, by the engine, and the payload into it.
  private func body(
    _ shapes: [ValueShape], _ channel: Channel, _ place: Place?, envelope: [UInt8]?,
    _ payload: [UInt8]
  ) -> [UInt8]? {
    var shapes = shapes
    let isWhole = place?.first.segments.isEmpty ?? true
    if let place, !isWhole {
      guard let shape = shape(place, payload) else { return nil }
      shapes.append(shape)
    }
    if channel.bodyIsCall || channel.via == .prompt {
      var path = "prompt"
      if channel.bodyIsCall {
        guard case .path(let own) = channel.call else { return nil }
        path = own
      }
      shapes.append(.member(Array("fn".utf8), .value(Self.quotedBytes(Array(path.utf8)))))
    }
    if let envelope { shapes.append(contentsOf: Self.members(envelope)) }
    if shapes.isEmpty { return payload }
    let schemas = framing(channel)?["envelope"].map { [$0] } ?? []
    guard let body = oracle.example(question(schemas, isClosed: false), where: .all(shapes)) else {
      return nil
    }
    guard isWhole else { return body }
    guard let document = JSONConstants.document(body) else { return nil }
    return put(payload, into: JSONValue(document: document, index: 0), place, channel)
  }

  /// The members of an object, each as a shape.
  private static func members(_ text: [UInt8]) -> [ValueShape] {
    guard let document = JSONConstants.document(text) else { return [] }
    return JSONValue(document: document, index: 0).members.map {
      .member(Array($0.key.utf8), .value(Array($0.value.cursor.text)))
    }
  }

  // MARK: Replies

  /// The channel that replies come over.
  func replyChannel(of index: Int) -> Int? {
    let message = contract.messages[index]
    switch message.reply?.on {
    case nil: return nil
    case .result: return message.channel
    case .channel(let channel): return channel
    case .anyChannel:
      let from = contract.channels[message.channel].from.other
      return contract.channels.firstIndex { $0.from == from }
    }
  }

  /// Bodies of a reply that may do.
  func replies(to index: Int, _ payload: [UInt8], error: Int?) -> [[UInt8]] {
    let message = contract.messages[index]
    guard let reply = message.reply, let number = replyChannel(of: index) else { return [] }
    let channel = contract.channels[number]
    let isResult = reply.on == .result
    let framing = channel.framing
    let plain = isResult ? framing.reply.payload : framing.reply.payload ?? framing.payload
    let place = error == nil ? plain : framing.reply.error ?? plain
    var shapes: [ValueShape] = []
    func add(_ place: Place?, _ value: [UInt8]?) -> Bool {
      guard let place, let value else { return true }
      guard let shape = shape(place, value) else { return false }
      shapes.append(shape)
      return true
    }
    if !isResult {
      guard add(framing.kind, reply.kind.map { Array($0.cursor.text) }) else { return [] }
      let request = contract.channels[message.channel]
      // The id of the request, however it is written there.
      if message.needsID(opens: true) {
        guard add(framing.reply.id ?? framing.id, id(of: message, request)) else { return [] }
      }
      if case .test(let test) = framing.reply.when {
        guard let shape = shape(test, holds: true) else { return [] }
        shapes.append(shape)
      }
    }
    if let error {
      let declared = contract.errors[error]
      let code = declared.code.map { Array($0.cursor.text) } ?? Self.quoted(declared.name)
      // A code inside of the error's own value is the payload's business.
      let isInside = framing.reply.code.map { code in
        guard let place else { return true }
        return code.first.segments.starts(with: place.first.segments)
      }
      if isInside == false {
        guard add(framing.reply.code, code) else { return [] }
      }
    }
    if let ok = framing.reply.ok {
      guard let shape = shape(ok, holds: error == nil) else { return [] }
      shapes.append(shape)
    }
    let body =
      isResult && (place?.first.segments.isEmpty ?? true)
      ? payload : self.body(shapes, channel, place, envelope: nil, payload)
    return body.map { [Self.compact($0)] } ?? []
  }

  /// The id of the message's body that ``messages(_:_:)`` gives first.
  private func id(of message: Message, _ channel: Channel) -> [UInt8]? {
    guard let example = example(of: message, opens: true), let place = channel.framing.id,
      place.match == nil
    else { return id(channel) }
    return place.pointers.lazy.compactMap { $0.resolve(from: example.body.cursor) }.first
      .map { Array($0.text) }
  }

  // MARK: Parts

  /// An id by the rules of a channel.
  private func id(_ channel: Channel) -> [UInt8]? {
    let rules = channel.framing.ids
    if let pattern = framing(channel)?["ids"]?["pattern"] {
      let text = Array("{\"type\":\"string\",\"pattern\":".utf8) + Array(pattern.cursor.text)
      return oracle.example(
        SchemaQuestion(text: text + Array("}".utf8), isClosed: false), where: .any)
    }
    return rules.type == .string ? Array("\"1\"".utf8) : Array("1".utf8)
  }

  /// A value at a place; nil where a pattern takes it from text.
  private func shape(_ place: Place, _ value: [UInt8]) -> ValueShape? {
    place.match == nil ? shape(place.first, .value(value)) : nil
  }

  private func shape(_ pointer: JSONPointer, _ inner: ValueShape) -> ValueShape {
    pointer.segments.reversed().reduce(inner) { inner, segment in
      segment.index.map { .item($0, inner) } ?? .member(segment.key, inner)
    }
  }

  /// Something for which a test holds, or does not; nil where a pattern decides.
  private func shape(_ test: Test, holds: Bool) -> ValueShape? {
    switch test.condition {
    case .present: return holds ? shape(test.at, .any) : .any
    case .oneOf(let values):
      if holds {
        guard let first = values.first else { return nil }
        return shape(test.at, .value(Array(first.cursor.text)))
      }
      let isTrue = values.contains { $0.bool == true }
      return shape(test.at, .value(Array((isTrue ? "false" : "null").utf8)))
    case .match: return holds ? nil : .any
    }
  }

  /// The example with another payload.
  private func put(
    _ payload: [UInt8]?, into example: JSONValue, _ place: Place?, _ channel: Channel
  ) -> [UInt8]? {
    let fields = channel.framing.fields(withCall: channel.bodyIsCall)
    return try? BodyBuilder().build(
      example, channel.framing,
      places: .init(
        payload: place, id: nil,
        framing: fields.filter { !(place?.pointers.contains($0) ?? false) }),
      values: .init(payload: payload, id: nil))
  }

  private static func quoted(_ text: String) -> [UInt8] { quotedBytes(Array(text.utf8)) }

  private static func quotedBytes(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    JSONString.appendQuoted(text, to: &out)
    return out
  }

  /// The text without blanks between its tokens.
  static func compact(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in text {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      }
      out.append(byte)
    }
    return out
  }
}

extension Message {
  /// Whether a body of the message has an id: where one is due, or where it shall be answered.
  fileprivate func needsID(opens: Bool) -> Bool {
    id == .required || (opens && id == .optional && reply?.on != .result)
  }
}
