internal import BridgeJSON

/// Whether two schemas of two files are written alike, but for order of keys, words for people,
/// notation of numbers and the names of what they refer to. The quick answer for all that a change
/// did not touch.
struct SameSchema {
  let old: References
  let new: References

  /// Linear in both schemas with all they refer to: each pair of referenced schemas is looked at once,
  /// and taken for equal while that is going on.
  func equal(_ a: JSONValue, _ b: JSONValue) -> Bool {
    var open = [(a, b)]
    var assumed: Set<[Int]> = []
    while let (x, y) = open.popLast() {
      guard x.kind == y.kind else { return false }
      switch x.kind {
      case .object:
        let (left, right) = (members(x), members(y))
        guard left.count == right.count else { return false }
        for (m, n) in zip(left, right) {
          guard m.key.utf8.elementsEqual(n.key.utf8) else { return false }
          switch m.key {
          case "$ref":
            guard let s = old.target(m.value), let t = new.target(n.value) else { return false }
            if assumed.insert([s.index, t.index]).inserted { open.append((s, t)) }
          case "const", "enum", "default":
            guard JSONEquality.equal(m.value.cursor, n.value.cursor) else { return false }
          default: open.append((m.value, n.value))
          }
        }
      case .array:
        guard x.count == y.count else { return false }
        for pair in zip(x.items, y.items) { open.append(pair) }
      default:
        guard JSONEquality.equal(x.cursor, y.cursor) else { return false }
      }
    }
    return true
  }

  private func members(_ value: JSONValue) -> [(key: String, value: JSONValue)] {
    value.members.filter { !CanonicalSchema.isForPeople($0.key) && $0.key != "$defs" }
      .map { ($0.key, $0.value) }
      .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }
}
