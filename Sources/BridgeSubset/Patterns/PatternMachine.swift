internal import ECMARegex

/// The deterministic automaton of one pattern, made as it is walked: does the text read so far, if
/// it ended here, hold a match?
final class PatternMachine {
  private let code: Code
  private let isAnchored: Bool
  private let hasAssertions: Bool
  private let alphabet: Alphabet
  /// By set of the pattern and letter.
  private let takes: [[Bool]]

  private struct Key: Hashable {
    var places: [Int32]
    var before: UInt8
  }

  private var keys: [Key] = []
  private var numbers: [Key: Int32] = [:]
  private var accepts: [Bool] = []
  private var next: [Int32] = []

  /// Once there is a match there is one for good.
  static let matched: Int32 = 0
  /// There is none and there will be none.
  static let lost: Int32 = 1
  private(set) var start: Int32 = 1

  init?(_ pattern: StringPattern, _ alphabet: Alphabet) {
    guard let code = pattern.code else { return nil }
    self.code = code
    isAnchored = pattern.isAnchored
    hasAssertions = pattern.hasAssertions
    self.alphabet = alphabet
    takes = pattern.sets.map { set in
      let boundaries = set.boundaries
      return alphabet.representatives.map { scalar in
        // An odd number of boundaries at or below the code point: inside.
        var low = 0
        var high = boundaries.count
        while low < high {
          let middle = (low + high) / 2
          if boundaries[middle] <= scalar { low = middle + 1 } else { high = middle }
        }
        return low & 1 == 1
      }
    }
    _ = number(Key(places: [-1], before: 0))
    _ = number(Key(places: [], before: 0))
    start = number(Key(places: [0], before: hasAssertions ? Alphabet.edge : 0))
  }

  /// How many states there are by now.
  var count: Int { keys.count }

  /// Whether a text that ends in this state holds a match.
  func accepts(_ state: Int32) -> Bool { accepts[Int(state)] }

  func step(_ state: Int32, _ letter: Int32) -> Int32 {
    if state <= Self.lost { return state }
    let slot = Int(state) * alphabet.count + Int(letter)
    if next[slot] >= 0 { return next[slot] }
    let key = keys[Int(state)]
    let context = alphabet.contexts[Int(letter)]
    let (places, isMatch) = closure(key.places, before: key.before, after: context)
    var target = Self.matched
    if !isMatch {
      var kept: Set<Int32> = []
      for place in places where takes[Int(code.instructions[Int(place)].a)][Int(letter)] {
        kept.insert(place + 1)
      }
      if !isAnchored { kept.insert(0) }
      target =
        kept.isEmpty
        ? Self.lost
        : number(Key(places: kept.sorted(), before: hasAssertions ? context : 0))
    }
    next[slot] = target
    return target
  }

  private func number(_ key: Key) -> Int32 {
    if let known = numbers[key] { return known }
    let new = Int32(keys.count)
    keys.append(key)
    numbers[key] = new
    next.append(contentsOf: repeatElement(-1, count: alphabet.count))
    switch new {
    case Self.matched: accepts.append(true)
    case Self.lost: accepts.append(false)
    default:
      accepts.append(closure(key.places, before: key.before, after: Alphabet.edge).isMatch)
    }
    return new
  }

  /// The places before a set that can be reached without reading, and whether a match can.
  private func closure(
    _ places: [Int32], before: UInt8, after: UInt8
  ) -> (places: [Int32], isMatch: Bool) {
    var open = places
    var seen = Set(places)
    var out: [Int32] = []
    while let pc = open.popLast() {
      let instruction = code.instructions[Int(pc)]
      func go(_ target: Int32) { if seen.insert(target).inserted { open.append(target) } }
      switch instruction.code {
      case .match: return ([], true)
      case .set: out.append(pc)
      case .split:
        go(instruction.a)
        go(instruction.b)
      case .jump: go(instruction.a)
      case .assert:
        if holds(instruction.a, before: before, after: after) { go(pc + 1) }
      default: go(pc + 1)
      }
    }
    return (out, false)
  }

  private func holds(_ raw: Int32, before: UInt8, after: UInt8) -> Bool {
    guard let assertion = Assertion(rawValue: UInt8(truncatingIfNeeded: raw)) else { return false }
    let ends = Alphabet.edge | Alphabet.line
    switch assertion {
    case .subjectStart: return before & Alphabet.edge != 0
    case .subjectEnd: return after & Alphabet.edge != 0
    case .lineStart: return before & ends != 0
    case .lineEnd: return after & ends != 0
    case .wordBoundary: return (before ^ after) & Alphabet.word != 0
    case .notWordBoundary: return (before ^ after) & Alphabet.word == 0
    case .foldedWordBoundary: return (before ^ after) & Alphabet.foldedWord != 0
    case .notFoldedWordBoundary: return (before ^ after) & Alphabet.foldedWord == 0
    }
  }
}
