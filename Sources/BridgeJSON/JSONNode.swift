/// What a JSON value is (RFC 8259, section 3).
public enum JSONKind: UInt8, Sendable {
  case null = 0
  case bool = 1
  case number = 2
  case string = 3
  case array = 4
  case object = 5

  /// The name that JSON Schema gives the type: `null`, `boolean`, `number`, `string`, ...
  public var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}

/// One entry of the flat tape: 16 bytes, no pointers.
///
/// An object is followed by its members, each a key node and the value's nodes; an array by its
/// items. `next` of a value is the index behind its last descendant, so that skipping costs one
/// load. A key's `next` would always be its own index plus one, so it holds the key's hash instead.
@frozen
public struct JSONNode {
  /// Byte offset of the value's first byte in the source (the quote of a string).
  public var start: UInt32
  /// Bytes of the value's text: with both quotes for a string, with both brackets for a container.
  public var length: UInt32
  /// The index behind the value; for a key, the hash of its decoded bytes.
  public var next: UInt32
  /// Bits 0-3 kind, 4-7 flags, 8-31 members or items (saturating).
  public var info: UInt32

  /// The greatest number that a node counts to.
  public static let countLimit: UInt32 = 0xFF_FFFF

  /// An entry with these four words.
  @inlinable
  public init(start: UInt32, length: UInt32, next: UInt32, info: UInt32) {
    self.start = start
    self.length = length
    self.next = next
    self.info = info
  }

  /// What the value is; a key is a string.
  @inlinable public var kind: JSONKind {
    // Only the reader writes `info`, and only with the six raw values, which are in the order of the
    // cases and hence the same byte.
    unsafeBitCast(UInt8(truncatingIfNeeded: info & 15), to: JSONKind.self)
  }
  /// The flags below, at their place in `info`.
  @inlinable public var flags: UInt32 { info & 0xF0 }
  /// Members or items, at most `countLimit`.
  @inlinable public var rawCount: UInt32 { info >> 8 }

  /// Strings: an escape is in it. Numbers: a fraction or an exponent is in it. Booleans: true.
  /// Objects: two keys might be the same.
  public static let special: UInt32 = 0x10
  /// Strings: a byte of 0x80 and above is in it.
  public static let nonASCII: UInt32 = 0x20
  /// Strings: an escaped half of a surrogate pair is in it.
  public static let loneSurrogate: UInt32 = 0x40
  /// The node is a member's key.
  public static let key: UInt32 = 0x80
}
