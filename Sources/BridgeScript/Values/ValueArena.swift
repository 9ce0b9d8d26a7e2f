internal import BridgeJSON

/// What an `Encodable` said about itself, as nodes in one array: containers may be filled in any
/// order and at the same time, and neither writing nor freeing them recurses.
final class ValueArena {
  enum Kind: UInt8 {
    /// Nothing was encoded here yet.
    case unset
    /// JSON text of a scalar.
    case scalar
    case array
    case object
  }

  struct Node {
    var kind = Kind.unset
    var depth: Int32
    var parent: Int32
    var first: Int32 = -1
    var last: Int32 = -1
    var next: Int32 = -1
    var count: Int32 = 0
    /// The key's JSON string in `text`; empty in arrays and at the root.
    var key: Range<Int>
    /// A scalar's JSON text in `text`.
    var scalar: Range<Int>
  }

  /// The nodes; the root is the first.
  @exclusivity(unchecked) private(set) var nodes: UnsafeMutablePointer<Node>
  @exclusivity(unchecked) private(set) var count = 1
  private var capacity = 64
  /// The first fault.
  @exclusivity(unchecked) private(set) var fault: ScriptError?
  let text = ScriptBuffer(capacity: 1 << 13)
  let options: ScriptOptions
  /// Values are walked by the recursion of their own `encode(to:)`: the stack is the limit.
  let depthLimit: Int

  init(options: ScriptOptions) {
    self.options = options
    depthLimit = min(options.limits.depth, options.valueDepth)
    nodes = .allocate(capacity: capacity)
    nodes.initialize(to: Node(depth: 0, parent: -1, key: 0..<0, scalar: 0..<0))
  }

  deinit { nodes.deallocate() }

  // MARK: Building

  /// Makes the node a container of this kind, which it may be already. Asking for a container
  /// cannot throw, so a fault is kept and thrown at the next value.
  func open(_ node: Int, as kind: Kind) {
    if nodes[node].kind == kind { return }
    if nodes[node].kind != .unset {
      keep(ScriptError(.value(.mixed(path: path(node)))))
    } else if Int(nodes[node].depth) >= depthLimit {
      keep(ScriptError(.value(.tooDeep(limit: depthLimit))))
    } else {
      nodes[node].kind = kind
    }
  }

  /// Keeps a fault: a type that swallows it must not reach the page halfway.
  func keep(_ error: ScriptError) {
    if fault == nil { fault = error }
  }

  /// Keeps a fault and throws it.
  private func refuse(_ reason: ValueFault) throws(ScriptError) {
    keep(ScriptError(.value(reason)))
    try check()
  }

  /// Throws the fault that was kept.
  @inline(__always)
  func check() throws(ScriptError) {
    if let fault { throw fault }
  }

  /// Adds an empty child.
  func child(of parent: Int, key: String) -> Int {
    let start = text.count
    appendQuoted(key)
    return child(of: parent, key: start..<text.count)
  }

  /// Adds an empty child without a key.
  func child(of parent: Int) -> Int { child(of: parent, key: 0..<0) }

  private func child(of parent: Int, key: Range<Int>) -> Int {
    if count == capacity { grow() }
    let index = count
    count += 1
    (nodes + index).initialize(
      to: Node(
        depth: nodes[parent].depth + 1, parent: Int32(truncatingIfNeeded: parent), key: key,
        scalar: 0..<0))
    let last = Int(nodes[parent].last)
    if last < 0 {
      nodes[parent].first = Int32(truncatingIfNeeded: index)
    } else {
      nodes[last].next = Int32(truncatingIfNeeded: index)
    }
    nodes[parent].last = Int32(truncatingIfNeeded: index)
    nodes[parent].count += 1
    return index
  }

  @inline(never)
  private func grow() {
    let larger = UnsafeMutablePointer<Node>.allocate(capacity: capacity * 2)
    larger.moveInitialize(from: nodes, count: count)
    nodes.deallocate()
    nodes = larger
    capacity *= 2
  }

  /// Gives an unset node its JSON text.
  @inline(__always)
  func set(_ node: Int, _ write: (ScriptBuffer) -> Void) throws(ScriptError) {
    try check()
    guard nodes[node].kind == .unset else { return try refuse(.mixed(path: path(node))) }
    let start = text.count
    write(text)
    nodes[node].kind = .scalar
    nodes[node].scalar = start..<text.count
  }

  // MARK: Scalars

  func set(_ node: Int, _ value: String) throws(ScriptError) {
    try set(node) { _ in appendQuoted(value) }
  }

  @inline(__always)
  func set(_ node: Int, integer value: some FixedWidthInteger) throws(ScriptError) {
    if value.bitWidth <= 64 {
      try set(node) {
        $0.append(negative: value < 0, magnitude: UInt64(truncatingIfNeeded: value.magnitude))
      }
    } else {
      try set(node) { $0.append(value.description) }
    }
  }

  func set(_ node: Int, _ value: Bool) throws(ScriptError) {
    try set(node) { $0.append(value ? "true" : "false") }
  }

  func setNull(_ node: Int) throws(ScriptError) {
    try set(node) { $0.append("null") }
  }

  /// The shortest text that reads as the same number (`description` is that since Swift 5).
  func set(
    _ node: Int, number value: some BinaryFloatingPoint & CustomStringConvertible
  ) throws(ScriptError) {
    guard value.isFinite else {
      switch options.nonFinite {
      case .refuse: return try refuse(.nonFinite(path: path(node)))
      case .null: return try setNull(node)
      case .text(let positive, let negative, let nan):
        return try set(node, value.isNaN ? nan : value > 0 ? positive : negative)
      }
    }
    try set(node) { $0.append(shortest: value) }
  }

  private func appendQuoted(_ value: String) {
    var value = value
    value.withUTF8 { text.appendQuoted($0) }
  }

  // MARK: Reading

  /// The keys from the root to a node, for messages and `codingPath`.
  func keys(_ node: Int) -> [ValueKey] {
    var keys: [ValueKey] = []
    var at = node
    while nodes[at].parent >= 0 {
      let parent = Int(nodes[at].parent)
      if nodes[parent].kind == .array {
        var position = 0
        var sibling = Int(nodes[parent].first)
        while sibling != at, sibling >= 0 {
          position += 1
          sibling = Int(nodes[sibling].next)
        }
        keys.append(ValueKey(index: position))
      } else {
        keys.append(ValueKey(jsonString: text.bytes[nodes[at].key]))
      }
      at = parent
    }
    return keys.reversed()
  }

  func path(_ node: Int) -> String { keys(node).map(\.stringValue).joined(separator: ".") }

  /// Appends the whole as JSON text. A loop along the links.
  func write(to out: ScriptBuffer) {
    var at = 0
    while true {
      let node = nodes[at]
      if !node.key.isEmpty {
        out.append(UnsafeBufferPointer(rebasing: text.bytes[node.key]))
        out.append(":")
      }
      switch node.kind {
      case .scalar: out.append(UnsafeBufferPointer(rebasing: text.bytes[node.scalar]))
      case .array: out.append("[")
      // What encodes nothing is an object without members.
      case .object, .unset: out.append("{")
      }
      if node.first >= 0 {
        at = Int(node.first)
        continue
      }
      if node.kind != .scalar { out.append(node.kind == .array ? "]" : "}") }
      // Up, until there is a next sibling.
      while nodes[at].next < 0 {
        let parent = Int(nodes[at].parent)
        if parent < 0 { return }
        out.append(nodes[parent].kind == .array ? "]" : "}")
        at = parent
      }
      out.append(",")
      at = Int(nodes[at].next)
    }
  }
}

/// A key of `codingPath`, made when it is asked for.
struct ValueKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = String(index)
    intValue = index
  }

  init(jsonString: Slice<UnsafeBufferPointer<UInt8>>) {
    stringValue = String(decoding: jsonString.dropFirst().dropLast(), as: UTF8.self)
    intValue = nil
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) { self.init(index: intValue) }
}
