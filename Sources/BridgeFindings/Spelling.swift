/// The nearest spelling of a mistyped word, from names the user may see.
public enum Spelling {
  /// The candidate at the smallest Damerau-Levenshtein distance (adjacent swaps count one), if that
  /// is at most 2 and less than the word's length; the first of equals in the given order.
  ///
  /// O(candidates x word x candidate) over Unicode scalars; words over 64 scalars have none. Most
  /// candidates are turned down by their length and letters alone.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let target = Letters(word)
    guard !target.scalars.isEmpty, target.scalars.count <= limit else { return nil }
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      // A scalar has at most four bytes of UTF-8: most words of another length are told by bytes.
      guard candidate.utf8.count <= 4 * limit else { continue }
      guard let d = distance(target, Letters(candidate)), d < target.scalars.count else { continue }
      if best.map({ d < $0.distance }) ?? true { best = (d, candidate) }
    }
    return best?.word
  }

  /// The longest word that is looked at, in Unicode scalars.
  package static let limit = 64

  /// A word made ready for comparing.
  package struct Letters: Sendable {
    package let scalars: [Unicode.Scalar]
    /// Which letters there are: one bit for all that are alike in their last six bits.
    let mask: UInt64

    package init(_ word: String) {
      scalars = Array(word.unicodeScalars)
      mask = scalars.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
    }
  }

  /// Whether a word of UTF-8 may be at most 2 away; most that are not are told without reading them
  /// twice.
  package static func mayBeNear(_ word: UnsafeBufferPointer<UInt8>, _ letters: Letters) -> Bool {
    // A scalar has at most four bytes.
    guard word.count <= 4 * (letters.scalars.count + 2), word.count + 2 >= letters.scalars.count
    else { return false }
    var mask: UInt64 = 0
    for byte in word {
      if byte >= 0x80 { return true }
      mask |= 1 << UInt64(byte & 63)
    }
    return word.count <= letters.scalars.count + 2 && (mask ^ letters.mask).nonzeroBitCount <= 4
  }

  /// The distance, if it is at most 2.
  package static func distance(_ a: Letters, _ b: Letters) -> Int? {
    guard a.scalars.count <= limit, b.scalars.count <= limit,
      abs(a.scalars.count - b.scalars.count) <= 2,
      // An edit takes one letter away and brings one at most.
      (a.mask ^ b.mask).nonzeroBitCount <= 4
    else { return nil }
    let d = distance(a.scalars, b.scalars)
    return d <= 2 ? d : nil
  }

  /// The Damerau-Levenshtein distance (adjacent swaps count one); 3 stands for all above 2.
  package static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in 0..<a.count {
      row[0] = i + 1
      var least = row[0]
      for j in 0..<b.count {
        let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
        var d = min(substitution, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { d = min(d, before[j - 1] + 1) }
        row[j + 1] = d
        least = min(least, d)
      }
      // A swap reaches one row further back, so two rows must be beyond.
      if least > 2, last.allSatisfy({ $0 > 2 }) { return 3 }
      (before, last, row) = (last, row, before)
    }
    return min(last[b.count], 3)
  }
}
