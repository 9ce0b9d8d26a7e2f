/// Random JSON texts that are valid by construction: for properties that hold for every text.
///
/// Spelling is as varied as the grammar allows: white space, escapes of all kinds, exponents, long
/// and empty strings, characters of every length in UTF-8.
public struct RandomJSON {
  /// The source of chance.
  public var random: SplitMix64
  /// Whether white space may stand between the tokens.
  public var hasSpace: Bool
  /// Whether strings may hold escaped halves of surrogate pairs.
  public var hasLoneSurrogates: Bool
  /// Whether keys of one object are all different.
  public var hasUniqueKeys: Bool

  /// A generator; the same seed gives the same texts on every machine.
  public init(
    seed: UInt64, hasSpace: Bool = true, hasLoneSurrogates: Bool = false,
    hasUniqueKeys: Bool = true
  ) {
    random = SplitMix64(seed: seed)
    self.hasSpace = hasSpace
    self.hasLoneSurrogates = hasLoneSurrogates
    self.hasUniqueKeys = hasUniqueKeys
  }

  /// A text of about this many values.
  public mutating func text(values: Int) -> [UInt8] {
    var out: [UInt8] = []
    space(&out)
    value(values, 0, &out)
    space(&out)
    return out
  }

  private mutating func value(_ size: Int, _ depth: Int, _ out: inout [UInt8]) {
    guard size > 1, depth < 40 else { return scalar(&out) }
    let isObject = random.once(in: 2)
    out.append(isObject ? UInt8(ascii: "{") : UInt8(ascii: "["))
    space(&out)
    var left = random.once(in: 12) ? 0 : size - 1
    var number = 0
    while left > 0 {
      if number > 0 {
        out.append(UInt8(ascii: ","))
        space(&out)
      }
      if isObject {
        string(&out, unique: hasUniqueKeys ? number : nil)
        space(&out)
        out.append(UInt8(ascii: ":"))
        space(&out)
      }
      let share = 1 + random.below(left)
      value(share, depth + 1, &out)
      space(&out)
      left -= share
      number += 1
    }
    out.append(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
  }

  private mutating func scalar(_ out: inout [UInt8]) {
    switch random.below(8) {
    case 0: out += Array("null".utf8)
    case 1: out += Array("true".utf8)
    case 2: out += Array("false".utf8)
    case 3...5: out += Array(number().utf8)
    default: string(&out, unique: nil)
    }
  }

  /// The text of a number.
  public mutating func number() -> String {
    var out = random.once(in: 3) ? "-" : ""
    out +=
      random.once(in: 5) ? "0" : "\(1 + random.below(9))" + digits(random.pick([0, 0, 1, 5, 25]))
    if random.once(in: 3) { out += "." + digits(random.pick([1, 1, 2, 8, 30])) }
    if random.once(in: 4) {
      out += random.pick(["e", "E", "e+", "E-", "e-"]) + digits(random.pick([1, 2, 3]))
    }
    return out
  }

  private mutating func digits(_ count: Int) -> String {
    var out = ""
    for _ in 0..<count { out += random.once(in: 3) ? "0" : "\(random.below(10))" }
    return out
  }

  private mutating func string(_ out: inout [UInt8], unique: Int?) {
    out.append(UInt8(ascii: "\""))
    if let unique { out += Array("\(unique)".utf8) }
    for _ in 0..<random.pick([0, 1, 2, 3, 5, 9, 14, 15, 16, 17, 31, 33, 70]) { character(&out) }
    out.append(UInt8(ascii: "\""))
  }

  private mutating func character(_ out: inout [UInt8]) {
    switch random.below(24) {
    case 0: out += Array(random.pick(["\\n", "\\t", "\\b", "\\f", "\\r", "\\/"]).utf8)
    case 1: out += Array(random.pick(["\\\"", "\\\\"]).utf8)
    case 2: out += Array(random.pick(["\\u0000", "\\u00e9", "\\uFFFF", "\\u2028", "\\u0061"]).utf8)
    case 3: out += Array(random.pick(["\\ud83d\\ude00", "\\uD800\\uDC00", "\\udbff\\uDFFF"]).utf8)
    case 4: out += Array(random.pick(["é", "ß", "\u{7ff}", "\u{80}", "ж"]).utf8)
    case 5:
      out += Array(random.pick(["日", "本", "\u{800}", "\u{ffff}", "\u{d7ff}", "\u{e000}"]).utf8)
    case 6: out += Array(random.pick(["😀", "\u{10000}", "\u{10ffff}", "e\u{301}"]).utf8)
    case 7 where hasLoneSurrogates:
      out += Array(random.pick(["\\ud800", "\\uDFFF", "\\udc00\\ud800", "\\ud83d\\ud83d"]).utf8)
    default: out.append(random.pick(Array("abcXYZ09 _-/:,[]{}'~\u{7f}".utf8)))
    }
  }

  private mutating func space(_ out: inout [UInt8]) {
    guard hasSpace, random.once(in: 3) else { return }
    for _ in 0...random.below(3) { out.append(random.pick([0x20, 0x20, 0x0A, 0x0D, 0x09])) }
  }
}
