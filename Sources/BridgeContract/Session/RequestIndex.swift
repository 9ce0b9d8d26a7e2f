/// Serial numbers of requests, oldest first. What is settled is passed over when it is met, so that
/// nothing costs more than its own share, however much stays open.
struct SerialQueue {
  private var items: [Int] = []
  private var head = 0

  /// Adds the newest; sweeps settled ones out once they are the greater part.
  mutating func append(_ serial: Int, of requests: RequestStore) {
    items.append(serial)
    if items.count > 2 * requests.count + 64 {
      items = items[head...].filter { requests.contains($0) }
      head = 0
    }
  }

  /// The oldest that is still open.
  mutating func front(of requests: RequestStore) -> Int? {
    while head < items.count, !requests.contains(items[head]) { head += 1 }
    return head < items.count ? items[head] : nil
  }

  /// Whether there is one behind the front.
  var hasNext: Bool { head + 1 < items.count }

  /// Passes the front over.
  mutating func pass() { head += 1 }
}

/// Finds requests by a key: those of the page, and those that earlier pages left open.
struct RequestIndex<Key: Hashable> {
  /// Opened since the page began: nearly always one a key.
  private(set) var now: [Key: OpenList] = [:]
  private var left: [Key: SerialQueue] = [:]

  /// Whether earlier pages left something open, which may be settled by now.
  var hasLeft: Bool { !left.isEmpty }

  mutating func insert(_ serial: Int, _ key: Key) {
    now[key, default: OpenList()].append(serial)
  }

  mutating func insertLeft(_ serial: Int, _ key: Key, of requests: RequestStore) {
    left[key, default: SerialQueue()].append(serial, of: requests)
  }

  mutating func insert(_ serial: Int, _ key: Key, isLeft: Bool, of requests: RequestStore) {
    if isLeft {
      insertLeft(serial, key, of: requests)
    } else {
      insert(serial, key)
    }
  }

  mutating func remove(_ serial: Int, _ key: Key) {
    // One that was left open is passed over by its queue.
    if now[key]?.remove(serial) == true { now[key] = nil }
  }

  mutating func leave(_ serial: Int, _ key: Key, of requests: RequestStore) {
    remove(serial, key)
    insertLeft(serial, key, of: requests)
  }

  /// The oldest left open; one that no reply has come for goes before those that had one.
  mutating func left(_ key: Key, _ requests: RequestStore) -> Int? {
    var found = left[key]?.front(of: requests)
    while let serial = found, requests[serial]?.hasStaleReply == true, left[key]?.hasNext == true {
      left[key]?.pass()
      found = left[key]?.front(of: requests)
    }
    return found
  }
}

/// The open requests of one key on one page, oldest first: nearly always one.
struct OpenList: RandomAccessCollection {
  private var head = 0
  private var items: [Int] = []

  var startIndex: Int { head }
  var endIndex: Int { items.count }
  subscript(position: Int) -> Int { items[position] }

  mutating func append(_ serial: Int) { items.append(serial) }

  /// Takes one out; true if none is left. The oldest costs nothing, as it goes first by rule.
  mutating func remove(_ serial: Int) -> Bool {
    if head < items.count, items[head] == serial {
      head += 1
      if head > 32, head * 2 > items.count {
        items.removeFirst(head)
        head = 0
      }
    } else if let at = items[head...].firstIndex(of: serial) {
      items.remove(at: at)
    }
    return head == items.count
  }
}
