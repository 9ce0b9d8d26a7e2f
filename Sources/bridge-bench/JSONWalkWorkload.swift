import BridgeJSON

extension Workload {
  /// Looks at every value of every line through cursors, as rooms above the reader do. The text is
  /// parsed as well: compare with `json`.
  static let jsonWalk = Workload(
    name: "json-walk", arguments: "LOG",
    summary: "parse every line, then visit each value and resolve three pointers"
  ) { arguments in
    guard let path = arguments.first else { throw BenchError("json-walk: which log?") }
    let pointers = ["/direction", "/body/kind", "/body/payload"].compactMap { JSONPointer($0) }
    var (found, members, sum) = (0, 0, 0)
    var measure = try Measure(parsing: path) { root in
      for pointer in pointers where pointer.resolve(from: root) != nil { found += 1 }
      walk(root, &members, &sum)
    }
    measure.counts += [("found", found), ("members", members), ("sum", sum % 1_000_000_007)]
    return measure
  }
}

/// Visits all values in order; own loop over the tape, since nodes stand in the order of the text.
private func walk(_ root: JSONCursor, _ members: inout Int, _ sum: inout Int) {
  var index = root.index
  let end = root.indexBehind
  while index < end {
    let value = root.at(index)
    switch value.kind {
    case .number: sum &+= Int(value.smallInteger ?? 1)
    case .string: sum &+= value.rawString.count
    case .object: value.forEachMember { key, _ in members += key.rawString.count > 0 ? 1 : 0 }
    case .array: sum &+= value.count
    case .bool: sum &+= value.isTrue ? 1 : 0
    case .null: break
    }
    index += 1
  }
}
