package import BridgeJSON
package import ECMARegex

// The fast code in words of its own, for those who make tables of another kind from it.

/// One thing that a schema asks of values of one kind.
package enum SchemaRule {
  /// A limit of numbers; exact where it is an integer of at most 18 digits.
  package struct Limit {
    package var integer: Int64?
    package var nearest: Double
  }

  /// A member that an object's schema lists or requires.
  package struct Property {
    package var name: [UInt8]
    /// The schema of its value; nil takes everything.
    package var block: UInt32?
    package var isRequired: Bool
  }

  /// What other members are.
  package enum Others: Equatable {
    case free, forbidden
    case schema(UInt32)
  }

  case integer, safeInteger
  case minimum(Limit), exclusiveMinimum(Limit), maximum(Limit), exclusiveMaximum(Limit)
  case multipleOf(Limit)
  /// One of these integers, which are all that is listed.
  case integers([Int64])
  case minLength(UInt32), maxLength(UInt32)
  case pattern(Regex)
  case format(Format)
  case strings([[UInt8]])
  case isTrue, isFalse
  case minCount(UInt32), maxCount(UInt32)
  case uniqueItems
  case items(prefix: [UInt32], others: UInt32?)
  /// - Parameter notes: a member that is neither listed nor spoken of is an unknown field.
  case members([Property], others: Others, notes: Bool)
  /// A union whose branches one member tells apart by its text.
  case tagged(name: [UInt8], cases: [(text: [UInt8], block: UInt32)])
  /// `anyOf` or `oneOf`.
  case branches([UInt32])
  case applied(UInt32)
  /// Anything else.
  case other
}

/// What a schema says of values of one kind.
package enum SchemaRules {
  case passes
  /// - Parameter keywords: what reports name, one after the other; nil where it depends on more
  ///   than the kind.
  case fails(keywords: [SchemaKeyword]?)
  /// - Parameter isCountable: what breaks one of the rules breaks one keyword, once.
  case rules([SchemaRule], isCountable: Bool)
}

extension SchemaProgram {
  /// The schema of a root, seen through plain references: equal schemas of one text are one.
  package func block(of root: Root) -> UInt32 {
    var block = root.block
    for _ in 0..<64 {
      let b = tables.blocks[block]
      guard b.entryCount == 1, b.flags.isEmpty, tables.entries[b.firstEntry].keyword == .ref else {
        break
      }
      block = tables.entries[b.firstEntry].a
    }
    return block
  }

  /// What a schema says of values of a kind.
  package func rules(of block: UInt32, _ kind: JSONKind) -> SchemaRules {
    let code = tables.code[block * 6 + UInt32(kind.rawValue)]
    switch code.verdict {
    case .passes: return .passes
    case .fails: return .fails(keywords: failing(block, kind))
    case .open:
      let rules = (code.first..<code.first + UInt32(code.count)).map { rule(tables.ops[$0]) }
      return .rules(rules, isCountable: isCountable(block, kind))
    }
  }

  private func rule(_ op: Op) -> SchemaRule {
    switch op.code {
    case .integer: return .integer
    case .safeInteger: return .safeInteger
    case .minimum: return limit(op).map { .minimum($0) } ?? .other
    case .exclusiveMinimum: return limit(op).map { .exclusiveMinimum($0) } ?? .other
    case .maximum: return limit(op).map { .maximum($0) } ?? .other
    case .exclusiveMaximum: return limit(op).map { .exclusiveMaximum($0) } ?? .other
    case .multipleOf: return limit(op).map { .multipleOf($0) } ?? .other
    case .numberSet:
      let set = tables.sets[op.a]
      guard !holdsOtherNumbers(set) else { return .other }
      return .integers(
        (set.firstInteger..<set.firstInteger + set.integerCount).map { tables.setIntegers[$0] })
    case .minLength: return .minLength(op.a)
    case .maxLength: return .maxLength(op.a)
    case .pattern: return .pattern(patterns[Int(op.a)].regex)
    case .format:
      return Format(rawValue: UInt8(truncatingIfNeeded: op.a)).map { .format($0) } ?? .other
    case .stringSet:
      let set = tables.sets[op.a]
      return .strings(
        (set.firstString..<set.firstString + set.stringCount).map { text(tables.names[$0]) })
    case .isTrue: return .isTrue
    case .isFalse: return .isFalse
    case .minCount: return .minCount(op.a)
    case .maxCount: return .maxCount(op.a)
    case .uniqueItems: return .uniqueItems
    case .items, .plainItems:
      return .items(
        prefix: (op.a..<op.a + op.b).map { tables.lists[$0] }, others: op.c == none ? nil : op.c)
    case .shape, .plainShape: return members(op)
    case .dispatch: return tagged(op)
    case .anyOf, .oneOf: return .branches((op.a..<op.a + op.b).map { tables.lists[$0] })
    case .apply: return .applied(op.a)
    default: return .other
    }
  }

  private func holdsOtherNumbers(_ set: ValueSet) -> Bool {
    (set.firstValue..<set.firstValue + set.valueCount).contains {
      tables.setValues[$0].value.kind == .number
    }
  }

  private func limit(_ op: Op) -> SchemaRule.Limit? {
    guard op.entry != none else { return nil }
    let operand = tables.numbers[op.a]
    let key = Int(tables.entries[op.entry].key)
    let document = documents[documentIndex(ofEntry: op.entry)].json
    let text = document.tape.root.at(key + 1).text
    guard let nearest = Double(String(decoding: text, as: UTF8.self)), nearest.isFinite else {
      return nil
    }
    return .init(integer: operand.isSmall ? operand.small : nil, nearest: nearest)
  }

  private func documentIndex(ofEntry entry: UInt32) -> Int {
    // A contract is one document, whatever the schema.
    guard documents.count > 1 else { return 0 }
    for i in 0..<tables.blocks.count {
      let block = tables.blocks[i]
      if block.firstEntry <= entry, entry < block.firstEntry + block.entryCount {
        return Int(block.document)
      }
    }
    return 0
  }

  private func members(_ op: Op) -> SchemaRule {
    let shape = tables.shapes[op.a]
    guard shape.patternCount == 0, shape.names == none else { return .other }
    let properties = (shape.firstProperty..<shape.firstProperty + shape.propertyCount).map {
      let entry = tables.properties[$0]
      return SchemaRule.Property(
        name: text(entry.name), block: entry.block == none ? nil : entry.block,
        isRequired: entry.required != none)
    }
    // A name that is only required is one of the others.
    guard properties.allSatisfy({ $0.block != nil }) else { return .other }
    var others = SchemaRule.Others.free
    if shape.additional != none {
      others =
        tables.blocks[shape.additional].flags.contains(.isFalse)
        ? .forbidden : .schema(shape.additional)
    }
    return .members(properties, others: others, notes: op.flags & Op.soft != 0)
  }

  private func tagged(_ op: Op) -> SchemaRule {
    let dispatch = tables.dispatches[op.c]
    var cases: [(text: [UInt8], block: UInt32)] = []
    for slot in dispatch.slotFirst...dispatch.slotFirst + dispatch.slotMask {
      let found = tables.slots[slot]
      guard found != 0 else { continue }
      let entry = tables.dispatchCases[found - 1]
      cases.append((text(entry.text), entry.block))
    }
    return .tagged(name: text(dispatch.name), cases: cases)
  }

  private func text(_ name: PooledName) -> [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: tables.text.base + Int(name.offset), count: Int(name.count)))
  }

  // MARK: What reports would name

  /// The entries of a schema and of all that it applies in place whatever the value; nil where
  /// there are others.
  private func entriesInPlace(_ block: UInt32, _ kind: JSONKind) -> [KeywordEntry]? {
    var found: [KeywordEntry] = []
    var open = [block]
    while let next = open.popLast() {
      let b = tables.blocks[next]
      guard !b.flags.contains(.isFalse), found.count < 64 else { return nil }
      for index in b.firstEntry..<b.firstEntry + b.entryCount {
        let entry = tables.entries[index]
        switch entry.keyword {
        case .ref: open.append(entry.a)
        case .allOf: open += (entry.a..<entry.a + entry.b).map { tables.lists[$0] }
        case .anyOf, .oneOf, .not, .if, .dynamicRef, .recursiveRef: return nil
        default: if speaks(entry.keyword, of: kind) { found.append(entry) }
        }
      }
    }
    return found
  }

  /// Whether a keyword can have something to say of a kind.
  private func speaks(_ keyword: SchemaKeyword, of kind: JSONKind) -> Bool {
    switch keyword {
    case .type, .const, .enum: true
    case .minimum, .exclusiveMinimum, .maximum, .exclusiveMaximum, .multipleOf: kind == .number
    case .minLength, .maxLength, .pattern, .format, .contentEncoding, .contentMediaType:
      kind == .string
    case .minItems, .maxItems, .uniqueItems, .prefixItems, .items, .additionalItems, .contains,
      .unevaluatedItems:
      kind == .array
    case .minProperties, .maxProperties, .required, .properties, .patternProperties,
      .additionalProperties, .propertyNames, .dependentRequired, .dependentSchemas, .dependencies,
      .unevaluatedProperties:
      kind == .object
    case .deprecated: true
    default: false
    }
  }

  private func isCountable(_ block: UInt32, _ kind: JSONKind) -> Bool {
    guard let entries = entriesInPlace(block, kind) else { return false }
    var seen: Set<SchemaKeyword> = []
    for entry in entries {
      guard seen.insert(entry.keyword).inserted else { return false }
      switch entry.keyword {
      case .contains, .propertyNames, .patternProperties, .dependentRequired, .dependentSchemas,
        .dependencies, .unevaluatedItems, .unevaluatedProperties, .deprecated, .contentEncoding,
        .contentMediaType:
        return false
      default: break
      }
    }
    return true
  }

  private func failing(_ block: UInt32, _ kind: JSONKind) -> [SchemaKeyword]? {
    guard let entries = entriesInPlace(block, kind) else { return nil }
    var out: [SchemaKeyword] = []
    for entry in entries {
      switch entry.keyword {
      case .type:
        // Whether a number is an integer depends on the number.
        if kind == .number, entry.a & TypeMask.integer != 0 { return nil }
        if entry.a & TypeMask.bit(kind) == 0 { out.append(.type) }
      case .const, .enum:
        guard tables.sets[entry.a].kinds & UInt8(TypeMask.bit(kind)) == 0 else { return nil }
        out.append(entry.keyword)
      default: return nil
      }
    }
    return out
  }
}
