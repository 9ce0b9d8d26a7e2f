internal import BridgeFindings
internal import BridgeJSON

// Replies: which request they belong to, and what is wrong with that.

extension TrafficMonitor {
  /// Judges a reply that came over a channel.
  func takeReply(_ reading: Reading, _ channel: Int, _ record: Record, _ box: SessionBox) {
    let program = set.channels[channel]
    let side = program.channel.from
    let context = ReplyContext(
      reading: reading, channel: channel, side: side, record: record, box: box,
      shownID: shown(reading.idFound, shownRules(program)))
    if let failure = reading.failure {
      emit(failure, context, nil)
      return
    }
    if let needed = program.channel.framing.reply.id ?? program.channel.framing.id,
      !needed.fits(reading.body)
    {
      emit(
        Issue(
          .notAnObject, "the body is not what the framing's places need", keyword: "framing",
          got: Shapes.got(reading.body)), context, nil)
      return
    }
    switch find(context, program) {
    case .open(let serial, let hasOlder): settleOpen(serial, hasOlder: hasOlder, context)
    case .leftOpen(let serial):
      noteStale(serial, box)
      let request = box.session.requests[serial]
      judgeShape(
        request?.message, context, isError: request.flatMap { isErrorByID($0, context) })
      emit(
        Issue(
          .staleID, "the reply belongs to a request of an earlier page", at: idPointer(program),
          keyword: "id", related: related(request)), context, request?.message)
    case .settled(let entry):
      // Which of its ids this is, is not remembered: only the envelope can be judged.
      let message = entry.message >= 0 ? Int(entry.message) : nil
      judgeShape(nil, context, isError: nil)
      emit(
        Issue(
          entry.wasStream ? .itemAfterEnd : .replyDuplicate,
          entry.wasStream
            ? "the stream of this id has ended" : "the request of this id has its reply already",
          at: idPointer(program), keyword: "id"), context, message)
    case .unknown:
      judgeShape(nil, context, isError: nil)
      if box.session.isResumed { return }
      emit(
        Issue(
          .replyUnknownID,
          reading.id == nil ? "the reply names no request" : "no open request has this id",
          at: idPointer(program), keyword: "id"), context, nil)
    }
  }

  /// Everything about a reply's line that its findings need.
  struct ReplyContext {
    var reading: Reading
    var channel: Int
    var side: Side
    var record: Record
    var box: SessionBox
    var shownID: String?
    var isAnswer = false
    /// The text of an answer that is an error.
    var isErrorText = false
  }

  private func emit(_ issue: Issue, _ context: ReplyContext, _ message: Int?) {
    emit(
      issue, context.record, context.box, side: context.side, channel: context.channel,
      message: message, batchIndex: context.reading.batchIndex,
      kind: message == nil ? shownKind(context.reading.kind) : nil, id: context.shownID)
  }

  private func idPointer(_ program: ChannelProgram) -> String {
    let framing = program.channel.framing
    return (framing.reply.id ?? framing.id)?.first.text ?? ""
  }

  /// The rules by which a reply's id may be shown: those of the requests that it can belong to.
  func shownRules(_ program: ChannelProgram) -> IDRules {
    for index in program.answered {
      let rules = set.channels[set.messages[index].channel].channel.framing.ids
      if rules.pattern != nil { return rules }
    }
    return program.channel.framing.ids
  }

  private func related(_ request: Request?) -> [Finding.Related] {
    request.map { [.init(line: $0.line, what: "the request")] } ?? []
  }

  // MARK: Looking up

  private enum Match {
    case open(Int, hasOlder: Bool)
    case leftOpen(Int)
    case settled(SettledMemory.Entry)
    case unknown
  }

  /// Open on this page; left open on an earlier one; settled on any page; none.
  private func find(_ context: ReplyContext, _ program: ChannelProgram) -> Match {
    let box = context.box
    let asker = context.side.other
    let isOlder = context.record.page.map { $0 < box.session.page } ?? false
    let keys = [context.reading.id, context.reading.otherID].compactMap { $0.map { IDHash($0) } }
    if !isOlder {
      for key in keys {
        let frame = context.record.frame?.id.map { IDHash($0) }
        guard let open = box.session.open(key, side: asker, frame: frame) else { continue }
        let older = box.session.leftOpen(key, side: asker).flatMap { box.session.requests[$0] }
        return .open(open, hasOlder: older.map(isDue) ?? false)
      }
    }
    if let match = findByOrder(context, program) { return match }
    for key in keys {
      if let leftOpen = box.session.leftOpen(key, side: asker) { return .leftOpen(leftOpen) }
    }
    for key in keys {
      if let entry = box.session.settled(asker).find(key) { return .settled(entry) }
    }
    return .unknown
  }

  /// Whether a request of an earlier page still waits: one whose reply came too late does not, and
  /// of those that take any number none is due.
  private func isDue(_ request: Request) -> Bool {
    guard !request.hasStaleReply, let message = request.message else { return false }
    if case .many? = set.messages[message].message.reply?.count { return false }
    return true
  }

  /// Notes that a request of an earlier page had a reply: it is not missing too.
  private func noteStale(_ serial: Int, _ box: SessionBox) {
    box.session.update(serial) {
      $0.isReported = true
      $0.hasStaleReply = true
    }
  }

  /// Replies without an id settle the oldest open request of a message with this reply's kind; nil
  /// where the reply goes by an id.
  private func findByOrder(_ context: ReplyContext, _ program: ChannelProgram) -> Match? {
    let fitting = program.answeredByOrder.filter { index in
      guard let reply = set.messages[index].message.reply else { return false }
      if let kind = reply.kind { return reader.equals(context.reading.kind, kind.cursor) }
      return context.reading.kind.isAbsent && context.reading.id == nil
    }
    guard !fitting.isEmpty else { return nil }
    let box = context.box
    if !(context.record.page.map({ $0 < box.session.page }) ?? false),
      let serial = fitting.compactMap({ box.session.open(message: $0) }).min()
    {
      return .open(serial, hasOlder: false)
    }
    let left = fitting.compactMap { box.session.leftOpen(message: $0) }.min()
    return left.map { .leftOpen($0) } ?? .unknown
  }

  // MARK: Settling

  private func settleOpen(_ serial: Int, hasOlder: Bool, _ context: ReplyContext) {
    let box = context.box
    guard let request = box.session.requests[serial] else { return }
    guard let index = request.message else {
      // A request that nobody knows: of its reply only the envelope is judged.
      judgeShape(nil, context, isError: nil)
      box.session.settle(serial, wasStream: false)
      return
    }
    if let mismatch = mismatch(request, index, context) {
      box.session.update(serial) { $0.isReported = true }
      judgeShape(nil, context, isError: nil)
      emit(mismatch, context, index)
      return
    }
    let isError = isErrorByID(request, context)
    let outcome = judgeShape(index, context, isError: isError)
    guard let reply = set.messages[index].message.reply else { return }
    checkSequence(serial, reply, outcome.isError, context)
    let settles = settles(reply, outcome.isError, context.reading.body)
    if settles {
      let isLate = isLate(request, reply, index, context)
      if isLate {
        emit(late(request, reply, box.session.t), context, index)
      } else if hasOlder, !context.isAnswer {
        emit(
          Issue(
            .staleID, severity: .warning,
            "a request of an earlier page was left open with the same id: this may be its reply",
            at: idPointer(set.channels[context.channel]), keyword: "id", related: related(request)),
          context, index)
      }
      if outcome.isClean {
        observe(
          .reply(index), context.record, box, side: context.side, channel: context.channel,
          batchIndex: context.reading.batchIndex)
      }
      box.session.settle(serial, wasStream: reply.count.isStream)
    } else {
      box.session.update(serial) { $0.hasBegun = true }
    }
  }

  /// On another channel, or with another kind than the reply has.
  private func mismatch(_ request: Request, _ index: Int, _ context: ReplyContext) -> Issue? {
    guard !context.isAnswer, let reply = set.messages[index].message.reply else { return nil }
    var isRightChannel = true
    switch reply.on {
    case .result: isRightChannel = false
    case .channel: isRightChannel = set.messages[index].replyChannel == context.channel
    case .anyChannel: break
    }
    let program = set.channels[context.channel]
    guard isRightChannel else {
      return Issue(
        .replyMismatch, "the reply to this request comes over another channel",
        at: idPointer(program), keyword: "on", related: related(request))
    }
    guard let kind = reply.kind, !reader.equals(context.reading.kind, kind.cursor) else {
      return nil
    }
    return Issue(
      .replyMismatch, "the reply to this request has another kind",
      at: program.channel.framing.kind?.first.text ?? "", keyword: "kind",
      schemaPath: kind.pointer, place: set.place(kind, contract: set.messages[index].contract),
      expected: .init(keyword: "const", value: kind.text), related: related(request))
  }

  /// By the second id: true for the error's, false for the other; nil where there is no second id.
  private func isErrorByID(_ request: Request, _ context: ReplyContext) -> Bool? {
    guard let errorID = request.errorID else { return nil }
    return [context.reading.id, context.reading.otherID].contains { key in
      key.map { IDHash($0) == errorID } ?? false
    }
  }

  private func settles(_ reply: Reply, _ isError: Bool, _ body: JSONCursor) -> Bool {
    switch reply.count {
    case .one: true
    case .many: false
    case .until(let test): isError || test.holds(for: body, reader.matcher)
    case .while(let test): isError || !test.holds(for: body, reader.matcher)
    }
  }

  private func isLate(
    _ request: Request, _ reply: Reply, _ index: Int, _ context: ReplyContext
  ) -> Bool {
    guard let within = reply.within else { return false }
    guard let asked = request.t, context.record.t != nil, let now = context.box.session.t else {
      note(.replyBound(index))
      return false
    }
    return now - asked > within
  }

  private func late(_ request: Request, _ reply: Reply, _ now: Double?) -> Issue {
    let waited = request.t.flatMap { asked in now.map { Durations.text($0 - asked) } }
    return Issue(
      .replyLate, "the reply came \(waited ?? "too long") after its request, which is too late",
      keyword: "within",
      schemaPath: reply.withinSource?.pointer,
      place: reply.withinSource.flatMap { source in
        request.message.map { set.place(source, contract: set.messages[$0].contract) }
      },
      expected: reply.withinSource.map { .init(keyword: "within", value: $0.text) },
      related: related(request))
  }

  private func checkSequence(
    _ serial: Int, _ reply: Reply, _ isError: Bool, _ context: ReplyContext
  ) {
    guard let place = reply.sequence, let request = context.box.session.requests[serial] else {
      return
    }
    let found = place.find(in: context.reading.body, reader.matcher)
    // An error ends a stream and need not count.
    if isError, found.isAbsent { return }
    var number: Int64?
    switch found {
    case .value(let value): number = value.smallInteger
    case .text(let text): number = Int64(String(decoding: text, as: UTF8.self))
    case .absent: break
    }
    let isNext = number.map { n in request.sequence.map { n == $0 &+ 1 } ?? true } ?? false
    context.box.session.update(serial) { $0.sequence = number ?? $0.sequence.map { $0 &+ 1 } }
    guard !isNext else { return }
    emit(
      Issue(
        .sequenceGap, "the number of the sequence does not follow the one before",
        at: place.first.text, keyword: "sequence", schemaPath: reply.source.pointer + "/sequence",
        related: related(request)), context, request.message)
  }

  // MARK: Shape

  /// Judges the shape of a reply to a message, or of its envelope alone.
  @discardableResult
  private func judgeShape(
    _ index: Int?, _ context: ReplyContext, isError: Bool?
  ) -> (isError: Bool, isClean: Bool) {
    let verdict = judge.reply(
      to: index, context.reading, set.channels[context.channel], isErrorByID: isError,
      isAnswer: context.isAnswer, isErrorText: context.isErrorText)
    for issue in verdict.issues { emit(issue, context, index) }
    return (verdict.isError, showsNoShapeError(verdict.issues))
  }

  // MARK: Answers

  /// Judges the answer to a call.
  func takeAnswer(
    to call: JSONCursor, _ body: JSONCursor, isError: Bool, side: Side?, _ record: Record,
    _ box: SessionBox
  ) {
    let key = IDHash(IDKey(call))
    let isOlder = record.page.map { $0 < box.session.page } ?? false
    let calls = isOlder ? OpenList() : box.session.open(call: key)
    // A recorder may name the direction of the answer; then it is not the asker's own.
    let open =
      calls.count > 1
      ? calls.first { serial in box.session.requests[serial].map { $0.side != side } ?? false }
      : calls.first
    let leftOpen = open == nil ? box.session.leftOpen(call: key) : nil
    messageCountsAnswer()
    if let serial = open ?? leftOpen, let request = box.session.requests[serial], !request.isJudged
    {
      box.session.settle(serial, wasStream: false)
      return
    }
    guard let serial = open ?? leftOpen, let request = box.session.requests[serial],
      let index = request.message
    else {
      let entry = box.session.settledCalls.find(key)
      if entry == nil, box.session.isResumed { return }
      let issue =
        entry == nil
        ? Issue(.replyUnknownID, "no open call has this name", keyword: "answers")
        : Issue(.replyDuplicate, "the call has its answer already", keyword: "answers")
      let message = entry.flatMap { $0.message >= 0 ? Int($0.message) : nil }
      emit(
        issue, record, box, side: message.map { set.messages[$0].requester.other } ?? side,
        channel: message.map { set.messages[$0].channel }, message: message,
        id: shown(.value(call), IDRules()))
      return
    }
    let channel = set.messages[index].channel
    var readings = reader.bodies(of: body, on: set.channels[channel], isAnswer: true)
    guard readings.count == 1 else { return }
    reader.read(&readings[0], on: set.channels[channel], isAnswer: true)
    var context = ReplyContext(
      reading: readings[0], channel: channel, side: request.side.other, record: record, box: box,
      shownID: shown(.value(call), IDRules()))
    context.isAnswer = true
    context.isErrorText = isError
    if let failure = readings[0].failure {
      emit(failure, context, index)
      box.session.settle(serial, wasStream: false)
      return
    }
    guard open != nil else {
      noteStale(serial, box)
      judgeShape(index, context, isError: isError ? true : nil)
      emit(
        Issue(
          .staleID, "the answer belongs to a call of an earlier page", keyword: "answers",
          related: related(request)), context, index)
      return
    }
    settleOpen(serial, hasOlder: false, context)
  }

  // MARK: Missing

  /// Reports the requests that a session leaves without a reply, in the order of their lines.
  func claimMissingReplies(_ box: SessionBox) {
    for request in box.session.requests.inOrder {
      guard let index = request.message, request.isJudged, !request.isReported,
        let reply = set.messages[index].message.reply
      else { continue }
      if case .many = reply.count { continue }
      let age = request.t.flatMap { asked in (request.endedAt ?? box.session.t).map { $0 - asked } }
      var hasPassed = false
      if let within = reply.within {
        if let age { hasPassed = age > within } else { note(.replyBound(index)) }
      }
      let waited = age.flatMap { $0 > 0 ? $0 : nil }.map { " after \(Durations.text($0))" } ?? ""
      let issue =
        request.hasBegun
        ? Issue(
          .notClosed, severity: hasPassed ? .error : .warning,
          "the stream was still open\(waited), when its page or the log ended", keyword: "reply")
        : Issue(
          .replyMissing, severity: hasPassed ? .error : .warning,
          "no reply had come\(waited), when its page or the log ended", keyword: "reply",
          schemaPath: reply.source.pointer,
          place: set.place(reply.source, contract: set.messages[index].contract),
          expected: reply.withinSource.map { .init(keyword: "within", value: $0.text) })
      report(
        finding(
          issue, line: request.line, offset: request.offset, box, side: request.side,
          channel: set.messages[index].channel, message: index, id: request.shownID.text,
          page: request.page))
    }
  }
}

/// Durations for sentences.
enum Durations {
  /// `850 ms`, `12.5 s`, `3 min 20 s`.
  static func text(_ milliseconds: Double) -> String {
    guard milliseconds.isFinite, milliseconds < 1e15 else { return "a very long time" }
    if milliseconds < 1000 { return "\(Int(milliseconds.rounded())) ms" }
    let tenths = Int((milliseconds / 100).rounded())
    if tenths < 600 {
      return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
    let seconds = Int((milliseconds / 1000).rounded())
    return seconds % 60 == 0 ? "\(seconds / 60) min" : "\(seconds / 60) min \(seconds % 60) s"
  }
}
