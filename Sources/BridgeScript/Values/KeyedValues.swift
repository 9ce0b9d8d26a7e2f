/// Members of an object, in the order they are encoded.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let arena: ValueArena
  let node: Int

  init(arena: ValueArena, opening node: Int) {
    self.arena = arena
    self.node = node
    arena.open(node, as: .object)
  }

  var codingPath: [any CodingKey] { arena.keys(node) }

  @inline(__always)
  private func member(_ key: Key) -> Int { arena.child(of: node, key: key.stringValue) }

  mutating func encodeNil(forKey key: Key) throws { try arena.setNull(member(key)) }
  mutating func encode(_ value: Bool, forKey key: Key) throws { try arena.set(member(key), value) }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try arena.set(member(key), value)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try arena.set(member(key), number: value)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try arena.set(member(key), number: value)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try arena.set(member(key), integer: value)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try ValueEncoder.encode(value, into: member(key), of: arena)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(KeyedValues<Nested>(arena: arena, opening: member(key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedValues(arena: arena, opening: member(key))
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(arena: arena, node: arena.child(of: node, key: "super"))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(arena: arena, node: member(key))
  }
}
