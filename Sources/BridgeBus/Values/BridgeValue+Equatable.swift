extension BridgeValue: Equatable {
  /// Whether two values are the same to whoever receives them: primitives as by `Object.is` (NaN is
  /// NaN, 0 is not -0), containers by what is in them, whatever the order of keys.
  public static func == (a: BridgeValue, b: BridgeValue) -> Bool {
    struct Pair: Hashable {
      var a: Int32
      var b: Int32
    }
    var pending = [Pair(a: a.root, b: b.root)]
    // Pairs of containers that are taken as equal until something differs: this ends on cycles.
    var assumed: Set<Pair> = []
    while let pair = pending.popLast() {
      let x = a.nodes[Int(pair.a)]
      let y = b.nodes[Int(pair.b)]
      switch (x, y) {
      case (.number(let p), .number(let q)):
        guard p == q ? p.sign == q.sign : p.isNaN && q.isNaN else { return false }
      case (.date(let p), .date(let q)):
        guard p == q || (p.isNaN && q.isNaN) else { return false }
      case (.array(let p), .array(let q)), (.indexed(let p), .indexed(let q)):
        guard p.count == q.count else { return false }
        guard assumed.insert(pair).inserted else { continue }
        for (i, j) in zip(p, q) { pending.append(Pair(a: i, b: j)) }
      case (.object(let p), .object(let q)):
        guard p.count == q.count else { return false }
        guard assumed.insert(pair).inserted else { continue }
        var others: [JSText: Int32] = [:]
        if p.count > 8 { for member in q { others[member.key] = member.value } }
        for member in p {
          let other =
            p.count > 8 ? others[member.key] : q.first { $0.key == member.key }?.value
          guard let other else { return false }
          pending.append(Pair(a: member.value, b: other))
        }
      default:
        guard x == y else { return false }
      }
    }
    return true
  }
}
