internal import BridgeJSON

/// A number's value in machine words, for the many numbers that are short; exact where it answers.
struct QuickNumber {
  /// The digits before the point, with the sign.
  var integer: Int64
  /// Whether a digit other than 0 stands behind the point.
  var hasFraction: Bool
  var isNegative: Bool

  /// Nil for numbers with an exponent or more than 18 digits before the point.
  @inline(__always)
  init?(_ value: JSONCursor) {
    let text = value.text
    var i = 0
    let n = text.count
    var negative = false
    if text[0] == UInt8(ascii: "-") {
      negative = true
      i = 1
    }
    let digits = i
    var v: Int64 = 0
    var fraction = false
    while i < n {
      let d = text[i] &- 0x30
      if d > 9 { break }
      v = v &* 10 &+ Int64(d)
      i += 1
    }
    guard i - digits <= 18 else { return nil }
    if i < n {
      guard text[i] == UInt8(ascii: ".") else { return nil }
      i += 1
      while i < n {
        let d = text[i] &- 0x30
        if d > 9 { return nil }
        if d != 0 { fraction = true }
        i += 1
      }
    }
    integer = negative ? -v : v
    hasFraction = fraction
    isNegative = negative
  }

  /// -1, 0 or 1 as the number is below, at or above an integer.
  @inline(__always)
  func compare(_ other: Int64) -> Int {
    if integer != other { return integer < other ? -1 : 1 }
    if !hasFraction { return 0 }
    return isNegative ? -1 : 1
  }

  /// Whether a number has no fraction: 1.0 and 10e-1 have none.
  @inline(__always)
  static func isInteger(_ value: JSONCursor) -> Bool {
    value.node.flags & JSONNode.special == 0 || value.decimal.isInteger
  }

  /// The value of an integer of at most 18 digits, however written; else nil.
  @inline(__always)
  static func smallInteger(_ value: JSONCursor) -> Int64? {
    if value.node.flags & JSONNode.special == 0 {
      guard let quick = QuickNumber(value) else { return value.smallInteger }
      return quick.integer
    }
    return value.smallInteger
  }
}

extension NumberOperand {
  /// -1, 0 or 1 as a number is below, at or above this one.
  @inline(__always)
  func compare(_ value: JSONCursor) -> Int {
    if isSmall, let quick = QuickNumber(value) { return quick.compare(small) }
    return JSONDecimal.compare(value.decimal, decimal)
  }
}
