internal import BridgeJSON

extension Compilation {
  /// `allOf`, `anyOf`, `oneOf`: `a` is the first of `b` blocks in `lists`; for the latter two `c` is
  /// the first of the constants that tell branches apart, ended by one of no branch.
  func compileUnion(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    var entry = schemaList(member, in: object, mayBeEmpty: false)
    entry?.c = none
    return entry
  }

  /// What pins a field of a branch: the field's name and the values it may have.
  struct PinnedField {
    var name: PooledName
    var set: UInt32
    var isConst: Bool
  }

  /// Finds for every union what tells its branches apart. Called when all schemas are compiled.
  func findUnionConsts() {
    for i in entries.indices where entries[i].keyword == .anyOf || entries[i].keyword == .oneOf {
      let branches = Array(lists[Int(entries[i].a)..<Int(entries[i].a + entries[i].b)])
      let first = unionConsts.count
      for (position, branch) in branches.enumerated() {
        for field in pinnedFields(branch) where field.isConst {
          unionConsts.append(
            UnionConst(branch: UInt32(position), name: field.name, value: field.set))
        }
      }
      guard unionConsts.count > first else { continue }
      unionConsts.append(
        UnionConst(branch: none, name: PooledName(hash: 0, offset: 0, count: 0), value: none))
      entries[i].c = UInt32(first)
    }
  }

  /// The fields of a branch, seen through `$ref` and `allOf`, that have a `const` or an `enum`.
  func pinnedFields(_ branch: UInt32) -> [PinnedField] {
    var found: [PinnedField] = []
    for block in inPlace(branch) {
      let shape = blocks[Int(block)].shape
      guard shape != none else { continue }
      let table = shapes[Int(shape)]
      for p in table.firstProperty..<table.firstProperty + table.propertyCount {
        let property = properties[Int(p)]
        guard property.block != none else { continue }
        for inner in inPlace(property.block) {
          let entry = entries(of: inner).first { $0.keyword == .const || $0.keyword == .enum }
          guard let entry else { continue }
          found.append(
            PinnedField(name: property.name, set: entry.a, isConst: entry.keyword == .const))
          break
        }
      }
    }
    return found
  }

  /// A block and what it applies by `$ref` and `allOf`, each once, at most 64.
  private func inPlace(_ block: UInt32) -> [UInt32] {
    var found = [block]
    var next = 0
    while next < found.count, found.count < 64 {
      for entry in entries(of: found[next]) {
        switch entry.keyword {
        case .ref: if !found.contains(entry.a) { found.append(entry.a) }
        case .allOf:
          for branch in lists[Int(entry.a)..<Int(entry.a + entry.b)] where !found.contains(branch) {
            found.append(branch)
          }
        default: break
        }
      }
      next += 1
    }
    return found
  }

  /// The entries of a block.
  func entries(of block: UInt32) -> ArraySlice<KeywordEntry> {
    let b = blocks[Int(block)]
    return entries[Int(b.firstEntry)..<Int(b.firstEntry + b.entryCount)]
  }

  /// The dispatch of a union whose branches all pin one text field to different values; nil where
  /// they do not.
  func dispatch(_ branches: [UInt32]) -> UInt32? {
    guard branches.count > 1 else { return nil }
    let fields = branches.map { pinnedFields($0) }
    for candidate in fields[0] {
      if let id = dispatch(branches, fields, by: candidate.name) { return id }
    }
    return nil
  }

  private func dispatch(
    _ branches: [UInt32], _ fields: [[PinnedField]], by name: PooledName
  ) -> UInt32? {
    var cases: [DispatchCase] = []
    var seen: Set<UInt32> = []
    for (branch, pinned) in zip(branches, fields) {
      let field = pinned.first {
        $0.name.offset == name.offset && $0.name.count == name.count
      }
      guard let field else { return nil }
      let set = sets[Int(field.set)]
      guard set.kinds == UInt8(TypeMask.bit(.string)) else { return nil }
      for i in set.firstString..<set.firstString + set.stringCount {
        let text = names[Int(i)]
        // Names are pooled: equal texts have one offset (the empty text has the offset of another,
        // but nothing else has its length).
        guard text.count > 0, seen.insert(text.offset).inserted else { return nil }
        cases.append(DispatchCase(text: text, block: branch))
      }
    }
    let first = UInt32(dispatchCases.count)
    dispatchCases.append(contentsOf: cases)
    let table = slotTable(cases.map(\.text.hash))
    // Slots hold positions from 1; shift them so that they hold indices of `dispatchCases` plus 1.
    for i in Int(table.first)...Int(table.first + table.mask) where slots[i] != 0 {
      slots[i] += first
    }
    dispatches.append(UnionDispatch(name: name, slotFirst: table.first, slotMask: table.mask))
    return UInt32(dispatches.count - 1)
  }
}
