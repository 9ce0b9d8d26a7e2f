import ByteScan
import TestSupport
import Testing

@Suite("Hash")
struct HashTests {
  static func hash(_ bytes: [UInt8]) -> UInt64 {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 3)
    defer { copy.deallocate() }
    _ = copy[3...].update(fromContentsOf: bytes)
    return copy.baseAddress.map { bs_hash($0 + 3, bytes.count) } ?? 0
  }

  /// The way without branches gives the hash of the way with them, whatever stands behind.
  @Test func shortAndLongWaysAgree() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<2_000 {
      let bytes = (0..<40).map { _ in UInt8(random.below(256)) }
      for n in 0...15 {
        bytes.withUnsafeBufferPointer { buffer in
          guard let base = buffer.baseAddress else { return }
          if bs_hash_short(base, n) != Self.hash(Array(bytes[..<n])) { Issue.record("\(n)") }
        }
      }
    }
  }

  /// Each byte of a key of any length counts, and so does the length.
  @Test func everyByteCounts() {
    for length in 0...70 {
      let bytes = [UInt8](repeating: 0x61, count: length)
      var hashes: Set<UInt64> = [Self.hash(bytes)]
      for i in 0..<length {
        var other = bytes
        other[i] = 0x62
        hashes.insert(Self.hash(other))
      }
      hashes.insert(Self.hash(bytes + [0]))
      #expect(hashes.count == length + 2)
    }
  }

  /// The low half alone, which the tape keeps, tells 50,000 similar keys apart nearly always.
  @Test func lowHalvesSpread() {
    let keys = (0..<50_000).map { Self.hash(Array("key\($0)".utf8)) }
    #expect(Set(keys.map { UInt32(truncatingIfNeeded: $0) }).count > 49_980)
    // Its lowest bits too, which choose the bits of the filter.
    let buckets = Dictionary(grouping: keys) { $0 & 63 }
    #expect(buckets.count == 64 && buckets.values.allSatisfy { (600...970).contains($0.count) })
  }
}
