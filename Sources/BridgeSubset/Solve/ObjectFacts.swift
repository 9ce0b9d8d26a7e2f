/// What facts say of an object, sorted out by key.
struct ObjectFacts {
  var required: Set<Int32> = []
  var least = 0
  var most = Int.max
  /// Every member with one of these names.
  var named: [Int32: [Lit]] = [:]
  /// Every member whose key satisfies a form.
  var all: [(keys: Lit, value: Lit)] = []
  /// One member at least whose key satisfies a form.
  var some: [(keys: Lit, value: Lit)] = []
  /// Every name that a fact speaks of.
  var names: Set<Int32> = []

  /// Sorts one fact in.
  mutating func take(_ lit: Lit, _ solver: Solver) {
    let table = solver.table
    switch table[lit] {
    case .has(let name):
      names.insert(name)
      if lit.isNegated { named[name, default: []].append(.never) } else { required.insert(name) }
    case .membersLeast(let n):
      if lit.isNegated { most = min(most, n - 1) } else { least = max(least, n) }
    case .membersMost(let n):
      if lit.isNegated { least = max(least, n + 1) } else { most = min(most, n) }
    case .members(let keys, let value):
      let keys = solver.restrict(keys, Types.string)
      names.formUnion(solver.namesInside(keys))
      if lit.isNegated {
        some.append((keys, table.not(value)))
      } else if case .values(let list) = table[keys], !keys.isNegated {
        for name in list { named[name, default: []].append(value) }
      } else {
        all.append((keys, value))
      }
    default: break
    }
  }
}

extension Solver {
  /// The strings that a form about strings speaks of.
  func namesInside(_ lit: Lit) -> Set<Int32> {
    var out: Set<Int32> = []
    var open = [lit]
    while let next = open.popLast() {
      switch table[next] {
      case .all(let lits), .one(let lits): open += lits
      case .choose(let c, let t, let e): open += [c, t, e]
      case .values(let list): out.formUnion(list)
      default: break
      }
    }
    return out
  }

  /// What a form about strings says of those that it does not speak of by name.
  func outsideNames(_ lit: Lit) -> Lit {
    switch table[lit] {
    case .all(let lits):
      let own = table.and(lits.map(outsideNames))
      return lit.isNegated ? table.not(own) : own
    case .one(let lits):
      let own = table.one(lits.map(outsideNames))
      return lit.isNegated ? table.not(own) : own
    case .choose(let c, let t, let e):
      let own = table.choose(outsideNames(c), outsideNames(t), outsideNames(e))
      return lit.isNegated ? table.not(own) : own
    case .values: return lit.isNegated ? .always : .never
    default: return lit
    }
  }
}
