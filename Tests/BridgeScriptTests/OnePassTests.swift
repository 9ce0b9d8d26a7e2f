import BridgeJSON
import BridgeScript
import ByteScan
import TestSupport
import Testing

/// The quick pass must never take what the exact reader refuses, nor write another text.
@Suite("One pass and the exact way")
struct OnePassTests {
  /// The levels of this machine.
  static let levels = Array(0...bs_js_level())

  static func onePass(_ json: [UInt8], _ level: Int32, options: UInt32 = 0) -> [UInt8]? {
    let capacity = json.count * 3 + 2 * Int(BS_JS_SLACK)
    // A copy without a byte to spare, so that a sanitizer sees a read beyond the end.
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(json.count, 1))
    defer { text.deallocate() }
    _ = text.update(fromContentsOf: json)
    let out = [UInt8](unsafeUninitializedCapacity: capacity) { out, count in
      guard let p = text.baseAddress, let o = out.baseAddress else { return }
      count = bs_js_plain_at(level, p, json.count, o, capacity, options, 64)
    }
    return out.isEmpty ? nil : out
  }

  static func exact(_ json: [UInt8]) -> [UInt8]? {
    guard (try? JSONDocument(json, limits: .traffic, skipsBOM: false)) != nil else { return nil }
    var out: [UInt8] = []
    for unit in String(decoding: json, as: UTF8.self).utf16 {
      switch unit {
      case 0x27, 0x5C: out += [0x5C, UInt8(unit)]
      case 0x3C, 0x3E, 0..<0x20, 0x7F...:
        let hex = String(unit, radix: 16)
        out +=
          Array("\\u".utf8) + Array(repeating: 0x30, count: 4 - hex.utf8.count) + Array(hex.utf8)
      default: out.append(UInt8(unit))
      }
    }
    return out
  }

  @Test("generated values: the same text, by every width", arguments: levels)
  func generated(_ level: Int32) {
    var generator = ValueGenerator(seed: 7)
    var taken = 0
    for _ in 0..<3000 {
      let json = generator.next().json
      guard let text = Self.onePass(json, level) else { continue }
      taken += 1
      #expect(text == Self.exact(json))
    }
    #expect(taken > 700, "the quick pass takes too little to be worth it: \(taken)")
  }

  @Test("keys that stand twice are never taken", arguments: levels)
  func duplicates(_ level: Int32) throws {
    var generator = ValueGenerator(seed: 17, allow: .init(duplicates: true, anyNumber: false))
    var seen = 0
    for _ in 0..<3000 {
      let json = generator.next().json
      let isTwice = try JSONDocument(json, limits: .traffic).tape.firstDuplicateKey != nil
      if isTwice { seen += 1 }
      if Self.onePass(json, level) != nil { #expect(!isTwice) }
    }
    #expect(seen > 100)
  }

  @Test("numbers are taken only where the exact way takes them", arguments: levels)
  func numbers(_ level: Int32) throws {
    var generator = ValueGenerator(seed: 19, allow: .init(duplicates: false, anyNumber: true))
    var taken = 0
    // More brackets than the quick pass follows: the other way has to judge.
    let front = Array(repeating: UInt8(ascii: "["), count: 70)
    let back = Array(repeating: UInt8(ascii: "]"), count: 70)
    for _ in 0..<4000 {
      let number = generator.number().json
      for (numbers, flag) in [
        (ScriptOptions.Numbers.refuseChanged, 0), (.refuseRounded, UInt32(BS_ALL_DIGITS)),
      ] {
        guard Self.onePass([0x5B] + number + [0x5D], level, options: flag) != nil else { continue }
        taken += 1
        let exact = try? JavaScriptValue(
          json: front + number + back, options: ScriptOptions(numbers: numbers))
        #expect(exact != nil, "\(String(decoding: number, as: UTF8.self))")
      }
    }
    #expect(taken > 3000)
  }

  @Test("damaged values: never taken where the reader refuses", arguments: levels)
  func damaged(_ level: Int32) {
    var generator = ValueGenerator(seed: 11)
    var random = SplitMix64(seed: 12)
    var refused = 0
    for _ in 0..<6000 {
      var json = generator.next().json
      if json.count > 2000 { continue }
      for _ in 0..<1 + random.below(2) {
        let at = random.below(json.count)
        switch random.below(4) {
        case 0: json[at] = UInt8(truncatingIfNeeded: random.next())
        case 1: json.remove(at: at)
        case 2: json.insert(random.pick(Array("{}[]\",:\\'0-.eE \n".utf8)), at: at)
        default: json.removeSubrange(at...)
        }
        if json.isEmpty { json = [0x30] }
      }
      let exact = Self.exact(json)
      if exact == nil { refused += 1 }
      if let text = Self.onePass(json, level, options: UInt32(BS_ANY_KEYS | BS_ANY_NUMBERS)) {
        #expect(text == exact)
      }
    }
    #expect(refused > 1000)
  }

  @Test("JSONTestSuite: what is taken is acceptable", .enabled(if: Shared.has("suites")))
  func suite() throws {
    let lines = try Shared.bytes("suites/json-test-suite/parsing.jsonl").split(separator: 0x0A)
    #expect(lines.count > 200)
    for line in lines {
      let entry = try JSONDocument(Array(line), limits: .traffic).root
      let json = Base64.decode(try #require(entry["b64"]?.string))
      for level in Self.levels {
        if let text = Self.onePass(json, level, options: UInt32(BS_ANY_KEYS | BS_ANY_NUMBERS)) {
          #expect(entry["expect"]?.string != "reject", "\(entry["name"]?.string ?? "")")
          #expect(text == Self.exact(json))
        }
      }
    }
  }

  @Test("strings of every length, with a special byte at every place", arguments: levels)
  func lengths(_ level: Int32) {
    for count in 0..<140 {
      let plain = Array(repeating: UInt8(ascii: "a"), count: count)
      #expect(Self.onePass([0x22] + plain + [0x22], level)?.count == count + 2)
      for at in stride(from: 0, to: count, by: 3) {
        for special: [UInt8] in [[0x27], [0x3C], [0x5C, 0x6E], [0xC3, 0xA9], [0x7F]] {
          let json = [0x22] + plain[..<at] + special + plain[at...] + [0x22]
          #expect(Self.onePass(json, level) == Self.exact(json))
        }
        for wrong: [UInt8] in [[0x22], [0x0A], [0x5C], [0xC3], [0x00]] {
          #expect(Self.onePass([0x22] + plain[..<at] + wrong + plain[at...] + [0x22], level) == nil)
        }
      }
    }
  }

  @Test("every byte is escaped alike in every place")
  func everyByte() throws {
    for byte in UInt8.min...UInt8.max {
      for at in [0, 1, 15, 16, 31, 32, 63, 64, 70] {
        var text = Array(repeating: UInt8(ascii: "a"), count: 80)
        text[at] = byte
        let json = [0x22] + text + [0x22]
        let expected = Self.exact(json)
        for level in Self.levels {
          // An escape and a quote are right or wrong by what follows.
          if byte == 0x5C || byte == 0x22 { continue }
          #expect(Self.onePass(json, level) == expected, "byte \(byte) at \(at)")
        }
      }
    }
  }
}

/// Enough of RFC 4648 for the suite's file.
enum Base64 {
  static func decode(_ text: String) -> [UInt8] {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var held = 0
    for c in text.utf8 {
      let digit: UInt8
      switch c {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = c - 65
      case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = c - 71
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = c + 4
      case UInt8(ascii: "+"): digit = 62
      case UInt8(ascii: "/"): digit = 63
      default: continue
      }
      bits = bits << 6 | UInt32(digit)
      held += 6
      if held >= 8 {
        held -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(held)))
      }
    }
    return out
  }
}
