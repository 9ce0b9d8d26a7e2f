package import BridgeFindings
internal import BridgeJSON

/// Judges recorded traffic against a set of contracts, record by record: shape, correlation, order.
///
/// The monitor holds one `Session` value for each session and nothing of a line once it is judged.
/// Findings come out as they are certain; those about missing replies when the session ends.
package final class TrafficMonitor {
  package let set: ContractSet
  package let reader: BodyReader
  let judge: BodyJudge
  /// Takes every finding.
  let sink: (Finding) -> Void
  /// Names of the log file for findings.
  package var file: String?
  let showsValues: Bool

  var sessions: [IDKey: SessionBox] = [:]
  /// The same sessions for the quick way.
  @exclusivity(unchecked) var quickSessions = SessionTable()
  let quick: QuickFacts
  private let sessionLimit: Int
  @exclusivity(unchecked) private var clock = 0
  private var givenUp: Set<IDKey> = []
  /// Pointers as reports show them and fingerprints, since faulty lines are often faulty in the same
  /// place.
  var spots: [SpotKey: Spot] = [:]

  /// Bodies judged as messages or replies.
  @exclusivity(unchecked) package private(set) var messageCount = 0
  /// How many sessions were given up to keep memory bounded.
  package private(set) var evictedSessions = 0
  private var unobserved: Set<Unobserved> = []
  @exclusivity(unchecked) private var trust: ContiguousArray<TrustState>
  /// Messages that a rule `serial` speaks of and that wait for a reply that ends their waiting.
  let serialMessages: Set<Int>

  /// What a log could not show.
  enum Unobserved: Hashable {
    case rule(Int)
    case ruleBound(Int)
    case replyBound(Int)
  }

  private struct TrustState {
    var firstLine: (line: Int, offset: Int)?
    var hasFrame = false
  }

  final class SessionBox {
    // In memory of its own, as each line would ask several times whether it may be touched: nothing
    // holds on to an access while it calls on.
    var session: Session {
      @inline(__always) _read { yield memory.pointee }
      @inline(__always) _modify { yield &memory.pointee }
    }
    /// Where the session is, as long as the box lives.
    let memory: UnsafeMutablePointer<Session>
    /// Claims that hold only if pages turn out to begin at `@loadStarted`.
    var tentative: [Finding] = []
    let key: IDKey
    init(key: IDKey) {
      self.key = key
      memory = .allocate(capacity: 1)
      memory.initialize(to: Session())
    }

    deinit {
      memory.deinitialize(count: 1)
      memory.deallocate()
    }
  }

  /// A monitor that has seen nothing.
  ///
  /// - Parameters:
  ///   - sessionLimit: how many sessions are remembered at once; beyond that the one unheard of for
  ///     longest is given up.
  ///   - isQuick: whether `takeQuick` is called: what it needs takes longer than an example, where a
  ///     contract has thousands of messages.
  package init(
    _ set: ContractSet, showsValues: Bool = false, sessionLimit: Int = 4096, isQuick: Bool = false,
    sink: @escaping (Finding) -> Void
  ) {
    self.set = set
    self.sink = sink
    self.showsValues = showsValues
    self.sessionLimit = sessionLimit
    reader = BodyReader(set)
    judge = BodyJudge(set, matcher: reader.matcher, showsValues: showsValues)
    trust = ContiguousArray(repeating: TrustState(), count: set.channels.count)
    serialMessages = Self.serialMessages(of: set)
    quick = isQuick ? QuickFacts(set, serialMessages: serialMessages) : QuickFacts()
  }

  deinit {
    quick.deallocate()
    quickSessions.deallocate()
  }

  private static func serialMessages(of set: ContractSet) -> Set<Int> {
    var out: Set<Int> = []
    for program in set.rules {
      guard case .serial(let words) = program.rule.rule else { continue }
      for case .messages(let list) in words {
        for index in list {
          guard let reply = set.messages[index].message.reply else { continue }
          if case .many = reply.count { continue }
          out.insert(index)
        }
      }
    }
    return out
  }

  /// Rules and time limits that the log could not show.
  package var notObservable: Int { unobserved.count }

  /// The same by name.
  package var unobservedNames: Set<String> {
    Set(
      unobserved.map { what in
        switch what {
        case .rule(let index): "rule \(ruleName(index))"
        case .ruleBound(let index): "within of rule \(ruleName(index))"
        case .replyBound(let index):
          "within of \(set.contracts[set.messages[index].contract].name)/"
            + set.messages[index].message.name
        }
      })
  }

  private func ruleName(_ index: Int) -> String {
    // Two rules of a contract may have one id.
    "\(set.contracts[set.rules[index].contract].name)/\(index)/\(set.rules[index].rule.id)"
  }

  /// Channels bound to frames or origins that had lines: whether one of these named its frame.
  package var framesSeen: [String: Bool] {
    var out: [String: Bool] = [:]
    for (index, program) in set.channels.enumerated()
    where program.channel.writesTrust && trust[index].firstLine != nil {
      out[program.channel.key] = trust[index].hasFrame
    }
    return out
  }

  /// Hands a finding out.
  func report(_ finding: Finding) { sink(finding) }

  @inline(__always)
  func messageCountsAnswer() { messageCount += 1 }

  func note(_ what: Unobserved) { unobserved.insert(what) }

  // MARK: Records

  /// Judges one record.
  package func take(_ record: Record) {
    let box = box(for: record)
    advance(box, record)
    switch record.content {
    case .event(let event):
      take(event, record, box)
    case .failure(let cause, let side, let channel, let call, let event, let function):
      let sentence =
        cause == .functionMissing
        ? CalledFunction.missing(function, set.names, showsValues: showsValues)
        : Self.sentence(of: cause)
      emit(
        Issue(cause, sentence, keyword: "cause"), record, box, side: side, channel: channel)
      if let call { openUnjudged(call, side ?? .web, record, box) }
      if let event { take(event, record, box) }
    case .judged: break
    case .passedOver(let call, let side): openUnjudged(call, side ?? .web, record, box)
    case .wrongDirection(let side, let channel, let call):
      guard !isAfterTeardown(record, box, side: side, channel: channel) else { return }
      messageCount += 1
      if let call { openUnjudged(call, side, record, box) }
      let key = set.channels[channel].channel.key
      emit(
        Issue(
          .wrongDirection,
          "channel \(quoted(key)) is \(side.other.rawValue)'s: \(side.rawValue) says nothing there",
          keyword: "from"), record, box, side: side, channel: channel)
    case .body(let body, let channel, let call):
      take(body, channel, call, record, box)
    case .answer(let call, let body, let isError, let side):
      guard !isAfterTeardown(record, box, side: side, channel: nil) else { return }
      reader.reset()
      takeAnswer(to: call, body, isError: isError, side: side, record, box)
    }
  }

  private static func sentence(of cause: Cause) -> String {
    switch cause {
    case .loadNotFinished: "the page began to load and never finished"
    case .loadFailed: "the page could not be loaded"
    case .processTerminated: "the web process died"
    case .handlerMissing: "the page posted to a handler that is not registered"
    case .nativeNotReceived: "the page posted, and native never received it"
    case .duplicateDelivery: "one post was delivered twice"
    case .afterTeardown: "something was said after the end of the session"
    case .webRejected: "the page's receiver threw or rejected"
    case .scriptError: "the script failed"
    case .webNotObserved: "native called, and the page never saw it"
    case .resultUnserialisable: "the page's result has no form that native could receive"
    default: "delivery failed"
    }
  }

  /// A number that rises each time a session is spoken of.
  @inline(__always)
  func tick() -> Int {
    clock += 1
    return clock
  }

  private func box(for record: Record) -> SessionBox {
    clock += 1
    if let box = sessions[record.session] {
      box.session.touched = clock
      return box
    }
    return begin(
      record.session, shown: record.sessionName.map { shownSession($0, record.session) })
  }

  /// Begins a session that is not remembered.
  private func begin(_ key: IDKey, shown: String?) -> SessionBox {
    if sessions.count >= sessionLimit { giveUpOldest() }
    let box = SessionBox(key: key)
    box.session.touched = clock
    box.session.shown = shown
    box.session.rules = set.rules.map { RuleState($0.rule.rule) }
    box.session.isResumed = givenUp.contains(key)
    sessions[key] = box
    quickSessions.insert(box, IDHash(key))
    return box
  }

  /// Begins the session that a message's line names by a text; nil where it names none.
  @inline(never)
  func begin(_ line: UnsafePointer<QuickLine>) -> SessionTable.Entry? {
    guard let name = line.pointee.sessionText else { return nil }
    let key = IDKey(text: name)
    clock += 1
    let box = begin(
      key, shown: showsValues ? String(decoding: name, as: UTF8.self) : Self.shownSession(key))
    box.session.firstLineIsEvent = false
    box.session.sessionStart = line.pointee.hasTime ? line.pointee.t : nil
    if line.pointee.page >= 0 { box.session.page = line.pointee.page }
    return quickSessions.find(line.pointee.session)
  }

  /// A session's name as a report may show it: a number as it is, else eight digits of a hash, which
  /// are the same in every run and on every part of a log.
  private func shownSession(_ name: JSONCursor, _ key: IDKey) -> String {
    if name.kind == .number || showsValues {
      return name.string ?? String(decoding: name.text, as: UTF8.self)
    }
    return Self.shownSession(key)
  }

  private static func shownSession(_ key: IDKey) -> String {
    "#" + SHA256.hex(of: key.bytes).prefix(8)
  }

  /// Gives up the sessions unheard of for longest: an eighth at once, so that it is cheap.
  private func giveUpOldest() {
    let oldest = sessions.values.sorted { $0.session.touched < $1.session.touched }
      .prefix(max(1, sessionLimit / 8))
    for box in oldest {
      sessions[box.key] = nil
      givenUp.insert(box.key)
      evictedSessions += 1
    }
    quickSessions.removeAll()
    for box in sessions.values {
      quickSessions.insert(box, IDHash(box.key))
    }
  }

  private func advance(_ box: SessionBox, _ record: Record) {
    let isFresh = box.session.firstLineIsEvent == nil
    if let t = record.t { box.session.t = max(box.session.t ?? t, t) }
    if isFresh {
      if case .event = record.content {
        box.session.firstLineIsEvent = true
      } else {
        box.session.firstLineIsEvent = false
      }
      box.session.sessionStart = record.t
      if let page = record.page { box.session.page = page }
    }
    checkBounds(record, box)
    if let page = record.page, page > box.session.page, !beginsPage(record, box) {
      // The page moved on by its number alone: nobody saw it begin.
      beginPage(page, isSeen: false, record, box)
    }
    box.session.lastLine = record.line
    box.session.lastOffset = record.offset
  }

  // MARK: Pages

  private func beginsPage(_ record: Record, _ box: SessionBox) -> Bool {
    guard case .event(let event) = record.content else { return false }
    switch event {
    case .loadCommitted: return box.session.paging != .byStart
    case .loadStarted: return box.session.paging == .byStart
    default: return false
    }
  }

  private func beginPage(_ page: Int, isSeen: Bool, _ record: Record, _ box: SessionBox) {
    if !box.session.pageHasEnded { endPage(record, box) }
    box.session.leavePage()
    box.session.page = page
    box.session.pageHasEnded = false
    box.session.pageIsSeen = isSeen
    box.session.pageStart = isSeen ? box.session.t.flatMap { record.t == nil ? nil : $0 } : nil
    for (index, program) in set.rules.enumerated() where !program.rule.perSession {
      box.session.rules[index] = RuleState(program.rule.rule)
    }
  }

  private func endPage(_ record: Record, _ box: SessionBox) {
    claimMissingSteps(perSession: false, line: record.line, offset: record.offset, box)
    box.session.endPage()
  }

  private func take(_ event: Event, _ record: Record, _ box: SessionBox) {
    if beginsPage(record, box) {
      if box.session.paging == .undecided { dropTentativeClaims(box) }
      box.session.paging = event == .loadCommitted ? .byCommit : .byStart
      let isFirst = box.session.begun == 0
      box.session.begun += 1
      // All before the second page is page 1; but what a crash has ended does not begin again.
      let isStillFirst = isFirst && !box.session.pageHasEnded
      let page = record.page ?? (isStillFirst ? box.session.page : box.session.page + 1)
      if page > box.session.page {
        beginPage(page, isSeen: true, record, box)
      } else if isFirst || !box.session.pageIsSeen {
        // Nothing ends here.
        box.session.pageIsSeen = true
        box.session.pageStart = record.t == nil ? nil : box.session.t
        box.session.pageHasEnded = false
      }
    } else if event == .loadStarted, box.session.paging == .undecided {
      if box.session.firstStart == nil {
        box.session.firstStart = (record.line, record.t == nil ? nil : box.session.t)
      }
    } else if event == .loadFinished, box.session.paging == .undecided,
      let start = box.session.firstStart
    {
      // A load that began before the log says nothing: its commit may have been before it too.
      box.session.paging = .byStart
      box.session.begun = 1
      box.session.pageIsSeen = true
      box.session.pageStart = start.t
      for finding in box.tentative { sink(finding) }
      box.tentative.removeAll()
    }
    observe(.event(event), record, box, side: nil, channel: nil)
    if event == .processTerminated || event == .teardown {
      if !box.session.pageHasEnded { endPage(record, box) }
    }
    if event == .teardown { box.session.isTornDown = true }
  }

  /// Pages begin at `@loadCommitted` after all: what was said of the time before it is void.
  private func dropTentativeClaims(_ box: SessionBox) {
    box.tentative.removeAll()
    for (index, program) in set.rules.enumerated() where !program.rule.perSession {
      box.session.rules[index].isClaimed = false
    }
  }

  // MARK: Bodies

  private func isAfterTeardown(
    _ record: Record, _ box: SessionBox, side: Side?, channel: Int?
  ) -> Bool {
    guard box.session.isTornDown else { return false }
    messageCount += 1
    emit(
      Issue(.afterTeardown, "something was said after @teardown", keyword: "teardown"), record, box,
      side: side, channel: channel)
    return true
  }

  private func take(
    _ body: JSONCursor, _ index: Int, _ call: JSONCursor?, _ record: Record, _ box: SessionBox
  ) {
    let channel = set.channels[index]
    let side = channel.channel.from
    guard !isAfterTeardown(record, box, side: side, channel: index) else { return }
    checkTrust(channel, index, record, box)
    reader.reset()
    var readings = reader.bodies(of: body, on: channel)
    var hasAnsweredCall = false
    for i in readings.indices {
      messageCount += 1
      reader.read(&readings[i], on: channel)
      if readings[i].isReply {
        takeReply(readings[i], index, record, box)
      } else {
        // One answer comes to one call: in a batch the first that is answered so has it.
        let opened = takeMessage(
          readings[i], index, call: hasAnsweredCall ? nil : call, record, box)
        hasAnsweredCall = hasAnsweredCall || opened
      }
    }
    if let call, !hasAnsweredCall { openUnjudged(call, side, record, box) }
  }

  /// Notes that a channel had a line without a frame.
  @inline(__always)
  func noteTrust(_ line: UnsafePointer<QuickLine>) {
    if trust[line.pointee.channel].firstLine == nil {
      trust[line.pointee.channel].firstLine = (line.pointee.line, line.pointee.offset)
    }
  }

  private func checkTrust(
    _ program: ChannelProgram, _ index: Int, _ record: Record, _ box: SessionBox
  ) {
    if trust[index].firstLine == nil { trust[index].firstLine = (record.line, record.offset) }
    guard let frame = record.frame else { return }
    trust[index].hasFrame = true
    let channel = program.channel
    if frame.isMain == false, !channel.anyFrame {
      emit(
        Issue(
          .untrustedFrame,
          "channel \(quoted(channel.key)) is for the main frame; this came from another",
          keyword: "frames", expected: .init(keyword: "frames", value: "\"main\"")), record, box,
        side: channel.from, channel: index)
    }
    if let origins = channel.origins, let origin = frame.origin,
      !origins.contains(where: { Self.origin(origin, fits: $0) })
    {
      emit(
        Issue(
          .untrustedOrigin,
          "the frame's origin is none of those that channel \(quoted(channel.key)) trusts",
          keyword: "origins",
          expected: .init(
            keyword: "origins", value: "[" + origins.map(quoted).joined(separator: ",") + "]")),
        record, box, side: channel.from, channel: index)
    }
  }

  /// An exact origin, or any origin of a scheme that is written with its colon.
  private static func origin(_ origin: [UInt8], fits wanted: String) -> Bool {
    let wanted = Array(wanted.utf8)
    return wanted.last == UInt8(ascii: ":") ? origin.starts(with: wanted) : origin == wanted
  }

  // MARK: End

  /// Ends all sessions: what is still open is missing, what never came did not come.
  ///
  /// - Parameter reportsFrames: channels whose lines never named a frame are findings; else somebody
  ///   asks for `framesSeen`.
  package func finish(reportsFrames: Bool = true) {
    for box in sessions.values.sorted(by: { $0.session.lastLine < $1.session.lastLine }) {
      end(box)
    }
    sessions.removeAll()
    quickSessions.removeAll()
    for (index, program) in set.channels.enumerated()
    where reportsFrames && program.channel.writesTrust && !trust[index].hasFrame {
      guard let first = trust[index].firstLine else { continue }
      var finding = Finding(
        cause: .notObservable, severity: .warning,
        message:
          "channel \(quoted(program.channel.key)) is bound to frames or origins, but no line of it "
          + "says which frame it came from", file: file, line: first.line, offset: first.offset,
        direction: program.channel.from.direction, channel: program.channel.key)
      finding.fingerprint = Fingerprint.of(
        cause: Cause.notObservable.id, contract: set.contracts[program.contract].name,
        message: program.channel.key, pointer: "", keyword: "frames")
      sink(finding)
    }
  }

  private func end(_ box: SessionBox) {
    let line = box.session.lastLine
    let offset = box.session.lastOffset
    if !box.session.pageHasEnded {
      claimMissingSteps(perSession: false, line: line, offset: offset, box)
      box.session.endPage()
    }
    claimMissingSteps(perSession: true, line: line, offset: offset, box)
    claimMissingReplies(box)
  }
}
