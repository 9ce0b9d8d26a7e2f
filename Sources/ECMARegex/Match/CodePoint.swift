/// Reading code points from UTF-8 in which surrogates may stand in their three-byte form (WTF-8).
enum CodePoint {
  /// The code point that begins at a place inside the bytes, and its length in bytes.
  ///
  /// A byte that begins none is given as `ScalarSet.limit`, which no set holds, of length 1.
  @inline(__always)
  static func decode(_ bytes: UnsafeRawBufferPointer, _ at: Int) -> (scalar: UInt32, length: Int) {
    guard let base = bytes.baseAddress else { return (ScalarSet.limit, 1) }
    return decode(base, bytes.count, at)
  }

  @inline(__always)
  static func decode(
    _ base: UnsafeRawPointer, _ count: Int, _ at: Int
  ) -> (scalar: UInt32, length: Int) {
    let first = UInt32(base.load(fromByteOffset: at, as: UInt8.self))
    if first < 0x80 { return (first, 1) }
    return decodeLong(base, count, at, first)
  }

  @inline(__always)
  private static func decodeLong(
    _ base: UnsafeRawPointer, _ count: Int, _ at: Int, _ first: UInt32
  ) -> (scalar: UInt32, length: Int) {
    let left = count - at
    func tail(_ offset: Int) -> UInt32 {
      UInt32(base.load(fromByteOffset: at + offset, as: UInt8.self)) ^ 0x80
    }
    if first < 0xE0 {
      guard first >= 0xC2, left >= 2 else { return (ScalarSet.limit, 1) }
      let second = tail(1)
      return second < 0x40 ? ((first & 0x1F) << 6 | second, 2) : (ScalarSet.limit, 1)
    }
    if first < 0xF0 {
      guard left >= 3 else { return (ScalarSet.limit, 1) }
      let second = tail(1)
      let third = tail(2)
      let scalar = (first & 0x0F) << 12 | second << 6 | third
      return second | third < 0x40 && scalar >= 0x800 ? (scalar, 3) : (ScalarSet.limit, 1)
    }
    guard left >= 4, first < 0xF5 else { return (ScalarSet.limit, 1) }
    let second = tail(1)
    let third = tail(2)
    let fourth = tail(3)
    let scalar = (first & 0x07) << 18 | second << 12 | third << 6 | fourth
    return second | third | fourth < 0x40 && 0x10000..<ScalarSet.limit ~= scalar
      ? (scalar, 4) : (ScalarSet.limit, 1)
  }

  /// The code point that ends at a place above zero, and its length.
  @inline(__always)
  static func decodeBehind(
    _ base: UnsafeRawPointer, _ count: Int, _ at: Int
  ) -> (scalar: UInt32, length: Int) {
    let last = base.load(fromByteOffset: at - 1, as: UInt8.self)
    if last < 0x80 { return (UInt32(last), 1) }
    var start = at - 1
    while start > 0, at - start < 4, base.load(fromByteOffset: start, as: UInt8.self) & 0xC0 == 0x80
    {
      start -= 1
    }
    let (scalar, length) = decode(base, count, start)
    return start + length == at ? (scalar, length) : (ScalarSet.limit, 1)
  }
}
