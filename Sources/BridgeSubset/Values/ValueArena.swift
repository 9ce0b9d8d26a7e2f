internal import BridgeJSON

/// Values that were put together as witnesses; equal values are one.
struct ValueArena {
  enum Node: Hashable {
    /// The scalar with this number of the form table.
    case scalar(Int32)
    case array([Int32])
    /// Names (numbers of strings) and values, by name.
    case object([Int32], [Int32])
  }

  private(set) var nodes: [Node] = []
  private var numbers: [Node: Int32] = [:]

  mutating func add(_ node: Node) -> Int32 {
    if let known = numbers[node] { return known }
    let new = Int32(nodes.count)
    nodes.append(node)
    numbers[node] = new
    return new
  }

  mutating func object(_ members: [Int32: Int32]) -> Int32 {
    let names = members.keys.sorted()
    return add(.object(names, names.compactMap { members[$0] }))
  }

  /// The items or members of a value.
  func parts(_ value: Int32) -> [Int32] {
    switch nodes[Int(value)] {
    case .scalar: []
    case .array(let items): items
    case .object(_, let values): values
    }
  }

  /// The JSON text of a value; nil where it is longer than `limit` bytes. Own stack.
  func text(_ root: Int32, _ table: FormTable, limit: Int) -> [UInt8]? {
    enum Task {
      case value(Int32)
      case bytes([UInt8])
    }
    var out: [UInt8] = []
    var tasks = [Task.value(root)]
    while let task = tasks.popLast() {
      guard out.count <= limit, tasks.count <= limit else { return nil }
      switch task {
      case .bytes(let bytes): out += bytes
      case .value(let value):
        switch nodes[Int(value)] {
        case .scalar(let scalar): append(table.scalars[Int(scalar)], to: &out)
        case .array(let items):
          var inner: [Task] = [.bytes(Array("[".utf8))]
          for (i, item) in items.enumerated() {
            if i > 0 { inner.append(.bytes(Array(",".utf8))) }
            inner.append(.value(item))
          }
          inner.append(.bytes(Array("]".utf8)))
          tasks += inner.reversed()
        case .object(let names, let values):
          var inner: [Task] = [.bytes(Array("{".utf8))]
          let members = zip(names.map(table.bytes), values)
            .sorted { $0.0.lexicographicallyPrecedes($1.0) }
          for (i, (name, value)) in members.enumerated() {
            var key: [UInt8] = i > 0 ? Array(",".utf8) : []
            JSONString.appendQuoted(name, to: &key)
            key += ":".utf8
            inner.append(.bytes(key))
            inner.append(.value(value))
          }
          inner.append(.bytes(Array("}".utf8)))
          tasks += inner.reversed()
        }
      }
    }
    return out.count <= limit ? out : nil
  }

  private func append(_ scalar: Scalar, to out: inout [UInt8]) {
    switch scalar {
    case .null: out += "null".utf8
    case .bool(let bool): out += bool ? "true".utf8 : "false".utf8
    case .number(let decimal): out += decimal.text.utf8
    case .string(let bytes): JSONString.appendQuoted(bytes, to: &out)
    }
  }
}
