import TestSupport

/// One JSON value in one of its spellings, and what JavaScript must have of it, in the words of
/// `Fixtures/engines/harness.js`.
struct GeneratedValue {
  /// The JSON text.
  var json: [UInt8]
  /// The dump.
  var dump: String

  /// What may occur that the encoder refuses by default.
  struct Allow {
    /// Keys that stand twice.
    var duplicates = false
    /// Numbers that JavaScript changes.
    var anyNumber = false
  }
}

/// Makes values of every nasty kind.
struct ValueGenerator {
  var random: SplitMix64
  var allow: GeneratedValue.Allow

  init(seed: UInt64, allow: GeneratedValue.Allow = .init()) {
    random = SplitMix64(seed: seed)
    self.allow = allow
  }

  mutating func next() -> GeneratedValue {
    if random.once(in: 200) { return deep() }
    if random.once(in: 100) { return wide() }
    return value(depth: 0)
  }

  // MARK: Values

  private mutating func value(depth: Int) -> GeneratedValue {
    var json = space()
    let inner = core(depth: depth)
    json += inner.json
    json += space()
    return GeneratedValue(json: json, dump: inner.dump)
  }

  private mutating func core(depth: Int) -> GeneratedValue {
    switch random.below(depth < 5 ? 14 : 8) {
    case 0: return GeneratedValue(json: Array("null".utf8), dump: "n")
    case 1: return GeneratedValue(json: Array("true".utf8), dump: "t")
    case 2: return GeneratedValue(json: Array("false".utf8), dump: "f")
    case 3, 4: return number()
    case 5, 6, 7: return string()
    case 8, 9, 10: return array(depth: depth, count: random.below(5))
    default: return object(depth: depth, count: random.below(6))
    }
  }

  private mutating func array(depth: Int, count: Int) -> GeneratedValue {
    var json: [UInt8] = [0x5B]
    var dump = "["
    for i in 0..<count {
      if i > 0 { json.append(0x2C) }
      let item = value(depth: depth + 1)
      json += item.json
      dump += item.dump + ","
    }
    if count == 0 { json += space() }
    json.append(0x5D)
    return GeneratedValue(json: json, dump: dump + "]")
  }

  private mutating func object(depth: Int, count: Int) -> GeneratedValue {
    var members: [(key: [UInt16], value: GeneratedValue)] = []
    for _ in 0..<count {
      var key = random.once(in: 2) ? Array(random.pick(Nasty.keys).utf16) : units()
      if allow.duplicates, !members.isEmpty, random.once(in: 4) { key = random.pick(members).key }
      if !allow.duplicates, members.contains(where: { $0.key == key }) { continue }
      members.append((key, value(depth: depth + 1)))
    }
    return object(members)
  }

  private mutating func object(
    _ members: [(key: [UInt16], value: GeneratedValue)]
  ) -> GeneratedValue {
    var json: [UInt8] = [0x7B]
    // JavaScript keeps the place of the first and the value of the last.
    var kept: [(key: [UInt16], dump: String)] = []
    for (i, member) in members.enumerated() {
      if i > 0 { json.append(0x2C) }
      json += space() + spelled(member.key) + space()
      json.append(0x3A)
      json += member.value.json
      if allow.duplicates, let at = kept.firstIndex(where: { $0.key == member.key }) {
        kept[at].dump = member.value.dump
      } else {
        kept.append((member.key, member.value.dump))
      }
    }
    if members.isEmpty { json += space() }
    json.append(0x7D)
    // Array indices come first, by size.
    let indices = kept.compactMap { member in Dump.index(member.key).map { ($0, member) } }
    let names = kept.filter { Dump.index($0.key) == nil }
    var dump = "{"
    for (_, member) in indices.sorted(by: { $0.0 < $1.0 }) {
      dump += Dump.units(member.key) + ":" + member.dump + ","
    }
    for member in names { dump += Dump.units(member.key) + ":" + member.dump + "," }
    return GeneratedValue(json: json, dump: dump + "}")
  }

  /// More nesting than any engine takes as a literal, or than the quick pass follows.
  private mutating func deep() -> GeneratedValue {
    var inner = value(depth: 4)
    let levels = random.pick([63, 64, 65, 500, 4000])
    var front: [UInt8] = []
    var back: [UInt8] = []
    var dumpFront = ""
    var dumpBack: [String] = []
    for _ in 0..<levels {
      if random.once(in: 2) {
        front.append(0x5B)
        back.append(0x5D)
        dumpFront += "["
        dumpBack.append(",]")
      } else {
        front += Array(#"{"__proto__":"#.utf8)
        back.append(0x7D)
        dumpFront += "{%005f%005fproto%005f%005f:"
        dumpBack.append(",}")
      }
    }
    inner.json = front + inner.json + back.reversed()
    inner.dump = dumpFront + inner.dump + dumpBack.reversed().joined()
    return inner
  }

  /// More keys than the quick pass keeps in mind.
  private mutating func wide() -> GeneratedValue {
    let count = random.pick([17, 255, 256, 257, 400])
    var members: [(key: [UInt16], value: GeneratedValue)] = []
    for i in 0..<count { members.append((Array("key \(i)".utf16), value(depth: 5))) }
    return object(members)
  }

  // MARK: Numbers

  mutating func number() -> GeneratedValue {
    var text: String
    switch random.below(allow.anyNumber ? 9 : 7) {
    case 0: text = random.pick(Nasty.numbers)
    case 1: text = String(Int64(bitPattern: random.next() >> UInt64(random.below(64))) >> 11)
    case 2:
      let value = Double(bitPattern: random.next())
      text = value.isFinite ? value.description : "0.5"
    case 3: text = "\(random.below(1000)).\(random.below(1_000_000))"
    case 4: text = "-\(random.below(100))E\(random.pick(["+", "-", ""]))\(random.below(22))"
    case 5: text = "\(random.below(2_000_000_000)).000"
    case 6: text = String(random.below(100_000))
    case 7: text = random.pick(Nasty.changedNumbers)
    default: text = String(random.next()) + String(random.next())
    }
    let value = Double(text) ?? .nan
    if !allow.anyNumber, value == value.rounded(), abs(value) >= 9e15, abs(value) < 1e22 {
      // Whether such a number survives is the business of other tests.
      text = "9007199254740991"
    }
    return GeneratedValue(json: Array(text.utf8), dump: Dump.number(Double(text) ?? .nan))
  }

  // MARK: Strings

  private mutating func string() -> GeneratedValue {
    let text = units()
    return GeneratedValue(json: spelled(text), dump: "s" + Dump.units(text))
  }

  /// UTF-16 units, halves of pairs among them.
  private mutating func units() -> [UInt16] {
    var out: [UInt16] = []
    for _ in 0..<random.below(5) {
      switch random.below(8) {
      case 0, 1: out += Array(random.pick(Nasty.texts).utf16)
      case 2: out.append(random.pick(Nasty.units))
      case 3: out.append(UInt16(random.below(0x80)))
      case 4: out.append(UInt16(truncatingIfNeeded: random.next()))
      case 5:
        let above = UInt32(random.below(0xFFFFF))
        out += [UInt16(0xD800 + above >> 10), UInt16(0xDC00 + above & 0x3FF)]
      case 6:
        let n = random.pick([1, 15, 16, 31, 32, 33, 63, 64, 65, 200])
        out += Array(repeating: UInt16(0x61 + random.below(26)), count: n)
      default: out += Array(random.pick(Nasty.injections).utf16)
      }
    }
    return out
  }

  /// A JSON string for these units, every unit in one of its spellings.
  private mutating func spelled(_ text: [UInt16]) -> [UInt8] {
    var out: [UInt8] = [0x22]
    let escapes = random.pick([0, 0, 10, 2])
    var i = 0
    while i < text.count {
      let unit = text[i]
      let isPair =
        unit & 0xFC00 == 0xD800 && i + 1 < text.count && text[i + 1] & 0xFC00 == 0xDC00
      let mayBeRaw = isPair || unit & 0xF800 != 0xD800
      let wantsEscape = escapes > 0 && random.once(in: escapes)
      if mayBeRaw, !wantsEscape, unit >= 0x20, unit != 0x22, unit != 0x5C {
        let run = isPair ? Array(text[i...i + 1]) : [unit]
        out += Array(String(decoding: run, as: UTF16.self).utf8)
        i += run.count
        continue
      }
      if let letter = Nasty.letters[unit], !random.once(in: 3) {
        out += [0x5C, letter]
      } else {
        var hex = String(unit, radix: 16, uppercase: random.once(in: 2))
        hex = String(repeating: "0", count: 4 - hex.utf8.count) + hex
        out += Array("\\u\(hex)".utf8)
      }
      i += 1
    }
    out.append(0x22)
    return out
  }

  private mutating func space() -> [UInt8] {
    guard random.once(in: 6) else { return [] }
    return (0..<1 + random.below(3)).map { _ in random.pick([0x20, 0x20, 0x0A, 0x0D, 0x09]) }
  }
}

/// The harness's words for a value.
enum Dump {
  static func units(_ text: some Sequence<UInt16>) -> String {
    var out = ""
    for unit in text {
      switch unit {
      case 48...57, 65...90, 97...122: out.unicodeScalars.append(UnicodeScalar(UInt8(unit)))
      default: out += "%" + hex(UInt64(unit), 4)
      }
    }
    return out
  }

  static func string(_ text: String) -> String { "s" + units(text.utf16) }

  static func number(_ value: Double) -> String { "d" + hex(value.bitPattern, 16) }

  private static func hex(_ value: UInt64, _ width: Int) -> String {
    let text = String(value, radix: 16)
    return String(repeating: "0", count: width - text.utf8.count) + text
  }

  /// The array index that a key is (ECMA-262, 6.1.7), or nil.
  static func index(_ key: [UInt16]) -> UInt32? {
    let text = String(decoding: key, as: UTF16.self)
    guard let index = UInt32(text), index < .max, String(index).utf16.elementsEqual(key) else {
      return nil
    }
    return index
  }
}
