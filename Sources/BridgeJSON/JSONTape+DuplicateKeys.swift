// Duplicate keys (RFC 8259, section 4) are found by decoded bytes: "a" and "\u0061" are one key,
// the composed and the decomposed e with an accent are two.

extension JSONTape {
  /// The node of the first key, in the order of the text, that its object has already; or nil.
  ///
  /// Looks into the objects that the reader has marked. Their keys are sorted by hash, and those of
  /// one hash by their bytes, so that no choice of keys makes it quadratic.
  package func duplicateKey() -> Int? {
    var found: Int?
    for index in 0..<count {
      // An object that begins behind a duplicate can only have later ones.
      if let found, index > found { break }
      let node = nodes[index]
      guard node.kind == .object, node.flags & JSONNode.special != 0 else { continue }
      if let key = duplicateKey(inObject: index) { found = min(found ?? key, key) }
    }
    return found
  }

  /// The node of the first key of this object that stands there already, or nil.
  private func duplicateKey(inObject index: Int) -> Int? {
    let end = Int(nodes[index].next)
    scratch.removeAll(keepingCapacity: true)
    var key = index + 1
    while key < end {
      scratch.append(UInt64(nodes[key].next) << 32 | UInt64(key))
      key = Int(nodes[key + 1].next)
    }
    scratch.sort()
    var found: Int?
    var i = 0
    while i < scratch.count {
      var j = i + 1
      while j < scratch.count, scratch[j] >> 32 == scratch[i] >> 32 { j += 1 }
      if j > i + 1, let key = duplicate(ofOneHash: scratch[i..<j]) {
        found = min(found ?? key, key)
      }
      i = j
    }
    return found
  }

  private func duplicate(ofOneHash entries: ArraySlice<UInt64>) -> Int? {
    let keys = entries.map { Int(truncatingIfNeeded: UInt32(truncatingIfNeeded: $0)) }.sorted {
      let order = compareKeys($0, $1)
      return order != 0 ? order < 0 : $0 < $1
    }
    return zip(keys.dropFirst(), keys).filter { compareKeys($0, $1) == 0 }.map(\.0).min()
  }

  /// Compares two keys by their decoded bytes.
  private func compareKeys(_ a: Int, _ b: Int) -> Int {
    JSONString.compare(root.at(a), root.at(b))
  }
}
