internal import BridgeJSON

/// Whether all items of an array differ (`uniqueItems`).
enum Uniqueness {
  /// Up to this many items are compared pairwise.
  private static let pairwise = 8

  /// O(n log n) in the items plus the size of the array: items are sorted by a keyed hash, and only
  /// items of equal hash are compared.
  static func holds(_ array: JSONCursor) -> Bool {
    let count = array.count
    if count < 2 { return true }
    if count <= pairwise, hasOnlyScalars(array) { return pairsDiffer(array) }
    var hashed: [(hash: UInt64, index: Int)] = []
    hashed.reserveCapacity(count)
    array.forEachItem { hashed.append((ValueHash.of($0), $0.index)) }
    hashed.sort { $0.hash != $1.hash ? $0.hash < $1.hash : $0.index < $1.index }
    for i in 1..<hashed.count where hashed[i].hash == hashed[i - 1].hash {
      // A false alarm is as good as impossible, so looking at the whole run costs nothing.
      var j = i - 1
      while j >= 0, hashed[j].hash == hashed[i].hash {
        if JSONEquality.equal(array.at(hashed[i].index), array.at(hashed[j].index)) {
          return false
        }
        j -= 1
      }
    }
    return true
  }

  private static func hasOnlyScalars(_ array: JSONCursor) -> Bool {
    // Items of an array of scalars follow each other without gaps.
    array.indexBehind == array.index + 1 + array.count
      && array.count > 0 && !hasEmptyContainer(array)
  }

  private static func hasEmptyContainer(_ array: JSONCursor) -> Bool {
    for i in array.index + 1..<array.indexBehind
    where array.at(i).kind == .array || array.at(i).kind == .object {
      return true
    }
    return false
  }

  private static func pairsDiffer(_ array: JSONCursor) -> Bool {
    let first = array.index + 1
    for i in first..<array.indexBehind {
      for j in first..<i where JSONEquality.equal(array.at(i), array.at(j)) { return false }
    }
    return true
  }
}
