internal import BridgeJSON

/// The `Decoder` over a value on a tape.
struct PayloadDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Types that hold themselves recurse as deep as the value: the stack is the limit.
  static let depthLimit = 128

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value.kind == .object else { throw mismatch("an object") }
    return KeyedDecodingContainer(PayloadFields<Key>(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value.kind == .array else { throw mismatch("an array") }
    return PayloadItems(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    PayloadValue(decoder: self)
  }

  func child(_ value: JSONValue, _ key: any CodingKey) throws -> PayloadDecoder {
    guard codingPath.count < PayloadDecoder.depthLimit else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "nested too deeply"))
    }
    return PayloadDecoder(value: value, codingPath: codingPath + [key])
  }

  func mismatch(_ wanted: String) -> DecodingError {
    .typeMismatch(
      AnyJSON.self,
      .init(
        codingPath: codingPath,
        debugDescription: "\(wanted) was expected, \(value.kind.typeName) came"))
  }

  // MARK: Scalars

  func bool() throws -> Bool {
    guard let bool = value.bool else { throw mismatch("a boolean") }
    return bool
  }

  func string() throws -> String {
    guard value.kind == .string else { throw mismatch("a string") }
    guard !value.cursor.hasLoneSurrogate else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "half of a surrogate pair: no text that Swift can hold"))
    }
    return value.string ?? ""
  }

  func double() throws -> Double {
    guard value.kind == .number, let number = Double(value.text), number.isFinite else {
      throw mismatch("a number")
    }
    return number
  }

  func integer<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    guard value.kind == .number, value.cursor.isInteger else { throw mismatch("an integer") }
    let number: T? = value.smallInteger.map { T(exactly: $0) } ?? T(value.text)
    guard let number else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: codingPath, debugDescription: "the integer does not fit into \(T.self)"))
    }
    return number
  }

  /// An `Int`, which JavaScript must be able to hold.
  func safeInteger() throws -> Int {
    let number = try integer(Int.self)
    try number.checkIntegers(codingPath)
    return number
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }
}

/// Members of an object.
struct PayloadFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let decoder: PayloadDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  var allKeys: [Key] { decoder.value.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { decoder.value[key.stringValue] != nil }

  private func member(_ key: any CodingKey) throws -> PayloadDecoder {
    guard let value = decoder.value[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "the field is missing"))
    }
    return try decoder.child(value, key)
  }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).value.isNull }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).bool() }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).string() }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).double() }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    Float(try member(key).double())
  }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).safeInteger() }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).integer(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try member(key).integer(type)
  }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try member(key).integer(type)
  }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).integer(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try member(key).integer(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try member(key).integer(type)
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try member(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try member(FieldKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// Items of an array.
struct PayloadItems: UnkeyedDecodingContainer {
  let decoder: PayloadDecoder
  private let items: [JSONValue]
  var currentIndex = 0

  init(decoder: PayloadDecoder) {
    self.decoder = decoder
    items = decoder.value.items
  }

  var codingPath: [any CodingKey] { decoder.codingPath }
  var count: Int? { items.count }
  var isAtEnd: Bool { currentIndex == items.count }

  private func current() throws -> PayloadDecoder {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        AnyJSON.self, .init(codingPath: codingPath, debugDescription: "the array has no more items")
      )
    }
    return try decoder.child(items[currentIndex], FieldKey(intValue: currentIndex))
  }

  private mutating func next<T>(_ read: (PayloadDecoder) throws -> T) throws -> T {
    let value = try read(try current())
    currentIndex += 1
    return value
  }

  mutating func decodeNil() throws -> Bool {
    guard try current().value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.bool() } }
  mutating func decode(_ type: String.Type) throws -> String { try next { try $0.string() } }
  mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.double() } }
  mutating func decode(_ type: Float.Type) throws -> Float { try next { Float(try $0.double()) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try next { try $0.safeInteger() } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try next { try $0.integer(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try next { try $0.integer(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try next { try $0.integer(type) } }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try next { try $0.decode(type) }
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next { try $0.container(keyedBy: type) } }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try next { try $0.unkeyedContainer() }
  }

  mutating func superDecoder() throws -> any Decoder { try next { $0 } }
}

/// One value.
struct PayloadValue: SingleValueDecodingContainer {
  let decoder: PayloadDecoder
  var codingPath: [any CodingKey] { decoder.codingPath }

  func decodeNil() -> Bool { decoder.value.isNull }
  func decode(_ type: Bool.Type) throws -> Bool { try decoder.bool() }
  func decode(_ type: String.Type) throws -> String { try decoder.string() }
  func decode(_ type: Double.Type) throws -> Double { try decoder.double() }
  func decode(_ type: Float.Type) throws -> Float { Float(try decoder.double()) }
  func decode(_ type: Int.Type) throws -> Int { try decoder.safeInteger() }
  func decode(_ type: Int8.Type) throws -> Int8 { try decoder.integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try decoder.integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try decoder.integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try decoder.integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try decoder.integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try decoder.integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try decoder.integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try decoder.integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try decoder.integer(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
}
