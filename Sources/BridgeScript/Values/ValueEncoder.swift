/// The `Encoder` that a Swift value is given.
struct ValueEncoder: Encoder {
  let arena: ValueArena
  let node: Int

  var codingPath: [any CodingKey] { arena.keys(node) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(KeyedValues<Key>(arena: arena, opening: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedValues(arena: arena, opening: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleValue(arena: arena, node: node)
  }

  /// Encodes a value into a node: what most values are made of goes the short way.
  @inline(__always)
  static func encode<T: Encodable>(_ value: T, into node: Int, of arena: ValueArena) throws {
    // A fault that was kept must stop values that hold values for ever.
    try arena.check()
    if T.self == String.self, let text = value as? String {
      try arena.set(node, text)
    } else {
      do {
        try value.encode(to: ValueEncoder(arena: arena, node: node))
      } catch {
        arena.keep(
          error as? ScriptError ?? ScriptError(.value(.thrown(String(describing: error)))))
        throw error
      }
    }
  }
}
