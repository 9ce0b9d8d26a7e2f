package import BridgeJSON

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

  /// By their numbers in the set.
  let messages: UnsafePointer<Message>
  let channels: UnsafePointer<Channel>
  /// A rule has a lower bound in time.
  let hasBounds: Bool

  /// Frees the memory; nothing can be asked afterwards.
  func deallocate() {
    messages.deallocate()
    channels.deallocate()
  }

  /// Nothing, for a monitor that is never asked the quick way.
  init() {
    messages = UnsafePointer(UnsafeMutablePointer<Message>.allocate(capacity: 1))
    channels = UnsafePointer(UnsafeMutablePointer<Channel>.allocate(capacity: 1))
    hasBounds = false
  }

  init(_ set: ContractSet, serialMessages: Set<Int>) {
    let messages = UnsafeMutablePointer<Message>.allocate(capacity: max(1, set.messages.count))
    let channels = UnsafeMutablePointer<Channel>.allocate(capacity: max(1, set.channels.count))
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
      (messages + index).initialize(to: facts)
    }
    for (index, program) in set.channels.enumerated() {
      var facts = Channel()
      facts.side = program.channel.from
      facts.reuses =
        program.channel.framing.ids.reuse && program.channel.framing.ids.scope != .session
      facts.settlesByOrder = !program.answeredByOrder.isEmpty
      (channels + index).initialize(to: facts)
    }
    self.messages = UnsafePointer(messages)
    self.channels = UnsafePointer(channels)
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
  /// happened but that its session has begun, where `take` must judge the line.
  ///
  /// - Parameters:
  ///   - idText: an id that is text, without its quotes.
  ///   - payload: of a message whose faults are to be explained.
  package func takeQuick(
    message line: UnsafePointer<QuickLine>, idText: UnsafeBufferPointer<UInt8>,
    explaining payload: JSONCursor? = nil
  ) -> Bool {
    guard let found = quickSessions.find(line.pointee.session) ?? begin(line) else { return false }
    let session = found.session
    let facts = quick.messages + line.pointee.message
    let side = quick.channels[line.pointee.channel].side
    guard session.pointee.goesOn(line), !facts.pointee.isRefused else { return false }
    if line.pointee.hasID, facts.pointee.looksIDUp {
      guard quick.channels[line.pointee.channel].reuses,
        !session.pointee.isOpen(line.pointee.id, side)
      else { return false }
    }
    advance(found, line)
    if facts.pointee.isRuled, line.pointee.isClean {
      observeQuick(.message(line.pointee.message), line, found, side)
    }
    if let payload { explain(payload, ofMessage: line, idText, found) }
    guard line.pointee.hasID, facts.pointee.opensByID else { return true }
    if facts.pointee.hasWithin, !line.pointee.hasTime {
      note(.replyBound(line.pointee.message))
    }
    var shownID = ShownID.none
    if line.pointee.hasIntegerID {
      shownID = .integer(line.pointee.integerID)
    } else {
      shownID = .text(
        shown(idText, set.channels[line.pointee.channel].channel.framing.ids))
    }
    session.pointee.openQuickly(
      line, side: side, shownID, isSerial: facts.pointee.isSerial && line.pointee.isClean)
    return true
  }

  /// The request that a reply settles, in the memory of its session.
  package struct QuickRequest {
    fileprivate var found: SessionTable.Entry
    fileprivate var serial: Int
    fileprivate var t: Double?
    /// The message that it is.
    package var message: Int
  }

  /// The request of a reply, or nil where `take` must judge the line.
  package func quickRequest(of line: UnsafePointer<QuickLine>) -> QuickRequest? {
    let channel = quick.channels + line.pointee.channel
    guard line.pointee.hasID, !channel.pointee.settlesByOrder,
      let found = quickSessions.find(line.pointee.session),
      let (serial, message, t) = found.session.pointee.plainRequest(
        of: line, channel.pointee.side.other)
    else { return nil }
    let facts = quick.messages + message
    guard !facts.pointee.isRefused,
      facts.pointee.replyChannel < 0 || facts.pointee.replyChannel == line.pointee.channel
    else { return nil }
    return QuickRequest(found: found, serial: serial, t: t, message: message)
  }

  /// Takes a reply of good shape, or of one whose faults the caller counts, to its request. False,
  /// and nothing happened, where `take` must judge the line.
  ///
  /// - Parameters:
  ///   - idText: an id that is text, without its quotes.
  ///   - payload: of a reply whose faults are to be explained.
  package func takeQuick(
    reply line: UnsafePointer<QuickLine>, to request: QuickRequest,
    idText: UnsafeBufferPointer<UInt8>, explaining payload: JSONCursor? = nil
  ) -> Bool {
    let session = request.found.session
    let facts = quick.messages + line.pointee.message
    var isBoundUnknown = false
    if facts.pointee.hasWithin, !facts.pointee.takesMany {
      if let asked = request.t, line.pointee.hasTime {
        let now = max(line.pointee.t, session.pointee.t ?? line.pointee.t)
        if now - asked > facts.pointee.within { return false }
      } else {
        isBoundUnknown = true
      }
    }
    advance(request.found, line)
    if let payload { explain(payload, ofReply: line, idText, request.found) }
    if facts.pointee.takesMany {
      session.pointee.update(request.serial) { $0.hasBegun = true }
      return true
    }
    if isBoundUnknown { note(.replyBound(line.pointee.message)) }
    let side = quick.channels[line.pointee.channel].side
    if facts.pointee.isReplyRuled, line.pointee.isClean {
      observeQuick(.reply(line.pointee.message), line, request.found, side)
    }
    session.pointee.settleQuickly(request.serial, line, side.other)
    return true
  }

  /// Shows the rules what a line says.
  @inline(never)
  private func observeQuick(
    _ occurrence: Occurrence, _ line: UnsafePointer<QuickLine>, _ found: SessionTable.Entry,
    _ side: Side
  ) {
    found.box._withUnsafeGuaranteedRef {
      observe(
        occurrence, line.pointee.record($0.key), $0, side: side, channel: line.pointee.channel)
    }
  }

  /// An id of text as a report may show it: the pass has held it against the pattern.
  private func shown(_ text: UnsafeBufferPointer<UInt8>, _ rules: IDRules) -> String {
    let word = String(decoding: text, as: UTF8.self)
    return showsValues || rules.pattern != nil
      ? "\"\(word)\"" : quoted("string(len \(word.unicodeScalars.count))")
  }

  /// Moves the session on, as `advance` does for a record.
  @inline(__always)
  private func advance(_ found: SessionTable.Entry, _ line: UnsafePointer<QuickLine>) {
    let session = found.session
    session.pointee.touched = tick()
    if line.pointee.hasTime {
      let t = line.pointee.t
      if let last = session.pointee.t {
        if t > last { session.pointee.t = t }
      } else {
        session.pointee.t = t
      }
    }
    if quick.hasBounds {
      found.box._withUnsafeGuaranteedRef { checkBounds(line.pointee.record($0.key), $0) }
    }
    session.pointee.lastLine = line.pointee.line
    session.pointee.lastOffset = line.pointee.offset
    noteTrust(line)
    messageCountsAnswer()
  }
}

extension Session {
  /// Whether a line belongs to the page that there is.
  @inline(__always)
  func goesOn(_ line: UnsafePointer<QuickLine>) -> Bool {
    !isTornDown && (line.pointee.page < 0 || line.pointee.page == page)
  }

  /// Whether an id is that of a request which is open on this page.
  @inline(__always)
  mutating func isOpen(_ key: IDHash, _ side: Side) -> Bool {
    hasOnlyPlainIDs ? openIDs.find(key, side) != nil : open(key, side: side) != nil
  }

  /// The request of a reply, where no other can be meant. (Mutating, as are its like, so that the
  /// session stays where it is.)
  @inline(__always)
  mutating func plainRequest(
    of line: UnsafePointer<QuickLine>, _ side: Side
  ) -> (serial: Int, message: Int, t: Double?)? {
    guard goesOn(line), !hasLeftOpen, hasOnlyPlainIDs,
      let serial = openIDs.find(line.pointee.id, side),
      let (message, t) = requests.plainMessage(serial)
    else { return nil }
    return (serial, message, t)
  }
}
