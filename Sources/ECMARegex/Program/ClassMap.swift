/// The alphabet of one pattern: code points that no set of it tells apart are one class.
///
/// Engines work on classes: a set is a few bits, and the lazy automaton's rows are short.
package final class ClassMap: @unchecked Sendable {
  // Unchecked: all memory is written before `init` returns and never after.

  /// Bits that tell a class's part in assertions.
  enum Context {
    static let edge: UInt8 = 1
    static let lineTerminator: UInt8 = 2
    static let word: UInt8 = 4
    static let foldedWord: UInt8 = 8
  }

  /// Number of classes. Class `count` is that of bytes that are no code point, `count + 1` the end.
  let count: Int
  /// Classes of the first 128 code points; above them `notASCII`.
  let ascii: UnsafePointer<UInt16>
  /// By class, up to and with the end.
  let contexts: UnsafePointer<UInt8>
  /// Words of 64 classes; those of set `s` begin at `s * setWords`.
  let setBits: UnsafePointer<UInt64>
  let setWords: Int
  /// By set: the first 128 code points, in two words.
  let asciiBits: UnsafePointer<UInt64>
  /// The code points of each set, for those who build automata of another kind.
  package let sets: [ScalarSet]
  /// First code point of each interval, rising from zero, and the interval's class.
  let intervals: [(first: UInt32, class: UInt16)]

  /// By code point / 256: where its page of 256 classes begins. Above, all are `lastClass`.
  private let pages: UnsafePointer<UInt32>
  private let pageCount: UInt32
  private let pageClasses: UnsafePointer<UInt16>
  private let lastClass: UInt16

  static let notASCII: UInt16 = 0xFFFF
  private static let largestCount = 0xFF00
  /// Bound of the bits of all sets together: 16 MiB.
  private static let largestBits = 1 << 27

  /// - Parameter testsFoldedWords: the pattern asks for words under the flag `i`; to know those costs
  ///   more than all the rest.
  /// - Returns: nil if there are too many classes.
  init?(sets: [ScalarSet], testsFoldedWords: Bool) {
    self.sets = sets
    guard let (intervals, signatures) = Self.partition(sets) else { return nil }
    count = signatures
    self.intervals = intervals
    setWords = (count + 2 + 63) / 64
    guard count < Self.largestCount, sets.count * setWords * 64 <= Self.largestBits else {
      return nil
    }

    asciiBits = Memory.keep(
      sets.flatMap { set -> [UInt64] in
        var words: [UInt64] = [0, 0]
        for range in set.ranges where range.low < 128 {
          for scalar in range.low...min(range.high, 127) {
            words[Int(scalar >> 6)] |= 1 << UInt64(scalar & 63)
          }
        }
        return words
      })

    // Which sets a class is in shows at any of its code points.
    var bits = [UInt64](repeating: 0, count: max(1, sets.count * setWords))
    for (index, set) in sets.enumerated() {
      var next = 0
      for range in set.ranges {
        while intervals[next].first < range.low { next += 1 }
        while next < intervals.count, intervals[next].first <= range.high {
          let number = Int(intervals[next].class)
          bits[index * setWords + number / 64] |= 1 << UInt64(number % 64)
          next += 1
        }
      }
    }
    setBits = Memory.keep(bits)

    var contexts = [UInt8](repeating: 0, count: count + 2)
    for interval in intervals {
      // Only where a pattern tests contexts are their sets in the partition; else any answer does.
      var context: UInt8 = 0
      if ScalarSet.lineTerminators.contains(interval.first) { context |= Context.lineTerminator }
      if ScalarSet.words.contains(interval.first) { context |= Context.word }
      if testsFoldedWords, ScalarSet.foldedWords.contains(interval.first) {
        context |= Context.foldedWord
      }
      contexts[Int(interval.class)] = context
    }
    contexts[count + 1] = Context.edge
    self.contexts = Memory.keep(contexts)

    var table = [UInt16](repeating: Self.notASCII, count: 256)
    var pages: [UInt32] = []
    var classes: [UInt16] = []
    var uniform: [UInt16: UInt32] = [:]
    let last = intervals[intervals.count - 1]
    pageCount = last.first == 0 ? 0 : (last.first + 255) >> 8
    lastClass = last.class
    var current = 0
    for scalar in 0..<UInt32(128) {
      while current + 1 < intervals.count, intervals[current + 1].first <= scalar { current += 1 }
      table[Int(scalar)] = intervals[current].class
    }
    current = 0
    for page in 0..<pageCount {
      let first = page << 8
      while current + 1 < intervals.count, intervals[current + 1].first <= first { current += 1 }
      let isUniform = current + 1 == intervals.count || intervals[current + 1].first >= first + 256
      if isUniform, let known = uniform[intervals[current].class] {
        pages.append(known)
        continue
      }
      let start = UInt32(classes.count)
      pages.append(start)
      if isUniform { uniform[intervals[current].class] = start }
      var next = first
      while next < first + 256 {
        while current + 1 < intervals.count, intervals[current + 1].first <= next { current += 1 }
        let end =
          current + 1 < intervals.count
          ? min(intervals[current + 1].first, first + 256) : first + 256
        classes.append(contentsOf: repeatElement(intervals[current].class, count: Int(end - next)))
        next = end
      }
    }
    ascii = Memory.keep(table)
    self.pages = Memory.keep(pages)
    pageClasses = Memory.keep(classes)
  }

  deinit {
    ascii.deallocate()
    contexts.deallocate()
    asciiBits.deallocate()
    setBits.deallocate()
    pages.deallocate()
    pageClasses.deallocate()
  }

  /// The class of a code point; that of no code point for values above the last.
  @inline(__always)
  func classOf(_ scalar: UInt32) -> Int {
    let page = scalar >> 8
    if page < pageCount {
      return Int(pageClasses[Int(pages[Int(page)] + scalar & 255)])
    }
    return scalar < ScalarSet.limit ? Int(lastClass) : count
  }

  /// Whether the code point that begins at a place is in a set, and its length.
  @inline(__always)
  func take(
    _ set: Int32, _ base: UnsafeRawPointer, _ count: Int, _ at: Int
  ) -> (holds: Bool, length: Int) {
    let byte = base.load(fromByteOffset: at, as: UInt8.self)
    if byte < 0x80 { return (holdsASCII(set, byte), 1) }
    let (scalar, length) = CodePoint.decode(base, count, at)
    return (holds(set, classOf(scalar)), length)
  }

  /// Whether the code point that ends at a place is in a set, and its length.
  @inline(__always)
  func takeBehind(
    _ set: Int32, _ base: UnsafeRawPointer, _ count: Int, _ at: Int
  ) -> (holds: Bool, length: Int) {
    let byte = base.load(fromByteOffset: at - 1, as: UInt8.self)
    if byte < 0x80 { return (holdsASCII(set, byte), 1) }
    let (scalar, length) = CodePoint.decodeBehind(base, count, at)
    return (holds(set, classOf(scalar)), length)
  }

  @inline(__always)
  private func holdsASCII(_ set: Int32, _ byte: UInt8) -> Bool {
    asciiBits[2 * Int(set) + Int(byte >> 6)] & (1 << UInt64(byte & 63)) != 0
  }

  /// Whether a class is in a set.
  @inline(__always)
  func holds(_ set: Int32, _ number: Int) -> Bool {
    setBits[Int(set) * setWords + number >> 6] & (1 << UInt64(number & 63)) != 0
  }

  /// Cuts the code points at every boundary of every set; intervals in the same sets are one class.
  ///
  /// Each set is given a random number of 128 bits, and the sets that hold an interval are told
  /// by the exclusive or of their numbers: two different lists of sets agree by chance only.
  ///
  /// - Complexity: O(n log n) in the number of boundaries.
  private static func partition(
    _ sets: [ScalarSet]
  ) -> (intervals: [(first: UInt32, class: UInt16)], count: Int)? {
    struct Key: Hashable {
      var high: UInt64
      var low: UInt64
    }
    var generator = SystemRandomNumberGenerator()
    var toggles: [(at: UInt32, key: Key)] = []
    for set in sets {
      let key = Key(high: generator.next(), low: generator.next())
      toggles += set.boundaries.map { ($0, key) }
    }
    toggles.sort { $0.at < $1.at }
    var classes: [Key: UInt16] = [:]
    var intervals: [(first: UInt32, class: UInt16)] = []
    var current = Key(high: 0, low: 0)
    var next = 0
    var first: UInt32 = 0
    while first < ScalarSet.limit {
      while next < toggles.count, toggles[next].at == first {
        current.high ^= toggles[next].key.high
        current.low ^= toggles[next].key.low
        next += 1
      }
      let number = classes[current] ?? UInt16(truncatingIfNeeded: classes.count)
      if classes.count > largestCount { return nil }
      classes[current] = number
      intervals.append((first, number))
      first = next < toggles.count ? toggles[next].at : ScalarSet.limit
    }
    return (intervals, classes.count)
  }
}

extension ClassMap {
  /// The context of the code point that ends at a place.
  @inline(__always)
  func contextBefore(_ base: UnsafeRawPointer, _ count: Int, _ at: Int) -> UInt8 {
    if at == 0 { return Context.edge }
    return contexts[classOf(CodePoint.decodeBehind(base, count, at).scalar)]
  }

  /// The context of the code point that begins at a place.
  @inline(__always)
  func contextAfter(_ base: UnsafeRawPointer, _ count: Int, _ at: Int) -> UInt8 {
    if at >= count { return Context.edge }
    return contexts[classOf(CodePoint.decode(base, count, at).scalar)]
  }
}
