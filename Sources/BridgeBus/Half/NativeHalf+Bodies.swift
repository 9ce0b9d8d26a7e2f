internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// What bodies are, and what answers what.

extension NativeHalf {
  /// Native hears a body of the page.
  func hears(_ body: NativePort.Heard) -> NativePort.Reaction? {
    guard let document = document(body.body) else { return nil }
    let call = body.call.flatMap { self.document(Array(String($0).utf8)) }
    let channel = body.channel
    let index = lines.count
    let (items, id) = items(of: document, channel, line: index)
    add(
      line(.web, channel, body.body, call: body.call, frame: body.frame),
      LineNote(side: .web, channel: channel, items: items, id: id),
      .body(document.root.cursor, channel: channel, call: call?.root.cursor))
    withExtendedLifetime(call) {}
    // What the contract does not accept brings no reaction.
    let isRefused = notes[index].refusal != nil
    return NativePort.Reaction(isRequest: !isRefused && items.contains(where: isRequest)) {
      [self] in
      if isRefused { return }
      react(
        to: items, items.count > 1 ? ids(of: document, channel) : [id], line: index, body.over)
    }
  }

  /// A body comes a second time, which is nobody's message: native's code may not notice.
  func hearsAgain(_ body: NativePort.Heard) { _ = lost(body, .duplicateDelivery, nil) }

  private func react(
    to items: [LineNote.Item], _ ids: [[UInt8]?], line: Int, _ over: Over
  ) {
    for (place, item) in items.enumerated() {
      switch item {
      case .message(let message):
        onMessage(
          AtHand(
            message: message, id: ids.indices.contains(place) ? ids[place] : nil, line: line,
            over: over))
      case .reply(_, let message, _): if let message { onReply(message, line) }
      case .unread: break
      }
    }
  }

  /// The answer to a call by its result: a line of its own.
  func answered(
    _ call: Int, _ body: [UInt8], to message: Int, by side: Side, isError: Bool = false
  ) -> Int {
    let callText = document(Array(String(call).utf8))
    let document = isError ? nil : document(body)
    let request = requests.lastIndex { $0.message == message && $0.isOverReturn && !$0.isSettled }
    if let request { requests[request].isSettled = true }
    var error: String?
    if let document {
      error = self.error(in: document, answering: message)
    } else if isError {
      error = ""
    }
    let text = isError ? self.document(quoted(body)) : document
    let line = TraceLine(
      t: engine.clock, body: isError ? nil : body, answers: call,
      error: isError ? String(decoding: body, as: UTF8.self) : nil)
    var content: Record.Content?
    if let callText, let text {
      content = .answer(
        call: callText.root.cursor, body: text.root.cursor, isError: isError, side: nil)
    }
    let index = add(
      line,
      LineNote(
        side: side, channel: set.messages[message].channel,
        items: [
          .reply(to: request.map { requests[$0].line }, message: message, error: error)
        ],
        id: request.flatMap { notes[requests[$0].line].id }), content)
    withExtendedLifetime((callText, document, text)) {}
    return index
  }

  private func quoted(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    JSONString.appendQuoted(text, to: &out)
    return out
  }

  // MARK: Reading

  private func readings(of document: JSONDocument, _ channel: Int) -> [Reading] {
    reader.reset()
    var readings = reader.bodies(of: document.root.cursor, on: set.channels[channel])
    for index in readings.indices { reader.read(&readings[index], on: set.channels[channel]) }
    return readings
  }

  /// What the bodies on a channel are; requests are remembered under their line, if they have one.
  func items(
    of document: JSONDocument, _ channel: Int, line: Int?
  ) -> (items: [LineNote.Item], id: [UInt8]?) {
    var first: [UInt8]?
    let readings = readings(of: document, channel)
    let items = readings.map { reading -> LineNote.Item in
      first = first ?? idText(reading, channel)
      if reading.isReply { return reply(reading, channel) }
      guard let message = reading.message else {
        return .unread(
          kind: reader.messages(ofKind: reading.kind, on: set.channels[channel]).first)
      }
      if let line, let reply = set.messages[message].message.reply {
        requests.append(
          OpenRequest(
            line: line, message: message, side: set.channels[channel].channel.from,
            id: reading.id, errorID: reading.errorID, isOverReturn: reply.on == .result))
      }
      return .message(message)
    }
    return (items, first)
  }

  /// The ids of a body's messages, as JSON text.
  private func ids(of document: JSONDocument, _ channel: Int) -> [[UInt8]?] {
    readings(of: document, channel).map { idText($0, channel) }
  }

  private func idText(_ reading: Reading, _ channel: Int) -> [UInt8]? {
    guard reading.idFound.isSomething else { return nil }
    switch reading.idFound {
    case .absent: return nil
    case .value(let value): return Array(value.text)
    case .text(let text):
      return set.channels[channel].channel.framing.ids.type == .integer ? text : quoted(text)
    }
  }

  /// The request that a reply belongs to: by id the last one, else the oldest of its kind.
  private func reply(_ reading: Reading, _ channel: Int) -> LineNote.Item {
    let side = set.channels[channel].channel.from
    var isByErrorID = false
    var found: Int?
    if let id = reading.id {
      found = requests.lastIndex { request in
        request.side != side && !request.isOverReturn
          && [request.id, request.errorID].contains {
            $0 != nil && ($0 == id || $0 == reading.otherID)
          }
      }
      if let found, let second = requests[found].errorID {
        isByErrorID = second == id || second == reading.otherID
      }
    } else {
      found = requests.firstIndex { request in
        guard request.side != side, !request.isSettled, !request.isOverReturn else { return false }
        guard let kind = set.messages[request.message].message.reply?.kind else { return false }
        return reading.kind.equals(kind)
      }
    }
    guard let found else { return .reply(to: nil, message: nil, error: nil) }
    let message = requests[found].message
    requests[found].isSettled = true
    let error =
      isByErrorID
      ? set.messages[message].message.reply?.errors.first.map { errorName($0, message) } ?? ""
      : self.error(reading.body, set.channels[channel].channel.framing, message)
    return .reply(to: requests[found].line, message: message, error: error)
  }

  private func errorName(_ index: Int, _ message: Int) -> String {
    set.contracts[set.messages[message].contract].errors[index].name
  }

  private func error(in document: JSONDocument, answering message: Int) -> String? {
    let channel = set.channels[set.messages[message].channel]
    reader.reset()
    let body = reader.bodies(of: document.root.cursor, on: channel, isAnswer: true).first?.body
    return body.flatMap { error($0, channel.channel.framing, message) }
  }

  /// The declared error that a reply carries: its name, empty where none fits; nil of a good reply.
  private func error(_ body: JSONCursor, _ framing: Framing, _ message: Int) -> String? {
    let matcher = reader.matcher
    let isError =
      framing.reply.ok.map { !$0.holds(for: body, matcher) }
      ?? framing.reply.error?.find(in: body, matcher).isSomething ?? false
    guard isError, let reply = set.messages[message].message.reply else { return nil }
    let declared = reply.errors.map {
      set.contracts[set.messages[message].contract].errors[$0]
    }
    if let word = framing.reply.code?.find(in: body, matcher), !word.isAbsent {
      let named = declared.first { error in
        error.code.map { word.equals($0) } ?? word.isText(error.name)
      }
      return named?.name ?? ""
    }
    return declared.count == 1 ? declared[0].name : ""
  }
}

extension Found {
  /// Whether this is the value.
  func equals(_ value: JSONValue) -> Bool {
    switch self {
    case .absent: false
    case .value(let other): JSONEquality.equal(other, value.cursor)
    case .text(let text):
      value.kind == .string && text.withUnsafeBufferPointer { value.cursor.stringEquals($0) }
    }
  }

  /// Whether this is the text.
  func isText(_ wanted: String) -> Bool {
    switch self {
    case .absent: false
    case .value(let value): value.isString(wanted)
    case .text(let text): text.elementsEqual(wanted.utf8)
    }
  }
}
