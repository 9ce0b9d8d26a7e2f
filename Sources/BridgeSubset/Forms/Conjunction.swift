/// Brings "all of these" into one shape: flat, sorted, each once, with types, enumerations, bounds
/// and schemas of the same member merged.
struct Conjunction {
  let table: FormTable
  private var kept: Set<Lit> = []
  private var types = Types.every
  /// The scalars that are left, where there is an enumeration.
  private var values: Set<Int32>?
  private var notValues: Set<Int32> = []
  private var members: [Lit: [Lit]] = [:]
  private var items: [[Int]: [Lit]] = [:]
  private var counts: [Int: Int] = [:]
  private var lower: (decimal: Int32, strictly: Bool)?
  private var upper: (decimal: Int32, strictly: Bool)?
  private var isNever = false

  private static let mostDepth = 32

  init(table: FormTable) { self.table = table }

  mutating func make(_ lits: [Lit]) -> Lit {
    var stack = lits
    while let lit = stack.popLast() {
      if case .all(let inner) = table[lit], !lit.isNegated {
        stack += inner
      } else {
        take(lit)
      }
      if isNever { return .never }
    }
    return finish()
  }

  private mutating func take(_ lit: Lit) {
    if lit == .always { return }
    if lit == .never {
      isNever = true
      return
    }
    switch table[lit] {
    case .types(let mask):
      types &= lit.isNegated ? ~mask : mask
    case .values(let list):
      if lit.isNegated {
        notValues.formUnion(list)
      } else {
        values = values.map { $0.intersection(list) } ?? Set(list)
      }
    case .members(let keys, let value) where !lit.isNegated:
      members[keys, default: []].append(value)
    case .items(let from, let to, let value) where !lit.isNegated:
      items[[from, to], default: []].append(value)
    case .lengthLeast(let n) where !lit.isNegated: keepLargest(0, n)
    case .lengthMost(let n) where !lit.isNegated: keepSmallest(1, n)
    case .itemsLeast(let n) where !lit.isNegated: keepLargest(2, n)
    case .itemsMost(let n) where !lit.isNegated: keepSmallest(3, n)
    case .membersLeast(let n) where !lit.isNegated: keepLargest(4, n)
    case .membersMost(let n) where !lit.isNegated: keepSmallest(5, n)
    case .least(let n, let strictly) where !lit.isNegated:
      if let known = lower {
        let (a, b) = (table.decimals[Int(known.decimal)], table.decimals[Int(n)])
        if a < b || (a == b && strictly) { lower = (n, strictly) }
      } else {
        lower = (n, strictly)
      }
    case .most(let n, let strictly) where !lit.isNegated:
      if let known = upper {
        let (a, b) = (table.decimals[Int(known.decimal)], table.decimals[Int(n)])
        if b < a || (a == b && strictly) { upper = (n, strictly) }
      } else {
        upper = (n, strictly)
      }
    default:
      if kept.contains(lit.flipped) { isNever = true }
      kept.insert(lit)
    }
  }

  private mutating func keepLargest(_ which: Int, _ n: Int) {
    counts[which] = max(counts[which] ?? n, n)
  }

  private mutating func keepSmallest(_ which: Int, _ n: Int) {
    counts[which] = min(counts[which] ?? n, n)
  }

  private mutating func finish() -> Lit {
    add(0) { .lengthLeast($0) }
    add(1) { .lengthMost($0) }
    add(2) { .itemsLeast($0) }
    add(3) { .itemsMost($0) }
    add(4) { .membersLeast($0) }
    add(5) { .membersMost($0) }
    if let lower { keep(table.literal(.least(lower.decimal, strictly: lower.strictly))) }
    if let upper { keep(table.literal(.most(upper.decimal, strictly: upper.strictly))) }
    // Members of members are merged too, but not however deep they stand.
    table.depth += 1
    let merges = table.depth < Self.mostDepth
    for (keys, list) in members.sorted(by: { $0.key < $1.key }) {
      for lit in merges ? [table.and(list)] : list { keep(table.members(keys, lit)) }
    }
    for (range, list) in items.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      for lit in merges ? [table.and(list)] : list {
        keep(table.items(from: range[0], to: range[1], lit))
      }
    }
    table.depth -= 1
    if var values {
      values.subtract(notValues)
      values = values.filter { table.scalars[Int($0)].type & types != 0 }
      if values.isEmpty { return .never }
      keep(table.values(Array(values)))
    } else {
      notValues = notValues.filter { table.scalars[Int($0)].type & types != 0 }
      if notValues.count == 1, let only = notValues.first, case .null = table.scalars[Int(only)] {
        // Null is the only value of its type.
        types &= ~Types.null
      } else if !notValues.isEmpty {
        keep(table.values(Array(notValues)).flipped)
      }
      keep(table.types(types))
    }
    if isNever { return .never }
    kept.remove(.always)
    if kept.isEmpty { return .always }
    if kept.count == 1, let only = kept.first { return only }
    return table.literal(.all(kept.sorted()))
  }

  private mutating func add(_ which: Int, _ make: (Int) -> Form) {
    if let n = counts[which] { keep(table.literal(make(n))) }
  }

  private mutating func keep(_ lit: Lit) {
    if lit == .never || kept.contains(lit.flipped) { isNever = true }
    kept.insert(lit)
  }
}
