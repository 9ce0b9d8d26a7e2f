/// The requests that are not settled, by serial numbers that rise: what is older has the smaller.
///
/// A serial number holds the place of its request, so that looking it up costs no search.
package struct RequestStore {
  private var slots: ContiguousArray<Request> = []
  private var free: [Int32] = []
  private var next = 0
  /// How many there are.
  package private(set) var count = 0

  private static let slotBits = 32
  private static let slotMask = 1 << slotBits - 1

  package init() {}

  /// Adds a request and gives its serial number.
  mutating func add(_ request: Request) -> Int {
    let slot: Int
    if let reused = free.popLast() {
      slot = Int(reused)
      slots[slot] = request
    } else {
      slot = slots.count
      slots.append(request)
    }
    let serial = next << Self.slotBits | slot
    next += 1
    slots[slot].serial = serial
    count += 1
    return serial
  }

  /// Adds a request that has one id and no more, and gives its serial number.
  mutating func addPlain(
    _ line: UnsafePointer<QuickLine>, side: Side, page: Int, t: Double?, _ shownID: ShownID
  ) -> Int {
    guard let reused = free.popLast() else {
      var request = Request(
        message: line.pointee.message, isJudged: true, side: side, page: page, t: t,
        line: line.pointee.line, offset: line.pointee.offset)
      request.id = line.pointee.id
      request.shownID = shownID
      return add(request)
    }
    let serial = next << Self.slotBits | Int(reused)
    next += 1
    count += 1
    slots.withUnsafeMutableBufferPointer { slots in
      guard let request = slots.baseAddress.map({ $0 + Int(reused) }) else { return }
      request.pointee.id = line.pointee.id
      request.pointee.errorID = nil
      request.pointee.call = nil
      request.pointee.message = line.pointee.message
      request.pointee.isJudged = true
      request.pointee.side = side
      request.pointee.page = page
      request.pointee.frame = nil
      request.pointee.isFrameBound = false
      request.pointee.t = t
      request.pointee.line = line.pointee.line
      request.pointee.offset = line.pointee.offset
      request.pointee.endedAt = nil
      request.pointee.isReported = false
      request.pointee.hasStaleReply = false
      request.pointee.hasBegun = false
      request.pointee.sequence = nil
      request.pointee.shownID = shownID
      request.pointee.serial = serial
    }
    return serial
  }

  /// Whether the request is there.
  @inline(__always)
  func contains(_ serial: Int) -> Bool {
    let slot = serial & Self.slotMask
    return slot < slots.count && slots[slot].serial == serial
  }

  /// A request, if it is not settled.
  package subscript(serial: Int) -> Request? {
    contains(serial) ? slots[serial & Self.slotMask] : nil
  }

  /// The message of a request that has one id and no more, and the time it was asked at.
  @inline(__always)
  func plainMessage(_ serial: Int) -> (message: Int, t: Double?)? {
    guard contains(serial) else { return nil }
    let slot = serial & Self.slotMask
    guard slots[slot].errorID == nil, slots[slot].call == nil, !slots[slot].isFrameBound,
      let message = slots[slot].message
    else { return nil }
    return (message, slots[slot].t)
  }

  /// The page and the frame of a request.
  @inline(__always)
  func place(_ serial: Int) -> (page: Int, frame: IDHash?) {
    let slot = serial & Self.slotMask
    return (slots[slot].page, slots[slot].frame)
  }

  /// Forgets a request.
  @inline(__always)
  mutating func drop(_ serial: Int) {
    let slot = serial & Self.slotMask
    slots[slot].serial = -1
    if case .text = slots[slot].shownID { slots[slot].shownID = .none }
    free.append(Int32(slot))
    count -= 1
  }

  /// Changes a request in place.
  mutating func update(_ serial: Int, _ change: (inout Request) -> Void) {
    if contains(serial) { change(&slots[serial & Self.slotMask]) }
  }

  /// Takes a request out.
  mutating func remove(_ serial: Int) -> Request? {
    guard contains(serial) else { return nil }
    let slot = serial & Self.slotMask
    let request = slots[slot]
    slots[slot].serial = -1
    slots[slot].shownID = .none
    free.append(Int32(slot))
    count -= 1
    return request
  }

  /// All requests, oldest first.
  var inOrder: [Request] {
    slots.filter { $0.serial >= 0 }.sorted { $0.serial < $1.serial }
  }
}

/// Finds the request of an id that is open on the page, where the id has only one, as it should.
struct OpenIDs {
  private struct Entry: BitwiseCopyable {
    var key = IDHash(integer: 0)
    /// The request's serial number, or a negative number: free (-1), or taken out (-2).
    var serial = -1
    var isWeb = false
  }

  private var entries: ContiguousArray<Entry> = []
  private var used = 0
  private let seed = IDHash.tableSeed
  /// How many ids there are.
  private(set) var count = 0

  @inline(__always)
  private func place(_ key: IDHash, _ isWeb: Bool) -> Int {
    (key.place(seed) ^ (isWeb ? 1 : 0)) & (entries.count - 1)
  }

  /// The serial number of the request of this id, or nil.
  @inline(__always)
  func find(_ key: IDHash, _ side: Side) -> Int? {
    guard count > 0 else { return nil }
    let isWeb = side == .web
    var at = place(key, isWeb)
    while entries[at].serial != -1 {
      if entries[at].serial >= 0, entries[at].key == key, entries[at].isWeb == isWeb {
        return entries[at].serial
      }
      at = (at + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Adds an id; false where it has a request already.
  mutating func insert(_ serial: Int, _ key: IDHash, _ side: Side) -> Bool {
    if 2 * (used + 1) > entries.count { grow() }
    let isWeb = side == .web
    var at = place(key, isWeb)
    var spare: Int?
    while entries[at].serial != -1 {
      if entries[at].serial < 0 {
        spare = spare ?? at
      } else if entries[at].key == key, entries[at].isWeb == isWeb {
        return false
      }
      at = (at + 1) & (entries.count - 1)
    }
    if spare == nil { used += 1 }
    entries[spare ?? at] = Entry(key: key, serial: serial, isWeb: isWeb)
    count += 1
    return true
  }

  /// Takes an id out; false where it is not that of this request.
  mutating func remove(_ serial: Int, _ key: IDHash, _ side: Side) -> Bool {
    guard count > 0 else { return false }
    let isWeb = side == .web
    var at = place(key, isWeb)
    while entries[at].serial != -1 {
      if entries[at].serial == serial, entries[at].key == key, entries[at].isWeb == isWeb {
        let next = (at + 1) & (entries.count - 1)
        if entries[next].serial == -1 {
          entries[at].serial = -1
          used -= 1
        } else {
          entries[at].serial = -2
        }
        count -= 1
        return true
      }
      at = (at + 1) & (entries.count - 1)
    }
    return false
  }

  private mutating func grow() {
    let old = entries.filter { $0.serial >= 0 }
    var size = 16
    while size < 4 * (old.count + 1) { size *= 2 }
    entries = ContiguousArray(repeating: Entry(), count: size)
    used = old.count
    for entry in old {
      var at = place(entry.key, entry.isWeb)
      while entries[at].serial != -1 { at = (at + 1) & (size - 1) }
      entries[at] = entry
    }
  }
}
