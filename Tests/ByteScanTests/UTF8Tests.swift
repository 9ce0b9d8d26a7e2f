import ByteScan
import TestSupport
import Testing

@Suite("UTF-8")
struct UTF8Tests {
  struct Answer: Hashable {
    var good: Int
    var isCut: Bool
  }

  static func prefix(_ level: Int32, _ text: [UInt8]) -> Answer {
    // A copy of exactly this size on the heap, for the address sanitizer.
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count + 1)
    defer { copy.deallocate() }
    _ = copy[1...].update(fromContentsOf: text)
    var cut: Int32 = -1
    guard let base = copy.baseAddress.map({ UnsafePointer($0) + 1 }) else {
      return Answer(good: -1, isCut: false)
    }
    let good = bs_utf8_prefix_at(level, base, base + text.count, &cut)
    // With bytes behind the end that would be wrong, or would make right what it cuts off.
    for behind: UInt8 in [0xFF, 0x80, 0xBF] {
      let padded = text + [UInt8](repeating: behind, count: 32)
      padded.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        let isGood = bs_is_utf8_padded(level, start, start + text.count) != 0
        if isGood != (good == text.count) { Issue.record("\(text), behind it \(behind)") }
      }
    }
    return Answer(good: Int(good), isCut: cut == 1)
  }

  /// By the standard library: the longest beginning that it takes, and whether more bytes could
  /// make the rest right.
  static func plain(_ text: [UInt8]) -> Answer {
    var good = 0
    while good < text.count {
      let step = (1...4).first {
        good + $0 <= text.count
          && String(validating: text[good..<good + $0], as: UTF8.self) != nil
      }
      guard let step else { break }
      good += step
    }
    let rest = Array(text[good...])
    guard !rest.isEmpty, rest.count < 4 else { return Answer(good: good, isCut: false) }
    let isCut = (1...(4 - rest.count)).contains { missing in
      ([0x80, 0x90, 0xA0, 0xBF] as [UInt8]).contains {
        let whole = rest + [$0] + [UInt8](repeating: 0x80, count: missing - 1)
        return String(validating: whole, as: UTF8.self) != nil
      }
    }
    return Answer(good: good, isCut: isCut)
  }

  /// All sequences of two bytes behind every lead, others and longer ones with the bytes where
  /// something changes.
  @Test func everySequence() {
    let edges: [UInt8] = [
      0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xED, 0xF0, 0xF4, 0xFF,
    ]
    let leads: [UInt8] = [
      0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5,
      0xFF,
    ]
    var sequences: [[UInt8]] = []
    for a in UInt8.min...UInt8.max {
      sequences.append([a])
      for b in leads.contains(a) ? Array(UInt8.min...UInt8.max) : edges {
        sequences.append([a, b])
      }
    }
    for a in leads {
      for b in edges {
        for c in edges {
          sequences.append([a, b, c])
          for d in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] { sequences.append([a, b, c, d]) }
        }
      }
    }
    for sequence in sequences {
      let expected = Self.plain(sequence)
      let answer = Self.prefix(Int32(BS_PLAIN), sequence)
      if answer != expected { Issue.record("\(sequence): \(answer), not \(expected)") }
    }
    // The same amid enough text for the wide instructions, at the border of their words.
    for sequence in sequences where sequence.count > 1 {
      let at = 29 + Int(sequence[1] & 3)
      let text =
        [UInt8](repeating: 0x61, count: at) + sequence + [UInt8](repeating: 0x62, count: 30)
      let expected = Self.prefix(Int32(BS_PLAIN), text)
      for level in StringScanTests.levels.dropFirst() where Self.prefix(level, text) != expected {
        Issue.record("level \(level): \(sequence)")
      }
    }
  }

  @Test func levelsAgreeOnRandomText() {
    var random = SplitMix64(seed: 8)
    let pieces = ["a", "abcdefgh", "é", "ж", "日", "本語", "😀", "\u{10ffff}", "\u{800}", "\u{ffff}"]
      .map { Array($0.utf8) }
    for round in 0..<10_000 {
      var text: [UInt8] = []
      for _ in 0..<random.below(80) { text += random.pick(pieces) }
      if round % 2 == 0, !text.isEmpty {
        if random.once(in: 2) { text[random.below(text.count)] = UInt8(random.below(256)) }
        text.removeLast(random.below(min(4, text.count)))
      }
      let answers = Set(StringScanTests.levels.map { Self.prefix($0, text) })
      if answers.count != 1 { Issue.record("\(text): \(answers)") }
      if round % 20 == 0 { #expect(answers.first == Self.plain(text)) }
    }
  }
}
