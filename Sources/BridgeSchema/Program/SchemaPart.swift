package import BridgeJSON

/// One keyword of a compiled schema, as those see it who reason about schemas rather than values.
///
/// Schemas are given by their block's number. Keywords that judge nothing have no part.
package enum SchemaPart {
  /// The schema `false`.
  case never
  /// `$ref`, and dynamic references that can only lead to one place.
  case ref(UInt32)
  /// `$dynamicRef`, `$recursiveRef`: where it leads at first sight, and the anchor to look for on
  /// the way.
  case dynamicRef(UInt32, anchor: UInt32)
  /// Bit n is `JSONKind` n, bit 6 stands for `integer`.
  case type(UInt32)
  /// `enum`, or `const` with its one value.
  case values([JSONCursor])
  /// `minimum`, `maximum`, the exclusive ones, and `multipleOf`.
  case number(SchemaKeyword, JSONDecimal)
  /// `minLength` and its like, capped at `UInt32.max`.
  case count(SchemaKeyword, UInt32)
  case pattern([UInt8])
  case format(Format, Format.Draft)
  /// What draft-07 asserts of content: the keyword's checks.
  case content(UInt32)
  case required([[UInt8]])
  case dependentRequired([(name: [UInt8], names: [[UInt8]])])
  case dependentSchemas([(name: [UInt8], block: UInt32)])
  case properties([(name: [UInt8], block: UInt32)])
  case patternProperties([(pattern: [UInt8], block: UInt32)])
  case additionalProperties(UInt32)
  case propertyNames(UInt32)
  /// `prefixItems`, or `items` with an array of the older drafts.
  case prefixItems([UInt32])
  /// `items` or `additionalItems`: for the items from a position on.
  case items(UInt32, from: UInt32)
  /// `most` is `UInt32.max` where there is no bound.
  case contains(UInt32, least: UInt32, most: UInt32)
  case uniqueItems
  case allOf([UInt32])
  case anyOf([UInt32])
  case oneOf([UInt32])
  case not(UInt32)
  case ifThenElse(UInt32, then: UInt32?, else: UInt32?)
  case unevaluatedProperties(UInt32)
  case unevaluatedItems(UInt32)
}

extension SchemaProgram {
  /// Whether the rules of contracts hold.
  package var isContract: Bool { tables.isContract }

  /// Whether a reference looks at the way a schema was reached.
  package var isDynamic: Bool { tables.isDynamic }

  /// The schema resource a schema belongs to.
  package func resource(of block: UInt32) -> UInt32 { tables.blocks[block].resource }

  /// Whether a schema lists `properties`, and whether it says what others are (contracts).
  package func openness(of block: UInt32) -> (lists: Bool, says: Bool) {
    let flags = tables.blocks[block].flags
    return (flags.contains(.listsProperties), flags.contains(.saysAdditional))
  }

  /// Whether what `contains` matches counts as evaluated.
  package func containsEvaluates(_ block: UInt32) -> Bool {
    tables.blocks[block].flags.contains(.containsEvaluates)
  }

  /// Whether a schema's `type` refuses integers that JavaScript does not hold exactly (contracts).
  package func refusesUnsafeIntegers(_ block: UInt32, _ mask: UInt32) -> Bool {
    tables.isContract && mask & TypeMask.integer != 0
      && !tables.blocks[block].flags.contains(.allowsUnsafeInteger)
  }

  /// The schemas of the document that was compiled, by their index on its tape.
  package func schemasByNode() -> [Int: UInt32] {
    var out: [Int: UInt32] = [:]
    for block in 0..<UInt32(tables.blocks.count) where tables.blocks[block].document == 0 {
      let node = Int(tables.blocks[block].node)
      if out[node] == nil { out[node] = block }
    }
    return out
  }

  /// A schema as what an evaluation starts from. Fields that it does not mention are for the
  /// evaluator to judge, not to report.
  package func root(of block: UInt32) -> Root {
    Root(
      block: block,
      group: RootGroup(
        firstShape: 0, shapeCount: 0, saysAdditional: false, isWhole: false, mayAlsoSay: true))
  }

  /// Where a dynamic reference leads for the resources on the way, outermost first.
  package func resolve(_ block: UInt32, anchor: UInt32, scope: [UInt32]) -> UInt32 {
    for resource in scope {
      for i in 0..<tables.dynamicAnchors.count {
        let found = tables.dynamicAnchors[i]
        if found.resource == resource, found.name == anchor { return found.block }
      }
    }
    return block
  }

  /// The keywords of a schema. The cursors in it live as long as the program.
  ///
  /// - Complexity: linear in the schema's own keywords.
  package func parts(of block: UInt32) -> [SchemaPart] {
    let t = tables
    let b = t.blocks[block]
    if b.flags.contains(.isFalse) { return [.never] }
    var out: [SchemaPart] = []
    for i in b.firstEntry..<b.firstEntry + b.entryCount {
      if let part = part(t.entries[i], of: b) { out.append(part) }
      let entry = t.entries[i]
      if entry.keyword == .dependencies || entry.keyword == .dependentSchemas {
        out.append(.dependentSchemas(dependentSchemas(entry)))
      }
    }
    return out
  }

  private func part(_ entry: KeywordEntry, of b: SchemaBlock) -> SchemaPart? {
    let t = tables
    func list() -> [UInt32] { (0..<entry.b).map { t.lists[entry.a + $0] } }
    switch entry.keyword {
    case .ref: return .ref(entry.a)
    case .dynamicRef, .recursiveRef:
      return entry.b == none ? .ref(entry.a) : .dynamicRef(entry.a, anchor: entry.b)
    case .type: return .type(entry.a)
    case .const: return .values([value(entry, b)])
    case .enum:
      var values: [JSONCursor] = []
      value(entry, b).forEachItem { values.append($0) }
      return .values(values)
    case .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .multipleOf:
      return .number(entry.keyword, t.numbers[entry.a].decimal)
    case .minLength, .maxLength, .minItems, .maxItems, .minProperties, .maxProperties:
      return .count(entry.keyword, entry.a)
    case .pattern: return .pattern(value(entry, b).stringBytes)
    case .format:
      guard entry.a != none, let format = Format(rawValue: UInt8(truncatingIfNeeded: entry.a))
      else { return nil }
      return .format(
        format, Format.Draft(rawValue: UInt8(truncatingIfNeeded: entry.b)) ?? .draft2020)
    case .contentEncoding, .contentMediaType: return entry.a == 0 ? nil : .content(entry.a)
    case .required: return .required((0..<entry.b).map { bytes(t.names[entry.a + $0]) })
    case .dependentRequired, .dependencies: return .dependentRequired(dependentNames(entry))
    case .properties, .patternProperties: return members(entry.keyword, b)
    case .additionalProperties: return .additionalProperties(entry.a)
    case .propertyNames: return .propertyNames(entry.a)
    case .prefixItems: return .prefixItems(list())
    case .items: return entry.c == 1 ? .prefixItems(list()) : .items(entry.a, from: entry.b)
    case .additionalItems: return .items(entry.a, from: entry.b)
    case .contains: return .contains(entry.a, least: entry.b, most: entry.c)
    case .uniqueItems: return .uniqueItems
    case .allOf: return .allOf(list())
    case .anyOf: return .anyOf(list())
    case .oneOf: return .oneOf(list())
    case .not: return .not(entry.a)
    case .if:
      return .ifThenElse(
        entry.a, then: entry.b == none ? nil : entry.b, else: entry.c == none ? nil : entry.c)
    case .unevaluatedProperties: return .unevaluatedProperties(entry.a)
    case .unevaluatedItems: return .unevaluatedItems(entry.a)
    default: return nil
    }
  }

  private func members(_ keyword: SchemaKeyword, _ b: SchemaBlock) -> SchemaPart? {
    guard b.shape != none else { return nil }
    let t = tables
    let shape = t.shapes[b.shape]
    if keyword == .patternProperties {
      let document = documents[Int(b.document)].json.tape.root
      return .patternProperties(
        (0..<shape.patternCount).map {
          let entry = t.patternProperties[shape.firstPattern + $0]
          return (document.at(Int(entry.key)).stringBytes, entry.block)
        })
    }
    return .properties(
      (0..<shape.propertyCount).compactMap {
        let entry = t.properties[shape.firstProperty + $0]
        return entry.block == none ? nil : (bytes(entry.name), entry.block)
      })
  }

  private func dependentNames(
    _ entry: KeywordEntry
  ) -> [(name: [UInt8], names: [[UInt8]])] {
    (0..<entry.b).compactMap { i in
      let dependency = tables.dependencies[entry.a + i]
      guard dependency.block == none else { return nil }
      return (
        bytes(dependency.name),
        (0..<dependency.nameCount).map { bytes(tables.names[dependency.firstName + $0]) }
      )
    }
  }

  private func dependentSchemas(_ entry: KeywordEntry) -> [(name: [UInt8], block: UInt32)] {
    (0..<entry.b).compactMap { i in
      let dependency = tables.dependencies[entry.a + i]
      return dependency.block == none ? nil : (bytes(dependency.name), dependency.block)
    }
  }

  private func value(_ entry: KeywordEntry, _ b: SchemaBlock) -> JSONCursor {
    documents[Int(b.document)].json.tape.root.at(Int(entry.key) + 1)
  }

  private func bytes(_ name: PooledName) -> [UInt8] {
    (0..<name.count).map { tables.text[name.offset + $0] }
  }
}

extension SchemaProgram.Root {
  /// The number of the root's schema.
  package var schema: UInt32 { block }
}

/// Whether a string's content is what the checks of ``SchemaPart/content(_:)`` ask for.
package func hasContent(_ checks: UInt32, _ string: JSONCursor) -> Bool {
  ContentCheck.holds(checks, string)
}

extension SchemaPart {
  /// The schemas it applies to the same value.
  package var blocksInPlace: [UInt32] {
    switch self {
    case .ref(let block), .not(let block): [block]
    case .dynamicRef(let block, _): [block]
    case .allOf(let blocks), .anyOf(let blocks), .oneOf(let blocks): blocks
    case .ifThenElse(let c, let t, let e): [c] + [t, e].compactMap { $0 }
    case .dependentSchemas(let list): list.map(\.block)
    default: []
    }
  }

  /// The schemas it applies to what is in the value.
  package var blocksInside: [UInt32] {
    switch self {
    case .properties(let list): list.map(\.block)
    case .patternProperties(let list): list.map(\.block)
    case .additionalProperties(let block), .propertyNames(let block), .items(let block, _),
      .contains(let block, _, _), .unevaluatedProperties(let block), .unevaluatedItems(let block):
      [block]
    case .prefixItems(let blocks): blocks
    default: []
    }
  }

  /// All schemas in it.
  package var blocks: [UInt32] { blocksInPlace + blocksInside }
}
