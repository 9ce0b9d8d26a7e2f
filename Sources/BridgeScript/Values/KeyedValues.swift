/// Members of an object, in the order they are encoded.
struct KeyedValues<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: ValueSink
  let node: Int

  init(sink: ValueSink, opening node: Int) {
    self.sink = sink
    self.node = node
    sink.open(node, as: .object)
  }

  var codingPath: [any CodingKey] { sink.keys(node) }

  @inline(__always)
  private func member(_ key: Key) -> Int { sink.child(of: node, key: key.stringValue) }

  mutating func encodeNil(forKey key: Key) throws { try sink.setNull(member(key)) }
  mutating func encode(_ value: Bool, forKey key: Key) throws { try sink.set(member(key), value) }
  mutating func encode(_ value: String, forKey key: Key) throws {
    try sink.set(member(key), value)
  }
  mutating func encode(_ value: Double, forKey key: Key) throws {
    try sink.set(member(key), number: value)
  }
  mutating func encode(_ value: Float, forKey key: Key) throws {
    try sink.set(member(key), number: value)
  }
  mutating func encode(_ value: Int, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int8, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int16, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int32, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: Int64, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt8, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt16, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt32, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }
  mutating func encode(_ value: UInt64, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: Int128, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: UInt128, forKey key: Key) throws {
    try sink.set(member(key), integer: value)
  }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try ValueEncoder.encode(value, into: member(key), of: sink)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(KeyedValues<Nested>(sink: sink, opening: member(key)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedValues(sink: sink, opening: member(key))
  }

  mutating func superEncoder() -> any Encoder {
    ValueEncoder(sink: sink, node: sink.child(of: node, key: "super"))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(sink: sink, node: member(key))
  }
}
