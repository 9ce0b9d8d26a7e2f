extension Solver {
  func object(_ lits: [Lit]) -> Answer {
    var facts = ObjectFacts()
    for lit in lits { facts.take(lit, self) }
    guard facts.least <= facts.most, facts.required.count <= facts.most else { return .empty }
    var search = MemberSearch(facts: facts)
    return search.run(self)
  }
}

/// The question for an object: which members it has, and with which values.
struct MemberSearch {
  let facts: ObjectFacts
  private var regions: KeyRegions?
  private var values: [Int32: Lit] = [:]
  private var best = Solver.Best()
  /// Members that were chosen: by name, and by region, each with what its value must satisfy.
  private var chosen: [Int32: Lit] = [:]
  private var inRegions: [(region: Int, value: Lit)] = []

  init(facts: ObjectFacts) { self.facts = facts }

  /// A way to meet a demand.
  private enum Way {
    case name(Int32, Lit)
    case new(region: Int, Lit)
    case shared(Int, Lit)
  }

  mutating func run(_ solver: Solver) -> Solver.Answer {
    for name in facts.required.sorted() {
      let value = value(of: name, solver)
      switch solver.inhabit(value) {
      case .empty: return .empty
      default: break
      }
      chosen[name] = value
    }
    meet(0, solver)
    return best.answer
  }

  /// What the value of a member with this name must satisfy.
  private mutating func value(of name: Int32, _ solver: Solver) -> Lit {
    if let known = values[name] { return known }
    solver.steps -= 1
    var lits = facts.named[name] ?? []
    for fact in facts.all {
      switch solver.table.holds(fact.keys, string: solver.table.bytes(name)) {
      case .some(true): lits.append(fact.value)
      case .some(false): break
      case .none:
        // It may or may not apply.
        lits.append(
          solver.table.or([
            fact.value,
            solver.table.opaque(Types.every, Array("key \(fact.keys.raw) \(name)".utf8)),
          ]))
      }
    }
    let value = solver.table.and(lits)
    values[name] = value
    return value
  }

  private mutating func knownRegions(_ solver: Solver) -> KeyRegions {
    if let regions { return regions }
    let new = KeyRegions(facts, solver)
    regions = new
    return new
  }

  /// Meets the demands from the one with this number on, in every way until a sure value is found.
  /// Nested as deep as there are demands, of which there are few.
  private mutating func meet(_ demand: Int, _ solver: Solver) {
    solver.steps -= 1
    guard solver.steps > 0 else { return best.take(.unknown(Solver.tooMuch)) }
    guard demand < facts.some.count else { return finish(solver) }
    guard facts.some.count <= 40 else {
      return best.take(.unknown("the object says too much at once"))
    }
    for way in ways(demand, solver) {
      let before = (chosen, inRegions)
      switch way {
      case .name(let name, let value): chosen[name] = value
      case .new(let region, let value): inRegions.append((region, value))
      case .shared(let index, let value): inRegions[index].value = value
      }
      meet(demand + 1, solver)
      (chosen, inRegions) = before
      if best.isDone { return }
    }
  }

  private mutating func ways(_ demand: Int, _ solver: Solver) -> [Way] {
    let (keys, wanted) = facts.some[demand]
    let table = solver.table
    var out: [Way] = []
    var names = Array(facts.names)
    if case .values(let list) = table[keys], !keys.isNegated { names = list }
    for name in names.sorted() {
      if table.holds(keys, string: table.bytes(name)) == false { continue }
      let state = table.and([chosen[name] ?? value(of: name, solver), wanted])
      if isOpen(state, solver) { out.append(.name(name, state)) }
    }
    if case .values = table[keys], !keys.isNegated { return out }
    let regions = knownRegions(solver)
    if let reason = regions.reason { best.take(.unknown(reason)) }
    for (index, region) in regions.regions.enumerated() where region.demands.contains(demand) {
      let state = table.and([region.value, wanted])
      if isOpen(state, solver) { out.append(.new(region: index, state)) }
      for (shared, member) in inRegions.enumerated() where member.region == index {
        let state = table.and([member.value, wanted])
        if isOpen(state, solver) { out.append(.shared(shared, state)) }
      }
    }
    return out
  }

  private func isOpen(_ state: Lit, _ solver: Solver) -> Bool {
    if case .empty = solver.inhabit(state) { return false }
    return true
  }

  // MARK: The rest

  /// Adds members where there must be more, and puts the object together.
  private mutating func finish(_ solver: Solver) {
    let count = chosen.count + inRegions.count
    guard count <= facts.most else { return }
    var needed = facts.least - count
    if needed > 2_000 { return best.take(.unknown("the objects would be too large")) }
    var added = chosen
    var addedInRegions = inRegions
    if needed > 0 {
      for name in facts.names.sorted() where added[name] == nil && needed > 0 {
        let value = value(of: name, solver)
        if isOpen(value, solver) {
          added[name] = value
          needed -= 1
        }
      }
    }
    if needed > 0 {
      let regions = knownRegions(solver)
      if let reason = regions.reason { best.take(.unknown(reason)) }
      for (index, region) in regions.regions.enumerated() where needed > 0 {
        guard isOpen(region.value, solver) else { continue }
        let used = addedInRegions.filter { $0.region == index }.count
        let names = self.names(used + needed, region, solver)
        for _ in 0..<max(0, names.values.count - used) where needed > 0 {
          addedInRegions.append((index, region.value))
          needed -= 1
        }
        if needed > 0, let reason = names.reason { best.take(.unknown(reason)) }
      }
      if needed > 0 { return }
    }
    build(added, addedInRegions, solver)
  }

  private mutating func build(
    _ named: [Int32: Lit], _ inRegions: [(region: Int, value: Lit)], _ solver: Solver
  ) {
    var states = named
    var isSure = true
    for (index, region) in (regions?.regions ?? []).enumerated() {
      let members = inRegions.filter { $0.region == index }
      guard !members.isEmpty else { continue }
      let names = names(members.count, region, solver)
      guard names.values.count == members.count else {
        if let reason = names.reason { best.take(.unknown(reason)) }
        return
      }
      isSure = isSure && names.isSure
      for (name, member) in zip(names.values, members) { states[name] = member.value }
    }
    var members: [Int32: Int32] = [:]
    for (name, state) in states.sorted(by: { $0.key < $1.key }) {
      switch solver.inhabit(state) {
      case .empty: return
      case .unknown(let reason): return best.take(.unknown(reason))
      case .found(let value, let sure):
        members[name] = value
        isSure = isSure && sure
      }
    }
    best.take(.found(solver.arena.object(members), isSure: isSure))
  }

  private static let niceNames = ["x", "y", "z", "extra", "other"].map { Array($0.utf8) }

  /// So many different names of a region: those that read well first.
  private func names(
    _ count: Int, _ region: KeyRegions.Region, _ solver: Solver
  ) -> (values: [Int32], isSure: Bool, reason: String?) {
    let table = solver.table
    var values: [Int32] = []
    for nice in Self.niceNames where values.count < count {
      if table.holds(region.keys, string: nice) == true { values.append(table.name(nice)) }
    }
    guard values.count < count else { return (values, true, nil) }
    let rest = table.and([region.keys, table.not(table.values(values))])
    let found = solver.several(rest, count - values.count)
    for value in found.values {
      if case .scalar(let scalar) = solver.arena.nodes[Int(value)] { values.append(scalar) }
    }
    return (values, found.isSure, found.reason)
  }
}
