/// Code points as the engines want them: UTF-8 in which lone surrogates keep their three bytes.
enum Wobbly {
  /// Joins surrogate pairs, as a JavaScript string of these code points would.
  static func joined(_ scalars: [UInt32]) -> [UInt32] {
    var result: [UInt32] = []
    for scalar in scalars {
      if let high = result.last, 0xD800...0xDBFF ~= high, 0xDC00...0xDFFF ~= scalar {
        result[result.count - 1] = 0x10000 + (high - 0xD800) << 10 + (scalar - 0xDC00)
      } else {
        result.append(scalar)
      }
    }
    return result
  }

  static func bytes(_ scalars: [UInt32]) -> [UInt8] {
    scalars.flatMap { scalar -> [UInt8] in
      func tail(_ shift: UInt32) -> UInt8 { UInt8(0x80 | scalar >> shift & 0x3F) }
      return switch scalar {
      case 0..<0x80: [UInt8(scalar)]
      case 0x80..<0x800: [UInt8(0xC0 | scalar >> 6), tail(0)]
      case 0x800..<0x10000: [UInt8(0xE0 | scalar >> 12), tail(6), tail(0)]
      default: [UInt8(0xF0 | scalar >> 18), tail(12), tail(6), tail(0)]
      }
    }
  }

  /// The text of a JavaScript string literal.
  static func literal(_ scalars: [UInt32]) -> String {
    var result = "\""
    for scalar in scalars {
      if 0x20..<0x7F ~= scalar, scalar != 0x22, scalar != 0x5C {
        result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar)))
      } else {
        result += "\\u{" + String(scalar, radix: 16) + "}"
      }
    }
    return result + "\""
  }

  /// By byte offset: the offset in UTF-16. Only places between code points are asked for.
  static func offsets(_ scalars: [UInt32]) -> [Int] {
    var result: [Int] = []
    var units = 0
    for scalar in scalars {
      let length = scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
      for _ in 0..<length { result.append(units) }
      units += scalar < 0x10000 ? 1 : 2
    }
    return result + [units]
  }
}

/// SplitMix64: the same numbers for the same seed, everywhere.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
