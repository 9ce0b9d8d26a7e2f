// Duplicate keys (RFC 8259, section 4) are found by decoded bytes: "a" and "\u0061" are one key,
// the composed and the decomposed e with an accent are two.

extension JSONTape {
  /// The node of the first key, in the order of the text, that its object has already; or nil.
  ///
  /// Looks into the objects that the reader has marked and sorts their keys, so that no choice of
  /// keys makes it quadratic.
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
    root.sortKeys(in: index + 1..<Int(nodes[index].next), into: &scratch)
    var found: Int?
    for i in scratch.indices.dropFirst() where scratch[i] >> 32 == scratch[i - 1] >> 32 {
      guard root.compareKeys(scratch[i], scratch[i - 1]) == 0 else { continue }
      let key = Int(UInt32(truncatingIfNeeded: scratch[i]))
      found = min(found ?? key, key)
    }
    return found
  }
}
