/// Items of an array, in the order they are encoded.
struct UnkeyedValues: UnkeyedEncodingContainer {
  let arena: ValueArena
  let node: Int

  init(arena: ValueArena, opening node: Int) {
    self.arena = arena
    self.node = node
    arena.open(node, as: .array)
  }

  var codingPath: [any CodingKey] { arena.keys(node) }
  var count: Int { Int(arena.nodes[node].count) }

  @inline(__always)
  private func item() -> Int { arena.child(of: node) }

  mutating func encodeNil() throws { try arena.setNull(item()) }
  mutating func encode(_ value: Bool) throws { try arena.set(item(), value) }
  mutating func encode(_ value: String) throws { try arena.set(item(), value) }
  mutating func encode(_ value: Double) throws { try arena.set(item(), number: value) }
  mutating func encode(_ value: Float) throws { try arena.set(item(), number: value) }
  mutating func encode(_ value: Int) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: Int8) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: Int16) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: Int32) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: Int64) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: UInt) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: UInt8) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: UInt16) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: UInt32) throws { try arena.set(item(), integer: value) }
  mutating func encode(_ value: UInt64) throws { try arena.set(item(), integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: Int128) throws { try arena.set(item(), integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: UInt128) throws { try arena.set(item(), integer: value) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try ValueEncoder.encode(value, into: item(), of: arena)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(KeyedValues<Nested>(arena: arena, opening: item()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValues(arena: arena, opening: item())
  }

  mutating func superEncoder() -> any Encoder { ValueEncoder(arena: arena, node: item()) }
}
