internal import BridgeSchema

// How contracts judge goes beyond keywords in two ways. An integer that JavaScript does not hold is
// refused by each schema with the type that is applied to it. And of unknown fields: all schemas
// applied to one object are a group; if one of them lists properties and none says what others are,
// a member that none mentions is one too many. Neither decides a branch of a union: branches hold
// or not by their keywords alone.

extension FormBuilder {
  /// The form of a schema as contracts judge.
  func makeJudged(_ key: SchemaKey) -> Lit {
    guard key.reading == .closed || judgesMore(key) else { return literal(plain(key)) }
    let parts = parts(key)
    if isDirect(parts, key.reading) { return makeDirect(key, parts) }
    var lits = [literal(plain(key))]
    let steps = inPlace(key)
    guard steps.count < Self.mostSteps else {
      return table.and(lits + [tooLarge(key, Types.every)])
    }
    for step in steps {
      let inside = judgedInside(step, key.reading)
      lits.append(condition(step).map { table.or([table.not($0), inside]) } ?? inside)
    }
    if key.reading == .closed { lits.append(closing(steps)) }
    return table.and(lits)
  }

  /// Whether a contract's judgement of a schema is more than its keywords say: it or a schema that it
  /// leads to speaks of integers.
  private func judgesMore(_ key: SchemaKey) -> Bool {
    if let known = judging[key.program][key.block] { return known }
    var visited: Set<UInt32> = [key.block]
    var path: [(block: UInt32, inner: [UInt32])] = []
    func enter(_ block: UInt32) -> Bool {
      var own = key
      own.block = block
      let parts = parts(own)
      path.append((block, parts.flatMap(\.blocks)))
      return parts.contains { part in
        if case .type(let mask) = part { return program(key).refusesUnsafeIntegers(block, mask) }
        if case .dynamicRef = part { return true }
        return false
      }
    }
    var found = enter(key.block)
    while !found, !path.isEmpty {
      guard let inner = path[path.count - 1].inner.popLast() else {
        path.removeLast()
        continue
      }
      switch judging[key.program][inner] {
      case true: found = true
      case false: break
      case nil: if visited.insert(inner).inserted { found = enter(inner) }
      }
    }
    if found {
      // Those on the way lead here. Of the others seen nothing is known yet: they may lead back.
      for step in path { judging[key.program][step.block] = true }
    } else {
      for block in visited { judging[key.program][block] = false }
    }
    return found
  }

  func plain(_ key: SchemaKey) -> SchemaKey { self.key(key.block, from: key, as: .plain) }

  /// Whether no branch has to be taken to know what applies: then the form is made like that of the
  /// keywords, of parts that are judged.
  private func isDirect(_ parts: [SchemaPart], _ reading: Reading) -> Bool {
    parts.allSatisfy { part in
      switch part {
      case .ref: reading == .judged || parts.count == 1
      case .allOf: reading == .judged
      case .dynamicRef, .anyOf, .oneOf, .not, .ifThenElse, .dependentSchemas, .contains,
        .unevaluatedProperties, .unevaluatedItems:
        false
      default: true
      }
    }
  }

  private func makeDirect(_ key: SchemaKey, _ parts: [SchemaPart]) -> Lit {
    var lits = parts.map { part -> Lit in
      switch part {
      case .propertyNames(let block):
        return table.members(table.not(literal(self.key(block, from: key, as: .plain))), .never)
      case .type(let mask):
        return table.and([make(part, of: key, parts), safeIntegers(mask, key)])
      default: return make(part, of: key, parts)
      }
    }
    // A reference alone is judged where it leads.
    if key.reading == .closed, !Self.isReference(parts) { lits.append(closing([Step(key: key)])) }
    return table.and(lits)
  }

  private static func isReference(_ parts: [SchemaPart]) -> Bool {
    if parts.count == 1, case .ref = parts[0] { return true }
    return false
  }

  /// What `type` adds for contracts: an integer must be one that JavaScript holds.
  private func safeIntegers(_ mask: UInt32, _ key: SchemaKey) -> Lit {
    guard program(key).refusesUnsafeIntegers(key.block, mask) else { return .always }
    let most = Decimal(9_007_199_254_740_991)
    let range = table.and([
      table.literal(.least(table.decimal(Decimal(-9_007_199_254_740_991)), strictly: false)),
      table.literal(.most(table.decimal(most), strictly: false)),
    ])
    guard UInt8(truncatingIfNeeded: mask) & Types.number != 0 else { return range }
    return table.or([
      range,
      table.and([
        table.types(Types.number),
        table.not(table.literal(.multiple(table.decimal(Decimal(1))))),
      ]),
    ])
  }

  /// The clause by which members are too many that none of these schemas mentions.
  private func closing(_ steps: [Step]) -> Lit {
    var lists: [Lit] = []
    var says: [Lit] = []
    var covers: [Cover] = []
    for step in steps {
      let condition = condition(step)
      let openness = openness(step.key)
      if openness.lists { lists.append(condition ?? .always) }
      if openness.says { says.append(condition ?? .always) }
      covers += self.covers(of: step, isRoot: false, mentionsOnly: true)
    }
    if lists.isEmpty { return .always }
    let closed =
      members(notIn: covers, .never) ?? steps.first.map { tooLarge($0.key, Types.object) }
      ?? .always
    return table.or(says + [table.not(table.or(lists)), closed])
  }

  /// How the value itself, its members and its items are judged by a schema's own keywords.
  private func judgedInside(_ step: Step, _ reading: Reading) -> Lit {
    let parts = parts(step.key)
    func judged(_ block: UInt32) -> Lit { literal(key(block, from: step.key, as: reading)) }
    var lits: [Lit] = []
    for part in parts {
      switch part {
      case .type(let mask): lits.append(safeIntegers(mask, step.key))
      case .properties(let list):
        for entry in list {
          lits.append(
            table.members(table.values([table.name(entry.name)]), judged(entry.block)))
        }
      case .patternProperties(let list):
        for entry in list {
          lits.append(table.members(table.pattern(entry.pattern), judged(entry.block)))
        }
      case .additionalProperties(let block):
        lits.append(table.members(others(parts), judged(block)))
      case .prefixItems(let blocks):
        for (i, block) in blocks.enumerated() {
          lits.append(table.items(from: i, to: i + 1, judged(block)))
        }
      case .items(let block, let from):
        lits.append(table.items(from: Int(from), to: .max, judged(block)))
      case .contains(let block, _, _):
        let plain = literal(key(block, from: step.key, as: .plain))
        lits.append(
          table.items(from: 0, to: .max, table.or([table.not(plain), judged(block)])))
      case .unevaluatedProperties(let block):
        lits.append(unevaluatedProperties(step.key, judged(block)))
      case .unevaluatedItems(let block):
        lits.append(unevaluatedItems(step.key, judged(block)))
      default: break
      }
    }
    return table.and(lits)
  }

  /// The schemas that the judged form of a schema is made of.
  func judgedChildren(_ key: SchemaKey) -> [SchemaKey] {
    guard key.reading == .closed || judgesMore(key) else { return [plain(key)] }
    let parts = parts(key)
    var out: [SchemaKey] = []
    if isDirect(parts, key.reading) {
      for part in parts {
        for block in part.blocksInPlace { out.append(self.key(block, from: key)) }
        var reading = key.reading
        if case .propertyNames = part { reading = .plain }
        for block in part.blocksInside { out.append(self.key(block, from: key, as: reading)) }
      }
      return out
    }
    out.append(plain(key))
    for step in inPlace(key) {
      for condition in step.conditions { out.append(condition.key) }
      for part in self.parts(step.key) {
        for block in part.blocksInside {
          out.append(self.key(block, from: step.key, as: key.reading))
        }
        if case .contains(let block, _, _) = part {
          out.append(self.key(block, from: step.key, as: .plain))
        }
      }
    }
    return out
  }
}
