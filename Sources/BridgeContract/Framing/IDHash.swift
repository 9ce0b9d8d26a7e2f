internal import ByteScan

/// An id as two machine words: integers as they are, all others as 128 bits of hash.
///
/// Two of them are the same exactly where their keys are, but for odds of 2^-128 in which two ids
/// would be taken for one. No text of the traffic outlives its line so, and comparing costs nothing.
/// Differs from process to process: never write it anywhere.
package struct IDHash: Hashable, Sendable, BitwiseCopyable {
  package var low: UInt64
  package var high: UInt64

  /// The mark of an integer, in place of the second word of hash.
  private static let integerMark: UInt64 = 1

  /// The hash of an integer of at most 18 digits.
  @inline(__always)
  package init(integer: Int64) {
    low = UInt64(bitPattern: integer)
    high = Self.integerMark
  }

  /// The hash of text.
  package init(text: UnsafeBufferPointer<UInt8>) {
    self.init(text, tag: UInt8(ascii: "s"))
  }

  /// The hash of a key.
  package init(_ key: IDKey) {
    if let integer = Self.integer(key.bytes) {
      self.init(integer: integer)
      return
    }
    self = key.bytes.withUnsafeBufferPointer { bytes in
      guard let tag = bytes.first else { return IDHash(bytes, tag: 0) }
      return IDHash(UnsafeBufferPointer(rebasing: bytes.dropFirst()), tag: tag)
    }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, tag: UInt8) {
    var a = UInt64(tag) &* 0x9e37_79b9_7f4a_7c15 ^ bs_seed()
    let raw = UnsafeRawBufferPointer(bytes)
    let count = raw.count
    a &+= UInt64(count) &* 0xd134_2543_de82_ef95
    var b = ~a
    func word(_ at: Int) -> UInt64 { raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) }
    func half(_ at: Int) -> UInt64 {
      UInt64(raw.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }
    @inline(__always) func mix(_ word: UInt64) {
      a = Self.fold(a ^ word, 0xa076_1d64_78bd_642f)
      b = Self.fold(b ^ word, 0xe703_7ed1_a0b4_28db) &+ a
    }
    // The last sixteen bytes in two words, which may have some in common; the length tells.
    var at = 0
    while at + 16 < count {
      mix(word(at))
      at += 8
    }
    if count >= 8 {
      mix(word(at))
      mix(word(count - 8))
    } else if count >= 4 {
      mix(half(0))
      mix(half(count - 4))
    } else if count > 0 {
      mix(UInt64(raw[0]) | UInt64(raw[count / 2]) << 8 | UInt64(raw[count - 1]) << 16)
    }
    mix(0)
    low = a
    high = b
  }

  @inline(__always)
  private static func fold(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let product = a.multipliedFullWidth(by: b)
    return product.high ^ product.low
  }

  /// What `place` begins with: another number in each process, so that nobody who writes a log can
  /// know which integers share a place.
  static var tableSeed: UInt64 { bs_seed() }

  /// The place in a table before masking.
  @inline(__always)
  func place(_ seed: UInt64) -> Int {
    Int(truncatingIfNeeded: Self.fold(low ^ seed, 0x9e37_79b9_7f4a_7c15 &+ high))
  }

  /// The integer of a key such as `n-12e0` or `n3e2`, if it has at most 18 digits.
  private static func integer(_ key: [UInt8]) -> Int64? {
    guard key.first == UInt8(ascii: "n"), key.count <= 24 else { return nil }
    if key.count == 2, key[1] == UInt8(ascii: "0") { return 0 }
    var at = 1
    let isNegative = key.count > 1 && key[1] == UInt8(ascii: "-")
    if isNegative { at = 2 }
    var value: Int64 = 0
    var digits = 0
    while at < key.count, key[at] != UInt8(ascii: "e") {
      value = value &* 10 &+ Int64(key[at] &- 0x30)
      digits += 1
      at += 1
    }
    at += 1
    guard at < key.count, key[at] != UInt8(ascii: "-") else { return nil }
    var zeros = 0
    while at < key.count {
      zeros = min(zeros * 10 + Int(key[at] &- 0x30), 1000)
      at += 1
    }
    guard digits + zeros <= 18 else { return nil }
    for _ in 0..<zeros { value &*= 10 }
    return isNegative ? -value : value
  }
}
