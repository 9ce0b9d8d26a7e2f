internal import BridgeJSON

/// A hash of JSON values that agrees with JSON Schema's equality: 1 = 1.0 = 1e0, -0 = 0, objects
/// without order.
///
/// Built on the standard library's keyed hash, whose key differs from process to process, so that
/// nobody can choose values that collide.
enum ValueHash {
  /// The hash. Own stack, no recursion; linear in the value.
  static func of(_ value: JSONCursor) -> UInt64 {
    switch value.kind {
    case .array, .object: container(value)
    default: scalar(value)
    }
  }

  private static func finish(_ hasher: Hasher) -> UInt64 {
    UInt64(truncatingIfNeeded: hasher.finalize())
  }

  private static func scalar(_ value: JSONCursor) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(value.kind.rawValue)
    switch value.kind {
    case .bool: hasher.combine(value.isTrue)
    case .string: value.withStringBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    case .number: combine(value.decimal, &hasher)
    default: break
    }
    return finish(hasher)
  }

  private static func combine(_ number: JSONDecimal, _ hasher: inout Hasher) {
    if number.isZero { return }
    hasher.combine(number.isNegative)
    hasher.combine(number.magnitude)
    number.forEachDigit { hasher.combine($0) }
  }

  /// Containers bottom up: an open array carries the hash of its items so far, an open object the
  /// sum over its members, which does not depend on their order.
  private static func container(_ root: JSONCursor) -> UInt64 {
    struct Open {
      var next: Int
      var end: Int
      var isObject: Bool
      var sum: UInt64
      var key: UInt64
    }
    func open(_ value: JSONCursor) -> Open {
      Open(
        next: value.index + 1, end: value.indexBehind, isObject: value.kind == .object, sum: 0,
        key: 0)
    }
    func close(_ open: Open) -> UInt64 {
      var hasher = Hasher()
      hasher.combine(open.isObject)
      hasher.combine(open.sum)
      return finish(hasher)
    }
    func add(_ hash: UInt64, to open: inout Open) {
      var hasher = Hasher()
      hasher.combine(open.isObject ? open.key : open.sum)
      hasher.combine(hash)
      let mixed = finish(hasher)
      open.sum = open.isObject ? open.sum &+ mixed : mixed
    }
    var stack = [open(root)]
    while true {
      let top = stack.count - 1
      if stack[top].next >= stack[top].end {
        let hash = close(stack[top])
        stack.removeLast()
        if stack.isEmpty { return hash }
        add(hash, to: &stack[top - 1])
        continue
      }
      var value = root.at(stack[top].next)
      if stack[top].isObject {
        stack[top].key = scalar(value)
        value = root.at(value.index + 1)
      }
      stack[top].next = value.indexBehind
      switch value.kind {
      case .array, .object: stack.append(open(value))
      default: add(scalar(value), to: &stack[top])
      }
    }
  }
}
