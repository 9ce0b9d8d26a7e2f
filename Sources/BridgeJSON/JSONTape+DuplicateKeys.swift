// Duplicate keys (RFC 8259, section 4) are found by decoded bytes: "a" and "\u0061" are one key,
// the composed and the decomposed e with an accent are two.

extension JSONTape {
  /// The node of the first key of this object that stands there twice, or nil.
  ///
  /// Up to 16 keys are compared pairwise by hash; more are sorted, so that no choice of keys makes
  /// it quadratic.
  func duplicateKey(inObject index: Int) -> Int? {
    let end = Int(nodes[index].next)
    scratch.removeAll(keepingCapacity: true)
    var key = index + 1
    while key < end {
      scratch.append(UInt32(truncatingIfNeeded: key))
      key = indexBehindValue(key + 1)
    }
    return scratch.count <= 16 ? duplicateByPairs() : duplicateBySorting()
  }

  @inline(__always)
  private func indexBehindValue(_ index: Int) -> Int { Int(nodes[index].next) }

  private func duplicateByPairs() -> Int? {
    for i in 1..<scratch.count {
      let hash = nodes[Int(scratch[i])].next
      for j in 0..<i where nodes[Int(scratch[j])].next == hash {
        if compareKeys(scratch[i], scratch[j]) == 0 { return Int(scratch[i]) }
      }
    }
    return nil
  }

  private func duplicateBySorting() -> Int? {
    scratch.sort { a, b in
      let (x, y) = (nodes[Int(a)].next, nodes[Int(b)].next)
      if x != y { return x < y }
      let order = compareKeys(a, b)
      return order != 0 ? order < 0 : a < b
    }
    var found: Int?
    for i in 1..<scratch.count where nodes[Int(scratch[i])].next == nodes[Int(scratch[i - 1])].next {
      if compareKeys(scratch[i], scratch[i - 1]) == 0 {
        found = min(found ?? .max, Int(scratch[i]))
      }
    }
    return found
  }

  /// Compares two keys by their decoded bytes.
  private func compareKeys(_ a: UInt32, _ b: UInt32) -> Int {
    let x = JSONCursor(nodes: nodes, bytes: bytes, index: Int(a))
    let y = JSONCursor(nodes: nodes, bytes: bytes, index: Int(b))
    return JSONString.compare(x, y)
  }
}
