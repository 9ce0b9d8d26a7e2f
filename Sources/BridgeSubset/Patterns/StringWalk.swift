internal import BridgeJSON

/// A walk through the states of a search's automata, the shortest strings first.
struct StringWalk {
  private let search: StringSearch
  private let machines: [PatternMachine]
  private let wanted: Int
  private let trie: WordTrie
  private let alphabet: Alphabet
  private let letters: [Int32]

  /// Whether the wanted patterns are taken place by place, and a state is left out where one was
  /// before that is as good: of the same places, with less that the unwanted patterns may match.
  var splits = false

  /// Whether every string counts, not only the first of a state, so that short ones are tried.
  var keepsAll = false

  /// Work beside that of the automata.
  private var ownCost = 0
  private(set) var isSpent = false

  private struct Node {
    /// The machines' states, and the trie's.
    var states: [Int32]
    var parent: Int
    var letter: Int32
    var depth: Int
    /// One that is as good came later, before this one was gone on from.
    var isOver = false
  }

  private var nodes: [Node] = []
  private var seen: Set<[Int32]> = []
  /// By what must be equal: those that were there, none as good as another.
  private var chains: [[Int32]: [(unwanted: [Int32], node: Int)]] = [:]

  init(
    _ search: StringSearch, _ machines: [PatternMachine], _ trie: WordTrie, _ alphabet: Alphabet,
    surrogates: Bool
  ) {
    self.search = search
    self.machines = machines
    wanted = search.wanted.count
    self.trie = trie
    self.alphabet = alphabet
    letters = (0..<Int32(alphabet.count))
      .filter { surrogates || !alphabet.isSurrogate[Int($0)] }
      .sorted {
        Self.order(alphabet.representatives[Int($0)])
          < Self.order(alphabet.representatives[Int($1)])
      }
  }

  private static let mostChoices = 4_096

  private static func order(_ scalar: UInt32) -> (Int, UInt32) {
    (scalar >= 0x61 && scalar <= 0x7A ? 0 : 1, scalar)
  }

  /// What was done by now.
  var cost: Int { machines.reduce(ownCost) { $0 + $1.work } }

  mutating func run(budget: Int, _ test: (([UInt8]) -> Bool)?) -> StringSearch.Outcome {
    add(machines.map(\.start) + [trie.start], parent: -1, letter: -1, depth: 0)
    var tried = 0
    var head = 0
    while head < nodes.count {
      if nodes[head].isOver {
        head += 1
        continue
      }
      let depth = nodes[head].depth
      let states = nodes[head].states
      if depth >= search.least, accepts(states) {
        let text = text(head)
        guard let test else { return .found(text) }
        if test(text) { return .found(text) }
        tried += 1
        if tried > (keepsAll ? 3_000 : 400) {
          return .unknown("no string was found that satisfies all of it")
        }
      }
      if depth < search.most {
        for letter in letters {
          step(states, letter, from: head, depth + 1)
          if isSpent || cost > budget {
            isSpent = true
            return .unknown("the patterns are too large together")
          }
        }
      }
      head += 1
    }
    return tried > 0 ? .unknown("no string was found that satisfies all of it") : .none
  }

  private func accepts(_ states: [Int32]) -> Bool {
    for i in machines.indices where machines[i].accepts(states[i]) != (i < wanted) { return false }
    return !trie.isWord(states[machines.count])
  }

  private mutating func step(_ states: [Int32], _ letter: Int32, from parent: Int, _ depth: Int) {
    ownCost += 1 + machines.count / 2
    var next = states
    for i in machines.indices {
      next[i] = machines[i].step(states[i], letter)
      if next[i] == (i < wanted ? PatternMachine.lost : PatternMachine.matched) { return }
    }
    next[machines.count] = trie.step(states[machines.count], letter)
    guard splits else { return add(next, parent: parent, letter: letter, depth: depth) }
    var choices = [next]
    for i in 0..<wanted {
      let parts = machines[i].parts(next[i])
      ownCost += choices.count * parts.count
      guard parts.count > 1 else { continue }
      guard choices.count * parts.count <= Self.mostChoices else {
        isSpent = true
        return
      }
      choices = choices.flatMap { states in
        parts.map { part in
          var own = states
          own[i] = part
          return own
        }
      }
    }
    for choice in choices { add(choice, parent: parent, letter: letter, depth: depth) }
  }

  private mutating func add(_ states: [Int32], parent: Int, letter: Int32, depth: Int) {
    let length = Int32(min(depth, search.least))
    if keepsAll {
      guard nodes.count < 6_000 else { return }
    } else if splits {
      let key = Array(states[..<wanted]) + [states[machines.count], length]
      let own = Array(states[wanted..<machines.count])
      var chain = chains[key] ?? []
      for other in chain {
        ownCost += 1
        if isWithin(other.unwanted, own) { return }
      }
      for other in chain where isWithin(own, other.unwanted) { nodes[other.node].isOver = true }
      chain.removeAll { nodes[$0.node].isOver }
      chain.append((own, nodes.count))
      chains[key] = chain
    } else if !seen.insert(states + [length]).inserted {
      return
    }
    nodes.append(Node(states: states, parent: parent, letter: letter, depth: depth))
  }

  private func isWithin(_ a: [Int32], _ b: [Int32]) -> Bool {
    for i in a.indices where !machines[wanted + i].isWithin(a[i], b[i]) { return false }
    return true
  }

  private func text(_ node: Int) -> [UInt8] {
    var letters: [Int32] = []
    var at = node
    while nodes[at].parent >= 0 {
      letters.append(nodes[at].letter)
      at = nodes[at].parent
    }
    var out: [UInt8] = []
    for letter in letters.reversed() {
      JSONString.append(codePoint: alphabet.representatives[Int(letter)], to: &out)
    }
    return out
  }
}
