/// Labels of ASCII letters, digits and hyphens, as bytes or as code points.
enum ASCIILabel {
  /// RFC 1035, section 2.3.4.
  static var longest: Int { 63 }

  /// Whether this is an LDH label: 1 to 63 letters, digits and hyphens, no hyphen at either end.
  static func isWellFormed(_ label: UnsafeBufferPointer<some FixedWidthInteger>) -> Bool {
    guard 1...longest ~= label.count, label[0] != 0x2D, label[label.count - 1] != 0x2D else {
      return false
    }
    return label.allSatisfy { $0 < 0x80 && ASCIISet.letterDigitHyphen.contains(UInt8($0)) }
  }

  /// Whether hyphens stand in third and fourth place (an R-LDH label of RFC 5890).
  static func isReserved(_ label: UnsafeBufferPointer<some FixedWidthInteger>) -> Bool {
    label.count >= 4 && label[2] == 0x2D && label[3] == 0x2D
  }

  /// Whether the label starts with `xn--`, in any case.
  static func hasPunycodePrefix(_ label: UnsafeBufferPointer<some FixedWidthInteger>) -> Bool {
    isReserved(label) && label[0] | 0x20 == 0x78 && label[1] | 0x20 == 0x6E
  }
}
