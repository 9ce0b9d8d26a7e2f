internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Holds the rules of order of two contracts against each other: what may be said by the one and not
/// by the other, with the shortest run of words that shows it.
struct OrderComparison {
  private let comparison: Comparison
  private let symbols: Symbols

  /// So many states of all rules together are looked at for one rule.
  static let stateLimit = 20_000

  init(_ comparison: Comparison) {
    self.comparison = comparison
    symbols = Symbols(comparison)
  }

  /// A run that one side allows and a rule of the other does not.
  struct Trace {
    var words: [Symbols.Symbol]
    /// What is missing at the end; nil where the last word is what breaks the rule.
    var missing: Symbols.Symbol?
  }

  enum Answer {
    case contained
    case broken(Trace)
    case undecided
  }

  func run() {
    let (old, new) = (comparison.old.rules, comparison.new.rules)
    let oldMachines = old.map { RuleMachine($0, symbols, isOld: true) }
    let newMachines = new.map { RuleMachine($0, symbols, isOld: false) }
    var ids: [String] = old.map(\.id)
    for rule in new where !ids.contains(rule.id) { ids.append(rule.id) }
    let oldByID = Dictionary(
      old.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { a, _ in a })
    let newByID = Dictionary(
      new.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { a, _ in a })
    for id in ids {
      let (i, j) = (oldByID[id], newByID[id])
      // What new senders do against the old rule, and old senders against the new one.
      let loosened =
        i.map { contained(newMachines, in: oldMachines[$0], saidByOld: false) } ?? .contained
      let tightened =
        j.map { contained(oldMachines, in: newMachines[$0], saidByOld: true) } ?? .contained
      report(id, i.map { old[$0] }, j.map { new[$0] }, loosened, tightened)
      if let i, let j, case .contained = loosened, case .contained = tightened {
        compareTimes(old[i], new[j])
      }
    }
  }

  // MARK: Containment

  /// Whether every run that all of these rules allow is allowed by another. Nobody says what is not
  /// in the own contract.
  private func contained(
    _ rules: [RuleMachine], in rule: RuleMachine, saidByOld: Bool
  ) -> Answer {
    var (alphabet, involved) = involved(rules, in: rule)
    if !involved.allSatisfy({ $0.speaksOfPages == rule.speaksOfPages }) { alphabet.insert(.page) }
    let letters = alphabet.filter { symbols.isKnown($0, toOld: saidByOld) }
      .sorted(by: Symbols.precedes)

    struct Node: Hashable {
      var states: [Int]
      var state: Int
    }
    var nodes = [Node(states: involved.map(\.start), state: rule.start)]
    var from: [(node: Int, symbol: Symbols.Symbol)?] = [nil]
    var seen = Set(nodes)
    func words(_ node: Int, _ last: Symbols.Symbol?) -> [Symbols.Symbol] {
      var out = last.map { [$0] } ?? []
      var at = node
      while let step = from[at] {
        out.append(step.symbol)
        at = step.node
      }
      return out.reversed()
    }
    /// Whether a run may end there by all rules but this one.
    func isMissing(_ node: Node) -> Bool {
      !rule.accepts(node.state) && zip(involved, node.states).allSatisfy { $0.accepts($1) }
    }
    if isMissing(nodes[0]) { return .broken(Trace(words: [], missing: rule.missing)) }
    var next = 0
    while next < nodes.count {
      let node = nodes[next]
      for symbol in letters {
        var states: [Int] = []
        for (machine, state) in zip(involved, node.states) {
          guard let to = machine.step(state, symbol) else { break }
          states.append(to)
        }
        guard states.count == involved.count else { continue }
        guard let state = rule.step(node.state, symbol) else {
          return .broken(Trace(words: words(next, symbol), missing: nil))
        }
        let reached = Node(states: states, state: state)
        guard seen.insert(reached).inserted else { continue }
        if nodes.count >= Self.stateLimit { return .undecided }
        // Here and not when its turn comes: by then a longer run may be found.
        if isMissing(reached) {
          return .broken(Trace(words: words(next, symbol), missing: rule.missing))
        }
        nodes.append(reached)
        from.append((next, symbol))
      }
      next += 1
    }
    return .contained
  }

  /// The rules that have a say in a rule, directly or by what others of them speak of, and all that
  /// they speak of. That a reply comes to an open request only is a rule too.
  private func involved(
    _ rules: [RuleMachine], in rule: RuleMachine
  ) -> (alphabet: Set<Symbols.Symbol>, rules: [RuleMachine]) {
    var alphabet = rule.alphabet
    var left = rules
    var involved: [RuleMachine] = []
    var answered: Set<Int> = []
    while true {
      let next = left.filter { !$0.alphabet.isDisjoint(with: alphabet) }
      left.removeAll { !$0.alphabet.isDisjoint(with: alphabet) }
      involved += next
      for other in next { alphabet.formUnion(other.alphabet) }
      let replies = alphabet.compactMap { symbol -> Int? in
        guard case .reply(let number) = symbol, !answered.contains(number) else { return nil }
        return number
      }
      if next.isEmpty, replies.isEmpty { break }
      for number in replies {
        answered.insert(number)
        alphabet.insert(.message(number))
      }
    }
    // So many requests may be open at once as the rules could tell apart.
    let states = ([rule] + involved).reduce(0) { $0 + $1.stateCount }
    for number in answered.sorted() {
      involved.append(RuleMachine(answered: number, atMost: max(3, min(states, 40))))
    }
    return (alphabet, involved)
  }

  // MARK: Reporting

  private func report(
    _ id: String, _ old: OrderRule?, _ new: OrderRule?, _ loosened: Answer, _ tightened: Answer
  ) {
    var cells = Change.Cells()
    var trace: Trace?
    var name = ""
    var words = ""
    switch (loosened, tightened) {
    case (.contained, .contained): return
    case (.undecided, _), (_, .undecided):
      name = "not-decided"
      cells = Change.Cells(.dangerous)
      words = "was changed, and what that means was not decided"
    case (.broken(let run), .contained):
      name = "order-loosened"
      trace = run
      words = new == nil ? "is gone" : "allows more than before"
      cells.formWorst(self.cells(run, Claim(.breaking, .ok)))
    case (.contained, .broken(let run)):
      name = "order-tightened"
      trace = run
      words = old == nil ? "is new" : "allows less than before"
      cells.formWorst(self.cells(run, Claim(.ok, .breaking)))
    case (.broken(let a), .broken(let b)):
      name = "order-replaced"
      trace = b
      words = "allows other runs than before"
      cells.formWorst(self.cells(a, Claim(.breaking, .ok)))
      cells.formWorst(self.cells(b, Claim(.ok, .breaking)))
    }
    let root = comparison.old.document.root
    let newRoot = comparison.new.document.root
    var found = Found(
      kind: ChangeRule.kind(name), sentence: "the rule \(quoted(id)) \(words)", cells: cells,
      subject: "order:\(id)", keyword: "order", old: old?.source ?? root["order"] ?? root,
      new: new?.source ?? newRoot["order"] ?? newRoot)
    if let trace {
      found.trace = trace.words.map(symbols.name)
      if let missing = trace.missing { found.trace.append("(no \(symbols.name(missing)))") }
      found.from = symbols.sender(trace.missing ?? trace.words.last ?? .page)
    }
    comparison.add(found)
  }

  private func cells(_ trace: Trace, _ claim: Claim) -> Change.Cells {
    Change.Cells(claim, from: symbols.sender(trace.missing ?? trace.words.last ?? .page))
  }

  /// Only the time is another one.
  private func compareTimes(_ old: OrderRule, _ new: OrderRule) {
    guard old.within != new.within else { return }
    let isTighter = (new.within ?? .infinity) < (old.within ?? .infinity)
    let symbol = RuleMachine(new, symbols, isOld: false).missing ?? .page
    let claim = isTighter ? Claim(.ok, .dangerous) : Claim(.dangerous, .ok)
    comparison.add(
      Found(
        kind: ChangeRule.kind(isTighter ? "order-tightened" : "order-loosened"),
        sentence:
          "the rule \(quoted(new.id)) had the time \(shown(old.source["within"])) and has "
          + shown(new.source["within"]),
        cells: Change.Cells(claim, from: symbols.sender(symbol)), subject: "order:\(new.id)",
        keyword: "within", old: old.source["within"] ?? old.source,
        new: new.source["within"] ?? new.source))
  }
}
