/// An integer of any size: sign and limbs of 32 bits, the least first.
struct BigInteger: Hashable, Sendable {
  private(set) var limbs: [UInt32] = []
  private(set) var isNegative = false

  static let zero = BigInteger(0)
  static let one = BigInteger(1)

  init(_ value: Int) {
    isNegative = value < 0
    var rest = value.magnitude
    while rest != 0 {
      limbs.append(UInt32(truncatingIfNeeded: rest))
      rest >>= 32
    }
  }

  private init(limbs: [UInt32], isNegative: Bool) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
    self.isNegative = isNegative && !self.limbs.isEmpty
  }

  /// Of decimal digits, the first first.
  init(digits: [UInt8], isNegative: Bool) {
    var limbs: [UInt32] = []
    for digit in digits {
      var carry = UInt64(digit)
      for i in limbs.indices {
        let value = UInt64(limbs[i]) * 10 + carry
        limbs[i] = UInt32(truncatingIfNeeded: value)
        carry = value >> 32
      }
      if carry != 0 { limbs.append(UInt32(carry)) }
    }
    self.init(limbs: limbs, isNegative: isNegative)
  }

  var isZero: Bool { limbs.isEmpty }
  var magnitude: BigInteger { BigInteger(limbs: limbs, isNegative: false) }

  /// The value, if it fits.
  var small: Int? {
    guard limbs.count <= 2 else { return nil }
    var value: UInt64 = 0
    for (i, limb) in limbs.enumerated() { value |= UInt64(limb) << UInt64(32 * i) }
    guard value <= UInt64(Int.max) else { return nil }
    return isNegative ? -Int(value) : Int(value)
  }

  /// Decimal digits of the magnitude, the first first; `0` for zero.
  var digits: [UInt8] {
    var rest = limbs
    var out: [UInt8] = []
    while !rest.isEmpty {
      var remainder: UInt64 = 0
      for i in rest.indices.reversed() {
        let value = remainder << 32 | UInt64(rest[i])
        rest[i] = UInt32(value / 1_000_000_000)
        remainder = value % 1_000_000_000
      }
      while rest.last == 0 { rest.removeLast() }
      for _ in 0..<9 {
        out.append(UInt8(remainder % 10))
        remainder /= 10
      }
    }
    while out.count > 1, out.last == 0 { out.removeLast() }
    return out.isEmpty ? [0] : out.reversed()
  }

  static func power(ofTen exponent: Int) -> BigInteger {
    var result = BigInteger.one
    var base = BigInteger(10)
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result = result * base }
      base = base * base
      rest >>= 1
    }
    return result
  }

  private static func compareMagnitudes(_ a: [UInt32], _ b: [UInt32]) -> Int {
    if a.count != b.count { return a.count < b.count ? -1 : 1 }
    for i in a.indices.reversed() where a[i] != b[i] { return a[i] < b[i] ? -1 : 1 }
    return 0
  }

  private static func add(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var out: [UInt32] = []
    out.reserveCapacity(max(a.count, b.count) + 1)
    var carry: UInt64 = 0
    for i in 0..<max(a.count, b.count) {
      let sum =
        (i < a.count ? UInt64(a[i]) : 0) + (i < b.count ? UInt64(b[i]) : 0) + carry
      out.append(UInt32(truncatingIfNeeded: sum))
      carry = sum >> 32
    }
    if carry != 0 { out.append(UInt32(carry)) }
    return out
  }

  /// `a - b` where `a` is not smaller.
  private static func subtract(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var out: [UInt32] = []
    out.reserveCapacity(a.count)
    var borrow: Int64 = 0
    for i in a.indices {
      var difference = Int64(a[i]) - (i < b.count ? Int64(b[i]) : 0) - borrow
      borrow = difference < 0 ? 1 : 0
      if difference < 0 { difference += 1 << 32 }
      out.append(UInt32(truncatingIfNeeded: difference))
    }
    return out
  }

  static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(limbs: value.limbs, isNegative: !value.isNegative)
  }

  static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative == b.isNegative {
      return BigInteger(limbs: add(a.limbs, b.limbs), isNegative: a.isNegative)
    }
    return compareMagnitudes(a.limbs, b.limbs) >= 0
      ? BigInteger(limbs: subtract(a.limbs, b.limbs), isNegative: a.isNegative)
      : BigInteger(limbs: subtract(b.limbs, a.limbs), isNegative: b.isNegative)
  }

  static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + -b }

  static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    guard !a.isZero, !b.isZero else { return .zero }
    var out = [UInt32](repeating: 0, count: a.limbs.count + b.limbs.count)
    for i in a.limbs.indices {
      var carry: UInt64 = 0
      for j in b.limbs.indices {
        let value = UInt64(a.limbs[i]) * UInt64(b.limbs[j]) + UInt64(out[i + j]) + carry
        out[i + j] = UInt32(truncatingIfNeeded: value)
        carry = value >> 32
      }
      out[i + b.limbs.count] = UInt32(carry)
    }
    return BigInteger(limbs: out, isNegative: a.isNegative != b.isNegative)
  }

  /// Quotient rounded down, and the remainder that goes with it, which has the divisor's sign.
  func dividedDown(by divisor: BigInteger) -> (quotient: BigInteger, remainder: BigInteger) {
    var (q, r) = Self.divideMagnitudes(limbs, divisor.limbs)
    if isNegative != divisor.isNegative {
      if !r.isZero {
        q = q + .one
        r = divisor.magnitude - r
      }
      q = -q
    }
    return (q, divisor.isNegative ? -r : r)
  }

  private static func divideMagnitudes(
    _ a: [UInt32], _ b: [UInt32]
  ) -> (BigInteger, BigInteger) {
    precondition(!b.isEmpty, "division by zero")
    if compareMagnitudes(a, b) < 0 { return (.zero, BigInteger(limbs: a, isNegative: false)) }
    var quotient = [UInt32](repeating: 0, count: a.count)
    if b.count == 1 {
      var remainder: UInt64 = 0
      for i in a.indices.reversed() {
        let value = remainder << 32 | UInt64(a[i])
        quotient[i] = UInt32(value / UInt64(b[0]))
        remainder = value % UInt64(b[0])
      }
      return (
        BigInteger(limbs: quotient, isNegative: false), BigInteger(Int(remainder))
      )
    }
    // Bit by bit: numbers of schemas are short, and this has no corner cases.
    var remainder: [UInt32] = []
    for i in a.indices.reversed() {
      for bit in (0..<32).reversed() {
        var carry = a[i] >> UInt32(bit) & 1
        for j in remainder.indices {
          let next = remainder[j] >> 31
          remainder[j] = remainder[j] << 1 | carry
          carry = next
        }
        if carry != 0 { remainder.append(carry) }
        if compareMagnitudes(remainder, b) >= 0 {
          remainder = subtract(remainder, b)
          while remainder.last == 0 { remainder.removeLast() }
          quotient[i] |= 1 << UInt32(bit)
        }
      }
    }
    return (
      BigInteger(limbs: quotient, isNegative: false),
      BigInteger(limbs: remainder, isNegative: false)
    )
  }

  /// The greatest common divisor of the magnitudes.
  static func gcd(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    var (x, y) = (a.magnitude, b.magnitude)
    while !y.isZero { (x, y) = (y, x.dividedDown(by: y).remainder) }
    return x
  }

  /// The least common multiple of two positive integers.
  static func lcm(_ a: BigInteger, _ b: BigInteger) -> BigInteger {
    (a * b).dividedDown(by: gcd(a, b)).quotient
  }
}

extension BigInteger: Comparable {
  static func < (a: BigInteger, b: BigInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    let order = compareMagnitudes(a.limbs, b.limbs)
    return a.isNegative ? order > 0 : order < 0
  }
}
