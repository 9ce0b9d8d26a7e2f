/// The question for an array, place by place: what an item must satisfy under a label, and what the
/// items so far have come to.
///
/// A label says of an item which of the counted kinds it is of, and which of the "some item" demands
/// it meets. Behind the last place that any fact names all places are alike.
struct ItemSearch {
  let facts: Solver.ArrayFacts
  /// The counted kinds.
  let kinds: [Lit]
  let boundary: Int
  /// Longer arrays have nothing that a shorter one lacks.
  let longest: Int
  /// Two places with one value, and its label.
  var pair: (first: Int, second: Int, label: Int)?
  /// What holds of the items at single places, and at others.
  private var single: [Int: [Lit]] = [:]
  private var ranges: [(from: Int, to: Int, lit: Lit)] = []

  init(facts: Solver.ArrayFacts, kinds: [Lit]) {
    self.facts = facts
    self.kinds = kinds
    var boundary = 0
    for fact in facts.all + facts.some {
      boundary = max(boundary, fact.from, fact.to == .max ? 0 : fact.to)
    }
    self.boundary = boundary
    let wanted = kinds.reduce(0) { $0 + (facts.counts[$1]?.least ?? 0) }
    let needed = wanted + facts.some.count + (facts.repeats ? 2 : 0)
    longest = min(facts.most, max(facts.least, boundary) + needed)
    for fact in facts.all {
      if fact.to == fact.from + 1 {
        single[fact.from, default: []].append(fact.lit)
      } else {
        ranges.append(fact)
      }
    }
  }

  /// What holds of every item at a place.
  private func facts(_ place: Int) -> [Lit] {
    (single[place] ?? []) + ranges.filter { $0.from <= place && place < $0.to }.map(\.lit)
  }

  /// Places of which no two others would do as well, where two items shall be equal.
  func typicalPlaces() -> [Int] {
    struct Look: Hashable {
      var facts: [Lit]
      var demands: [Int]
    }
    var known: [Look: Int] = [:]
    return (0..<max(min(boundary + 2, longest), 0)).filter { place in
      let demands = facts.some.indices.filter {
        facts.some[$0].from <= place && place < facts.some[$0].to
      }
      let look = Look(facts: facts(place).sorted(), demands: demands)
      known[look, default: 0] += 1
      return known[look, default: 0] <= 2
    }
  }

  var labelCount: Int { 1 << (kinds.count + facts.some.count) }

  /// How many items of each kind there are, capped, then which demands are met.
  var start: [Int] { Array(repeating: 0, count: kinds.count + 1) }

  /// What the item at a place must satisfy whatever its label.
  func place(_ place: Int, _ table: FormTable) -> Lit {
    table.and(facts(place))
  }

  /// What the item at a place must satisfy under a label; nil where the label is not for the place.
  func item(_ place: Int, _ label: Int, _ table: FormTable) -> Lit? {
    var lits: [Lit] = []
    var places = [place]
    if let pair, place == pair.first || place == pair.second {
      guard label == pair.label else { return nil }
      places = [pair.first, pair.second]
    }
    for place in places { lits += facts(place) }
    for (i, kind) in kinds.enumerated() {
      if label & (1 << i) != 0 {
        lits.append(kind)
      } else if facts.counts[kind]?.most != .max {
        lits.append(table.not(kind))
      }
    }
    for (i, fact) in facts.some.enumerated() where label & (1 << (kinds.count + i)) != 0 {
      guard places.contains(where: { fact.from <= $0 && $0 < fact.to }) else { return nil }
      lits.append(fact.lit)
    }
    return table.and(lits)
  }

  /// The state behind one more item; nil where there would be too many of a kind.
  func step(_ state: [Int], _ place: Int, _ label: Int) -> [Int]? {
    var next = state
    for (i, kind) in kinds.enumerated() where label & (1 << i) != 0 {
      let count = facts.counts[kind] ?? (0, .max)
      next[i] += 1
      if next[i] > count.most { return nil }
      if count.most == .max { next[i] = min(next[i], count.least) }
    }
    next[kinds.count] |= label >> kinds.count
    return next
  }

  func accepts(_ state: [Int], length: Int) -> Bool {
    guard length >= facts.least, length <= facts.most else { return false }
    if let pair, length <= pair.second { return false }
    for (i, kind) in kinds.enumerated() where state[i] < facts.counts[kind]?.least ?? 0 {
      return false
    }
    return state[kinds.count] == (1 << facts.some.count) - 1
  }
}
