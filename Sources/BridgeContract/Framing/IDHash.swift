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
    var b = UInt64(bytes.count) &* 0xd134_2543_de82_ef95 ^ a
    func mix(_ word: UInt64) {
      let x = (a ^ word).multipliedFullWidth(by: 0xa076_1d64_78bd_642f)
      a = x.high ^ x.low
      let y = (b ^ word).multipliedFullWidth(by: 0xe703_7ed1_a0b4_28db)
      b = (y.high ^ y.low) &+ a
    }
    let raw = UnsafeRawBufferPointer(bytes)
    var at = 0
    while at + 8 <= raw.count {
      mix(raw.loadUnaligned(fromByteOffset: at, as: UInt64.self))
      at += 8
    }
    var rest: UInt64 = 0
    while at < raw.count {
      rest = rest << 8 | UInt64(raw[at])
      at += 1
    }
    mix(rest)
    mix(0)
    low = a
    high = b
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
