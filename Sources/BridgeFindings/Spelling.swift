/// The nearest spelling of a mistyped word, from names the user may see.
public enum Spelling {
  /// The candidate at the smallest Damerau-Levenshtein distance (adjacent swaps count one), if that
  /// is at most 2 and less than the word's length; the first of equals in the given order.
  ///
  /// O(candidates x word x candidate) over Unicode scalars; words over 64 scalars have none.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let target = Array(word.unicodeScalars)
    guard !target.isEmpty, target.count <= 64 else { return nil }
    var best: (distance: Int, word: String)?
    for candidate in candidates {
      let scalars = Array(candidate.unicodeScalars)
      guard scalars.count <= 64, abs(scalars.count - target.count) <= 2 else { continue }
      let d = distance(target, scalars)
      guard d <= 2, d < target.count else { continue }
      if best.map({ d < $0.distance }) ?? true { best = (d, candidate) }
    }
    return best?.word
  }

  /// The Damerau-Levenshtein distance (adjacent swaps count one).
  package static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    var before = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    var row = last
    for i in 0..<a.count {
      row[0] = i + 1
      for j in 0..<b.count {
        let substitution = last[j] + (a[i] == b[j] ? 0 : 1)
        var d = min(substitution, last[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { d = min(d, before[j - 1] + 1) }
        row[j + 1] = d
      }
      (before, last, row) = (last, row, before)
    }
    return last[b.count]
  }
}
