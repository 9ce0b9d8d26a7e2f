/// Items of an array, in the order they are encoded.
struct UnkeyedValues: UnkeyedEncodingContainer {
  let sink: ValueSink
  let node: Int

  init(sink: ValueSink, opening node: Int) {
    self.sink = sink
    self.node = node
    sink.open(node, as: .array)
  }

  var codingPath: [any CodingKey] { sink.keys(node) }
  var count: Int { sink.count(of: node) }

  @inline(__always)
  private func item() -> Int { sink.child(of: node) }

  mutating func encodeNil() throws { try sink.setNull(item()) }
  mutating func encode(_ value: Bool) throws { try sink.set(item(), value) }
  mutating func encode(_ value: String) throws { try sink.set(item(), value) }
  mutating func encode(_ value: Double) throws { try sink.set(item(), number: value) }
  mutating func encode(_ value: Float) throws { try sink.set(item(), number: value) }
  mutating func encode(_ value: Int) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: Int8) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: Int16) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: Int32) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: Int64) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: UInt) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: UInt8) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: UInt16) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: UInt32) throws { try sink.set(item(), integer: value) }
  mutating func encode(_ value: UInt64) throws { try sink.set(item(), integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: Int128) throws { try sink.set(item(), integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: UInt128) throws { try sink.set(item(), integer: value) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try ValueEncoder.encode(value, into: item(), of: sink)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    KeyedEncodingContainer(KeyedValues<Nested>(sink: sink, opening: item()))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValues(sink: sink, opening: item())
  }

  mutating func superEncoder() -> any Encoder { ValueEncoder(sink: sink, node: item()) }
}
