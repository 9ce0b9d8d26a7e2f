extension JSONCursor {
  /// Puts the key nodes of the members in a range of the tape into `keys`: by hash, then by decoded
  /// bytes, then as they stand. The upper half of each entry is the hash, the lower the index.
  ///
  /// n log n comparisons whatever the keys are, also where all have one hash.
  func sortKeys(in range: Range<Int>, into keys: inout [UInt64]) {
    keys.removeAll(keepingCapacity: true)
    var key = range.lowerBound
    while key < range.upperBound {
      keys.append(UInt64(nodes[key].next) << 32 | UInt64(key))
      key = Int(nodes[key + 1].next)
    }
    keys.sort()
    var i = 0
    while i < keys.count {
      var j = i + 1
      while j < keys.count, keys[j] >> 32 == keys[i] >> 32 { j += 1 }
      if j > i + 1 {
        keys[i..<j].sort { x, y in
          let order = compareKeys(x, y)
          return order != 0 ? order < 0 : x < y
        }
      }
      i = j
    }
  }

  /// Compares the keys of two entries by their decoded bytes.
  func compareKeys(_ x: UInt64, _ y: UInt64) -> Int {
    JSONString.compare(
      at(Int(UInt32(truncatingIfNeeded: x))), at(Int(UInt32(truncatingIfNeeded: y))))
  }
}
