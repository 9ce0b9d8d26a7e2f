/// A value of JavaScript as a bridge sees it: everything JSON has, and everything it has not.
///
/// `undefined`, holes, NaN, negative zero, dates, big integers, symbols, objects of the host, shared
/// and cyclic references. A flat table of nodes, so that a value of any depth is copied, compared
/// and freed without recursion.
public struct BridgeValue: Sendable {
  /// What a value is.
  public enum Kind: String, Sendable, Hashable {
    case undefined, null, hole, boolean, number, bigInt, string, symbol, date, array, object
    /// An object of the host; `hostObject` says which.
    case host
  }

  package enum Node: Sendable, Hashable {
    case undefined, null, hole, symbol
    case boolean(Bool)
    case number(Double)
    /// The text of an integer that no number of JavaScript equals: what native wrote before it
    /// crossed.
    case exact([UInt8])
    case bigInt(String)
    case string(JSText)
    /// Milliseconds since 1970; NaN for an invalid one.
    case date(Double)
    case array([Int32])
    /// A boxed string or a typed array: reaches the other side as an object with index keys.
    case indexed([Int32])
    case object([Member])
    case host(HostObject)
  }

  package struct Member: Sendable, Hashable {
    package var key: JSText
    package var value: Int32
  }

  package var nodes: [Node]
  package var root: Int32

  package init(nodes: [Node], root: Int32) {
    self.nodes = nodes
    self.root = root
  }

  package init(_ node: Node) {
    nodes = [node]
    root = 0
  }

  package var node: Node { nodes[Int(root)] }

  // MARK: Making

  /// `undefined`.
  public static let undefined = BridgeValue(.undefined)
  /// `null`.
  public static let null = BridgeValue(.null)
  /// A hole of an array.
  public static let hole = BridgeValue(.hole)
  /// A symbol.
  public static let symbol = BridgeValue(.symbol)

  /// A boolean, which is not the number 1.
  public static func boolean(_ value: Bool) -> BridgeValue { BridgeValue(.boolean(value)) }

  /// A number; NaN, the infinities and negative zero are numbers like others.
  public static func number(_ value: Double) -> BridgeValue { BridgeValue(.number(value)) }

  /// A string.
  public static func string(_ value: JSText) -> BridgeValue { BridgeValue(.string(value)) }

  /// A big integer by its decimal digits.
  public static func bigInt(_ digits: String) -> BridgeValue { BridgeValue(.bigInt(digits)) }

  /// A date in milliseconds since 1970; NaN is an invalid one.
  public static func date(milliseconds: Double) -> BridgeValue {
    BridgeValue(.date(milliseconds))
  }

  /// An object of the host.
  public static func host(_ object: HostObject) -> BridgeValue { BridgeValue(.host(object)) }

  /// An array.
  public static func array(_ items: [BridgeValue]) -> BridgeValue {
    var builder = BridgeValueBuilder()
    let array = builder.array()
    for item in items { builder.append(builder.add(item), to: array) }
    return builder.value(array)
  }

  /// A boxed string or a typed array.
  public static func indexed(_ items: [BridgeValue]) -> BridgeValue {
    var value = array(items)
    if case .array(let list) = value.node { value.nodes[Int(value.root)] = .indexed(list) }
    return value
  }

  /// A plain object; of a key that stands twice the last value counts, as in JavaScript.
  public static func object(_ members: [(key: JSText, value: BridgeValue)]) -> BridgeValue {
    var builder = BridgeValueBuilder()
    let object = builder.object()
    for member in members { builder.set(member.key, builder.add(member.value), on: object) }
    return builder.value(object)
  }

  // MARK: Looking

  /// What the value is.
  public var kind: Kind {
    switch node {
    case .undefined: .undefined
    case .null: .null
    case .hole: .hole
    case .symbol: .symbol
    case .boolean: .boolean
    case .number, .exact: .number
    case .bigInt: .bigInt
    case .string: .string
    case .date: .date
    case .array: .array
    case .indexed, .object: .object
    case .host: .host
    }
  }

  /// Whether it is `undefined`.
  public var isUndefined: Bool { kind == .undefined }

  /// The boolean, or nil.
  public var bool: Bool? {
    if case .boolean(let value) = node { return value }
    return nil
  }

  /// The number, or nil.
  public var number: Double? {
    switch node {
    case .number(let value): value
    case .exact(let text): Double(String(decoding: text, as: UTF8.self))
    default: nil
    }
  }

  /// The string as Swift text, or nil.
  public var string: String? { text?.string }

  /// The string, or nil.
  public var text: JSText? {
    if case .string(let value) = node { return value }
    return nil
  }

  /// A date's milliseconds since 1970, or nil.
  public var milliseconds: Double? {
    if case .date(let value) = node { return value }
    return nil
  }

  /// Which object of the host it is, or nil.
  public var hostObject: HostObject? {
    if case .host(let value) = node { return value }
    return nil
  }

  /// Items of an array or members of an object; else 0.
  public var count: Int {
    switch node {
    case .array(let items), .indexed(let items): items.count
    case .object(let members): members.count
    default: 0
    }
  }

  /// An object's keys. Their order means nothing on a bridge.
  public var keys: [JSText] {
    switch node {
    case .object(let members): members.map(\.key)
    case .indexed(let items): items.indices.map { JSText(String($0)) }
    default: []
    }
  }

  /// The item at a position, or nil. The same table, looked at from another node: costs nothing.
  public subscript(_ position: Int) -> BridgeValue? {
    switch node {
    case .array(let items), .indexed(let items):
      items.indices.contains(position) ? BridgeValue(nodes: nodes, root: items[position]) : nil
    default: nil
    }
  }

  /// The member of this key, or nil.
  public subscript(_ key: JSText) -> BridgeValue? {
    guard case .object(let members) = node else { return nil }
    return members.first { $0.key == key }.map { BridgeValue(nodes: nodes, root: $0.value) }
  }

  /// The value as a page holds it: integers too large for JavaScript become the nearest number.
  package var inPage: BridgeValue {
    var out = self
    for index in nodes.indices {
      if case .exact(let text) = nodes[index] {
        out.nodes[index] = .number(Double(String(decoding: text, as: UTF8.self)) ?? .nan)
      }
    }
    return out
  }
}

/// Builds a value node by node: the way to shared and cyclic references.
public struct BridgeValueBuilder: Sendable {
  /// A node of the value that is being built.
  public struct Reference: Sendable, Hashable {
    fileprivate var index: Int32
  }

  private var nodes: [BridgeValue.Node] = []

  /// A builder of nothing yet.
  public init() {}

  private mutating func made(_ node: BridgeValue.Node) -> Reference {
    nodes.append(node)
    return Reference(index: Int32(nodes.count - 1))
  }

  /// An empty array.
  public mutating func array() -> Reference { made(.array([])) }

  /// An empty object.
  public mutating func object() -> Reference { made(.object([])) }

  /// A copy of a value with everything it leads to. Linear in that.
  public mutating func add(_ value: BridgeValue) -> Reference {
    if value.nodes.count == 1 { return made(value.nodes[0]) }
    var known: [Int32: Int32] = [value.root: Int32(nodes.count)]
    var pending = [value.root]
    nodes.append(.undefined)
    while let old = pending.popLast() {
      func moved(_ child: Int32) -> Int32 {
        if let index = known[child] { return index }
        let index = Int32(nodes.count)
        nodes.append(.undefined)
        known[child] = index
        pending.append(child)
        return index
      }
      guard let new = known[old] else { continue }
      switch value.nodes[Int(old)] {
      case .array(let items): nodes[Int(new)] = .array(items.map(moved))
      case .indexed(let items): nodes[Int(new)] = .indexed(items.map(moved))
      case .object(let members):
        nodes[Int(new)] = .object(members.map { .init(key: $0.key, value: moved($0.value)) })
      case let leaf: nodes[Int(new)] = leaf
      }
    }
    return Reference(index: known[value.root] ?? 0)
  }

  /// Appends an item to an array.
  public mutating func append(_ item: Reference, to array: Reference) {
    guard case .array(var items) = nodes[Int(array.index)] else { return }
    nodes[Int(array.index)] = .undefined
    items.append(item.index)
    nodes[Int(array.index)] = .array(items)
  }

  /// Sets a member of an object; one of the same key is replaced.
  public mutating func set(_ key: JSText, _ value: Reference, on object: Reference) {
    guard case .object(var members) = nodes[Int(object.index)] else { return }
    nodes[Int(object.index)] = .undefined
    if let place = members.firstIndex(where: { $0.key == key }) {
      members[place].value = value.index
    } else {
      members.append(.init(key: key, value: value.index))
    }
    nodes[Int(object.index)] = .object(members)
  }

  /// The value of a node.
  public func value(_ root: Reference) -> BridgeValue {
    BridgeValue(nodes: nodes, root: root.index)
  }
}
