/// A set of code points, kept as its boundaries in rising order: in, out, in, out, …
///
/// Surrogates are code points like others. The form makes complement and union a merge of lists.
package struct ScalarSet: Hashable, Sendable {
  /// One past the last code point.
  static let limit: UInt32 = 0x11_0000

  /// An even number of strictly rising values; code points of `[boundaries[2i], boundaries[2i + 1])`
  /// are in the set.
  package private(set) var boundaries: [UInt32]

  static let none = ScalarSet(boundaries: [])
  static let all = ScalarSet(boundaries: [0, limit])

  /// A set of boundaries that are known to rise.
  init(boundaries: [UInt32]) {
    self.boundaries = boundaries
  }

  init(_ scalar: UInt32) {
    boundaries = [scalar, scalar + 1]
  }

  /// The union of closed ranges in any order.
  ///
  /// - Complexity: O(n log n) in the number of ranges.
  init(ranges: [(low: UInt32, high: UInt32)]) {
    boundaries = []
    for range in ranges.sorted(by: { $0.low < $1.low }) {
      if let end = boundaries.last, range.low <= end {
        boundaries[boundaries.count - 1] = max(end, range.high + 1)
      } else {
        boundaries.append(range.low)
        boundaries.append(range.high + 1)
      }
    }
  }

  var isEmpty: Bool { boundaries.isEmpty }

  /// The closed ranges of the set, rising.
  package var ranges: [(low: UInt32, high: UInt32)] {
    stride(from: 0, to: boundaries.count, by: 2).map {
      (boundaries[$0], boundaries[$0 + 1] - 1)
    }
  }

  /// - Complexity: O(log n) in the number of ranges.
  func contains(_ scalar: UInt32) -> Bool {
    // The number of boundaries at or below the scalar is odd inside a range.
    var low = 0
    var high = boundaries.count
    while low < high {
      let middle = (low + high) / 2
      if boundaries[middle] <= scalar { low = middle + 1 } else { high = middle }
    }
    return low & 1 == 1
  }

  var complement: ScalarSet {
    var result = boundaries
    if result.first == 0 { result.removeFirst() } else { result.insert(0, at: 0) }
    if result.last == Self.limit { result.removeLast() } else { result.append(Self.limit) }
    return ScalarSet(boundaries: result)
  }

  func union(_ other: ScalarSet) -> ScalarSet {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return ScalarSet(ranges: ranges + other.ranges)
  }

  /// The code points that are in exactly one of the two.
  func symmetricDifference(_ other: ScalarSet) -> ScalarSet {
    var result: [UInt32] = []
    for boundary in (boundaries + other.boundaries).sorted() {
      if result.last == boundary { result.removeLast() } else { result.append(boundary) }
    }
    return ScalarSet(boundaries: result)
  }
}

// The sets that ECMA-262 names, section 22.2.2.9 (CompileToCharSet) and 12.3 (Line Terminators).
extension ScalarSet {
  static let digits = ScalarSet(boundaries: [0x30, 0x3A])

  /// `\w` without the flag i.
  static let words = ScalarSet(
    boundaries: [0x30, 0x3A, 0x41, 0x5B, 0x5F, 0x60, 0x61, 0x7B])

  /// `\w` with the flag i: also the two characters that fold to a word character.
  static let foldedWords = CaseFolding.closure(of: words)

  static let lineTerminators = ScalarSet(boundaries: [0x0A, 0x0B, 0x0D, 0x0E, 0x2028, 0x202A])

  /// `\s`: tab, vertical tab, form feed, byte order mark, every Space_Separator, line terminators.
  static let spaces = ScalarSet(boundaries: [0x09, 0x0E, 0xFEFF, 0xFF00])
    .union(lineTerminators)
    .union(UnicodeProperties.generalCategory("Zs") ?? .none)
}
