internal import BridgeJSON
internal import ECMARegex

/// Looks for a string that some patterns match, others do not, of a length within bounds, and that
/// is none of some words: the shortest first.
struct StringSearch {
  var wanted: [StringPattern] = []
  var unwanted: [StringPattern] = []
  var least = 0
  var most = Int.max
  var excluded: [[UInt8]] = []
  /// States that may be looked at.
  var budget = 50_000

  enum Outcome {
    case found([UInt8])
    /// There is no such string.
    case none
    /// There may be one: a further test refused all that were tried, or the budget was spent.
    case unknown(String)
  }

  /// How many states were looked at.
  private(set) var cost = 0

  /// - Parameter test: a further test that a found string must pass, for what no automaton knows;
  ///   nil where the automata know all.
  mutating func run(_ test: (([UInt8]) -> Bool)? = nil) -> Outcome {
    guard least <= most else { return .none }
    let patterns = wanted + unwanted
    let words = excluded.map(Self.scalars)
    let alphabet = Alphabet(
      sets: patterns.flatMap { $0.sets.map(\.boundaries) },
      singles: Set(words.joined()), hasAssertions: patterns.contains(where: \.hasAssertions))
    var machines: [PatternMachine] = []
    for pattern in patterns {
      guard let machine = PatternMachine(pattern, alphabet) else {
        return .unknown("a pattern is outside the regular ones")
      }
      machines.append(machine)
    }
    let trie = WordTrie(words, alphabet)
    let outcome = walk(machines, trie, alphabet, surrogates: false, test)
    if case .none = outcome, alphabet.isSurrogate.contains(true) {
      return walk(machines, trie, alphabet, surrogates: true, test)
    }
    return outcome
  }

  private mutating func walk(
    _ machines: [PatternMachine], _ trie: WordTrie, _ alphabet: Alphabet, surrogates: Bool,
    _ test: (([UInt8]) -> Bool)?
  ) -> Outcome {
    let letters = (0..<Int32(alphabet.count))
      .filter { surrogates || !alphabet.isSurrogate[Int($0)] }
      .sorted {
        Self.order(alphabet.representatives[Int($0)])
          < Self.order(alphabet.representatives[Int($1)])
      }
    // A state: the machines', the trie's, and how many letters were read, up to `least`.
    var states: [[Int32]] = [machines.map(\.start) + [trie.start, 0]]
    var seen: Set<[Int32]> = [states[0]]
    var parents: [(state: Int, letter: Int32)] = [(-1, -1)]
    var depths: [Int] = [0]
    var tried = 0
    var head = 0
    while head < states.count {
      let state = states[head]
      let depth = depths[head]
      if accepts(state, machines, trie), depth >= least {
        let text = text(head, parents, alphabet)
        guard let test else { return .found(text) }
        if test(text) { return .found(text) }
        tried += 1
        if tried > 400 { return .unknown("no string was found that satisfies all of it") }
      }
      if depth < most {
        for letter in letters {
          guard let next = step(state, letter, machines, trie, depth) else { continue }
          cost += 1
          if seen.insert(next).inserted {
            states.append(next)
            parents.append((head, letter))
            depths.append(depth + 1)
          }
        }
        if states.count > budget || cost > budget * 20 {
          return .unknown("the patterns are too large together")
        }
      }
      head += 1
    }
    return tried > 0 ? .unknown("no string was found that satisfies all of it") : .none
  }

  private static func order(_ scalar: UInt32) -> (Int, UInt32) {
    (scalar >= 0x61 && scalar <= 0x7A ? 0 : 1, scalar)
  }

  private func accepts(_ state: [Int32], _ machines: [PatternMachine], _ trie: WordTrie) -> Bool {
    for i in machines.indices where machines[i].accepts(state[i]) != (i < wanted.count) {
      return false
    }
    return !trie.isWord(state[machines.count])
  }

  private func step(
    _ state: [Int32], _ letter: Int32, _ machines: [PatternMachine], _ trie: WordTrie, _ depth: Int
  ) -> [Int32]? {
    var next = state
    for i in machines.indices {
      next[i] = machines[i].step(state[i], letter)
      if next[i] == (i < wanted.count ? PatternMachine.lost : PatternMachine.matched) { return nil }
    }
    next[machines.count] = trie.step(state[machines.count], letter)
    next[machines.count + 1] = Int32(min(depth + 1, least))
    return next
  }

  private func text(
    _ state: Int, _ parents: [(state: Int, letter: Int32)], _ alphabet: Alphabet
  ) -> [UInt8] {
    var letters: [Int32] = []
    var at = state
    while parents[at].state >= 0 {
      letters.append(parents[at].letter)
      at = parents[at].state
    }
    var out: [UInt8] = []
    for letter in letters.reversed() {
      JSONString.append(codePoint: alphabet.representatives[Int(letter)], to: &out)
    }
    return out
  }

  /// The code points of a string's bytes, surrogates included.
  static func scalars(_ bytes: [UInt8]) -> [UInt32] {
    var out: [UInt32] = []
    var i = 0
    while i < bytes.count {
      let first = UInt32(bytes[i])
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      var scalar = length == 1 ? first : first & (0xFF >> UInt32(length + 1))
      for j in 1..<max(length, 2) where length > 1 && i + j < bytes.count {
        scalar = scalar << 6 | UInt32(bytes[i + j] & 0x3F)
      }
      out.append(scalar)
      i += length
    }
    return out
  }
}

/// Words as an automaton.
struct WordTrie {
  private var next: [[Int32: Int32]] = [[:]]
  private var words: Set<Int32> = []

  /// The state of those that are the beginning of no word any more.
  static let off: Int32 = -1
  let start: Int32 = 0

  init(_ words: [[UInt32]], _ alphabet: Alphabet) {
    for word in words {
      var at: Int32 = 0
      for scalar in word {
        let letter = alphabet.letter(of: scalar)
        if let known = next[Int(at)][letter] {
          at = known
        } else {
          next.append([:])
          next[Int(at)][letter] = Int32(next.count - 1)
          at = Int32(next.count - 1)
        }
      }
      self.words.insert(at)
    }
  }

  func step(_ state: Int32, _ letter: Int32) -> Int32 {
    state == Self.off ? Self.off : next[Int(state)][letter] ?? Self.off
  }

  func isWord(_ state: Int32) -> Bool { words.contains(state) }
}
