internal import BridgeJSON

/// A decimal number, exact: `coefficient * 10^exponent`, with no zero at the coefficient's end.
struct Decimal: Hashable, Sendable {
  let coefficient: BigInteger
  let exponent: Int

  /// Numbers with more digits, or further from the point, are not reasoned about.
  static let mostDigits = 400

  init(_ coefficient: BigInteger, exponent: Int) {
    guard !coefficient.isZero else {
      self.coefficient = .zero
      self.exponent = 0
      return
    }
    var rest = coefficient
    var exponent = exponent
    let ten = BigInteger(10)
    while true {
      let (quotient, remainder) = rest.dividedDown(by: ten)
      guard remainder.isZero else { break }
      rest = quotient
      exponent += 1
    }
    self.coefficient = rest
    self.exponent = exponent
  }

  init(_ value: Int) { self.init(BigInteger(value), exponent: 0) }

  /// What a number of a document says; nil where it is too long or too far from the point.
  init?(_ decimal: JSONDecimal) {
    guard !decimal.isZero else {
      self.init(0)
      return
    }
    guard decimal.digitCount <= Self.mostDigits, abs(decimal.magnitude) <= Int64(Self.mostDigits)
    else { return nil }
    var digits: [UInt8] = []
    decimal.forEachDigit { digits.append($0 > 9 ? $0 - 0x30 : $0) }
    self.init(
      BigInteger(digits: digits, isNegative: decimal.isNegative), exponent: Int(decimal.exponent))
  }

  /// As an integer of units of `10^unit`, which must not be above the exponent.
  func scaled(to unit: Int) -> BigInteger {
    exponent == unit ? coefficient : coefficient * BigInteger.power(ofTen: exponent - unit)
  }

  /// As JSON writes it.
  var text: String {
    let digits = coefficient.magnitude.digits.map { String($0) }.joined()
    let sign = coefficient.isNegative ? "-" : ""
    if coefficient.isZero { return "0" }
    if exponent >= 0 {
      if exponent <= 24 { return sign + digits + String(repeating: "0", count: exponent) }
      return sign + digits + "e\(exponent)"
    }
    let point = digits.utf8.count + exponent
    if point > 0 {
      let cut = digits.index(digits.startIndex, offsetBy: point)
      return sign + digits[..<cut] + "." + digits[cut...]
    }
    if point > -24 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    return sign + digits + "e\(exponent)"
  }
}

extension Decimal: Comparable {
  static func < (a: Decimal, b: Decimal) -> Bool {
    let unit = min(a.exponent, b.exponent)
    return a.scaled(to: unit) < b.scaled(to: unit)
  }
}
