extension JSONTape {
  /// Copies a value from another tape without some members of its objects. The text is shared:
  /// offsets stay what they were. Linear in the nodes, times the members left out.
  ///
  /// - Parameter hidden: for each member left out, the index of its object and of its key.
  package func copy(
    _ value: JSONCursor, hiding hidden: [(object: Int, key: Int)]
  ) {
    count = 0
    firstDuplicateKey = nil
    hasLoneSurrogate = false
    bytes = value.bytes
    reserve(value.indexBehind - value.index)
    let ranges = hidden.map { (from: $0.key, to: Int(value.nodes[$0.key + 1].next)) }
    func removed(before index: Int) -> Int {
      var n = 0
      for range in ranges where range.from < index { n += min(range.to, index) - range.from }
      return n
    }
    var i = value.index
    let end = value.indexBehind
    while i < end {
      if let range = ranges.first(where: { $0.from == i }) {
        i = range.to
        continue
      }
      var node = value.nodes[i]
      if node.info & JSONNode.key == 0 {
        let next = Int(node.next)
        node.next = UInt32(truncatingIfNeeded: next - value.index - removed(before: next))
      }
      let left = hidden.reduce(0) { $0 + ($1.object == i ? 1 : 0) }
      if left > 0, node.rawCount != JSONNode.countLimit { node.info -= UInt32(left) << 8 }
      nodes[count] = node
      count += 1
      i += 1
    }
  }
}
