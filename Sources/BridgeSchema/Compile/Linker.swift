internal import BridgeJSON

// Linking: when all schemas are compiled, each gets its fast code, a list of operations per kind of
// instance. `$ref` and `allOf` are written out where that stays small.

extension Compilation {
  /// Makes the fast code of all blocks.
  func link() {
    code = Array(repeating: KindCode(), count: blocks.count * 6)
    dispatchByUnion.removeAll()
    for block in blocks.indices {
      for kind in 0..<6 {
        link(UInt32(block), JSONKind(rawValue: UInt8(kind)) ?? .null)
      }
    }
    findLevels()
  }

  private func link(_ block: UInt32, _ kind: JSONKind) {
    var gathered = Gathered()
    gather(block, kind, into: &gathered, depth: 0)
    var linked = KindCode()
    if gathered.fails {
      linked.verdict = .fails
      linked.level = 0
    } else {
      if kind == .object {
        mergeShapes(&gathered)
        if isContract { addOpenCheck(&gathered) }
      }
      // Cheap ones first; annotations are read last. The sort keeps the order of equals.
      let sorted = gathered.ops.enumerated().sorted {
        ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
      }
      linked.first = UInt32(ops.count)
      linked.count = UInt16(truncatingIfNeeded: sorted.count)
      if sorted.isEmpty {
        linked.verdict = .passes
        linked.level = 0
      }
      ops.append(contentsOf: sorted.map(\.element))
    }
    code[Int(block) * 6 + Int(kind.rawValue)] = linked
  }

  /// The operations of a block so far, and what is known of its group (the schemas applied to the
  /// same instance whatever it is).
  struct Gathered {
    var ops: [Op] = []
    var fails = false
    var listsProperties = false
    var saysAdditional = false
    /// Schemas outside of `ops` may mention members too.
    var hasOthers = false
    var shapes: [UInt32] = []
  }

  private static let maxInlinedOps = 40
  private static let maxInlinedDepth = 12

  private func gather(
    _ block: UInt32, _ kind: JSONKind, into g: inout Gathered, depth: Int
  ) {
    let b = blocks[Int(block)]
    if b.flags.contains(.isFalse) {
      g.fails = true
      return
    }
    if b.flags.contains(.listsProperties) { g.listsProperties = true }
    if b.flags.contains(.saysAdditional) { g.saysAdditional = true }
    if isContract, b.flags.contains(.deprecated) { g.ops.append(Op(code: .note)) }
    if b.flags.contains(.readsAnnotations), kind == .object || kind == .array {
      g.ops.append(Op(code: .track))
    }
    if kind == .object, b.shape != none {
      g.shapes.append(b.shape)
      g.ops.append(Op(code: .shape, a: b.shape))
    }
    for index in b.firstEntry..<b.firstEntry + b.entryCount {
      gather(index, of: b, kind, into: &g, depth: depth)
      if g.fails { return }
    }
  }

  private func gather(
    _ index: UInt32, of block: SchemaBlock, _ kind: JSONKind, into g: inout Gathered, depth: Int
  ) {
    let entry = entries[Int(index)]
    func add(_ code: OpCode, a: UInt32? = nil, b: UInt32? = nil, c: UInt32? = nil) {
      g.ops.append(
        Op(code: code, a: a ?? entry.a, b: b ?? entry.b, c: c ?? entry.c, entry: index))
    }
    switch entry.keyword {
    case .type:
      let bit = TypeMask.bit(kind)
      if kind == .number, entry.a & TypeMask.integer != 0 {
        if entry.a & bit == 0 { add(.integer) }
        if isContract, !block.flags.contains(.allowsUnsafeInteger) { add(.safeInteger) }
      } else if entry.a & bit == 0 {
        g.fails = true
      }
    case .const, .enum: gatherSet(entry, kind, into: &g, index)
    case .minimum: if kind == .number { add(.minimum) }
    case .exclusiveMinimum: if kind == .number { add(.exclusiveMinimum) }
    case .maximum: if kind == .number { add(.maximum) }
    case .exclusiveMaximum: if kind == .number { add(.exclusiveMaximum) }
    case .multipleOf: if kind == .number { add(.multipleOf) }
    case .minLength: if kind == .string, entry.a > 0 { add(.minLength) }
    case .maxLength: if kind == .string { add(.maxLength) }
    case .pattern: if kind == .string { add(.pattern) }
    case .format: if kind == .string, entry.a != none { add(.format) }
    case .contentEncoding, .contentMediaType:
      if kind == .string, entry.a != 0 { add(.content) }
    case .minItems: if kind == .array, entry.a > 0 { add(.minCount) }
    case .maxItems: if kind == .array { add(.maxCount) }
    case .minProperties: if kind == .object, entry.a > 0 { add(.minCount) }
    case .maxProperties: if kind == .object { add(.maxCount) }
    case .uniqueItems: if kind == .array { add(.uniqueItems) }
    case .prefixItems: if kind == .array { gatherItems(block, index, into: &g) }
    case .items:
      if kind == .array, entry.c == 1 || !hasPrefix(block) { gatherItems(block, index, into: &g) }
    case .additionalItems: break  // with `items`
    case .contains:
      if kind == .array {
        add(.contains)
        if block.flags.contains(.containsEvaluates) { g.ops[g.ops.count - 1].flags = Op.marks }
      }
    case .dependentRequired: if kind == .object { add(.dependentRequired) }
    case .dependentSchemas, .dependencies:
      if kind == .object {
        g.hasOthers = true
        add(.dependentSchemas)
        if entry.keyword == .dependencies { add(.dependentRequired) }
      }
    case .ref: gatherApplied(entry.a, kind, into: &g, index, depth: depth)
    case .allOf:
      for branch in lists[Int(entry.a)..<Int(entry.a + entry.b)] {
        gatherApplied(branch, kind, into: &g, index, depth: depth)
        if g.fails { return }
      }
    case .anyOf, .oneOf:
      g.hasOthers = true
      if kind == .object, let dispatch = unionDispatch(index) {
        g.ops.append(
          Op(
            code: .dispatch, flags: entry.keyword == .oneOf ? Op.isOneOf : 0, a: entry.a,
            b: entry.b,
            c: dispatch, entry: index))
      } else {
        add(entry.keyword == .anyOf ? .anyOf : .oneOf)
      }
    case .not: add(.not)
    case .if:
      g.hasOthers = true
      add(.ifThenElse)
    case .dynamicRef, .recursiveRef:
      g.hasOthers = true
      if entry.b == none { add(.apply) } else { add(.dynamicRef) }
    case .unevaluatedItems: if kind == .array { add(.unevaluatedItems) }
    case .unevaluatedProperties: if kind == .object { add(.unevaluatedProperties) }
    default: break
    }
  }

  private func gatherSet(
    _ entry: KeywordEntry, _ kind: JSONKind, into g: inout Gathered, _ index: UInt32
  ) {
    let set = sets[Int(entry.a)]
    guard set.kinds & UInt8(TypeMask.bit(kind)) != 0 else {
      g.fails = true
      return
    }
    switch kind {
    case .null: break
    case .bool:
      if !set.hasFalse { g.ops.append(Op(code: .isTrue, entry: index)) }
      if !set.hasTrue { g.ops.append(Op(code: .isFalse, entry: index)) }
    case .string: g.ops.append(Op(code: .stringSet, a: entry.a, entry: index))
    case .number: g.ops.append(Op(code: .numberSet, a: entry.a, entry: index))
    case .array, .object: g.ops.append(Op(code: .valueSet, a: entry.a, entry: index))
    }
  }

  private func hasPrefix(_ block: SchemaBlock) -> Bool {
    entries[Int(block.firstEntry)..<Int(block.firstEntry + block.entryCount)]
      .contains { $0.keyword == .prefixItems }
  }

  /// One operation for `prefixItems` and `items` (or the older `items` and `additionalItems`):
  /// `a` is the first of `b` blocks for the first items, `c` the block of the others or `none`.
  private func gatherItems(_ block: SchemaBlock, _ index: UInt32, into g: inout Gathered) {
    let entry = entries[Int(index)]
    var op = Op(code: .items, a: 0, b: 0, c: none, entry: index)
    if entry.keyword == .prefixItems || entry.c == 1 {
      (op.a, op.b) = (entry.a, entry.b)
      let rest: SchemaKeyword = entry.keyword == .prefixItems ? .items : .additionalItems
      let other = entries[Int(block.firstEntry)..<Int(block.firstEntry + block.entryCount)]
        .first { $0.keyword == rest }
      if let other { op.c = other.a }
    } else {
      op.c = entry.a
    }
    g.ops.append(op)
  }

  /// A schema applied in place: written out, or by an operation of its own.
  private func gatherApplied(
    _ target: UInt32, _ kind: JSONKind, into g: inout Gathered, _ index: UInt32, depth: Int
  ) {
    let t = blocks[Int(target)]
    let isContainer = kind == .object || kind == .array
    let writes =
      depth < Self.maxInlinedDepth && g.ops.count < Self.maxInlinedOps
      && Int(t.entryCount) <= Self.maxInlinedOps
      && !(isContainer && t.flags.contains(.readsAnnotations)) && !isDynamic
    if writes {
      gather(target, kind, into: &g, depth: depth + 1)
    } else {
      g.hasOthers = true
      g.ops.append(Op(code: .apply, a: target, entry: index))
    }
  }

  /// The dispatch of a union's entry, made once.
  private func unionDispatch(_ index: UInt32) -> UInt32? {
    if let known = dispatchByUnion[index] { return known == none ? nil : known }
    let entry = entries[Int(index)]
    let found = dispatch(Array(lists[Int(entry.a)..<Int(entry.a + entry.b)]))
    dispatchByUnion[index] = found ?? none
    return found
  }

  /// Contract rule "unknown fields": a member that no schema of the group mentions makes the
  /// collector look again. Only schemas that are always applied are known here; for the others the
  /// alarm may be a false one.
  private func addOpenCheck(_ g: inout Gathered) {
    if g.listsProperties || g.saysAdditional {
      for i in g.ops.indices where g.ops[i].isInPlace { g.ops[i].flags |= Op.hushes }
    }
    guard g.listsProperties, !g.saysAdditional else { return }
    if g.ops.filter({ $0.code == .shape }).count == 1,
      let at = g.ops.firstIndex(where: { $0.code == .shape })
    {
      g.ops[at].flags |= Op.soft
    } else {
      g.ops.append(Op(code: .openCheck, a: list(g.shapes), b: UInt32(g.shapes.count)))
    }
  }

  /// The schemas of a root's group that are always applied to an object, for the question which
  /// members nothing mentions: their shapes, and whether that is all there is to know.
  func rootGroup(_ block: UInt32, _ sayers: [Bool]) -> RootGroup {
    var g = Gathered()
    gather(block, .object, into: &g, depth: 0)
    return RootGroup(
      firstShape: list(g.shapes), shapeCount: UInt32(g.shapes.count),
      saysAdditional: g.saysAdditional, isWhole: !g.hasOthers && !g.fails,
      mayAlsoSay: !g.saysAdditional && sayers[Int(block)])
  }

  /// For each schema whether it, or one that it applies to the same instance, says what other
  /// members may be. Walked once from the sayers backwards: from each root forwards would take the
  /// square of a long chain of references.
  func findSayers() -> [Bool] {
    var appliedBy: [[UInt32]] = Array(repeating: [], count: blocks.count)
    for block in blocks.indices {
      for target in inPlaceTargets(UInt32(block)) {
        appliedBy[Int(target.block)].append(UInt32(block))
      }
    }
    var sayers = blocks.map { $0.flags.contains(.saysAdditional) }
    var open = sayers.indices.filter { sayers[$0] }
    while let next = open.popLast() {
      for user in appliedBy[next] where !sayers[Int(user)] {
        sayers[Int(user)] = true
        open.append(Int(user))
      }
    }
    return sayers
  }

  // MARK: Levels

  /// Finds how many nested calls each code needs. Codes that contain themselves, or need more than
  /// `KindCode.maxLevel`, stay unbounded and are run with frames.
  private func findLevels() {
    var level: UInt8 = 0
    while level <= KindCode.maxLevel {
      var changed = false
      for i in code.indices where code[i].level == KindCode.unbounded {
        if isBelow(level, code[i], kind: i % 6) {
          code[i].level = level
          changed = true
        }
      }
      if !changed, level > 1 { break }
      level += 1
    }
    choosePlainCode()
  }

  /// Takes the quicker operations where nothing inside needs a frame (for objects: nothing but the
  /// members by name).
  private func choosePlainCode() {
    func isBounded(_ block: UInt32) -> Bool {
      block == none
        || (0..<6).allSatisfy { code[Int(block) * 6 + $0].level != KindCode.unbounded }
    }
    for i in ops.indices {
      let op = ops[i]
      switch op.code {
      case .items:
        let prefix = lists[Int(op.a)..<Int(op.a + op.b)]
        if isBounded(op.c), prefix.allSatisfy(isBounded) { ops[i].code = .plainItems }
      case .shape:
        let shape = shapes[Int(op.a)]
        let patterns = patternProperties[
          Int(shape.firstPattern)..<Int(shape.firstPattern + shape.patternCount)]
        if shape.requiredCount <= 64, isBounded(shape.names),
          patterns.allSatisfy({ isBounded($0.block) })
        {
          ops[i].code = .plainShape
        }
      default: break
      }
    }
  }

  private func isBelow(_ level: UInt8, _ item: KindCode, kind: Int) -> Bool {
    for op in ops[Int(item.first)..<Int(item.first) + Int(item.count)] {
      func inPlace(_ block: UInt32) -> Bool {
        block == none || code[Int(block) * 6 + kind].level < level
      }
      func inside(_ block: UInt32) -> Bool {
        block == none || (0..<6).allSatisfy { code[Int(block) * 6 + $0].level < level }
      }
      func listed(_ first: UInt32, _ count: UInt32, _ test: (UInt32) -> Bool) -> Bool {
        lists[Int(first)..<Int(first + count)].allSatisfy(test)
      }
      switch op.code {
      case .shape:
        let s = shapes[Int(op.a)]
        let p = properties[Int(s.firstProperty)..<Int(s.firstProperty + s.propertyCount)]
        let q = patternProperties[Int(s.firstPattern)..<Int(s.firstPattern + s.patternCount)]
        guard inside(s.additional), inside(s.names), p.allSatisfy({ inside($0.block) }),
          q.allSatisfy({ inside($0.block) })
        else { return false }
      case .items: guard inside(op.c), listed(op.a, op.b, inside) else { return false }
      case .contains, .unevaluatedItems, .unevaluatedProperties:
        guard inside(op.a) else { return false }
      case .apply, .not: guard inPlace(op.a) else { return false }
      case .anyOf, .oneOf, .dispatch:
        guard listed(op.a, op.b, inPlace) else { return false }
      case .ifThenElse:
        guard inPlace(op.a), inPlace(op.b), inPlace(op.c) else { return false }
      case .dependentSchemas:
        let d = dependencies[Int(op.a)..<Int(op.a + op.b)]
        guard d.allSatisfy({ inPlace($0.block) }) else { return false }
      case .dynamicRef: return false
      default: break
      }
    }
    return true
  }
}

extension Op {
  /// The order in which operations run.
  var rank: Int {
    switch code {
    case .track: 0
    case .note: 1
    case .integer, .safeInteger, .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum,
      .isTrue, .isFalse, .minLength, .maxLength, .minCount, .maxCount:
      2
    case .numberSet, .stringSet: 3
    case .multipleOf, .format, .pattern, .content: 4
    case .dependentRequired: 5
    case .shape, .items, .plainShape, .plainItems: 6
    case .openCheck: 7
    case .valueSet, .contains, .uniqueItems: 8
    case .dispatch: 9
    case .apply, .anyOf, .oneOf, .not, .ifThenElse, .dynamicRef, .dependentSchemas: 10
    case .unevaluatedProperties, .unevaluatedItems: 11
    }
  }

  /// Whether it applies schemas to the same instance.
  var isInPlace: Bool {
    switch code {
    case .apply, .anyOf, .oneOf, .dispatch, .ifThenElse, .dynamicRef, .dependentSchemas: true
    default: false
    }
  }
}
