/// A line whose shape somebody has judged already: what is left of it for pages, correlation and
/// order.
package struct QuickLine: BitwiseCopyable {
  /// The physical line, from 1.
  package var line = 0
  /// Byte offset of the line's beginning in its file.
  package var offset = 0
  /// Milliseconds.
  package var t = 0.0
  package var hasTime = false
  /// The page, or a negative number where the line names none.
  package var page = -1
  package var session = IDHash(integer: 0)
  /// The session's name, if it is a text; as long as the line is in memory.
  package var sessionText: UnsafeBufferPointer<UInt8>?
  /// The channel in the set.
  package var channel = 0
  /// The message in the set; of a reply the one that its request is.
  package var message = 0
  package var id = IDHash(integer: 0)
  package var hasID = false
  /// The id is null, which is none.
  package var hasNullID = false
  /// The id's value, if it is an integer.
  package var integerID: Int64 = 0
  package var hasIntegerID = false
  /// Nothing was found that keeps the message or reply from being counted by order rules.
  package var isClean = true

  package init() {}
}

extension QuickLine {
  /// As a record that no longer holds what was said.
  func record(_ key: IDKey) -> Record {
    Record(
      content: .judged, line: line, offset: offset, t: hasTime ? t : nil, session: key,
      page: page < 0 ? nil : page)
  }
}

/// Sessions by the hashes of their keys; whoever fills it keeps them alive.
struct SessionTable {
  struct Entry {
    var key: IDHash
    var session: UnsafeMutablePointer<Session>
    var box: Unmanaged<TrafficMonitor.SessionBox>
  }

  /// The places of entries from 1 on, and between them free ones: 0. There are so many that most
  /// entries are found at first sight.
  private var slots: UnsafeMutablePointer<UInt32>
  private var mask = 0
  private var entries: UnsafeMutablePointer<Entry>
  private var count = 0
  private let seed = IDHash.tableSeed

  init() {
    slots = .allocate(capacity: 1)
    slots.initialize(to: 0)
    entries = .allocate(capacity: 1)
  }

  /// Frees the memory; nothing can be asked afterwards.
  func deallocate() {
    slots.deallocate()
    entries.deallocate()
  }

  @inline(__always)
  func find(_ key: IDHash) -> Entry? {
    var at = key.place(seed) & mask
    while slots[at] != 0 {
      let entry = entries + Int(slots[at]) - 1
      if entry.pointee.key == key { return entry.pointee }
      at = (at + 1) & mask
    }
    return nil
  }

  mutating func insert(_ box: TrafficMonitor.SessionBox, _ key: IDHash) {
    if Self.sparseness * (count + 1) > mask + 1 { grow() }
    (entries + count).initialize(
      to: Entry(key: key, session: box.memory, box: Unmanaged.passUnretained(box)))
    count += 1
    place(count)
  }

  mutating func removeAll() {
    count = 0
    slots.update(repeating: 0, count: mask + 1)
  }

  private func place(_ number: Int) {
    var at = entries[number - 1].key.place(seed) & mask
    while slots[at] != 0 { at = (at + 1) & mask }
    slots[at] = UInt32(number)
  }

  private static let sparseness = 8

  private mutating func grow() {
    let size = max(64, 2 * (mask + 1))
    let kept = UnsafeMutablePointer<Entry>.allocate(capacity: size / Self.sparseness)
    kept.moveInitialize(from: entries, count: count)
    deallocate()
    entries = kept
    slots = .allocate(capacity: size)
    slots.initialize(repeating: 0, count: size)
    mask = size - 1
    for number in 0..<count { place(number + 1) }
  }
}
