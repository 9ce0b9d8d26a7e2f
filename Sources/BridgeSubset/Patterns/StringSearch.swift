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
  /// Patterns that no automaton knows, which the further test asks: what they tell apart is tried.
  var hints: [StringPattern] = []
  /// The work that may be done, in units of ``cost``.
  var budget = 400_000

  enum Outcome {
    case found([UInt8])
    /// There is no such string.
    case none
    /// There may be one: a further test refused all that were tried, or the budget was spent.
    case unknown(String)
  }

  /// What was done, in steps of automata and places looked at.
  private(set) var cost = 0

  /// So much of the budget goes into the plain way, which finds the strings that read best.
  private static let plainShare = 8

  /// - Parameter test: a further test that a found string must pass, for what no automaton knows;
  ///   nil where the automata know all.
  mutating func run(_ test: (([UInt8]) -> Bool)? = nil) -> Outcome {
    guard least <= most else { return .none }
    let patterns = wanted + unwanted
    let words = excluded.map(Self.scalars)
    let alphabet = Alphabet(
      sets: (patterns + hints).flatMap { $0.sets.map(\.boundaries) },
      singles: Set(words.joined()), hasAssertions: patterns.contains(where: \.hasAssertions))
    var machines: [PatternMachine] = []
    for pattern in patterns {
      guard let machine = PatternMachine(pattern, alphabet) else {
        return .unknown("a pattern is outside the regular ones")
      }
      machines.append(machine)
    }
    let trie = WordTrie(words, alphabet)
    for surrogates in [false, true] where !surrogates || alphabet.isSurrogate.contains(true) {
      var walk = StringWalk(self, machines, trie, alphabet, surrogates: surrogates)
      // States that are sets may be very many; states of one place each are few, if not as pretty.
      var outcome = walk.run(
        budget: walk.cost + (test == nil ? budget / Self.plainShare : budget), test)
      if test == nil, walk.isSpent {
        walk = StringWalk(self, machines, trie, alphabet, surrogates: surrogates)
        walk.splits = true
        outcome = walk.run(budget: walk.cost + budget, nil)
      }
      if case .unknown = outcome, !hints.isEmpty {
        walk = StringWalk(self, machines, trie, alphabet, surrogates: surrogates)
        walk.keepsAll = true
        if case .found(let text) = walk.run(budget: walk.cost + budget, test) {
          outcome = .found(text)
        }
      }
      cost = walk.cost
      guard case .none = outcome else { return outcome }
    }
    return .none
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
