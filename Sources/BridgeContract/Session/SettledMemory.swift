internal import BridgeJSON

/// The last settled ids of one side of a session: 24 bytes each, 1,024 at most.
///
/// Ids are held as 96 bits of hash, not as text: memory stays small, and no text of the traffic
/// outlives its line. Two ids with one hash would be taken for one; for 1,024 ids the odds are
/// below 10^-22.
package struct SettledMemory {
  package struct Entry {
    fileprivate var hash: UInt64
    fileprivate var check: UInt32
    package var message: Int32
    package var page: Int32
    fileprivate var frame: UInt32
    package var wasStream: Bool
  }

  /// How many are remembered.
  package static let capacity = 1024

  private var entries: [Entry] = []
  private var oldest = 0

  package init() {}

  /// Remembers a settled id, in place of the oldest if there are too many.
  package mutating func remember(
    _ key: IDHash, message: Int, page: Int, frame: IDHash?, wasStream: Bool
  ) {
    let (hash, check) = Self.hashes(key)
    let entry = Entry(
      hash: hash, check: check, message: Int32(clamping: message), page: Int32(clamping: page),
      frame: frame.map { Self.hashes($0).1 } ?? 0, wasStream: wasStream)
    if entries.count < Self.capacity {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % Self.capacity
    }
  }

  /// The last entry of this id, if it is remembered. At most 1,024 comparisons.
  package func find(_ key: IDHash, where condition: (Entry) -> Bool = { _ in true }) -> Entry? {
    guard !entries.isEmpty else { return nil }
    let (hash, check) = Self.hashes(key)
    var at = entries.count < Self.capacity ? entries.count - 1 : oldest + Self.capacity - 1
    for _ in entries.indices {
      let entry = entries[at % entries.count]
      if entry.hash == hash, entry.check == check, condition(entry) { return entry }
      at -= 1
    }
    return nil
  }

  /// Whether an entry was settled in this frame.
  package static func isSameFrame(_ entry: Entry, _ frame: IDHash?) -> Bool {
    entry.frame == (frame.map { hashes($0).1 } ?? 0)
  }

  private static func hashes(_ key: IDHash) -> (UInt64, UInt32) {
    (key.low, UInt32(truncatingIfNeeded: key.high))
  }
}
