extension Parser {
  /// Reads a group name after its opening angle bracket, and the closing one.
  mutating func parseGroupName() throws(PatternError) -> [UInt32] {
    let start = at
    var name: [UInt32] = []
    while !take(">") {
      guard var scalar = peek() else { throw error(.badGroupName, start) }
      let scalarAt = at
      at += 1
      if scalar == "\\" {
        guard take("u") else { throw error(.badGroupName, scalarAt) }
        scalar = try parseUnicodeEscape(at: scalarAt)
      }
      guard Self.isNamePart(scalar, first: name.isEmpty) else {
        throw error(.badGroupName, scalarAt)
      }
      name.append(scalar)
    }
    if name.isEmpty { throw error(.badGroupName, start) }
    return name
  }

  private static func isNamePart(_ scalar: UInt32, first: Bool) -> Bool {
    switch scalar {
    case "$", "_", 0x41...0x5A, 0x61...0x7A: true
    case 0..<0x80: !first && 0x30...0x39 ~= scalar
    case 0x200C, 0x200D: !first
    default: (first ? nameStarts : nameParts).contains(scalar)
    }
  }

  private static let nameStarts = UnicodeProperties.set(loneName: "ID_Start") ?? .none
  private static let nameParts = UnicodeProperties.set(loneName: "ID_Continue") ?? .none

  // MARK: References

  mutating func reference(_ target: Reference.Target, at start: Int) -> Int32 {
    let node = add(.empty)
    references.append(
      Reference(node: node, at: start, target: target, ignoreCase: flags.ignoreCase))
    return node
  }

  /// Replaces the place holders of back-references, now that all groups are known.
  mutating func resolveReferences() throws(PatternError) {
    guard !references.isEmpty else { return }
    var named: [[UInt32]: [Int32]] = [:]
    for (name, group) in syntax.groupNames { named[name, default: []].append(Int32(group)) }
    // The groups of one name are listed once, however many references there are.
    var places: [[UInt32]: Range<Int32>] = [:]
    for reference in references {
      let start = Int32(syntax.referenced.count)
      let groups: Range<Int32>
      switch reference.target {
      case .number(let number):
        guard number <= syntax.groupCount else {
          throw error(.unknownGroupNumber, reference.at)
        }
        syntax.referenced.append(Int32(number))
        groups = start..<start + 1
      case .name(let name):
        guard let members = named[name] else { throw error(.unknownGroupName, reference.at) }
        if let known = places[name] {
          groups = known
        } else {
          syntax.referenced += members
          groups = start..<start + Int32(members.count)
          places[name] = groups
        }
      }
      syntax.nodes[Int(reference.node)] = .backReference(
        groups, ignoreCase: reference.ignoreCase)
    }
  }
}
