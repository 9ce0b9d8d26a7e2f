extension Solver {
  /// What facts say of an array.
  struct ArrayFacts {
    var least = 0
    var most = Int.max
    /// Items at a place from the first on and below the second.
    var all: [(from: Int, to: Int, lit: Lit)] = []
    /// One item at least among those places.
    var some: [(from: Int, to: Int, lit: Lit)] = []
    /// How many items there are of a kind.
    var counts: [Lit: (least: Int, most: Int)] = [:]
    var isUnique = false
    var repeats = false

    mutating func count(_ lit: Lit, least: Int = 0, most: Int = .max) {
      let known = counts[lit] ?? (0, .max)
      counts[lit] = (max(known.least, least), min(known.most, most))
    }
  }

  private static let longestArray = 10_000
  private static let tooManyKinds = "the array says too much at once"

  func array(_ facts: [Lit]) -> Answer {
    var known = ArrayFacts()
    for lit in facts { take(lit, into: &known) }
    if known.isUnique, known.repeats { return .empty }
    guard known.least <= known.most else { return .empty }
    if known.counts.values.contains(where: { $0.least > $0.most }) { return .empty }
    let wanted = known.counts.values.reduce(known.least) { max($0, $1.least) }
    guard wanted <= Self.longestArray else { return .unknown("the arrays would be too long") }
    let kinds = known.counts.keys.sorted()
    guard kinds.count + known.some.count <= (known.repeats ? 8 : 20) else {
      return .unknown(Self.tooManyKinds)
    }
    var search = ItemSearch(facts: known, kinds: kinds)
    if !known.repeats {
      return run(&search)
    }
    return repeating(search)
  }

  private func take(_ lit: Lit, into known: inout ArrayFacts) {
    switch table[lit] {
    case .itemsLeast(let n):
      if lit.isNegated {
        known.most = min(known.most, n - 1)
      } else {
        known.least = max(known.least, n)
      }
    case .itemsMost(let n):
      if lit.isNegated {
        known.least = max(known.least, n + 1)
      } else {
        known.most = min(known.most, n)
      }
    case .items(let from, let to, let item):
      if lit.isNegated {
        known.some.append((from, to, table.not(item)))
      } else {
        known.all.append((from, to, item))
      }
    case .containsLeast(let kind, let n):
      if lit.isNegated { known.count(kind, most: n - 1) } else { known.count(kind, least: n) }
    case .containsMost(let kind, let n):
      if lit.isNegated { known.count(kind, least: n + 1) } else { known.count(kind, most: n) }
    case .unique:
      if lit.isNegated { known.repeats = true } else { known.isUnique = true }
    default: break
    }
  }

  /// Two equal items: tried at each pair of places that can differ from others.
  private func repeating(_ search: ItemSearch) -> Answer {
    var best = Best()
    let places = search.typicalPlaces()
    guard places.count <= 24 else { return .unknown(Self.tooManyKinds) }
    for second in places {
      for first in places where first < second {
        for label in 0..<search.labelCount {
          var own = search
          own.pair = (first, second, label)
          best.take(run(&own))
          if best.isDone { return best.answer }
        }
      }
    }
    return best.answer
  }

  /// Goes from place to place and keeps what the items so far have come to; the shortest array that
  /// has all that is asked for is taken.
  private func run(_ search: inout ItemSearch) -> Answer {
    var isUnknown: String?
    // What the items so far have come to, and how: the place before and the label of its item.
    var layers: [[[Int]: (before: [Int], label: Int)]] = [[search.start: ([], -1)]]
    var order: [[[Int]]] = [[search.start]]
    while true {
      let length = layers.count - 1
      for state in order[length] where search.accepts(state, length: length) {
        switch build(search, layers, state) {
        case .found(let value, let isSure):
          if isUnknown == nil || isSure { return .found(value, isSure: isSure) }
        case .unknown(let reason): isUnknown = reason
        case .empty:
          // Other labels may lead here too. If the places alone do not allow it, none do.
          let places = (0..<length).map { search.place($0, table) }
          if case .empty = different(places) { break }
          isUnknown = "no different items were found"
        }
      }
      guard length < search.longest, !order[length].isEmpty else { break }
      var next: [[Int]: (before: [Int], label: Int)] = [:]
      var nextOrder: [[Int]] = []
      guard let labels = labels(search, at: length) else { return .unknown(Self.tooManyKinds) }
      for label in labels {
        guard let item = search.item(length, label, table) else { continue }
        steps -= 1
        guard steps > 0 else { return .unknown(Self.tooMuch) }
        switch inhabit(item) {
        case .empty: continue
        case .unknown(let reason):
          isUnknown = reason
          continue
        case .found: break
        }
        for state in order[length] {
          guard let reached = search.step(state, length, label) else { continue }
          steps -= 1
          if next[reached] == nil {
            next[reached] = (state, label)
            nextOrder.append(reached)
          }
        }
      }
      layers.append(next)
      order.append(nextOrder)
    }
    return isUnknown.map(Answer.unknown) ?? .empty
  }

  private static let fewLabels = 16
  private static let mostLabels = 2_000

  /// The labels that an item at a place may have; nil where they are too many. Of many kinds most
  /// exclude each other, so labels are put together kind by kind.
  private func labels(_ search: ItemSearch, at place: Int) -> [Int]? {
    if let pair = search.pair, place == pair.first || place == pair.second { return [pair.label] }
    guard search.labelCount > Self.fewLabels else { return Array(0..<search.labelCount) }
    var open: [(label: Int, item: Lit)] = [(0, search.place(place, table))]
    func split(_ bit: Int, _ yes: Lit, _ no: Lit) {
      var next: [(label: Int, item: Lit)] = []
      for (label, item) in open {
        for (own, lit) in [(label, no), (label | 1 << bit, yes)] where lit != .never {
          let both = table.and([item, lit])
          if case .empty = inhabit(both) { continue }
          next.append((own, both))
        }
      }
      open = next
    }
    for (i, kind) in search.kinds.enumerated() where open.count <= Self.mostLabels {
      split(i, kind, search.facts.counts[kind]?.most != .max ? table.not(kind) : .always)
    }
    for (i, fact) in search.facts.some.enumerated() where open.count <= Self.mostLabels {
      let isThere = fact.from <= place && place < fact.to
      split(search.kinds.count + i, isThere ? fact.lit : .never, .always)
    }
    return open.count <= Self.mostLabels ? open.map(\.label).sorted() : nil
  }

  private func build(
    _ search: ItemSearch, _ layers: [[[Int]: (before: [Int], label: Int)]], _ state: [Int]
  ) -> Answer {
    var labels: [Int] = []
    var at = state
    for layer in layers.reversed() {
      guard let step = layer[at], step.label >= 0 else { break }
      labels.append(step.label)
      at = step.before
    }
    labels.reverse()
    var states: [Lit] = []
    for (place, label) in labels.enumerated() {
      guard let item = search.item(place, label, table) else { return .empty }
      states.append(item)
    }
    if search.facts.isUnique { return different(states) }
    var isSure = true
    var items: [Int32] = []
    for (place, state) in states.enumerated() {
      guard case .found(let value, let sure) = inhabit(state) else {
        return .unknown("an item was not found again")
      }
      isSure = isSure && sure
      if let pair = search.pair, place == pair.second {
        items.append(items[pair.first])
      } else {
        items.append(value)
      }
    }
    return .found(arena.add(.array(items)), isSure: isSure)
  }

  /// Different items for all places, each of what its place asks for.
  private func different(_ states: [Lit]) -> Answer {
    let n = states.count
    guard n <= 300 else { return .unknown("the arrays would be too long") }
    var isSure = true
    var choices: [[Int32]] = []
    var isLimited = false
    var known: [Lit: [Int32]] = [:]
    for state in states {
      if let values = known[state] {
        choices.append(values)
        continue
      }
      let found = several(state, n)
      if let reason = found.reason { return .unknown(reason) }
      isSure = isSure && found.isSure
      if found.isComplete, found.values.count < n { isLimited = true }
      known[state] = found.values
      choices.append(found.values)
    }
    // Augmenting paths: each place takes a value, moving others on where that is needed.
    var owner: [Int32: Int] = [:]
    for place in 0..<n {
      var visited: Set<Int32> = []
      var path: [(place: Int, next: Int)] = [(place, 0)]
      var trail: [Int32] = []
      var isPlaced = false
      while let top = path.last, !isPlaced {
        guard top.next < choices[top.place].count else {
          path.removeLast()
          if !trail.isEmpty { trail.removeLast() }
          continue
        }
        path[path.count - 1].next += 1
        let value = choices[top.place][top.next]
        guard visited.insert(value).inserted else { continue }
        trail.append(value)
        if let other = owner[value] {
          path.append((other, 0))
        } else {
          for (step, value) in zip(path, trail) { owner[value] = step.place }
          isPlaced = true
        }
      }
      if !isPlaced { return isLimited ? .empty : .unknown("no different items were found") }
    }
    var items = [Int32](repeating: 0, count: n)
    for (value, place) in owner { items[place] = value }
    return .found(arena.add(.array(items)), isSure: isSure)
  }
}
