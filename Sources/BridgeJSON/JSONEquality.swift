/// Equality of JSON Schema (2020-12, 4.2.2): numbers by value, strings by code points, arrays in
/// order, objects without order.
package enum JSONEquality {
  /// Whether two values are equal. Own stack, no recursion; keys of objects are found by hash.
  package static func equal(_ a: JSONCursor, _ b: JSONCursor) -> Bool {
    guard let nested = shallow(a, b) else {
      var open = [(a, b)]
      while let (x, y) = open.popLast() {
        if !push(x, y, &open) { return false }
      }
      return true
    }
    return nested
  }

  /// The answer for scalars and for values of different kinds or sizes; nil if a look inside is due.
  private static func shallow(_ a: JSONCursor, _ b: JSONCursor) -> Bool? {
    guard a.kind == b.kind else { return false }
    switch a.kind {
    case .null: return true
    case .bool: return a.isTrue == b.isTrue
    case .number: return JSONDecimal.equal(a.decimal, b.decimal)
    case .string: return a.withStringBytes { b.stringEquals($0) }
    case .array, .object:
      let n = a.count
      if n != b.count { return false }
      return n == 0 ? true : nil
    }
  }

  /// Compares what is inside two containers of one kind and size, pushing pairs to look inside.
  private static func push(
    _ a: JSONCursor, _ b: JSONCursor, _ open: inout [(JSONCursor, JSONCursor)]
  ) -> Bool {
    let end = a.indexBehind
    var i = a.index + 1
    var j = b.index + 1
    let isObject = a.kind == .object
    while i < end {
      var (x, y) = (a.at(i), b.at(j))
      if isObject {
        // The same key in the same place is the common case.
        if a.nodes[i].next == b.nodes[j].next, x.withStringBytes({ y.stringEquals($0) }) {
          (x, y) = (a.at(i + 1), b.at(j + 1))
        } else {
          let hash = a.nodes[i].next
          guard let other = x.withStringBytes({ b.member($0, hash: hash) }) else { return false }
          (x, y) = (a.at(i + 1), other)
        }
        j = b.nodes[j + 1].nextIndex
      } else {
        j = b.nodes[j].nextIndex
      }
      switch shallow(x, y) {
      case false?: return false
      case true?: break
      case nil: open.append((x, y))
      }
      i = x.indexBehind
    }
    return true
  }
}

extension JSONNode {
  @inlinable var nextIndex: Int { Int(next) }
}
