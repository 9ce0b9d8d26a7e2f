/// The `Encoder` that a Swift value is given.
struct ValueEncoder: Encoder {
  let sink: ValueSink
  let node: Int

  var codingPath: [any CodingKey] { sink.keys(node) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedValues<Key>(sink: sink, opening: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValues(sink: sink, opening: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValue(sink: sink, node: node)
  }

  /// Encodes a value into a node: what most values are made of goes the short way, which does what
  /// their own `encode(to:)` would do.
  @inline(__always)
  static func encode<T: Encodable>(_ value: T, into node: Int, of sink: ValueSink) throws {
    // A fault that was kept must stop values that hold values for ever.
    try sink.check()
    if T.self == String.self {
      try sink.set(node, unsafeBitCast(value, to: String.self))
    } else if T.self == [String].self {
      sink.open(node, as: .array)
      for item in unsafeBitCast(value, to: [String].self) {
        try sink.set(sink.child(of: node), item)
      }
    } else if T.self == [Double].self {
      sink.open(node, as: .array)
      for item in unsafeBitCast(value, to: [Double].self) {
        try sink.set(sink.child(of: node), number: item)
      }
    } else if T.self == [Int].self {
      sink.open(node, as: .array)
      for item in unsafeBitCast(value, to: [Int].self) {
        try sink.set(sink.child(of: node), integer: item)
      }
    } else {
      do {
        try value.encode(to: ValueEncoder(sink: sink, node: node))
      } catch {
        sink.keep(error)
        throw error
      }
      sink.leave(node)
    }
  }
}
