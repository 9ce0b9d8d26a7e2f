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
  /// The channel in the set.
  package var channel = 0
  /// The message in the set; of a reply the one that its request is.
  package var message = 0
  package var id = IDHash(integer: 0)
  package var hasID = false
  /// The id's value, if it is an integer.
  package var integerID: Int64?
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
  private struct Entry {
    var key = IDHash(integer: 0)
    var box: Unmanaged<TrafficMonitor.SessionBox>?
  }

  private var entries: ContiguousArray<Entry> = []
  private var count = 0

  @inline(__always)
  private func place(_ key: IDHash) -> Int {
    let hash = (key.low ^ key.high &* 31) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: hash >> 32) & (entries.count - 1)
  }

  @inline(__always)
  func find(_ key: IDHash) -> Unmanaged<TrafficMonitor.SessionBox>? {
    guard count > 0 else { return nil }
    var at = place(key)
    while let box = entries[at].box {
      if entries[at].key == key { return box }
      at = (at + 1) & (entries.count - 1)
    }
    return nil
  }

  mutating func insert(_ box: Unmanaged<TrafficMonitor.SessionBox>, _ key: IDHash) {
    if 2 * (count + 1) > entries.count { grow() }
    var at = place(key)
    while entries[at].box != nil { at = (at + 1) & (entries.count - 1) }
    entries[at] = Entry(key: key, box: box)
    count += 1
  }

  mutating func removeAll() {
    entries = []
    count = 0
  }

  private mutating func grow() {
    let old = entries
    entries = ContiguousArray(repeating: Entry(), count: max(64, old.count * 2))
    count = 0
    for entry in old {
      if let box = entry.box { insert(box, entry.key) }
    }
  }
}
