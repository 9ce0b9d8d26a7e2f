/// Equality of JSON Schema (2020-12, 4.2.2): numbers by value, strings by code points, arrays in
/// order, objects without order.
package enum JSONEquality {
  /// Whether two values are equal.
  ///
  /// Own stack, no recursion. Linear in both values, except that the members of objects whose keys
  /// stand in different orders are sorted. Where a key stands twice in an object, the same key must
  /// stand there as often in the other, with equal values in the same order.
  package static func equal(_ a: JSONCursor, _ b: JSONCursor) -> Bool {
    if let answer = shallow(a, b) { return answer }
    var comparison = Comparison(a: a, b: b)
    return comparison.run()
  }

  /// The answer for scalars, for values of different kinds or sizes and for the same text; nil if a
  /// look inside is due.
  @inline(__always)
  fileprivate static func shallow(_ a: JSONCursor, _ b: JSONCursor) -> Bool? {
    guard a.kind == b.kind else { return false }
    switch a.kind {
    case .null: return true
    case .bool: return a.isTrue == b.isTrue
    case .number: return JSONDecimal.equal(a.decimal, b.decimal)
    case .string: return a.hasSameString(as: b)
    case .array, .object:
      let n = a.count
      if n != b.count { return false }
      return n == 0 ? true : nil
    }
  }
}

extension JSONCursor {
  /// Whether two strings or keys have the same value.
  @inline(__always)
  func hasSameString(as other: JSONCursor) -> Bool {
    if !hasEscapes { return other.stringEquals(rawString) }
    return withStringBytes { other.stringEquals($0) }
  }
}

/// One comparison: pairs of containers that are still to be looked into.
private struct Comparison {
  let a: JSONCursor
  let b: JSONCursor
  /// Indices of containers of the same kind and size on both tapes.
  var open: [(UInt32, UInt32)] = []
  var left: [UInt64] = []
  var right: [UInt64] = []

  mutating func run() -> Bool {
    if JSONString.sameText(a.text, b.text) { return true }
    open.append((UInt32(a.index), UInt32(b.index)))
    while let (i, j) = open.popLast() {
      let (x, y) = (a.at(Int(i)), b.at(Int(j)))
      if !(x.kind == .object ? members(x, y) : items(x, y)) { return false }
    }
    return true
  }

  /// Compares two values, or notes the pair if it is to be looked into.
  @inline(__always)
  private mutating func compare(_ i: Int, _ j: Int) -> Bool {
    if let answer = JSONEquality.shallow(a.at(i), b.at(j)) { return answer }
    open.append((UInt32(i), UInt32(j)))
    return true
  }

  private mutating func items(_ x: JSONCursor, _ y: JSONCursor) -> Bool {
    let end = x.indexBehind
    var (i, j) = (x.index + 1, y.index + 1)
    while i < end {
      if !compare(i, j) { return false }
      (i, j) = (a.at(i).indexBehind, b.at(j).indexBehind)
    }
    return true
  }

  private mutating func members(_ x: JSONCursor, _ y: JSONCursor) -> Bool {
    let (end, otherEnd) = (x.indexBehind, y.indexBehind)
    var (i, j) = (x.index + 1, y.index + 1)
    // The same keys in the same order are the common case.
    while i < end {
      guard a.nodes[i].next == b.nodes[j].next, a.at(i).hasSameString(as: b.at(j)) else {
        return sortedMembers(i..<end, j..<otherEnd)
      }
      if !compare(i + 1, j + 1) { return false }
      (i, j) = (a.at(i + 1).indexBehind, b.at(j + 1).indexBehind)
    }
    return true
  }

  /// Compares the members in these ranges of the tapes, which are as many, in the order of their
  /// keys' hashes and, among keys of one hash, of their bytes.
  private mutating func sortedMembers(_ range: Range<Int>, _ otherRange: Range<Int>) -> Bool {
    a.sortKeys(in: range, into: &left)
    b.sortKeys(in: otherRange, into: &right)
    guard left.count == right.count else { return false }
    for (x, y) in zip(left, right) {
      let (i, j) = (Int(UInt32(truncatingIfNeeded: x)), Int(UInt32(truncatingIfNeeded: y)))
      guard x >> 32 == y >> 32, a.at(i).hasSameString(as: b.at(j)), compare(i + 1, j + 1) else {
        return false
      }
    }
    return true
  }
}
