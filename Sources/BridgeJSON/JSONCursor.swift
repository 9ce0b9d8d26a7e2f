/// A view of one value on a tape: two pointers and an index, free to copy.
///
/// It owns nothing. It is valid as long as the tape it came from is not read into again and both
/// the tape and its text are alive; whoever keeps one keeps those (`JSONValue` does by itself).
///
/// Public, as `JSONNode` and `JSONDecimal` are, only because the compiler inlines nothing into other
/// modules that is less (Swift 6.3): no product of this package offers them.
@frozen
public struct JSONCursor {
  /// The tape's nodes.
  public let nodes: UnsafePointer<JSONNode>
  /// The text that the nodes point into.
  public let bytes: UnsafePointer<UInt8>
  /// The value's index on the tape.
  public let index: Int

  /// The value at an index of a tape.
  @inlinable
  public init(nodes: UnsafePointer<JSONNode>, bytes: UnsafePointer<UInt8>, index: Int) {
    self.nodes = nodes
    self.bytes = bytes
    self.index = index
  }

  /// Another value of the same tape.
  @inlinable public func at(_ index: Int) -> JSONCursor {
    JSONCursor(nodes: nodes, bytes: bytes, index: index)
  }

  /// The value's entry on the tape.
  @inlinable public var node: JSONNode { nodes[index] }
  /// What the value is.
  @inlinable public var kind: JSONKind { nodes[index].kind }

  /// The index behind this value and all inside it. Not for keys.
  @inlinable public var indexBehind: Int { Int(nodes[index].next) }

  /// The byte offset of the value in its text.
  @inlinable public var offset: Int { Int(nodes[index].start) }

  /// The value's text, with quotes and brackets.
  @inlinable public var text: UnsafeBufferPointer<UInt8> {
    let node = nodes[index]
    return UnsafeBufferPointer(start: bytes + Int(node.start), count: Int(node.length))
  }

  /// Whether this is `null`.
  @inlinable public var isNull: Bool { kind == .null }
  /// Whether this is `true`.
  @inlinable public var isTrue: Bool {
    let node = nodes[index]
    return node.kind == .bool && node.info & JSONNode.special != 0
  }
  /// The boolean's value; nil for other kinds.
  @inlinable public var bool: Bool? {
    let node = nodes[index]
    return node.kind == .bool ? node.info & JSONNode.special != 0 : nil
  }

  /// Members of an object or items of an array; 0 for scalars.
  @inlinable public var count: Int {
    let n = nodes[index].rawCount
    return n < JSONNode.countLimit ? Int(n) : countedAgain
  }

  /// The count where it is more than the node can hold.
  @usableFromInline var countedAgain: Int {
    let node = nodes[index]
    var n = 0
    if node.kind == .array { forEachItem { _ in n += 1 } }
    if node.kind == .object { forEachMember { _, _ in n += 1 } }
    return n
  }

  // MARK: Containers

  /// Calls `body` with each item of an array, in order.
  @inlinable
  public func forEachItem<E: Error>(_ body: (JSONCursor) throws(E) -> Void) throws(E) {
    guard kind == .array else { return }
    let end = indexBehind
    var i = index + 1
    while i < end {
      try body(at(i))
      i = Int(nodes[i].next)
    }
  }

  /// Calls `body` with each key and value of an object, in order.
  @inlinable
  public func forEachMember<E: Error>(
    _ body: (_ key: JSONCursor, _ value: JSONCursor) throws(E) -> Void
  ) throws(E) {
    guard kind == .object else { return }
    let end = indexBehind
    var i = index + 1
    while i < end {
      try body(at(i), at(i + 1))
      i = Int(nodes[i + 1].next)
    }
  }

  /// The value of the first member with this decoded key, or nil. Linear in the members.
  @inlinable
  public func member(_ key: UnsafeBufferPointer<UInt8>, hash: UInt32) -> JSONCursor? {
    guard kind == .object else { return nil }
    let end = indexBehind
    var i = index + 1
    while i < end {
      if nodes[i].next == hash, at(i).stringEquals(key) { return at(i + 1) }
      i = Int(nodes[i + 1].next)
    }
    return nil
  }

  /// The value of the first member with this key, or nil.
  package func member(_ key: String) -> JSONCursor? {
    var key = key
    return key.withUTF8 { member($0, hash: JSONKeyHash.of($0)) }
  }

  /// The item at this position of an array, or nil. Linear in the position.
  @inlinable
  public func item(_ position: Int) -> JSONCursor? {
    guard kind == .array, position >= 0 else { return nil }
    let end = indexBehind
    var i = index + 1
    var left = position
    while i < end {
      if left == 0 { return at(i) }
      left -= 1
      i = Int(nodes[i].next)
    }
    return nil
  }

  // MARK: Strings

  /// The text between the quotes, escapes as written. Strings and keys only.
  @inlinable public var rawString: UnsafeBufferPointer<UInt8> {
    let node = nodes[index]
    return UnsafeBufferPointer(
      start: bytes + Int(node.start) + 1, count: Int(node.length) - 2)
  }

  /// Whether the string has escapes, so that its text is not its value.
  @inlinable public var hasEscapes: Bool { nodes[index].info & JSONNode.special != 0 }

  /// Whether the string holds half of a surrogate pair.
  @inlinable public var hasLoneSurrogate: Bool {
    nodes[index].info & JSONNode.loneSurrogate != 0
  }

  /// Whether the string's value is these bytes (lone surrogates as three bytes, as in WTF-8).
  @inlinable
  public func stringEquals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let raw = rawString
    if hasEscapes { return escapedEquals(other) }
    guard raw.count == other.count, let a = raw.baseAddress, let b = other.baseAddress else {
      return raw.count == other.count
    }
    return JSONCursor.same(a, b, raw.count)
  }

  /// Whether a string with escapes has this value.
  @usableFromInline
  func escapedEquals(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    JSONString.escaped(rawString, equals: other)
  }

  /// Whether two runs of bytes are the same; made for keys, which are short.
  @inlinable
  static func same(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let (x, y) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
    guard count >= 8 else {
      for i in 0..<count where a[i] != b[i] { return false }
      return true
    }
    if count > 64 { return sameLong(a, b, count) }
    var i = 0
    while i < count - 8 {
      if x.loadUnaligned(fromByteOffset: i, as: UInt64.self)
        != y.loadUnaligned(fromByteOffset: i, as: UInt64.self)
      {
        return false
      }
      i += 8
    }
    // The last eight, which overlap those before.
    return x.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
      == y.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
  }

  @usableFromInline
  static func sameLong(
    _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ count: Int
  ) -> Bool {
    JSONString.sameText(
      UnsafeBufferPointer(start: a, count: count), UnsafeBufferPointer(start: b, count: count))
  }

  /// Whether this is a string with this value.
  package func isString(_ text: String) -> Bool {
    guard kind == .string else { return false }
    var text = text
    return text.withUTF8 { stringEquals($0) }
  }

  /// The string's value as bytes: UTF-8, lone surrogates as three bytes (WTF-8).
  public var stringBytes: [UInt8] {
    let raw = rawString
    guard hasEscapes else { return Array(raw) }
    var out: [UInt8] = []
    out.reserveCapacity(raw.count)
    JSONString.decode(raw, into: &out)
    return out
  }

  /// Calls `body` with the string's value as bytes; allocates only if it has escapes.
  @inlinable
  public func withStringBytes<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    if !hasEscapes { return body(rawString) }
    return stringBytes.withUnsafeBufferPointer(body)
  }

  /// The string's value; a lone surrogate shows as U+FFFD. Nil for other kinds.
  package var string: String? {
    guard kind == .string else { return nil }
    return String(decoding: stringBytes, as: UTF8.self)
  }

  /// The number of code points of the string's value.
  package var codePointCount: Int {
    let raw = rawString
    return hasEscapes ? JSONString.codePointCount(escaped: raw) : JSONString.codePointCount(raw)
  }

  // MARK: Numbers

  /// The number as a decimal. Numbers only.
  @inlinable public var decimal: JSONDecimal { JSONDecimal(text) }

  /// Whether this is a number without a fraction: also `1.0`, `1e2` and `10e-1`.
  @inlinable public var isInteger: Bool {
    let node = nodes[index]
    return node.kind == .number && (node.info & JSONNode.special == 0 || decimal.isInteger)
  }

  /// The value if the number is an integer of at most 18 digits however written; else nil.
  @inlinable public var smallInteger: Int64? {
    let node = nodes[index]
    guard node.kind == .number else { return nil }
    // Digits without a point or an exponent, as nearly all are.
    guard node.info & JSONNode.special == 0, node.length <= 18 else { return decimal.smallInteger }
    let text = bytes + Int(node.start)
    let isNegative = text.pointee == UInt8(ascii: "-")
    var value: Int64 = 0
    for i in (isNegative ? 1 : 0)..<Int(node.length) {
      value = value &* 10 &+ Int64(text[i] &- 0x30)
    }
    return isNegative ? 0 &- value : value
  }
}
