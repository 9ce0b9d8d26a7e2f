internal import BridgeSchema

// What a schema evaluates depends on which of its branches hold. So "each member that nothing has
// evaluated" is said key by key: a branch that evaluates the key holds, or its value is as asked.

extension FormBuilder {
  /// Keys that a branch evaluates where it applies.
  struct Cover {
    /// Nil where it always applies.
    var condition: Lit?
    /// Listed names, or nil for those of `keys`.
    var names: [Int32]?
    var keys: Lit
  }

  func condition(_ step: Step) -> Lit? {
    if step.isSure { return nil }
    var lits = step.conditions.map { condition in
      condition.holds ? literal(condition.key) : table.not(literal(condition.key))
    }
    if !step.names.isEmpty { lits.append(table.types(Types.object)) }
    lits += step.names.map { table.has(table.name($0)) }
    return table.and(lits)
  }

  func unevaluatedProperties(_ key: SchemaKey, _ value: Lit) -> Lit {
    guard value != .always else { return .always }
    var covers: [Cover] = []
    let steps = inPlace(key)
    guard steps.count < Self.mostSteps else { return tooLarge(key, Types.object) }
    for (index, step) in steps.enumerated() {
      covers += self.covers(of: step, isRoot: index == 0, mentionsOnly: false)
    }
    return members(notIn: covers, value) ?? tooLarge(key, Types.object)
  }

  func tooLarge(_ key: SchemaKey, _ types: UInt8) -> Lit {
    table.opaque(types, Array("unevaluated \(key.program) \(key.block) \(key.scope)".utf8))
  }

  /// What a schema evaluates by its own keywords.
  ///
  /// - Parameter mentionsOnly: only by name or pattern, as contracts count mentions.
  func covers(of step: Step, isRoot: Bool, mentionsOnly: Bool) -> [Cover] {
    let parts = parts(step.key)
    let condition = condition(step)
    var out: [Cover] = []
    for part in parts {
      switch part {
      case .properties(let list):
        let names = list.map { table.name($0.name) }
        out.append(Cover(condition: condition, names: names, keys: table.values(names)))
      case .patternProperties(let list):
        for entry in list {
          out.append(
            Cover(condition: condition, names: nil, keys: table.pattern(entry.pattern)))
        }
      case .additionalProperties:
        if !mentionsOnly {
          out.append(Cover(condition: condition, names: nil, keys: others(parts)))
        }
      case .unevaluatedProperties:
        if !mentionsOnly, !isRoot {
          out.append(Cover(condition: condition, names: nil, keys: .always))
        }
      case .required(let list):
        // What must be there is declared by that.
        guard isFieldless(step.key) else { break }
        let names = list.map { table.name($0) }
        out.append(Cover(condition: condition, names: names, keys: table.values(names)))
      default: break
      }
    }
    return out
  }

  /// Each member whose key no cover has that applies satisfies `value`; nil where that is too large
  /// to be said.
  func members(notIn covers: [Cover], _ value: Lit) -> Lit? {
    let sure = table.or(covers.filter { $0.condition == nil }.map(\.keys))
    let rest = table.not(sure)
    let unsure = covers.filter { $0.condition != nil }
    if unsure.isEmpty { return table.members(rest, value) }

    var general: [Lit] = []
    var conditionsOfGeneral: [Lit: [Lit]] = [:]
    var conditionsOfName: [Int32: Set<Lit>] = [:]
    for cover in unsure {
      guard let condition = cover.condition else { continue }
      if let names = cover.names {
        for name in names { conditionsOfName[name, default: []].insert(condition) }
      } else {
        if conditionsOfGeneral[cover.keys] == nil { general.append(cover.keys) }
        conditionsOfGeneral[cover.keys, default: []].append(condition)
      }
    }
    guard general.count <= 8 else { return nil }

    var clauses: [Lit] = []
    var groups: [Set<Lit>: [Int32]] = [:]
    for (name, conditions) in conditionsOfName.sorted(by: { $0.key < $1.key }) {
      let bytes = table.bytes(name)
      guard let isSure = table.holds(sure, string: bytes) else { return nil }
      if isSure { continue }
      var all = conditions
      for keys in general {
        guard let holds = table.holds(keys, string: bytes) else { return nil }
        if holds { all.formUnion(conditionsOfGeneral[keys] ?? []) }
      }
      groups[all, default: []].append(name)
    }
    for (conditions, names) in groups.sorted(by: { $0.value[0] < $1.value[0] }) {
      clauses.append(table.or(conditions.sorted() + [table.members(table.values(names), value)]))
    }
    let outside = table.and([rest, table.not(table.values(Array(conditionsOfName.keys)))])
    for signature in 0..<(1 << general.count) {
      var region = [outside]
      var conditions: [Lit] = []
      for (i, keys) in general.enumerated() {
        if signature & (1 << i) != 0 {
          region.append(keys)
          conditions += conditionsOfGeneral[keys] ?? []
        } else {
          region.append(table.not(keys))
        }
      }
      clauses.append(table.or(conditions + [table.members(table.and(region), value)]))
    }
    return table.and(clauses)
  }

  // MARK: Items

  func unevaluatedItems(_ key: SchemaKey, _ value: Lit) -> Lit {
    guard value != .always else { return .always }
    let steps = inPlace(key)
    guard steps.count < Self.mostSteps else { return tooLarge(key, Types.array) }
    var sure = 0
    var counts: [(count: Int, condition: Lit)] = []
    var item = [value]
    var kinds: [(item: Lit, condition: Lit)] = []
    for (index, step) in steps.enumerated() {
      let condition = condition(step)
      func cover(_ count: Int) {
        if let condition { counts.append((count, condition)) } else { sure = max(sure, count) }
      }
      for part in parts(step.key) {
        switch part {
        case .prefixItems(let blocks): cover(blocks.count)
        case .items: cover(.max)
        case .unevaluatedItems: if index > 0 { cover(.max) }
        case .contains(let block, _, _):
          guard program(step.key).containsEvaluates(step.key.block) else { break }
          let kind = literal(self.key(block, from: step.key))
          if let condition { kinds.append((kind, condition)) } else { item.append(kind) }
        default: break
        }
      }
    }
    guard kinds.count <= 4 else { return tooLarge(key, Types.array) }
    if sure == .max { return .always }
    var clauses: [Lit] = []
    var from = sure
    for to in Set(counts.map(\.count) + [.max]).sorted() where to > from {
      var ways = counts.filter { $0.count >= to }.map(\.condition)
      for choice in 0..<(1 << kinds.count) {
        let chosen = kinds.indices.filter { choice & (1 << $0) != 0 }
        ways.append(
          table.and(
            chosen.map { kinds[$0].condition }
              + [table.items(from: from, to: to, table.or(item + chosen.map { kinds[$0].item }))]))
      }
      clauses.append(table.or(ways))
      from = to
    }
    return table.and(clauses)
  }
}
