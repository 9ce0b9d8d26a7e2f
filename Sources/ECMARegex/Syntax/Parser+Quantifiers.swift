extension Parser {
  struct Quantifier {
    var least: Int32
    var most: Int32
    var greedy: Bool
  }

  /// Reads a quantifier if one stands here; a brace that opens none is left unread.
  mutating func parseQuantifier() throws(PatternError) -> Quantifier? {
    let start = at
    var result = Quantifier(least: 0, most: Syntax.Loop.unbounded, greedy: true)
    if take("*") {
      // As it stands.
    } else if take("+") {
      result.least = 1
    } else if take("?") {
      result.most = 1
    } else if take("{") {
      let least = takeDigits()
      var most = least
      var bounded = true
      if take(",") {
        most = takeDigits()
        bounded = !most.isEmpty
      }
      guard !least.isEmpty, take("}") else {
        at = start
        return nil
      }
      if bounded, Self.isAbove(least, most) { throw error(.countsOutOfOrder, start) }
      result.least = Self.count(least)
      result.most = bounded ? Self.count(most) : Syntax.Loop.unbounded
    } else {
      return nil
    }
    if take("?") { result.greedy = false }
    return result
  }

  private mutating func takeDigits() -> ArraySlice<UInt32> {
    let start = at
    while let scalar = peek(), 0x30...0x39 ~= scalar { at += 1 }
    return scalars[start..<at]
  }

  /// Compares numbers of any length.
  private static func isAbove(_ left: ArraySlice<UInt32>, _ right: ArraySlice<UInt32>) -> Bool {
    let left = left.drop { $0 == 0x30 }
    let right = right.drop { $0 == 0x30 }
    if left.count != right.count { return left.count > right.count }
    return right.lexicographicallyPrecedes(left)
  }

  /// The number, or the largest count: no subject is so long that the difference shows.
  private static func count(_ digits: ArraySlice<UInt32>) -> Int32 {
    var result: Int64 = 0
    for digit in digits {
      result = result * 10 + Int64(digit - 0x30)
      if result >= Int64(Int32.max) { return Int32.max }
    }
    return Int32(result)
  }
}
