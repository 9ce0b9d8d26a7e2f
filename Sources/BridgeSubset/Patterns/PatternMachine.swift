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
  private var partsOfState: [Int32: [Int32]] = [:]

  // Scratch memory of one step: places by round in which they were reached.
  private var marks: [UInt32]
  private var round: UInt32 = 0
  private var open: [Int32] = []
  private var reached: [Int32] = []

  /// What was done by now, in places looked at.
  private(set) var work = 0

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
    marks = Array(repeating: 0, count: code.count + 1)
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
    _ = number(Key(places: [Int32(code.count)], before: 0))
    _ = number(Key(places: [], before: 0))
    start = number(Key(places: [0], before: hasAssertions ? Alphabet.edge : 0))
  }

  /// How many states there are by now.
  var count: Int { keys.count }

  /// Whether a text that ends in this state holds a match.
  func accepts(_ state: Int32) -> Bool { accepts[Int(state)] }

  func step(_ state: Int32, _ letter: Int32) -> Int32 {
    work += 1
    if state <= Self.lost { return state }
    let slot = Int(state) * alphabet.count + Int(letter)
    if next[slot] >= 0 { return next[slot] }
    let context = alphabet.contexts[Int(letter)]
    let key = keys[Int(state)]
    var target = Self.matched
    if !close(key.places, before: key.before, after: context) {
      // What was reached is in `reached`.
      var kept: [Int32] = isAnchored ? [] : [0]
      for place in reached where takes[Int(code.instructions[Int(place)].a)][Int(letter)] {
        kept.append(place + 1)
      }
      kept.sort()
      target =
        kept.isEmpty ? Self.lost : number(Key(places: kept, before: hasAssertions ? context : 0))
    }
    next[slot] = target
    return target
  }

  /// The states of one place each that a state stands for: it holds a match where one of them does.
  func parts(_ state: Int32) -> [Int32] {
    if state == Self.matched { return [state] }
    if state == Self.lost { return [] }
    if let known = partsOfState[state] { return known }
    let key = keys[Int(state)]
    work += key.places.count
    let parts =
      key.places.count == 1
      ? [state] : key.places.map { number(Key(places: [$0], before: key.before)) }
    partsOfState[state] = parts
    return parts
  }

  /// Whether every text that leads from one state to a match does so from another.
  func isWithin(_ state: Int32, _ other: Int32) -> Bool {
    if state == other || state == Self.lost || other == Self.matched { return true }
    if state == Self.matched || other == Self.lost { return false }
    let (a, b) = (keys[Int(state)], keys[Int(other)])
    guard a.before == b.before, a.places.count <= b.places.count else { return false }
    work += b.places.count
    var at = 0
    for place in a.places {
      while at < b.places.count, b.places[at] < place { at += 1 }
      if at == b.places.count || b.places[at] != place { return false }
    }
    return true
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
    default: accepts.append(close(key.places, before: key.before, after: Alphabet.edge))
    }
    return new
  }

  /// Finds the places before a set that can be reached without reading; true if a match can.
  private func close(_ places: [Int32], before: UInt8, after: UInt8) -> Bool {
    round += 1
    reached.removeAll(keepingCapacity: true)
    open.removeAll(keepingCapacity: true)
    for place in places where marks[Int(place)] != round {
      marks[Int(place)] = round
      open.append(place)
    }
    while let pc = open.popLast() {
      work += 1
      let instruction = code.instructions[Int(pc)]
      switch instruction.code {
      case .match: return true
      case .set: reached.append(pc)
      case .split:
        go(instruction.a)
        go(instruction.b)
      case .jump: go(instruction.a)
      case .assert:
        if holds(instruction.a, before: before, after: after) { go(pc + 1) }
      default: go(pc + 1)
      }
    }
    return false
  }

  private func go(_ target: Int32) {
    if marks[Int(target)] != round {
      marks[Int(target)] = round
      open.append(target)
    }
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
