internal import BridgeJSON

/// Whether one decimal is a multiple of another, exactly and without large powers of ten.
enum Divisibility {
  /// Whether `value` is a multiple of the divisor, which is greater than 0.
  ///
  /// With v·10^a and d·10^b, v and d integers that do not end in 0: if a < b then v would have to
  /// end in 0, so it is none. Else v·10^(a-b) is divided by d; a power of ten beyond the bits of d
  /// changes nothing any more, so the exponent is capped there. O(digits of v times words of d).
  static func isMultiple(_ value: JSONCursor, of divisor: NumberOperand) -> Bool {
    if divisor.isSmall, let quick = QuickNumber(value) {
      return !quick.hasFraction && quick.integer % divisor.small == 0
    }
    return isMultiple(value.decimal, of: divisor.decimal)
  }

  static func isMultiple(_ value: JSONDecimal, of divisor: JSONDecimal) -> Bool {
    if value.isZero { return true }
    let (shift, overflow) = value.exponent.subtractingReportingOverflow(divisor.exponent)
    if overflow { return value.exponent > 0 }
    if shift < 0 { return false }
    if divisor.digitCount <= 18 {
      var d: UInt64 = 0
      divisor.forEachDigit { d = d * 10 + UInt64($0) }
      return remainder(value, shift: min(shift, 64), d) == 0
    }
    return isMultipleOfLarge(value, shift: shift, divisor)
  }

  /// v·10^shift mod d for a divisor below 10^18.
  private static func remainder(_ value: JSONDecimal, shift: Int64, _ d: UInt64) -> UInt64 {
    var r: UInt64 = 0
    var chunk: UInt64 = 0
    var scale: UInt64 = 1
    func take() {
      let (high, low) = r.multipliedFullWidth(by: scale)
      let (sum, carry) = low.addingReportingOverflow(chunk)
      // r < d, so the quotient of r·scale + chunk fits a word as long as scale <= 10^18.
      r = reduce(high + (carry ? 1 : 0), sum, d)
      chunk = 0
      scale = 1
    }
    value.forEachDigit { digit in
      chunk = chunk * 10 + UInt64(digit)
      scale *= 10
      if scale == 1_000_000_000_000_000_000 { take() }
    }
    if scale > 1 { take() }
    for _ in 0..<shift {
      scale = 10
      take()
    }
    return r
  }

  private static func reduce(_ high: UInt64, _ low: UInt64, _ d: UInt64) -> UInt64 {
    d.dividingFullWidth((high % d, low)).remainder
  }

  /// The same for divisors of more than 18 digits, in words of 32 bits.
  private static func isMultipleOfLarge(
    _ value: JSONDecimal, shift: Int64, _ divisor: JSONDecimal
  ) -> Bool {
    var d: [UInt32] = []
    divisor.forEachDigit { multiply(&d, by: 10, add: UInt32($0)) }
    var r: [UInt32] = []
    func take(_ digit: UInt32) {
      multiply(&r, by: 10, add: digit)
      // r was below d, so ten subtractions at most.
      while !isLess(r, d) { subtract(&r, d) }
    }
    value.forEachDigit { take(UInt32($0)) }
    for _ in 0..<min(shift, Int64(d.count * 32)) where !r.isEmpty { take(0) }
    return r.isEmpty
  }

  private static func multiply(_ x: inout [UInt32], by factor: UInt32, add: UInt32) {
    var carry = UInt64(add)
    for i in x.indices {
      carry += UInt64(x[i]) * UInt64(factor)
      x[i] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    if carry > 0 { x.append(UInt32(carry)) }
  }

  private static func isLess(_ a: [UInt32], _ b: [UInt32]) -> Bool {
    if a.count != b.count { return a.count < b.count }
    for i in a.indices.reversed() where a[i] != b[i] { return a[i] < b[i] }
    return false
  }

  private static func subtract(_ a: inout [UInt32], _ b: [UInt32]) {
    var borrow: Int64 = 0
    for i in a.indices {
      var x = Int64(a[i]) - borrow - (i < b.count ? Int64(b[i]) : 0)
      borrow = x < 0 ? 1 : 0
      if x < 0 { x += 1 << 32 }
      a[i] = UInt32(x)
    }
    while a.last == 0 { a.removeLast() }
  }
}
