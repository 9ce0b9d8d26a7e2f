internal import BridgeJSON

/// What JavaScript's one number type, the IEEE 754 double, would do to a JSON number.
public enum NumberLoss: Sendable, Equatable {
  /// An integer would become another integer.
  case integer
  /// It would become Infinity.
  case overflow
  /// It is not 0 and would become 0.
  case underflow
  /// A fraction would lose digits.
  case digits

  /// One sentence without the number.
  public var sentence: String {
    switch self {
    case .integer: "JavaScript has no such integer and would take another one; send it as text"
    case .overflow: "JavaScript would make Infinity of this number"
    case .underflow: "JavaScript would make 0 of this number"
    case .digits: "JavaScript would drop digits of this number; send it as text"
    }
  }

  /// What would be lost of a JSON number, or nil: the number that JavaScript prints for it is the
  /// same decimal. Linear in the digits.
  init?(_ number: JSONDecimal, _ policy: ScriptOptions.Numbers) {
    // 15 digits survive wherever the exponent is far from both ends.
    if policy == .round || number.isZero { return nil }
    if number.digitCount <= 15, number.magnitude < 300, number.magnitude > -290 { return nil }
    if number.magnitude > 400 {
      self = .overflow
    } else if number.magnitude < -400 {
      self = .underflow
    } else {
      guard let loss = NumberLoss.parsed(number, policy) else { return nil }
      self = loss
    }
  }

  private static func parsed(
    _ number: JSONDecimal, _ policy: ScriptOptions.Numbers
  ) -> NumberLoss? {
    // Every JSON number is one of Swift's; only white space and letters would make it nil.
    guard let value = Double(String(decoding: number.text, as: UTF8.self)) else { return .overflow }
    if value.isInfinite { return .overflow }
    if value == 0 { return .underflow }
    guard number.isInteger || policy == .refuseRounded else { return nil }
    // The shortest text that reads as the same double is what JavaScript prints.
    var printed = value.description
    let isSame = printed.withUTF8 { JSONDecimal.equal(JSONDecimal($0), number) }
    return isSame ? nil : number.isInteger ? .integer : .digits
  }
}
