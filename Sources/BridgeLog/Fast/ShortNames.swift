internal import BridgeContract

/// The hashes of short names that were met lately: those of sessions come again and again.
struct ShortNames {
  private struct Entry {
    /// The first eight bytes and the last eight, or the bytes and zeros: with the length they are the
    /// name.
    var head: UInt64 = 0
    var tail: UInt64 = 0
    /// Zero: nothing is here.
    var count = 0
    var hash = IDHash(integer: 0)
  }

  private static let size = 128
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
  }

  /// Frees the memory; nothing can be asked afterwards.
  func deallocate() { entries.deallocate() }

  /// The hash of a name behind whose beginning eight bytes can be read.
  @inline(__always)
  func hash(_ name: UnsafeBufferPointer<UInt8>) -> IDHash {
    let count = name.count
    guard count > 0, count <= 16, let start = name.baseAddress else { return IDHash(text: name) }
    let raw = UnsafeRawPointer(start)
    var head = raw.loadUnaligned(as: UInt64.self)
    var tail: UInt64 = 0
    if count > 8 {
      tail = raw.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    } else if count < 8 {
      head &= 1 &<< UInt64(8 * count) &- 1
    }
    let place = (head ^ (tail &>> 7 | tail &<< 57)) &* 0x9e37_79b9_7f4a_7c15
    let entry = entries + Int(truncatingIfNeeded: place &>> 57)
    if entry.pointee.head == head, entry.pointee.tail == tail, entry.pointee.count == count {
      return entry.pointee.hash
    }
    let hash = IDHash(text: name)
    entry.pointee = Entry(head: head, tail: tail, count: count, hash: hash)
    return hash
  }
}
