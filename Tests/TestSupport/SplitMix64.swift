/// A small seeded generator (Steele, Lea, Flood 2014), so that every random test can be repeated.
public struct SplitMix64: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The same seed gives the same numbers on every machine.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `0..<bound`; `bound` must be positive.
  public mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  /// True once in `n` times.
  public mutating func once(in n: Int) -> Bool { below(n) == 0 }

  /// One of the elements; the collection must not be empty.
  public mutating func pick<C: RandomAccessCollection>(_ from: C) -> C.Element {
    from[from.index(from.startIndex, offsetBy: below(from.count))]
  }
}
