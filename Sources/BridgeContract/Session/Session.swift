/// What is known of one session: its pages, its open requests, its remembered ids and the states of
/// the order rules. A plain value; nothing here knows of files or reports.
package struct Session {
  /// How a session tells where its pages begin.
  enum Paging {
    /// No load has finished yet.
    case undecided
    /// At `@loadCommitted`.
    case byCommit
    /// At `@loadStarted`: the first load finished without a commit.
    case byStart
  }

  /// The page that lines belong to now, from 1.
  var page = 1
  /// How many pages have begun by an event.
  var begun = 0
  var paging = Paging.undecided
  /// Whether the beginning of the page is an event in the log.
  var pageIsSeen = false
  /// The time of the page's beginning.
  var pageStart: Double?
  /// Whether the page has ended and the next has not begun.
  var pageHasEnded = false
  /// The first `@loadStarted`, until it is known whether pages begin there.
  var firstStart: (line: Int, t: Double?)?
  /// Whether the session's first line is an event; nil before it.
  var firstLineIsEvent: Bool?
  var sessionStart: Double?
  var isTornDown = false
  /// Known again after its memory was given up: replies to what came before cannot be judged.
  var isResumed = false
  /// The last time, never running back.
  var t: Double?
  var lastLine = 0
  var lastOffset = 0
  /// As a report may show it.
  var shown: String?
  /// When it was last spoken of, to give up the oldest.
  var touched = 0

  /// Open and left-open requests by serial number.
  private(set) var requests = RequestStore()
  /// Requests of the page by their ids, one an id; what is beyond that is in `byID`.
  private(set) var openIDs = OpenIDs()
  private var byID = RequestIndex<SidedKey>()
  private var byCall = RequestIndex<IDHash>()
  /// Requests that have no id to go by, by their message.
  private var byMessage = RequestIndex<Int>()
  /// What the rule `serial` counts as waiting, by message: since the page began, and ever.
  private var waitingOnPage: [Int: SerialQueue] = [:]
  private var waiting: [Int: SerialQueue] = [:]
  /// Opened since the page began, settled ones swept out now and then.
  private var openedOnPage: [Int] = []
  var settledWeb = SettledMemory()
  var settledNative = SettledMemory()
  var settledCalls = SettledMemory()
  var rules: [RuleState] = []

  /// Requests that are bound to a frame, by their ids alone: for replies that name no frame.
  private var inFrames: [SidedKey: SerialQueue] = [:]

  private struct SidedKey: Hashable {
    var side: Side
    var key: IDHash
    /// The frame that the request is bound to.
    var frame: IDHash?
  }

  // MARK: Opening and settling

  /// Opens a request and gives its serial number. One of an older page is left open from the start.
  ///
  /// - Parameter isSerial: a rule `serial` counts it as waiting.
  mutating func open(_ request: Request, isSerial: Bool = false) -> Int {
    let serial = requests.add(request)
    let isLeft = request.page < page
    for key in [request.id, request.errorID] {
      guard let key else { continue }
      let plain = SidedKey(side: request.side, key: key)
      if isLeft {
        byID.insertLeft(serial, plain, of: requests)
      } else if request.boundFrame != nil || !openIDs.insert(serial, key, request.side) {
        byID.insert(serial, SidedKey(side: request.side, key: key, frame: request.boundFrame))
        if request.boundFrame != nil {
          inFrames[plain, default: SerialQueue()].append(serial, of: requests)
        }
      }
    }
    if let call = request.call { byCall.insert(serial, call, isLeft: isLeft, of: requests) }
    if request.id == nil, request.call == nil, let message = request.message {
      byMessage.insert(serial, message, isLeft: isLeft, of: requests)
    }
    if isSerial, let message = request.message {
      waiting[message, default: SerialQueue()].append(serial, of: requests)
      if !isLeft { waitingOnPage[message, default: SerialQueue()].append(serial, of: requests) }
    }
    if !isLeft {
      openedOnPage.append(serial)
      if openedOnPage.count > 2 * requests.count + 64 {
        openedOnPage.removeAll { !requests.contains($0) }
      }
    }
    return serial
  }

  /// Changes a request in place.
  mutating func update(_ serial: Int, _ change: (inout Request) -> Void) {
    requests.update(serial, change)
  }

  /// Takes a request out and remembers its ids.
  mutating func settle(_ serial: Int, wasStream: Bool) {
    guard let request = requests.remove(serial) else { return }
    for key in [request.id, request.errorID] {
      guard let key else { continue }
      removeOpen(serial, key, request)
      remember(key, request, wasStream: wasStream)
    }
    if let call = request.call {
      byCall.remove(serial, call)
      settledCalls.remember(
        call, message: request.message ?? -1, page: request.page, frame: nil, wasStream: wasStream)
    }
    if request.id == nil, request.call == nil, let message = request.message {
      byMessage.remove(serial, message)
    }
  }

  /// Takes out a request that `openPlainly` found, and remembers its id.
  mutating func settleQuickly(_ serial: Int, _ line: UnsafePointer<QuickLine>, _ side: Side) {
    let (page, frame) = requests.place(serial)
    let id = line.pointee.id
    _ = openIDs.remove(serial, id, side)
    requests.drop(serial)
    let message = line.pointee.message
    if side == .web {
      settledWeb.remember(id, message: message, page: page, frame: frame, wasStream: false)
    } else {
      settledNative.remember(id, message: message, page: page, frame: frame, wasStream: false)
    }
  }

  /// Opens the request of a message by its id, which is not in use: as `open` does.
  mutating func openQuickly(
    _ line: UnsafePointer<QuickLine>, side: Side, _ shownID: ShownID, isSerial: Bool
  ) {
    let key = line.pointee.id
    let message = line.pointee.message
    let serial = requests.addPlain(
      line, side: side, page: line.pointee.page < 0 ? page : line.pointee.page,
      t: line.pointee.hasTime ? t : nil, shownID)
    if !openIDs.insert(serial, key, side) {
      byID.insert(serial, SidedKey(side: side, key: key, frame: nil))
    }
    if isSerial {
      waiting[message, default: SerialQueue()].append(serial, of: requests)
      waitingOnPage[message, default: SerialQueue()].append(serial, of: requests)
    }
    openedOnPage.append(serial)
    if openedOnPage.count > 2 * requests.count + 64 {
      openedOnPage.removeAll { !requests.contains($0) }
    }
  }

  private mutating func removeOpen(_ serial: Int, _ key: IDHash, _ request: Request) {
    if request.boundFrame != nil || !openIDs.remove(serial, key, request.side) {
      byID.remove(serial, SidedKey(side: request.side, key: key, frame: request.boundFrame))
    }
  }

  private mutating func remember(_ key: IDHash, _ request: Request, wasStream: Bool) {
    if request.side == .web {
      settledWeb.remember(
        key, message: request.message ?? -1, page: request.page, frame: request.frame,
        wasStream: wasStream)
    } else {
      settledNative.remember(
        key, message: request.message ?? -1, page: request.page, frame: request.frame,
        wasStream: wasStream)
    }
  }

  /// The ids of a side that are settled.
  func settled(_ side: Side) -> SettledMemory { side == .web ? settledWeb : settledNative }

  // MARK: Looking up

  /// The oldest request of this page and a side that carries this id: of a frame one that is bound to
  /// it or to none, without a frame any.
  mutating func open(_ key: IDHash, side: Side, frame: IDHash? = nil) -> Int? {
    let quick = openIDs.find(key, side)
    if byID.now.isEmpty { return quick }
    let plain = SidedKey(side: side, key: key)
    let free = byID.now[plain]?.first
    let bound =
      frame == nil
      ? inFrames[plain]?.front(of: requests)
      : byID.now[SidedKey(side: side, key: key, frame: frame)]?.first
    return [quick, free, bound].compactMap { $0 }.min()
  }

  /// The oldest request with this id that an earlier page left open: one that no reply has come for
  /// if there is one.
  mutating func leftOpen(_ key: IDHash, side: Side) -> Int? {
    byID.hasLeft ? byID.left(SidedKey(side: side, key: key), requests) : nil
  }

  /// Whether all open ids of this page are in `openIDs`.
  var hasOnlyPlainIDs: Bool { byID.now.isEmpty }

  /// Whether an earlier page left requests open that go by an id.
  var hasLeftOpen: Bool { byID.hasLeft }

  /// The calls of this name on this page, oldest first.
  func open(call key: IDHash) -> OpenList { byCall.now[key] ?? OpenList() }

  /// The oldest call of this name that an earlier page left open.
  mutating func leftOpen(call key: IDHash) -> Int? { byCall.left(key, requests) }

  /// The oldest request of a message, of those that have no id to go by, on this page.
  func open(message: Int) -> Int? { byMessage.now[message]?.first }

  /// The oldest one that an earlier page left open.
  mutating func leftOpen(message: Int) -> Int? { byMessage.left(message, requests) }

  /// The oldest request of a message that the rule `serial` counts as waiting.
  mutating func firstWaiting(_ message: Int, perSession: Bool) -> Request? {
    let serial =
      perSession
      ? waiting[message]?.front(of: requests) : waitingOnPage[message]?.front(of: requests)
    return serial.flatMap { requests[$0] }
  }

  // MARK: Pages

  /// Ends the page. Its requests can still be answered until the next page begins: lines until then
  /// are the page's.
  mutating func endPage() {
    for serial in openedOnPage { requests.update(serial) { $0.endedAt = t } }
    waitingOnPage.removeAll(keepingCapacity: true)
    pageHasEnded = true
  }

  /// Leaves the requests of the page behind: another begins.
  mutating func leavePage() {
    for serial in openedOnPage {
      guard let request = requests[serial] else { continue }
      if request.endedAt == nil { requests.update(serial) { $0.endedAt = t } }
      for key in [request.id, request.errorID] {
        guard let key else { continue }
        removeOpen(serial, key, request)
        byID.insertLeft(serial, SidedKey(side: request.side, key: key), of: requests)
      }
      if let call = request.call { byCall.leave(serial, call, of: requests) }
      if request.id == nil, request.call == nil, let message = request.message {
        byMessage.leave(serial, message, of: requests)
      }
    }
    openedOnPage.removeAll(keepingCapacity: true)
    inFrames.removeAll(keepingCapacity: true)
    waitingOnPage.removeAll(keepingCapacity: true)
  }
}
