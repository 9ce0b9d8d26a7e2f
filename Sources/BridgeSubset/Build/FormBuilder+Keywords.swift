internal import BridgeJSON
internal import BridgeSchema

extension FormBuilder {
  /// The form of a schema, made of those of its children.
  func make(_ key: SchemaKey) -> Lit {
    if key.reading != .plain { return makeJudged(key) }
    let parts = parts(key)
    var lits: [Lit] = []
    for part in parts { lits.append(make(part, of: key, parts)) }
    return table.and(lits)
  }

  /// The form of one keyword, made of those of its schemas.
  func make(_ part: SchemaPart, of key: SchemaKey, _ parts: [SchemaPart]) -> Lit {
    func lit(_ block: UInt32) -> Lit { literal(self.key(block, from: key)) }
    switch part {
    case .never: return .never
    case .ref(let block), .dynamicRef(let block, _): return lit(block)
    case .type(let mask): return types(mask)
    case .values(let values): return table.or(values.map { constant($0) })
    case .number(let keyword, let decimal): return number(keyword, decimal)
    case .count(let keyword, let n): return count(keyword, Int(n))
    case .pattern(let text): return table.pattern(text)
    case .format(let format, let draft): return table.format(format, draft)
    case .content(let checks): return table.literal(.content(checks))
    case .required(let names): return table.and(names.map { table.has(table.name($0)) })
    case .dependentRequired(let list):
      return table.and(
        list.map { entry in
          table.or([
            table.not(table.has(table.name(entry.name))),
            table.and(entry.names.map { table.has(table.name($0)) }),
          ])
        })
    case .dependentSchemas(let list):
      return table.and(
        list.map { entry in
          table.or([
            table.types(~Types.object), table.not(table.has(table.name(entry.name))),
            lit(entry.block),
          ])
        })
    case .properties(let list):
      return table.and(
        list.map { table.members(table.values([table.name($0.name)]), lit($0.block)) })
    case .patternProperties(let list):
      return table.and(list.map { table.members(table.pattern($0.pattern), lit($0.block)) })
    case .additionalProperties(let block): return table.members(others(parts), lit(block))
    case .propertyNames(let block): return table.members(table.not(lit(block)), .never)
    case .prefixItems(let blocks):
      return table.and(blocks.enumerated().map { table.items(from: $0, to: $0 + 1, lit($1)) })
    case .items(let block, let from):
      return table.items(from: Int(from), to: .max, lit(block))
    case .contains(let block, let least, let most):
      return contains(lit(block), Int(least), most == .max ? .max : Int(most))
    case .uniqueItems: return table.literal(.unique)
    case .allOf(let blocks): return table.and(blocks.map(lit))
    case .anyOf(let blocks): return table.or(blocks.map(lit))
    case .oneOf(let blocks): return table.one(blocks.map(lit))
    case .not(let block): return table.not(lit(block))
    case .ifThenElse(let c, let t, let e):
      return table.choose(lit(c), t.map(lit) ?? .always, e.map(lit) ?? .always)
    case .unevaluatedProperties(let block): return unevaluatedProperties(key, lit(block))
    case .unevaluatedItems(let block): return unevaluatedItems(key, lit(block))
    }
  }

  /// The keys that `additionalProperties` is about.
  func others(_ parts: [SchemaPart]) -> Lit {
    var known: [Lit] = []
    for part in parts {
      switch part {
      case .properties(let list):
        known.append(table.values(list.map { table.name($0.name) }))
      case .patternProperties(let list): known += list.map { table.pattern($0.pattern) }
      default: break
      }
    }
    return table.not(table.or(known))
  }

  private func types(_ mask: UInt32) -> Lit {
    let integer: UInt32 = 1 << 6
    let own = UInt8(truncatingIfNeeded: mask & 0x3F)
    guard mask & integer != 0, own & Types.number == 0 else { return table.types(own) }
    return table.and([
      table.types(own | Types.number), table.literal(.multiple(table.decimal(Decimal(1)))),
    ])
  }

  private func number(_ keyword: SchemaKeyword, _ decimal: JSONDecimal) -> Lit {
    guard let value = Decimal(decimal) else {
      return table.opaque(Types.number, Array(keyword.rawValue.utf8) + Array(decimal.text))
    }
    let n = table.decimal(value)
    switch keyword {
    case .minimum: return table.literal(.least(n, strictly: false))
    case .exclusiveMinimum: return table.literal(.least(n, strictly: true))
    case .maximum: return table.literal(.most(n, strictly: false))
    case .exclusiveMaximum: return table.literal(.most(n, strictly: true))
    default: return table.literal(.multiple(n))
    }
  }

  private func count(_ keyword: SchemaKeyword, _ n: Int) -> Lit {
    switch keyword {
    case .minLength: n == 0 ? .always : table.literal(.lengthLeast(n))
    case .maxLength: table.literal(.lengthMost(n))
    case .minItems: n == 0 ? .always : table.literal(.itemsLeast(n))
    case .maxItems: table.literal(.itemsMost(n))
    case .minProperties: n == 0 ? .always : table.literal(.membersLeast(n))
    default: table.literal(.membersMost(n))
    }
  }

  private func contains(_ lit: Lit, _ least: Int, _ most: Int) -> Lit {
    if lit == .never { return least == 0 ? .always : table.types(~Types.array) }
    if lit == .always {
      return table.and([
        least == 0 ? .always : table.literal(.itemsLeast(least)),
        most == .max ? .always : table.literal(.itemsMost(most)),
      ])
    }
    return table.and([
      least == 0 ? .always : table.literal(.containsLeast(lit, least)),
      most == .max ? .always : table.literal(.containsMost(lit, most)),
    ])
  }

  // MARK: Constants

  private static let mostConstantDepth = 48

  /// The form of one value of a document.
  func constant(_ value: JSONCursor, depth: Int = 0) -> Lit {
    guard depth < Self.mostConstantDepth else {
      return table.opaque(Types.every, Array("constant ".utf8) + Array(value.text))
    }
    switch value.kind {
    case .null: return scalar(.null)
    case .bool: return scalar(.bool(value.isTrue))
    case .string: return scalar(.string(value.stringBytes))
    case .number:
      guard let decimal = Decimal(value.decimal) else {
        return table.opaque(Types.every, Array("constant ".utf8) + Array(value.text))
      }
      return scalar(.number(decimal))
    case .array:
      var items: [Lit] = []
      value.forEachItem { items.append(constant($0, depth: depth + 1)) }
      return table.constant(items: items)
    case .object:
      var members: [Int32: Lit] = [:]
      value.forEachMember { key, member in
        members[table.name(key.stringBytes)] = constant(member, depth: depth + 1)
      }
      return table.constant(members: members)
    }
  }

  private func scalar(_ scalar: Scalar) -> Lit { table.values([table.scalar(scalar)]) }
}

extension FormTable {
  /// The array of exactly these items.
  func constant(items: [Lit]) -> Lit {
    and(
      [types(Types.array), literal(.itemsMost(items.count))]
        + (items.isEmpty ? [] : [literal(.itemsLeast(items.count))])
        + items.enumerated().map { self.items(from: $0, to: $0 + 1, $1) })
  }

  /// The object of exactly these members.
  func constant(members: [Int32: Lit]) -> Lit {
    let names = members.keys.sorted()
    return and(
      [types(Types.object), self.members(not(values(names)), .never)]
        + names.map(has)
        + names.map { self.members(values([$0]), members[$0] ?? .always) })
  }
}
