internal import BridgeFindings
internal import BridgeJSON

// Messages: ids, opening of requests, shape, order.

extension TrafficMonitor {
  /// Judges a body that is no reply. True if the call of its line was opened as a request.
  func takeMessage(
    _ reading: Reading, _ channel: Int, call: JSONCursor?, _ record: Record, _ box: SessionBox
  ) -> Bool {
    let program = set.channels[channel]
    let side = program.channel.from
    func emit(_ issue: Issue, _ message: Int?) {
      self.emit(
        issue, record, box, side: side, channel: channel, message: message,
        batchIndex: reading.batchIndex, kind: message == nil ? shownKind(reading.kind) : nil,
        id: shown(reading.idFound, program.channel.framing.ids))
    }
    guard let index = reading.message, reading.failure == nil else {
      if let failure = reading.failure { emit(failure, nil) }
      openUnknown(reading, program, record, box)
      return false
    }
    let message = set.messages[index].message
    var issues: [Issue] = []
    let isFree = checkID(reading, index, program, record, box, &issues)
    issues += judge.message(index, reading, program)
    if message.isDeprecated {
      issues.append(
        Issue(
          .deprecated, "the message \(quoted(message.name)) is deprecated", keyword: "deprecated"))
    }
    let isCounted = showsNoShapeError(issues)
    if isCounted {
      observe(
        .message(index), record, box, side: side, channel: channel, batchIndex: reading.batchIndex)
    }
    for issue in issues { emit(issue, index) }
    return open(index, reading, program, call, isFree, isCounted, record, box)
  }

  func showsNoShapeError(_ issues: [Issue]) -> Bool {
    !issues.contains { $0.isShapeError }
  }

  /// Checks the id of a message; false if it is in use.
  private func checkID(
    _ reading: Reading, _ index: Int, _ program: ChannelProgram, _ record: Record,
    _ box: SessionBox, _ issues: inout [Issue]
  ) -> Bool {
    let framing = program.channel.framing
    let message = set.messages[index].message
    guard message.id != .none, let place = framing.id else { return true }
    guard let key = reading.id else {
      if message.id == .required {
        issues.append(
          Issue(
            .idMissing, "the message needs an id and has none", at: place.first.text, keyword: "id",
            got: .init(type: isNull(reading.idFound) ? "null" : "nothing")))
      }
      return true
    }
    if isNoReply(key, framing.ids) { return true }
    checkShape(reading.idFound, place, framing.ids, &issues)
    if let place = framing.errorID, reading.errorID != nil {
      checkShape(reading.errorIDFound, place, framing.ids, &issues)
    }
    guard opensRequest(message) else { return true }
    for (key, place) in [(reading.id, framing.id), (reading.errorID, framing.errorID)] {
      guard let key, let place else { continue }
      if let other = inUse(key, program, record, box) {
        issues.append(
          Issue(
            .idReused, "the id is in use", at: place.first.text, keyword: "id",
            related: other.map { [.init(line: $0, what: "the request that has it")] } ?? []))
        return false
      }
    }
    return true
  }

  private func isNull(_ found: Found) -> Bool {
    if case .value(let value) = found { return value.isNull }
    return false
  }

  private func isNoReply(_ key: IDKey, _ rules: IDRules) -> Bool {
    rules.noReply.contains { IDKey($0.cursor) == key }
  }

  /// Whether a message with an id waits for a reply that goes by it.
  private func opensRequest(_ message: Message) -> Bool { message.reply != nil }

  private func checkShape(
    _ found: Found, _ place: Place, _ rules: IDRules, _ issues: inout [Issue]
  ) {
    var isRight: Bool
    let got: Finding.Got
    switch found {
    case .absent: return
    case .value(let value):
      got = Shapes.got(value)
      switch rules.type {
      case .any: isRight = true
      case .integer: isRight = value.kind == .number && value.decimal.isInteger
      case .string: isRight = value.kind == .string
      }
      if isRight, value.kind == .string, let pattern = rules.pattern {
        isRight = value.withStringBytes { reader.matcher.matches(pattern, $0) }
      }
    case .text(let text):
      got = .init(type: "string", size: String(decoding: text, as: UTF8.self).unicodeScalars.count)
      isRight = rules.type != .integer || IDKey(numberOrText: text) != IDKey(text: text)
      if isRight, let pattern = rules.pattern {
        isRight = text.withUnsafeBufferPointer { reader.matcher.matches(pattern, $0) }
      }
    }
    guard !isRight else { return }
    issues.append(
      Issue(
        .idInvalid, "the id has the wrong type or does not fit its pattern", at: place.first.text,
        keyword: "ids", expected: .init(keyword: "type", value: quoted(rules.type.rawValue)),
        got: got))
  }

  /// The line of the request that has the id (nil if it is only remembered); outer nil if it is free.
  private func inUse(
    _ key: IDKey, _ program: ChannelProgram, _ record: Record, _ box: SessionBox
  ) -> Int?? {
    let rules = program.channel.framing.ids
    let side = program.channel.from
    let page = record.page ?? box.session.page
    let frame = record.frame?.id.map { IDHash($0) }
    let key = IDHash(key)
    if page == box.session.page,
      let serial = box.session.open(key, side: side, frame: rules.scope == .frame ? frame : nil),
      let request = box.session.requests[serial],
      rules.scope != .frame || request.frame == frame
    {
      return .some(request.line)
    }
    if rules.scope == .session, let serial = box.session.leftOpen(key, side: side) {
      return .some(box.session.requests[serial]?.line)
    }
    guard !rules.reuse else { return nil }
    let entry = box.session.settled(side).find(key) { entry in
      switch rules.scope {
      case .session: true
      case .page: entry.page == Int32(clamping: page)
      case .frame:
        entry.page == Int32(clamping: page) && SettledMemory.isSameFrame(entry, frame)
      }
    }
    return entry == nil ? nil : .some(nil)
  }

  // MARK: Opening

  /// Opens the request of a message where one is due. True if the line's call belongs to it.
  private func open(
    _ index: Int, _ reading: Reading, _ program: ChannelProgram, _ call: JSONCursor?,
    _ isFree: Bool, _ isCounted: Bool, _ record: Record, _ box: SessionBox
  ) -> Bool {
    let message = set.messages[index].message
    guard let reply = message.reply else { return false }
    let overReturn = reply.on == .result
    if overReturn, call == nil { return false }
    var request = newRequest(index, program, record, box)
    if message.id != .none, let key = reading.id {
      if isNoReply(key, program.channel.framing.ids) { return false }
      guard isFree else { return false }
      request.id = IDHash(key)
      request.errorID = reading.errorID.map { IDHash($0) }
      request.shownID = ShownID(shown(reading.idFound, program.channel.framing.ids))
    } else if message.id != .none, !overReturn {
      // No id to go by: no reply is due, or it was already found missing.
      return false
    }
    if overReturn, let call { request.call = IDHash(IDKey(call)) }
    if reply.within != nil, record.t == nil { note(.replyBound(index)) }
    _ = box.session.open(request, isSerial: isCounted && serialMessages.contains(index))
    return overReturn
  }

  private func newRequest(
    _ index: Int?, _ program: ChannelProgram, _ record: Record, _ box: SessionBox
  ) -> Request {
    Request(
      message: index, isJudged: true, side: program.channel.from,
      page: record.page ?? box.session.page, frame: record.frame?.id.map { IDHash($0) },
      isFrameBound: index != nil && program.channel.framing.ids.scope == .frame,
      t: record.t == nil ? nil : box.session.t, line: record.line, offset: record.offset)
  }

  /// A body with an id opens its request even if nobody knows its kind: the reply is not blamed.
  private func openUnknown(
    _ reading: Reading, _ program: ChannelProgram, _ record: Record, _ box: SessionBox
  ) {
    guard let key = reading.id, !isNoReply(key, program.channel.framing.ids) else { return }
    if inUse(key, program, record, box) != nil { return }
    var request = newRequest(nil, program, record, box)
    request.id = IDHash(key)
    request.errorID = reading.errorID.map { IDHash($0) }
    _ = box.session.open(request)
  }

  /// Remembers a call whose answer is paired and not judged.
  func openUnjudged(_ call: JSONCursor, _ side: Side, _ record: Record, _ box: SessionBox) {
    let request = Request(
      call: IDHash(IDKey(call)), message: nil, isJudged: false, side: side,
      page: record.page ?? box.session.page, line: record.line, offset: record.offset)
    _ = box.session.open(request)
  }

  // MARK: What may be shown

  /// An id as JSON text where it may be shown: a number, or text that fits the pattern.
  func shown(_ found: Found, _ rules: IDRules) -> String? {
    switch found {
    case .absent: return nil
    case .value(let value):
      if showsValues { return String(decoding: value.text, as: UTF8.self) }
      switch value.kind {
      case .number: return String(decoding: value.text, as: UTF8.self)
      case .string:
        if let pattern = rules.pattern,
          value.withStringBytes({ reader.matcher.matches(pattern, $0) })
        {
          return String(decoding: value.text, as: UTF8.self)
        }
        return quoted("string(len \(value.codePointCount))")
      default: return nil
      }
    case .text(let text):
      let word = String(decoding: text, as: UTF8.self)
      let fits =
        rules.pattern.map { pattern in
          text.withUnsafeBufferPointer { reader.matcher.matches(pattern, $0) }
        } ?? JSONNumberText.isNumber(text)
      return fits || showsValues ? quoted(word) : quoted("string(len \(word.unicodeScalars.count))")
    }
  }

  /// A kind where it may be shown, else its length.
  func shownKind(_ found: Found) -> String? {
    let word: String?
    switch found {
    case .absent: return nil
    case .value(let value): word = value.string
    case .text(let text): word = String(decoding: text, as: UTF8.self)
    }
    return word.map { showsValues ? $0 : set.names.shown($0) }
  }
}
