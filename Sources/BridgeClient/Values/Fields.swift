internal import BridgeJSON

/// A key of an object, by its name on the wire.
public struct FieldKey: CodingKey, Sendable, ExpressibleByStringLiteral {
  /// The name.
  public let stringValue: String
  /// The position, for items of arrays.
  public let intValue: Int?

  /// A key by its name.
  public init(_ name: String) {
    stringValue = name
    intValue = nil
  }

  /// A key by its name.
  public init(stringValue: String) { self.init(stringValue) }

  /// A key by its name.
  public init(stringLiteral value: String) { self.init(value) }

  /// A position.
  public init(intValue: Int) {
    stringValue = String(intValue)
    self.intValue = intValue
  }
}

/// Text compared by its bytes: names that only look alike are two.
public struct ExactText: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The text.
  public let text: String

  /// Text.
  public init(_ text: String) { self.text = text }

  /// Text.
  public init(stringLiteral value: String) { text = value }

  /// Whether both have the same bytes.
  public static func == (a: ExactText, b: ExactText) -> Bool {
    a.text.utf8.elementsEqual(b.text.utf8)
  }

  /// Feeds the bytes.
  public func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

/// A value that may be `null` on the wire. That it may be absent is said by `?` beside it.
public enum Nullable<Wrapped> {
  /// `null`.
  case null
  /// Something else.
  case value(Wrapped)

  /// The value, or nil for `null`.
  public var value: Wrapped? {
    switch self {
    case .null: nil
    case .value(let value): value
    }
  }

  /// A value, or `null` for nil.
  public init(_ value: Wrapped?) { self = value.map { .value($0) } ?? .null }
}

extension Nullable: Sendable where Wrapped: Sendable {}
extension Nullable: Equatable where Wrapped: Equatable {}
extension Nullable: Hashable where Wrapped: Hashable {}

extension Nullable: Encodable where Wrapped: Encodable {
  /// Writes `null` or the value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var single = encoder.singleValueContainer()
      try single.encodeNil()
    case .value(let value): try value.encode(to: encoder)
    }
  }
}

extension Nullable: Decodable where Wrapped: Decodable {
  /// Reads `null` or a value.
  public init(from decoder: any Decoder) throws {
    if try decoder.singleValueContainer().decodeNil() {
      self = .null
    } else {
      self = .value(try Wrapped(from: decoder))
    }
  }
}

/// A value on the heap, for types that hold themselves.
public final class Boxed<Value> {
  /// The value.
  public let value: Value

  /// Boxes a value.
  public init(_ value: Value) { self.value = value }
}

extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Equatable where Value: Equatable {
  /// Whether both hold equal values.
  public static func == (a: Boxed, b: Boxed) -> Bool { a.value == b.value }
}

extension Boxed: Hashable where Value: Hashable {
  /// Feeds the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Boxed: Encodable where Value: Encodable {
  /// Writes the value itself.
  public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}

extension Boxed: Decodable where Value: Decodable {
  /// Reads the value itself.
  public convenience init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}

extension KeyedDecodingContainer<FieldKey> {
  /// A field that must be there.
  public func required<T: Decodable>(_ key: String, as type: T.Type = T.self) throws -> T {
    let value = try decode(T.self, forKey: FieldKey(key))
    try (value as? any ChecksIntegers)?.checkIntegers(codingPath + [FieldKey(key)])
    return value
  }

  /// A field that may be absent, but is not `null`.
  public func optional<T: Decodable>(_ key: String, as type: T.Type = T.self) throws -> T? {
    contains(FieldKey(key)) ? try required(key, as: T.self) : nil
  }

  /// Checks that a field holds the one value that may stand there, given as JSON text.
  public func constant(_ key: String, _ json: String) throws {
    let found = try decode(AnyJSON.self, forKey: FieldKey(key))
    guard JSONPayload.areEqual(found.text, json) else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath + [FieldKey(key)],
          debugDescription: "another value than the one that must stand here"))
    }
  }

  /// The JSON text of a field that tells the branches of a union apart; nil where it is absent.
  public func tag(_ key: String) -> ExactText? {
    (try? decode(AnyJSON.self, forKey: FieldKey(key))).map { ExactText(JSONPayload.plain($0.text)) }
  }

  /// All fields but these.
  public func others<T: Decodable>(
    than known: [String], as type: T.Type = T.self
  ) throws -> [String: T] {
    let known = Set(known.map { ExactText($0) })
    var out: [String: T] = [:]
    for key in allKeys where !known.contains(ExactText(key.stringValue)) {
      out[key.stringValue] = try required(key.stringValue)
    }
    return out
  }
}

extension JSONPayload {
  /// Strings without needless escapes, so that two texts of one scalar are one.
  static func plain(_ json: String) -> String {
    guard json.utf8.first == UInt8(ascii: "\""),
      let text = try? decode(String.self, from: json)
    else { return json }
    return JSONString.quoted(text)
  }
}

extension KeyedEncodingContainer<FieldKey> {
  /// Writes a field.
  public mutating func set<T: Encodable>(_ key: String, _ value: T) throws {
    try (value as? any ChecksIntegers)?.checkIntegers(codingPath + [FieldKey(key)])
    try encode(value, forKey: FieldKey(key))
  }

  /// Writes a field unless it is absent.
  public mutating func set<T: Encodable>(optional key: String, _ value: T?) throws {
    if let value { try set(key, value) }
  }

  /// Writes fields that the type does not name, in the order of their names.
  public mutating func set<T: Encodable>(others fields: [String: T]) throws {
    let sorted = fields.sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
    for (key, value) in sorted { try set(key, value) }
  }
}

extension Decoder {
  /// The whole value as this type, or nil if it is none: how unions without a telling field are read.
  public func attempt<T: Decodable>(_ type: T.Type) -> T? {
    guard let value = try? singleValueContainer().decode(type) else { return nil }
    guard
      (try? (value as? any ChecksIntegers)?.checkIntegers(codingPath)) != nil
        || !(value is any ChecksIntegers)
    else { return nil }
    return value
  }

  /// What is thrown where no branch of a union fits.
  public func noBranch() -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: "no branch of the union fits"))
  }
}

/// What holds integers that JavaScript must be able to hold.
public protocol ChecksIntegers {
  /// Throws where an integer is beyond ±(2^53 - 1).
  func checkIntegers(_ path: [any CodingKey]) throws
}

extension Int: ChecksIntegers {
  /// Throws beyond ±(2^53 - 1).
  public func checkIntegers(_ path: [any CodingKey]) throws {
    guard magnitude <= (1 << 53) - 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: path,
          debugDescription: "the integer is beyond ±(2^53 - 1): JavaScript does not hold it"))
    }
  }
}

extension Array: ChecksIntegers where Element: ChecksIntegers {
  /// Throws where an item does.
  public func checkIntegers(_ path: [any CodingKey]) throws {
    for item in self { try item.checkIntegers(path) }
  }
}

extension Dictionary: ChecksIntegers where Value: ChecksIntegers {
  /// Throws where a value does.
  public func checkIntegers(_ path: [any CodingKey]) throws {
    for item in values { try item.checkIntegers(path) }
  }
}

extension Nullable: ChecksIntegers where Wrapped: ChecksIntegers {
  /// Throws where the value does.
  public func checkIntegers(_ path: [any CodingKey]) throws { try value?.checkIntegers(path) }
}
