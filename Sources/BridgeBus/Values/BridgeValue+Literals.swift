// Not by `nil`: where an optional value is meant, that would silently be null.

extension BridgeValue: ExpressibleByBooleanLiteral {
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension BridgeValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// A number.
  public init(integerLiteral value: Int64) { self = .number(Double(value)) }

  /// A number.
  public init(floatLiteral value: Double) { self = .number(value) }
}

extension BridgeValue: ExpressibleByStringInterpolation {
  /// A string.
  public init(stringLiteral value: String) { self = .string(JSText(value)) }
}

extension BridgeValue: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
  /// An array.
  public init(arrayLiteral elements: BridgeValue...) { self = .array(elements) }

  /// An object.
  public init(dictionaryLiteral elements: (JSText, BridgeValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }
}
