extension FormTable {
  /// Whether no value can satisfy two of these, as far as types and constant fields show. Then
  /// "exactly one" is the same as "any".
  func areDisjoint(_ lits: [Lit]) -> Bool {
    let facts = lits.map(facts)
    var seen: UInt8 = 0
    var sharesOnlyObjects = true
    for fact in facts {
      if fact.types & seen & ~Types.object != 0 { sharesOnlyObjects = false }
      seen |= fact.types
    }
    if areDisjointSets(facts.map(\.values)) { return true }
    guard sharesOnlyObjects else { return false }
    let objects = facts.filter { $0.types & Types.object != 0 }
    guard objects.count > 1 else { return true }
    return objects[0].pinned.keys.sorted().contains { name in
      areDisjointSets(objects.map { $0.pinned[name] })
    }
  }

  private func areDisjointSets(_ sets: [[Int32]?]) -> Bool {
    var seen: Set<Int32> = []
    for set in sets {
      guard let set else { return false }
      for value in set where !seen.insert(value).inserted { return false }
    }
    return true
  }

  /// What a form shows at first sight: its types, its scalars, and the scalars of members it must
  /// have.
  private func facts(
    _ lit: Lit
  ) -> (types: UInt8, values: [Int32]?, pinned: [Int32: [Int32]]) {
    var types = Types.every
    var values: [Int32]?
    var required: Set<Int32> = []
    var members: [Int32: [Int32]] = [:]
    var parts = [lit]
    if case .all(let inner) = self[lit], !lit.isNegated { parts = inner }
    for part in parts where !part.isNegated {
      switch self[part] {
      case .types(let mask): types &= mask
      case .values(let list):
        types &= list.reduce(0) { $0 | scalars[Int($1)].type }
        values = list
      case .has(let name): required.insert(name)
      case .members(let keys, let value):
        if case .values(let names) = self[keys], !keys.isNegated, names.count == 1 {
          members[names[0]] = pinnedValues(value)
        }
      default: break
      }
    }
    return (types, values, members.filter { required.contains($0.key) })
  }

  private func pinnedValues(_ lit: Lit) -> [Int32]? {
    var parts = [lit]
    if case .all(let inner) = self[lit], !lit.isNegated { parts = inner }
    for part in parts where !part.isNegated {
      if case .values(let list) = self[part] { return list }
    }
    return nil
  }
}
