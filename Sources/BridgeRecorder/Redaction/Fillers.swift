internal import BridgeFindings
internal import BridgeJSON

/// Makes what stands in the place of values: of the same type and size, different for different
/// values of one line, the same for the same.
struct Fillers {
  private var texts: [[UInt8]: [UInt8]] = [:]
  private var counts: [Int: Int] = [:]
  private var numbers: [[UInt8]: Int] = [:]

  // MARK: Text

  /// `xxxx`, `xxxa`, `xxxb`, … of so many code points; half a surrogate pair stays half a pair.
  mutating func text(_ original: JSONCursor) -> [UInt8] {
    let decoded = original.stringBytes
    if let known = texts[decoded] { return known }
    var length = original.codePointCount
    var end: [UInt8] = []
    if original.hasLoneSurrogate, length > 0 {
      length -= 1
      // U+D800, as WTF-8 writes it.
      end = [0xED, 0xA0, 0x80]
    }
    let number = counts[length, default: 0]
    counts[length] = number + 1
    let made = Self.letters(number, length) + end
    texts[decoded] = made
    return made
  }

  /// `xxx…` with a number in the letters a to w at its end.
  static func letters(_ number: Int, _ length: Int) -> [UInt8] {
    var out = [UInt8](repeating: UInt8(ascii: "x"), count: length)
    var rest = number
    var at = length - 1
    while rest > 0, at >= 0 {
      out[at] = UInt8(ascii: "a") + UInt8((rest - 1) % 23)
      rest = (rest - 1) / 23
      at -= 1
    }
    return out
  }

  /// Letters become `x` and `X` (or others), digits 1, everything else stays: what many patterns
  /// look at.
  static func classes(_ text: [UInt8], letter: UInt8 = UInt8(ascii: "x")) -> [UInt8] {
    var out: [UInt8] = []
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x30...0x39: out.append(UInt8(ascii: "1"))
      case 0x41...0x5A: out.append(letter - 0x20)
      case 0x61...0x7A, 0x80...: out.append(letter)
      default: out.append(UInt8(scalar.value))
      }
    }
    return out
  }

  /// Hexadecimal digits of the value's hash, as reports show it, as long as the text.
  static func hash(_ decoded: [UInt8], _ length: Int) -> [UInt8] {
    let digits = Array(SHA256.hex(of: decoded).utf8)
    return (0..<length).map { digits[$0 % digits.count] }
  }

  /// A value of a format.
  static func sample(ofFormat name: String) -> String? {
    switch name {
    case "date": "2000-01-01"
    case "time": "00:00:00Z"
    case "date-time": "2000-01-01T00:00:00Z"
    case "duration": "P1D"
    case "email", "idn-email": "x@example.com"
    case "hostname", "idn-hostname": "example.com"
    case "ipv4": "192.0.2.1"
    case "ipv6": "2001:db8::1"
    case "uri", "iri", "uri-reference", "iri-reference", "uri-template": "https://example.com/"
    case "uuid": "00000000-0000-4000-8000-000000000000"
    case "json-pointer": "/x"
    case "relative-json-pointer": "0"
    case "regex": "x"
    default: nil
    }
  }

  // MARK: Numbers

  /// Numbers that could stand for one, the likeliest first.
  mutating func numbers(
    _ original: JSONCursor, _ schemas: AppliedSchemas, isGood: Bool
  ) -> [[UInt8]] {
    let text = Array(original.text)
    let number = numbers[text] ?? numbers.count
    numbers[text] = number
    let value = Double(String(decoding: text, as: UTF8.self)) ?? 0
    let isInteger = original.decimal.isInteger
    if isInteger, value.magnitude > 9_007_199_254_740_991 {
      return ["9007199254740993", "-9007199254740993"].map { Array($0.utf8) }
    }
    let steps = schemas.numbers("multipleOf").filter { $0 > 0 }
    let step = steps.reduce(1) { isInteger && $1 != $1.rounded() ? $0 : $0 * $1 }
    let low = schemas.numbers("minimum") + schemas.numbers("exclusiveMinimum").map { $0 + step }
    let high = schemas.numbers("maximum") + schemas.numbers("exclusiveMaximum").map { $0 - step }
    let above = low.max() ?? 0
    let below = high.min() ?? 0
    let offset = Double(number)
    var out: [Double] = []
    if isGood {
      if !isInteger, steps.isEmpty, low.isEmpty, high.isEmpty { out.append(offset + 0.5) }
      if !low.isEmpty {
        let first = (above / step).rounded(.up) * step
        out += [first + offset * step, first]
      }
      if !high.isEmpty {
        let last = (below / step).rounded(.down) * step
        out += [last - offset * step, last]
      }
      out += [offset * step, 0, 1, -1, step]
    } else {
      out += [offset, 0, above - 1, below + 1, -1, 1, 1_000_003, -1_000_003]
      out += (2...9).map { above + Double($0) }
      if !isInteger { out = out.flatMap { [$0 + 0.5, $0 - 0.5, $0 + step / 2] } }
    }
    return out.map { Self.text($0) }
  }

  private static func text(_ value: Double) -> [UInt8] {
    if value == value.rounded(), value.magnitude < 1e15 { return Array(String(Int64(value)).utf8) }
    return Array(value.description.utf8)
  }
}
