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

  private var nextSerial = 0
  /// Open and left-open requests by serial number.
  private(set) var requests: [Int: Request] = [:]
  private var byID: [SidedKey: [Int]] = [:]
  private var byCall: [IDKey: [Int]] = [:]
  /// Open requests that have no id to go by, oldest first.
  private(set) var withoutID: [Int] = []
  /// Opened since the page began, settled ones swept out now and then.
  private var openedOnPage: [Int] = []
  var settled: [Side: SettledMemory] = [:]
  var settledCalls = SettledMemory()
  var rules: [RuleState] = []

  private struct SidedKey: Hashable {
    var side: Side
    var key: IDKey
  }

  /// Opens a request and gives its serial number.
  mutating func open(_ request: Request) -> Int {
    let serial = nextSerial
    nextSerial += 1
    requests[serial] = request
    for key in [request.id, request.errorID] {
      if let key { byID[SidedKey(side: request.side, key: key), default: []].append(serial) }
    }
    if let call = request.call { byCall[call, default: []].append(serial) }
    if request.id == nil, request.call == nil { withoutID.append(serial) }
    openedOnPage.append(serial)
    if openedOnPage.count > 2 * requests.count + 64 {
      openedOnPage.removeAll { requests[$0] == nil }
    }
    return serial
  }

  /// The requests of a side that carry this id, oldest first.
  func serials(of key: IDKey, side: Side) -> [Int] {
    byID[SidedKey(side: side, key: key)] ?? []
  }

  /// The calls of this name, oldest first.
  func serials(ofCall key: IDKey) -> [Int] { byCall[key] ?? [] }

  /// Changes a request in place.
  mutating func update(_ serial: Int, _ change: (inout Request) -> Void) {
    if var request = requests[serial] {
      change(&request)
      requests[serial] = request
    }
  }

  /// Takes a request out and remembers its ids.
  mutating func settle(_ serial: Int, wasStream: Bool) {
    guard let request = requests.removeValue(forKey: serial) else { return }
    for key in [request.id, request.errorID] {
      guard let key else { continue }
      remove(serial, from: SidedKey(side: request.side, key: key))
      settled[request.side, default: SettledMemory()].remember(
        key, message: request.message ?? -1, page: request.page, frame: request.frame,
        wasStream: wasStream)
    }
    if let call = request.call {
      byCall[call]?.removeAll { $0 == serial }
      if byCall[call]?.isEmpty == true { byCall[call] = nil }
      settledCalls.remember(
        call, message: request.message ?? -1, page: request.page, frame: nil, wasStream: wasStream)
    }
    if request.id == nil, request.call == nil, let at = withoutID.firstIndex(of: serial) {
      withoutID.remove(at: at)
    }
  }

  private mutating func remove(_ serial: Int, from key: SidedKey) {
    byID[key]?.removeAll { $0 == serial }
    if byID[key]?.isEmpty == true { byID[key] = nil }
  }

  /// Marks every open request of the page as left behind.
  mutating func endPage() {
    for serial in openedOnPage {
      requests[serial]?.pageHasEnded = true
      requests[serial]?.endedAt = t
    }
    openedOnPage.removeAll(keepingCapacity: true)
    pageHasEnded = true
  }
}
