/// A set of ASCII characters as 128 bits, so that a look-up is a shift and a mask.
///
/// The bit patterns are held against the characters they stand for by a test.
struct ASCIISet: Equatable {
  var low: UInt64
  var high: UInt64

  @inline(__always)
  func contains(_ byte: UInt8) -> Bool {
    let word = byte & 64 == 0 ? low : high
    return byte < 128 && (word >> UInt64(byte & 63)) & 1 == 1
  }
}

/// Computed, not stored: the optimizer then sees constants instead of lazily built globals.
extension ASCIISet {
  static var alpha: ASCIISet {
    ASCIISet(low: 0x0000_0000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }

  static var digit: ASCIISet {
    ASCIISet(low: 0x03FF_0000_0000_0000, high: 0x0000_0000_0000_0000)
  }

  static var hex: ASCIISet {
    ASCIISet(low: 0x03FF_0000_0000_0000, high: 0x0000_007E_0000_007E)
  }

  static var alphanumeric: ASCIISet {
    ASCIISet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }

  static var letterDigitHyphen: ASCIISet {
    ASCIISet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }

  /// RFC 3986, section 3.1, after the first letter.
  static var scheme: ASCIISet {
    ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }

  /// RFC 3986: `pchar` and the slash, without percent-encoding.
  static var path: ASCIISet {
    ASCIISet(low: 0x2FFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// RFC 3986: `segment-nz-nc`, without percent-encoding.
  static var segmentWithoutColon: ASCIISet {
    ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// RFC 3986: `query` and `fragment`, without percent-encoding.
  static var query: ASCIISet {
    ASCIISet(low: 0xAFFF_FFD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFF)
  }

  /// RFC 3986: `userinfo`, without percent-encoding.
  static var userInfo: ASCIISet {
    ASCIISet(low: 0x2FFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// RFC 3986: `reg-name`, without percent-encoding.
  static var registeredName: ASCIISet {
    ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }

  /// RFC 5322, section 3.2.3.
  static var atomText: ASCIISet {
    ASCIISet(low: 0xA3FF_ACFA_0000_0000, high: 0x7FFF_FFFF_C7FF_FFFE)
  }

  /// RFC 5321, section 4.1.2: `qtextSMTP`.
  static var quotedText: ASCIISet {
    ASCIISet(low: 0xFFFF_FFFB_0000_0000, high: 0x7FFF_FFFF_EFFF_FFFF)
  }

  /// RFC 6570, section 2.1, with erratum 6937 (the apostrophe), without percent-encoding.
  static var templateLiteral: ASCIISet {
    ASCIISet(low: 0xAFFF_FFDA_0000_0000, high: 0x47FF_FFFE_AFFF_FFFF)
  }

  /// RFC 6570, section 2.2: the operators, with those reserved for later.
  static var templateOperator: ASCIISet {
    ASCIISet(low: 0xA800_D84A_0000_0000, high: 0x1000_0000_0000_0001)
  }

  /// RFC 6570, section 2.3: `varchar`, without percent-encoding.
  static var variableName: ASCIISet {
    ASCIISet(low: 0x03FF_0000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  }
}
