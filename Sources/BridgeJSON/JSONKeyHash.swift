internal import ByteScan

/// The hash by which keys are told apart quickly: equal decoded bytes, equal hash in one process.
///
/// It differs from process to process, so that nobody can write many keys that share one: never
/// write it anywhere, and never let an order depend on it.
package enum JSONKeyHash {
  /// The hash of a decoded key.
  package static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    if let hash = bytes.withContiguousStorageIfAvailable({ of($0) }) { return hash }
    return Array(bytes).withUnsafeBufferPointer { of($0) }
  }

  /// The hash of a decoded key.
  package static func of(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32 {
    guard let base = bytes.baseAddress else {
      var nothing: UInt8 = 0
      return UInt32(truncatingIfNeeded: bs_hash(&nothing, 0))
    }
    return UInt32(truncatingIfNeeded: bs_hash(base, bytes.count))
  }
}
