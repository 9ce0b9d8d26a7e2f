internal import BridgeJSON

// Lines whose shape is judged already. What is not plain is refused before anything has changed: the
// caller gives such a line to `take`, which knows everything.

/// What the quick way needs to know of a set, found once.
struct QuickFacts {
  struct Message: BitwiseCopyable {
    /// A request is opened for it, by its id.
    var opensByID = false
    /// The id is looked up among those in use.
    var looksIDUp = false
    var isSerial = false
    var hasWithin = false
    /// The quick way is not for it.
    var isRefused = false
    /// Order rules speak of it, or of its reply.
    var isRuled = false
    var isReplyRuled = false
    /// Its replies settle nothing.
    var takesMany = false
    /// The channel that replies come over, or -1 for any.
    var replyChannel = -1
    var within = 0.0
  }

  struct Channel {
    var side = Side.web
    var reuses = true
    var settlesByOrder = false
  }

  var messages: ContiguousArray<Message> = []
  var channels: ContiguousArray<Channel> = []
  /// A rule has a lower bound in time.
  var hasBounds = false

  init(_ set: ContractSet, serialMessages: Set<Int>) {
    for (index, program) in set.messages.enumerated() {
      var facts = Message()
      let framing = set.channels[program.channel].channel.framing
      if let reply = program.message.reply {
        facts.looksIDUp = program.message.id != .none
        facts.opensByID = reply.on != .result && program.message.id != .none
        facts.hasWithin = reply.within != nil
        facts.within = reply.within ?? 0
        facts.replyChannel = program.replyChannel ?? -1
        facts.isRefused = framing.ids.scope == .frame || framing.errorID != nil
        // Replies that go by a call or by their order have ways of their own.
        if reply.on == .result || program.message.id == .none { facts.isRefused = true }
        if case .many = reply.count { facts.takesMany = true }
      }
      facts.isSerial = serialMessages.contains(index)
      for rule in set.rules {
        func speaks(_ occurrence: Occurrence) -> Bool {
          rule.rule.rule.words.contains {
            $0.matches(occurrence, contract: rule.contract) { set.messages[$0].contract }
          }
        }
        if speaks(.message(index)) { facts.isRuled = true }
        if speaks(.reply(index)) { facts.isReplyRuled = true }
      }
      messages.append(facts)
    }
    for program in set.channels {
      var facts = Channel()
      facts.side = program.channel.from
      facts.reuses =
        program.channel.framing.ids.reuse && program.channel.framing.ids.scope != .session
      facts.settlesByOrder = !program.answeredByOrder.isEmpty
      channels.append(facts)
    }
    hasBounds = set.rules.contains { $0.rule.within != nil && $0.rule.rule.hasLowerBound }
  }
}

extension OrderRule.Rule {
  /// All words of the rule.
  var words: [Word] {
    switch self {
    case .precedes(let first, let then): first + then
    case .exactlyOnce(let of), .atMostOnce(let of), .atLeastOnce(let of), .serial(let of): of
    case .never(let of, let after): of + after
    case .states(let machine): machine.transitions.flatMap { $0.map(\.word) }
    }
  }
}

extension TrafficMonitor {
  /// Takes a message of good shape, or of one whose faults the caller counts. False, and nothing
  /// happened, where `take` must judge the line.
  ///
  /// - Parameter idText: an id that is text, without its quotes.
  package func takeQuick(
    message line: QuickLine, idText: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let found = quickSessions.find(line.session) else { return false }
    return found._withUnsafeGuaranteedRef { takeQuick(message: line, idText, $0) }
  }

  @inline(__always)
  private func takeQuick(
    message line: QuickLine, _ idText: UnsafeBufferPointer<UInt8>, _ box: SessionBox
  ) -> Bool {
    let facts = quick.messages[line.message]
    let channel = quick.channels[line.channel]
    guard box.session.goesOn(line), !facts.isRefused else { return false }
    if line.hasID, facts.looksIDUp {
      guard channel.reuses, !box.session.isOpen(line.id, channel.side) else { return false }
    }
    advance(box, line)
    if line.isClean, facts.isRuled {
      observe(
        .message(line.message), line.record(box.key), box, side: channel.side,
        channel: line.channel)
    }
    guard line.hasID, facts.opensByID else { return true }
    if facts.hasWithin, !line.hasTime { note(.replyBound(line.message)) }
    var shownID = ShownID.none
    if let value = line.integerID {
      shownID = .integer(value)
    } else {
      shownID = .text(shown(idText, set.channels[line.channel].channel.framing.ids))
    }
    box.session.openQuickly(
      line, side: channel.side, shownID, isSerial: line.isClean && facts.isSerial)
    return true
  }

  /// The request that a reply settles, in the memory of its session.
  package struct QuickRequest {
    fileprivate var box: Unmanaged<SessionBox>
    fileprivate var serial: Int
    fileprivate var t: Double?
    /// The message that it is.
    package var message: Int
  }

  /// The request of a reply, or nil where `take` must judge the line.
  package func quickRequest(of line: QuickLine) -> QuickRequest? {
    let channel = quick.channels[line.channel]
    guard line.hasID, !channel.settlesByOrder, let found = quickSessions.find(line.session) else {
      return nil
    }
    return found._withUnsafeGuaranteedRef { box in
      guard let (serial, message, t) = box.session.plainRequest(of: line, channel.side.other) else {
        return nil
      }
      let facts = quick.messages[message]
      guard !facts.isRefused, facts.replyChannel < 0 || facts.replyChannel == line.channel else {
        return nil
      }
      return QuickRequest(box: found, serial: serial, t: t, message: message)
    }
  }

  /// Takes a reply of good shape, or of one whose faults the caller counts, to its request. False,
  /// and nothing happened, where `take` must judge the line.
  package func takeQuick(
    reply line: QuickLine, to request: QuickRequest
  ) -> Bool {
    request.box._withUnsafeGuaranteedRef { takeQuick(reply: line, to: request, $0) }
  }

  @inline(__always)
  private func takeQuick(
    reply line: QuickLine, to request: QuickRequest, _ box: SessionBox
  ) -> Bool {
    let facts = quick.messages[line.message]
    var isBoundUnknown = false
    if facts.hasWithin, !facts.takesMany {
      if let asked = request.t, line.hasTime {
        if max(line.t, box.session.t ?? line.t) - asked > facts.within { return false }
      } else {
        isBoundUnknown = true
      }
    }
    advance(box, line)
    if facts.takesMany {
      box.session.update(request.serial) { $0.hasBegun = true }
      return true
    }
    if isBoundUnknown { note(.replyBound(line.message)) }
    let side = quick.channels[line.channel].side
    if line.isClean, facts.isReplyRuled {
      observe(
        .reply(line.message), line.record(box.key), box, side: side, channel: line.channel)
    }
    box.session.settleQuickly(request.serial, line, side.other)
    return true
  }

  /// An id of text as a report may show it: the pass has held it against the pattern.
  private func shown(_ text: UnsafeBufferPointer<UInt8>, _ rules: IDRules) -> String {
    let word = String(decoding: text, as: UTF8.self)
    return showsValues || rules.pattern != nil
      ? "\"\(word)\"" : quoted("string(len \(word.unicodeScalars.count))")
  }

  /// Moves the session on, as `advance` does for a record.
  @inline(__always)
  private func advance(_ box: SessionBox, _ line: QuickLine) {
    touch(box)
    if line.hasTime { box.session.t = max(box.session.t ?? line.t, line.t) }
    if quick.hasBounds { checkBounds(line.record(box.key), box) }
    box.session.lastLine = line.line
    box.session.lastOffset = line.offset
    noteTrust(line)
    messageCountsAnswer()
  }
}

extension Session {
  /// Whether a line belongs to the page that there is.
  @inline(__always)
  mutating func goesOn(_ line: QuickLine) -> Bool {
    !isTornDown && (line.page < 0 || line.page == page)
  }

  /// Whether an id is that of a request which is open on this page.
  @inline(__always)
  mutating func isOpen(_ key: IDHash, _ side: Side) -> Bool {
    hasOnlyPlainIDs ? openIDs.find(key, side) != nil : open(key, side: side) != nil
  }

  /// The request of a reply, where no other can be meant. (Mutating, as are its like, so that the
  /// session stays where it is.)
  mutating func plainRequest(
    of line: QuickLine, _ side: Side
  ) -> (serial: Int, message: Int, t: Double?)? {
    guard goesOn(line), !hasLeftOpen, hasOnlyPlainIDs, let serial = openIDs.find(line.id, side),
      let (message, t) = requests.plainMessage(serial)
    else { return nil }
    return (serial, message, t)
  }

  /// Opens the request of a message by its id.
  mutating func openQuickly(
    _ line: QuickLine, side: Side, _ shownID: ShownID, isSerial: Bool
  ) {
    var request = Request(
      message: line.message, isJudged: true, side: side, page: line.page < 0 ? page : line.page,
      t: line.hasTime ? t : nil, line: line.line, offset: line.offset)
    request.id = line.id
    request.shownID = shownID
    _ = open(request, isSerial: isSerial)
  }
}
