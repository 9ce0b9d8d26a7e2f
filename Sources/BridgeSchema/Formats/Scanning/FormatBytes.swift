/// A string's bytes as the formats see them.
typealias FormatBytes = UnsafeBufferPointer<UInt8>

extension UnsafeBufferPointer<UInt8> {
  /// The byte at an index, or nil past the end.
  @inline(__always)
  func byte(at index: Int) -> UInt8? {
    index < count ? self[index] : nil
  }

  /// The bytes of a range, as a buffer that starts at 0.
  @inline(__always)
  func part(_ range: Range<Int>) -> FormatBytes {
    FormatBytes(rebasing: self[range])
  }

  /// The index after the longest run from `start` of bytes in the set.
  @inline(__always)
  func end(of set: ASCIISet, from start: Int) -> Int {
    var index = start
    while index < count, set.contains(self[index]) { index += 1 }
    return index
  }

  /// Whether `%` and two hexadecimal digits stand at an index.
  @inline(__always)
  func hasPercentEncoding(at index: Int) -> Bool {
    index + 2 < count && self[index] == UInt8(ascii: "%") && ASCIISet.hex.contains(self[index + 1])
      && ASCIISet.hex.contains(self[index + 2])
  }

  /// The value of two decimal digits at an index, or nil where there are none.
  @inline(__always)
  func twoDigits(at index: Int) -> Int? {
    guard index + 1 < count, ASCIISet.digit.contains(self[index]),
      ASCIISet.digit.contains(self[index + 1])
    else { return nil }
    return Int(self[index] & 15) * 10 + Int(self[index + 1] & 15)
  }

  /// Whether a byte stands at an index.
  @inline(__always)
  func has(_ character: Unicode.Scalar, at index: Int) -> Bool {
    index < count && self[index] == UInt8(ascii: character)
  }
}
