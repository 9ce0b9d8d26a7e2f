// What crosses from a page to native: bodies of messages and results of scripts go through the same
// converter (`webkit-semantics`, section 8).

extension EngineProfile {
  /// Levels of nesting from which on a value is unsupported.
  package static let depthLimit = 40_000

  /// What native gets of a page's value, or nil where the whole value is unsupported.
  ///
  /// Shared and cyclic references stay shared and cyclic; only dates become two.
  public func converted(_ value: BridgeValue) -> BridgeValue? {
    if isUnchanged(value) { return value }
    var nodes: [BridgeValue.Node] = []
    var known: [Int32: Int32] = [:]
    var pending: [(old: Int32, depth: Int)] = []
    var isSupported = true

    /// The new index of a value, which is filled in later if it is a container.
    func place(_ old: Int32, _ depth: Int) -> Int32 {
      if let index = known[old] { return index }
      let index = Int32(nodes.count)
      switch value.nodes[Int(old)] {
      case .array, .indexed, .object:
        nodes.append(.undefined)
        known[old] = index
        pending.append((old, depth))
      case .host(let object):
        switch object.fate {
        case .emptyObject: nodes.append(.object([]))
        case .null: nodes.append(.null)
        case .undefined: nodes.append(.undefined)
        case .unsupported:
          isSupported = false
          nodes.append(.undefined)
        }
      case .symbol:
        if platform == .gtk { isSupported = false }
        nodes.append(.undefined)
      case .bigInt, .hole: nodes.append(.undefined)
      case .exact(let text):
        nodes.append(.number(Double(String(decoding: text, as: UTF8.self)) ?? .nan))
      case .date(let milliseconds):
        nodes.append(.date(milliseconds.rounded(.towardZero)))
      case let leaf: nodes.append(leaf)
      }
      return index
    }

    let root = place(value.root, 1)
    while isSupported, let (old, depth) = pending.popLast() {
      guard depth <= Self.depthLimit else { return nil }
      guard let new = known[old] else { continue }
      switch value.nodes[Int(old)] {
      case .array(let items):
        var out: [Int32] = []
        out.reserveCapacity(items.count)
        for item in items {
          let index = place(item, depth + 1)
          // Apple: an array cannot hold nil.
          if platform == .apple, isLeafUndefined(value.nodes[Int(item)]) {
            nodes[Int(index)] = .null
          }
          out.append(index)
        }
        nodes[Int(new)] = .array(out)
      case .indexed(let items):
        nodes[Int(new)] = .object(
          items.enumerated().map {
            .init(key: JSText(String($0.offset)), value: place($0.element, depth + 1))
          })
      case .object(let members):
        var out: [BridgeValue.Member] = []
        out.reserveCapacity(members.count)
        for member in members {
          let leaf = value.nodes[Int(member.value)]
          // Apple: a dictionary cannot hold nil; GTK: the key is taken for the prototype.
          if platform == .apple, isLeafUndefined(leaf) { continue }
          if platform == .gtk, member.key == "__proto__" { continue }
          out.append(.init(key: member.key, value: place(member.value, depth + 1)))
        }
        nodes[Int(new)] = .object(out)
      default: break
      }
    }
    return isSupported ? BridgeValue(nodes: nodes, root: root) : nil
  }

  /// Whether a value is made of nothing but what JSON has, and cannot be too deep.
  private func isUnchanged(_ value: BridgeValue) -> Bool {
    guard value.nodes.count <= Self.depthLimit else { return false }
    for node in value.nodes {
      switch node {
      case .null, .boolean, .number, .string, .array: break
      case .object(let members):
        if platform == .gtk, members.contains(where: { $0.key == "__proto__" }) { return false }
      case .undefined, .hole, .symbol, .exact, .bigInt, .date, .indexed, .host: return false
      }
    }
    return true
  }

  private func isLeafUndefined(_ node: BridgeValue.Node) -> Bool {
    switch node {
    case .undefined, .hole, .bigInt, .symbol: true
    case .host(let object): object.fate == .undefined
    default: false
    }
  }

  // MARK: From native to the page

  /// Whether native may give this as an argument of `callAsync` (R25, R47).
  public func acceptsArgument(_ value: BridgeValue) -> Bool { accepts(value, isArgument: true) }

  /// Whether native may give this as a reply (R47).
  public func acceptsReply(_ value: BridgeValue) -> Bool { accepts(value, isArgument: false) }

  private func accepts(_ value: BridgeValue, isArgument: Bool) -> Bool {
    var seen: Set<Int32> = [value.root]
    var pending = [value.root]
    func push(_ index: Int32) { if seen.insert(index).inserted { pending.append(index) } }
    while let index = pending.popLast() {
      switch value.nodes[Int(index)] {
      case .number, .exact, .string: break
      // GTK takes numbers, strings and dictionaries as arguments, and nothing else.
      case .boolean, .null: if platform == .gtk, isArgument { return false }
      case .date: if platform == .gtk, isArgument { return false }
      case .array(let items):
        if platform == .gtk, isArgument { return false }
        items.forEach(push)
      case .object(let members): members.forEach { push($0.value) }
      // Nil, and only as the whole.
      case .undefined: if index != value.root { return false }
      case .hole, .symbol, .bigInt, .indexed, .host: return false
      }
    }
    return true
  }
}
