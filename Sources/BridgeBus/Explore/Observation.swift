/// What one run showed, as an exploration needs it.
public struct Observation: Sendable, Hashable {
  /// A hash of everything that the run said: equal runs have equal ones.
  public var hash: UInt64
  /// What is wrong with the run, such as a cause; nil where nothing is.
  public var failure: String?
  /// How many events the run has.
  public var events: Int
  /// The run did not come to an end and was broken off: the exploration ends with it.
  public var isEndless: Bool

  /// What a run showed.
  public init(hash: UInt64, failure: String?, events: Int, isEndless: Bool = false) {
    self.hash = hash
    self.failure = failure
    self.events = events
    self.isEndless = isEndless
  }

  /// What a run showed, from the words of its trace.
  public init(trace: [String], failure: String?) {
    var hash = TraceHash()
    for line in trace {
      hash.mix(line.utf8)
      hash.mix(0)
    }
    self.init(hash: hash.value, failure: failure, events: trace.count)
  }
}

/// FNV-1a of 64 bits: the same on every machine and in every process.
package struct TraceHash: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func mix(_ word: UInt64) {
    value = (value ^ word) &* 0x100_0000_01B3
    // Words are mixed whole: their high bits must reach the low ones.
    value ^= value >> 29
  }

  package mutating func mix(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
