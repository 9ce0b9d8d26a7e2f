import BridgeJSON
import Foundation
import TestSupport
import Testing

/// Mutated texts against the plain grammar. Three seconds unless `FUZZ_SECONDS` says otherwise; each
/// failure prints its text and the seed is fixed, so that every run repeats.
@Suite("Fuzzing")
struct JSONFuzzTests {
  static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 3
  static let seed =
    ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 20_260_101

  /// Tokens that are near what the grammar has.
  static let dictionary =
    [
      "\"", "\\", "{", "}", "[", "]", ",", ":", "-", "+", ".", "e", "E", "0", "9", "true", "false",
      "null", "\\u", "\\ud83d", "\\ude00", "\\u0000", " ", "\n", "\r", "\t", "\0", "\u{1f}", "é",
      "日", "😀", "\u{feff}", "\u{2028}", "1e400", "-0", "\"\":", "\"a\":1,", "[]", "{}", "//", "'",
    ].map { Array($0.utf8) } + [
      [0x80], [0xBF], [0xC0, 0xAF], [0xE0, 0x80], [0xED, 0xA0, 0x80], [0xF0], [0xF4, 0x90], [0xFF],
      [0xE6, 0x97], [0xC3], [UInt8](repeating: 0x61, count: 33),
      [UInt8](repeating: 0x31, count: 17),
    ]

  static func mutate(_ text: inout [UInt8], _ random: inout SplitMix64) {
    let at = random.below(text.count + 1)
    let behind = min(text.count, at + 1 + random.below(4))
    switch random.below(8) {
    case 0: text.removeSubrange(at..<behind)
    case 1: text.insert(contentsOf: random.pick(dictionary), at: at)
    case 2: text.replaceSubrange(at..<behind, with: random.pick(dictionary))
    case 3 where at < text.count: text[at] ^= 1 << UInt8(random.below(8))
    case 4 where at < text.count: text[at] = UInt8(random.below(256))
    case 5: text.removeSubrange(at...)
    case 6: text.insert(contentsOf: text[at..<behind], at: random.below(text.count + 1))
    default:
      let other = random.below(text.count + 1)
      text += text[min(at, other)..<max(at, other)]
    }
    if text.count > 600 { text.removeSubrange(400...) }
  }

  @Test func mutatedTexts() throws {
    var source = RandomJSON(seed: Self.seed, hasLoneSurrogates: true, hasUniqueKeys: false)
    var seeds = JSONTestSuiteTests.parsing.map { Array($0.b64) }.filter { $0.count < 400 }
    for i in 0..<200 { seeds.append(source.text(values: 1 + i / 10)) }
    var random = source.random
    let tape = JSONTape()
    let end = ContinuousClock.now + .seconds(Self.seconds)
    var verdicts: [PlainJSON.Verdict: Int] = [:]
    while ContinuousClock.now < end {
      for _ in 0..<50 {
        var text = random.pick(seeds)
        for _ in 0...random.below(4) { Self.mutate(&text, &random) }
        verdicts[try Self.hold(text, on: tape), default: 0] += 1
      }
    }
    // The mutations are of use only if all three come out often.
    #expect(verdicts.count == 3 && verdicts.values.allSatisfy { $0 > 50 }, "\(verdicts)")
    if Self.seconds > 3 { print("fuzzed: \(verdicts)") }
  }

  /// Holds the reader to the plain grammar on one text; gives the verdict.
  static func hold(_ text: [UInt8], on tape: JSONTape) throws -> PlainJSON.Verdict {
    let verdict = PlainJSON.judge(text)
    let exact = ExactText(text)
    defer { withExtendedLifetime(exact) {} }
    var error: JSONError?
    do throws(JSONError) {
      try tape.read(exact.bytes, limits: .traffic)
    } catch let failure {
      error = failure
    }
    let described = "\(text.map { String($0, radix: 16) }) \(String(decoding: text, as: UTF8.self))"
    switch (error, verdict) {
    case (nil, .valid):
      #expect(try checkedTape(tape) == tape.count, "\(described)")
      // Written again and read again it is the same value.
      let again = try JSONDocument(rewritten(tape.root), limits: .traffic)
      if tape.firstDuplicateKey == nil {
        #expect(JSONEquality.equal(tape.root, again.root.cursor), "\(described)")
      }
      #expect((again.tape.firstDuplicateKey == nil) == (tape.firstDuplicateKey == nil))
      #expect(tape.firstDuplicateKey == plainDuplicate(tape), "\(described)")
      #expect(again.tape.hasLoneSurrogate == tape.hasLoneSurrogate, "\(described)")
    case (let error?, .cut):
      let isEmpty = text.allSatisfy { [0x20, 0x0A, 0x0D, 0x09].contains($0) }
      let expected = JSONError(isEmpty ? .empty : .unexpectedEnd, at: text.count)
      if error != expected { Issue.record("\(error), \(expected): \(described)") }
    case (let error?, .bad):
      // Up to the place it names, the text could still have become JSON.
      let beginning = PlainJSON.judge(text[..<error.offset])
      if error.reason == .unexpectedEnd || error.reason == .empty || beginning == .bad {
        Issue.record("\(error): \(described)")
      }
    default: Issue.record("\(error as Any), \(verdict): \(described)")
    }
    return verdict
  }

  /// The first duplicate key, looked for in the plainest way.
  static func plainDuplicate(_ tape: JSONTape) -> Int? {
    var found: [Int] = []
    for index in 0..<tape.count where tape.root.at(index).kind == .object {
      var keys: Set<[UInt8]> = []
      tape.root.at(index).forEachMember { key, _ in
        if !keys.insert(key.stringBytes).inserted { found.append(key.index) }
      }
    }
    return found.min()
  }
}
