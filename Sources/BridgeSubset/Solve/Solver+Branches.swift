extension Solver {
  /// A conjunction on its way to plain facts.
  struct Branch {
    /// What is still to be looked at.
    var todo: [Lit]
    /// What holds.
    var seen: Set<Lit> = []
    /// Of each of these, one way must hold.
    var pending: [[[Lit]]] = []
  }

  /// A value of one type that satisfies a form restricted to that type.
  func solve(_ lit: Lit, _ type: UInt8) -> Answer {
    var best = Best()
    var open = [Branch(todo: [lit])]
    while var branch = open.popLast() {
      steps -= 1 + branch.seen.count / 16 + branch.pending.count / 4
      pay()
      guard steps > 0 else {
        best.take(.unknown(Self.tooMuch))
        return best.answer
      }
      guard propagate(&branch) else { continue }
      guard steps > 0 else {
        best.take(.unknown(Self.tooMuch))
        return best.answer
      }
      if type == Types.object, !dropDeadMembers(&branch) { continue }
      if branch.pending.count > 1, !lookAhead(&branch, type) { continue }
      if !branch.pending.isEmpty {
        guard let choice = choice(branch) else { continue }
        let ways = branch.pending.remove(at: choice)
        for way in ways.reversed() {
          var next = branch
          next.todo = way
          open.append(next)
        }
        if open.count > 20_000 {
          best.take(.unknown(Self.tooMuch))
          return best.answer
        }
        continue
      }
      best.take(leaf(branch.seen, type))
      if best.isDone { break }
    }
    return best.answer
  }

  /// Takes forms apart and drops ways that cannot hold. False where nothing is left.
  private func propagate(_ branch: inout Branch) -> Bool {
    while true {
      while let lit = branch.todo.popLast() {
        if lit == .always { continue }
        if lit == .never || branch.seen.contains(lit.flipped) { return false }
        guard branch.seen.insert(lit).inserted else { continue }
        switch table[lit] {
        case .all(let lits):
          if lit.isNegated {
            branch.pending.append(lits.map { [table.not($0)] })
          } else {
            branch.todo += lits
          }
        case .one(let lits): branch.pending.append(ways(one: lits, isNegated: lit.isNegated))
        case .choose(let c, let t, let e):
          branch.pending.append(
            lit.isNegated
              ? [[c, table.not(t)], [table.not(c), table.not(e)]] : [[c, t], [table.not(c), e]])
        default: break
        }
      }
      let pinned = pinnedMembers(branch)
      var left: [[[Lit]]] = []
      for ways in branch.pending {
        steps -= 1 + ways.count / 16
        pay()
        guard steps > 0 else { return true }
        var live: [[Lit]] = []
        var isSatisfied = false
        for way in ways {
          if way.contains(where: { $0 == .never || branch.seen.contains($0.flipped) }) { continue }
          if way.allSatisfy({ isImplied($0, branch, pinned) }) {
            isSatisfied = true
            break
          }
          live.append(way)
        }
        if isSatisfied { continue }
        if live.isEmpty { return false }
        if live.count == 1 { branch.todo += live[0] } else { left.append(live) }
      }
      branch.pending = left
      if branch.todo.isEmpty { return true }
    }
  }

  private func ways(one lits: [Lit], isNegated: Bool) -> [[Lit]] {
    steps -= lits.count * lits.count / 8
    if !isNegated {
      return lits.indices.map { chosen in
        lits.indices.map { $0 == chosen ? lits[$0] : table.not(lits[$0]) }
      }
    }
    var out = [lits.map(table.not)]
    for i in lits.indices {
      for j in lits.indices where j > i { out.append([lits[i], lits[j]]) }
    }
    return out
  }

  // MARK: What holds already

  /// What the members must satisfy that are there for sure, by name.
  private func pinnedMembers(_ branch: Branch) -> [Int32: Lit] {
    guard !branch.pending.isEmpty else { return [:] }
    var required: Set<Int32> = []
    var out: [Int32: Lit] = [:]
    for lit in branch.seen.sorted() where !lit.isNegated {
      switch table[lit] {
      case .has(let name): required.insert(name)
      case .members(let keys, let value):
        if case .values(let names) = table[keys], !keys.isNegated, names.count == 1 {
          out[names[0]] = out[names[0]].map { table.and([$0, value]) } ?? value
        }
      default: break
      }
    }
    return out.filter { required.contains($0.key) }
  }

  /// Whether a form holds by what holds already, as far as that shows at once.
  private func isImplied(_ lit: Lit, _ branch: Branch, _ pinned: [Int32: Lit]) -> Bool {
    if lit == .always || branch.seen.contains(lit) { return true }
    guard lit.isNegated, case .members(let keys, let value) = table[lit], !keys.isNegated,
      case .values(let names) = table[keys], names.count == 1, let known = pinned[names[0]]
    else { return false }
    return table.and([known, value]) == .never
  }

  /// Drops ways that want of a member what all such members exclude. False where nothing is left.
  private func dropDeadMembers(_ branch: inout Branch) -> Bool {
    guard !branch.pending.isEmpty else { return true }
    var known: [Int32: Lit] = [:]
    for lit in branch.seen.sorted() where !lit.isNegated {
      if case .members(let keys, let value) = table[lit], !keys.isNegated,
        case .values(let names) = table[keys]
      {
        for name in names { known[name] = known[name].map { table.and([$0, value]) } ?? value }
      }
    }
    guard !known.isEmpty else { return true }
    var left: [[[Lit]]] = []
    for ways in branch.pending {
      let live = ways.filter { way in
        !way.contains { lit in
          guard lit.isNegated, case .members(let keys, let value) = table[lit], !keys.isNegated,
            case .values(let names) = table[keys], names.count == 1, let own = known[names[0]],
            case .empty = inhabit(table.and([own, table.not(value)]))
          else { return false }
          return true
        }
      }
      if live.isEmpty { return false }
      left.append(live)
    }
    branch.pending = left
    return true
  }

  // MARK: Choosing

  /// Drops ways that cannot hold with the facts alone. False where nothing is left.
  private func lookAhead(_ branch: inout Branch, _ type: UInt8) -> Bool {
    var changed = true
    while changed {
      changed = false
      let facts = branch.seen.filter { isFact($0) }.sorted()
      for i in branch.pending.indices {
        var live: [[Lit]] = []
        for way in branch.pending[i] {
          steps -= 1 + facts.count / 4
          guard steps > 0 else { return true }
          let state = table.and([table.types(type)] + facts + way)
          if case .empty = inhabit(state) { continue }
          live.append(way)
        }
        if live.isEmpty { return false }
        branch.pending[i] = live
      }
      if branch.pending.contains(where: { $0.count == 1 }) {
        for ways in branch.pending where ways.count == 1 { branch.todo += ways[0] }
        branch.pending.removeAll { $0.count == 1 }
        guard propagate(&branch) else { return false }
        changed = branch.pending.count > 1
      }
    }
    return true
  }

  func isFact(_ lit: Lit) -> Bool {
    switch table[lit] {
    case .all, .one, .choose: false
    default: true
    }
  }

  /// Which of the alternatives to try first: the one whose ways say most, since they decide others.
  private func choice(_ branch: Branch) -> Int? {
    func weight(_ way: [Lit]) -> Int {
      way.reduce(0) { sum, lit in
        if case .all(let lits) = table[lit], !lit.isNegated { return sum + lits.count }
        return sum + 1
      }
    }
    return branch.pending.indices.min { a, b in
      let (x, y) = (branch.pending[a], branch.pending[b])
      let (v, w) = (x.map(weight).min() ?? 0, y.map(weight).min() ?? 0)
      return (-v, x.count, a) < (-w, y.count, b)
    }
  }

  // MARK: Leaves

  /// A value that satisfies plain facts about one type.
  private func leaf(_ seen: Set<Lit>, _ type: UInt8) -> Answer {
    let facts = seen.filter { isFact($0) }.sorted()
    steps -= 1 + facts.count / 16
    let isSure = !facts.contains {
      if case .opaque = table[$0] { return true }
      return false
    }
    let answer: Answer
    switch type {
    case Types.null: answer = .found(scalar(.null), isSure: true)
    case Types.bool: answer = boolean(facts)
    case Types.number: answer = number(facts)
    case Types.string: answer = string(facts)
    case Types.array: answer = array(facts)
    default: answer = object(facts)
    }
    if !isSure, case .found(let value, _) = answer { return .found(value, isSure: false) }
    return answer
  }

  private func boolean(_ facts: [Lit]) -> Answer {
    for candidate in [true, false] {
      let own = table.scalar(.bool(candidate))
      let holds = facts.allSatisfy { lit in
        guard case .values(let list) = table[lit] else { return true }
        return list.contains(own) != lit.isNegated
      }
      if holds { return .found(scalar(.bool(candidate)), isSure: true) }
    }
    return .empty
  }
}
