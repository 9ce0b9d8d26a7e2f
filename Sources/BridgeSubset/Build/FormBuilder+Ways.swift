internal import BridgeSchema

extension FormBuilder {
  /// On how many ways schemas are reached in place from one, at most: what applying it to one value
  /// may cost. Capped.
  func waysInPlace(_ side: SchemaSide) -> Int {
    let key = self.key(of: side)
    var ways: [UInt32: Int] = [:]
    var entered: Set<UInt32> = []
    var reached: Set<UInt32> = [key.block]
    var most = 1
    var roots = [key.block]
    while let root = roots.popLast() {
      var path: [(block: UInt32, inner: [UInt32], next: Int)] = []
      func enter(_ block: UInt32) {
        guard entered.insert(block).inserted else { return }
        var own = key
        own.block = block
        var inner: [UInt32] = []
        for part in parts(own) {
          inner += part.blocksInPlace
          for block in part.blocksInside where reached.insert(block).inserted {
            roots.append(block)
          }
        }
        path.append((block, inner, 0))
      }
      enter(root)
      while let last = path.last {
        if last.next < last.inner.count {
          path[path.count - 1].next += 1
          enter(last.inner[last.next])
          continue
        }
        path.removeLast()
        // What is on the way still leads back: only dynamic references do, and count once.
        let sum = last.inner.reduce(1) { min($0 + (ways[$1] ?? 1), 1 << 40) }
        ways[last.block] = sum
        most = max(most, sum)
      }
    }
    return most
  }
}
