/// The one value that a node becomes.
struct SingleValue: SingleValueEncodingContainer {
  let sink: ValueSink
  let node: Int

  var codingPath: [any CodingKey] { sink.keys(node) }

  mutating func encodeNil() throws { try sink.setNull(node) }
  mutating func encode(_ value: Bool) throws { try sink.set(node, value) }
  mutating func encode(_ value: String) throws { try sink.set(node, value) }
  mutating func encode(_ value: Double) throws { try sink.set(node, number: value) }
  mutating func encode(_ value: Float) throws { try sink.set(node, number: value) }
  mutating func encode(_ value: Int) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: Int8) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: Int16) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: Int32) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: Int64) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: UInt) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: UInt8) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: UInt16) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: UInt32) throws { try sink.set(node, integer: value) }
  mutating func encode(_ value: UInt64) throws { try sink.set(node, integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: Int128) throws { try sink.set(node, integer: value) }

  @available(macOS 15.0, iOS 18.0, *)
  mutating func encode(_ value: UInt128) throws { try sink.set(node, integer: value) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    try ValueEncoder.encode(value, into: node, of: sink)
  }
}
