internal import ECMARegex

/// The code points as some patterns and words tell them apart: those that none of them does are one
/// letter.
struct Alphabet {
  /// First code point of each interval, rising from zero, and its letter.
  private var starts: [UInt32] = []
  private var letters: [Int32] = []
  /// By letter: the code point that stands for it.
  private(set) var representatives: [UInt32] = []
  /// By letter: its part in assertions.
  private(set) var contexts: [UInt8] = []
  /// By letter: whether it is nothing but surrogates.
  private(set) var isSurrogate: [Bool] = []

  static let limit: UInt32 = 0x11_0000

  /// Bits of contexts: the edge of the text, a line terminator, a word character with and without
  /// the flag i.
  static let edge: UInt8 = 1
  static let line: UInt8 = 2
  static let word: UInt8 = 4
  static let foldedWord: UInt8 = 8

  private static let surrogates: [UInt32] = [0xD800, 0xE000]
  private static let words: [UInt32] = [0x30, 0x3A, 0x41, 0x5B, 0x5F, 0x60, 0x61, 0x7B]
  private static let lines: [UInt32] = [0x0A, 0x0B, 0x0D, 0x0E, 0x2028, 0x202A]
  private static let foldedWords: [UInt32] = [0x17F, 0x180, 0x212A, 0x212B]

  /// An alphabet for patterns with these sets, given by their boundaries, in which each of `single`
  /// is a letter of its own.
  init(sets: [[UInt32]], singles: Set<UInt32>, hasAssertions: Bool) {
    var all = sets
    all.append(Self.surrogates)
    if hasAssertions { all += [Self.words, Self.lines, Self.foldedWords] }
    for single in singles.sorted() { all.append([single, single + 1]) }
    var toggles: [(at: UInt32, set: Int)] = []
    for (index, set) in all.enumerated() { toggles += set.map { ($0, index) } }
    toggles.sort { ($0.at, $0.set) < ($1.at, $1.set) }
    var signature = [UInt64](repeating: 0, count: (all.count + 63) / 64)
    var known: [[UInt64]: Int32] = [:]
    var next = 0
    var first: UInt32 = 0
    while first < Self.limit {
      while next < toggles.count, toggles[next].at == first {
        signature[toggles[next].set / 64] ^= 1 << UInt64(toggles[next].set % 64)
        next += 1
      }
      let end = next < toggles.count ? min(toggles[next].at, Self.limit) : Self.limit
      let letter = known[signature] ?? Int32(known.count)
      if known[signature] == nil {
        known[signature] = letter
        representatives.append(first)
        contexts.append(Self.context(first))
        isSurrogate.append(Self.surrogates[0] <= first && first < Self.surrogates[1])
      }
      representatives[Int(letter)] = Self.better(
        representatives[Int(letter)], Self.best(first, end))
      starts.append(first)
      letters.append(letter)
      first = end
    }
  }

  var count: Int { representatives.count }

  func letter(of scalar: UInt32) -> Int32 {
    var low = 0
    var high = starts.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= scalar { low = middle } else { high = middle }
    }
    return letters[low]
  }

  private static func context(_ scalar: UInt32) -> UInt8 {
    func isIn(_ set: [UInt32]) -> Bool { set.filter { $0 <= scalar }.count % 2 == 1 }
    var out: UInt8 = 0
    if isIn(lines) { out |= line }
    if isIn(words) { out |= word | foldedWord }
    if isIn(foldedWords) { out |= foldedWord }
    return out
  }

  /// What reads best in a witness comes first.
  private static let preferences: [ClosedRange<UInt32>] = [
    0x61...0x7A, 0x30...0x39, 0x41...0x5A, 0x2D...0x2D, 0x5F...0x5F, 0x20...0x20, 0x21...0x7E,
    0xC0...0x24F, 0x370...0x3FF, 0x4E00...0x9FFF, 0xA1...0xD7FF, 0xE000...0xFFFD,
    0x1_0000...0x10_FFFF, 0...0x10_FFFF,
  ]

  private static func rank(_ scalar: UInt32) -> Int {
    preferences.firstIndex { $0.contains(scalar) } ?? preferences.count
  }

  private static func better(_ a: UInt32, _ b: UInt32) -> UInt32 {
    (rank(a), a) <= (rank(b), b) ? a : b
  }

  /// The best of an interval.
  private static func best(_ first: UInt32, _ end: UInt32) -> UInt32 {
    for range in preferences {
      let low = max(first, range.lowerBound)
      if low < end, low <= range.upperBound { return low }
    }
    return first
  }
}
