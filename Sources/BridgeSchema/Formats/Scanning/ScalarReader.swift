/// Reads code points from UTF-8, or from WTF-8, whose lone surrogates come out as they are.
struct ScalarReader {
  /// Stands for bytes that are neither; every format refuses it.
  static var malformed: UInt32 { .max }

  let bytes: FormatBytes
  var index = 0

  init(_ bytes: FormatBytes, from index: Int = 0) {
    self.bytes = bytes
    self.index = index
  }

  var isAtEnd: Bool { index >= bytes.count }

  /// The code point at the index, which moves past it. Not to be called at the end.
  mutating func next() -> UInt32 {
    let first = bytes[index]
    index += 1
    if first < 0x80 { return UInt32(first) }
    let following: Int
    var value: UInt32
    let least: UInt32
    switch first {
    case 0xC2...0xDF: (following, value, least) = (1, UInt32(first & 0x1F), 0x80)
    case 0xE0...0xEF: (following, value, least) = (2, UInt32(first & 0x0F), 0x800)
    case 0xF0...0xF4: (following, value, least) = (3, UInt32(first & 0x07), 0x10000)
    default: return Self.malformed
    }
    guard bytes.count - index >= following else {
      index = bytes.count
      return Self.malformed
    }
    for _ in 0..<following {
      let byte = bytes[index]
      guard byte & 0xC0 == 0x80 else { return Self.malformed }
      value = value << 6 | UInt32(byte & 0x3F)
      index += 1
    }
    return value >= least && value <= 0x10FFFF ? value : Self.malformed
  }
}

extension UInt32 {
  /// Whether this is a code point that UTF-8 proper can carry.
  var isUnicodeScalar: Bool {
    self <= 0x10FFFF && !(0xD800...0xDFFF).contains(self)
  }

  /// RFC 3987, section 2.2: `ucschar`.
  var isUCSCharacter: Bool {
    switch self {
    case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: true
    case 0x10000...0xDFFFF: self & 0xFFFF <= 0xFFFD
    case 0xE1000...0xEFFFD: true
    default: false
    }
  }

  /// RFC 3987, section 2.2: `iprivate`.
  var isPrivateUse: Bool {
    switch self {
    case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: true
    default: false
    }
  }
}
