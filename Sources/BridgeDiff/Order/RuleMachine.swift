internal import BridgeContract

/// A rule of order as an automaton over symbols: the same that `validate` does with lines.
struct RuleMachine {
  private enum Form {
    case precedes(first: Set<Symbols.Symbol>, then: Set<Symbols.Symbol>)
    case count(Set<Symbols.Symbol>, atLeast: Int, atMost: Int)
    /// Messages with the replies that settle them.
    case serial([Symbols.Symbol: Int], settles: [Symbols.Symbol: Int])
    case never(of: Set<Symbols.Symbol>, after: Set<Symbols.Symbol>)
    case states([[Symbols.Symbol: Int]], start: Int, named: Set<Symbols.Symbol>)
    /// A reply comes only to an open request: what is always so.
    case answered(request: Symbols.Symbol, reply: Symbols.Symbol, atMost: Int)
  }

  private let form: Form
  private let isPerSession: Bool
  /// What it speaks of.
  let alphabet: Set<Symbols.Symbol>

  init(_ rule: OrderRule, _ symbols: Symbols, isOld: Bool) {
    isPerSession = rule.perSession
    func set(_ words: [Word]) -> Set<Symbols.Symbol> { symbols.symbols(words, isOld: isOld) }
    switch rule.rule {
    case .precedes(let first, let then): form = .precedes(first: set(first), then: set(then))
    case .exactlyOnce(let of): form = .count(set(of), atLeast: 1, atMost: 1)
    case .atMostOnce(let of): form = .count(set(of), atLeast: 0, atMost: 1)
    case .atLeastOnce(let of): form = .count(set(of), atLeast: 1, atMost: .max)
    case .never(let of, let after): form = .never(of: set(of), after: set(after))
    case .serial(let of):
      var messages: [Symbols.Symbol: Int] = [:]
      var settles: [Symbols.Symbol: Int] = [:]
      for symbol in set(of).sorted(by: Symbols.precedes) {
        guard case .message(let number) = symbol else { continue }
        messages[symbol] = messages.count + 1
        settles[.reply(number)] = messages.count
      }
      form = .serial(messages, settles: settles)
    case .states(let machine):
      var named: Set<Symbols.Symbol> = []
      let table = machine.transitions.map { list in
        var row: [Symbols.Symbol: Int] = [:]
        for transition in list {
          for symbol in set([transition.word]) {
            named.insert(symbol)
            // The first that lists it counts.
            if row[symbol] == nil { row[symbol] = transition.to }
          }
        }
        return row
      }
      form = .states(table, start: machine.start, named: named)
    }
    switch form {
    case .precedes(let a, let b), .never(let a, let b): alphabet = a.union(b)
    case .count(let a, _, _): alphabet = a
    case .serial(let a, let b): alphabet = Set(a.keys).union(b.keys)
    case .states(_, _, let named): alphabet = named
    case .answered(let a, let b, _): alphabet = [a, b]
    }
  }

  /// A reply to a message comes only while a request is open. More than `atMost` of them are not
  /// told apart.
  init(answered number: Int, atMost: Int) {
    form = .answered(request: .message(number), reply: .reply(number), atMost: atMost)
    isPerSession = false
    alphabet = [.message(number), .reply(number)]
  }

  /// So many states it has.
  var stateCount: Int {
    switch form {
    case .precedes, .never: 2
    case .count: 3
    case .serial(let messages, _): messages.count + 1
    case .states(let table, _, _): table.count
    case .answered(_, _, let atMost): atMost + 1
    }
  }

  var start: Int { if case .states(_, let start, _) = form { start } else { 0 } }

  /// Where a symbol leads; nil where it breaks the rule.
  func step(_ state: Int, _ symbol: Symbols.Symbol) -> Int? {
    if symbol == .page {
      if isPerSession { return state }
      return accepts(state) ? start : nil
    }
    switch form {
    case .precedes(let first, let then):
      if state == 0, then.contains(symbol) { return nil }
      return first.contains(symbol) ? 1 : state
    case .count(let of, _, let atMost):
      guard of.contains(symbol) else { return state }
      if state >= atMost { return nil }
      return min(state + 1, 2)
    case .serial(let messages, let settles):
      if let number = messages[symbol] { return state == 0 ? number : nil }
      return settles[symbol] == state ? 0 : state
    case .never(let of, let after):
      if state == 1, of.contains(symbol) { return nil }
      return after.contains(symbol) ? 1 : state
    case .states(let table, _, let named):
      if let next = table[state][symbol] { return next }
      if case .event = symbol { return state }
      return named.contains(symbol) ? nil : state
    case .answered(let request, let reply, let atMost):
      if symbol == request { return min(state + 1, atMost) }
      if symbol == reply { return state == 0 ? nil : state - 1 }
      return state
    }
  }

  /// Whether nothing is missing if it ends here.
  func accepts(_ state: Int) -> Bool {
    if case .count(_, let atLeast, _) = form { return state >= atLeast }
    return true
  }

  /// What must still come where it does not accept.
  var missing: Symbols.Symbol? {
    guard case .count(let of, let atLeast, _) = form, atLeast > 0 else { return nil }
    return of.min(by: Symbols.precedes)
  }

  var speaksOfPages: Bool { !isPerSession }
}
