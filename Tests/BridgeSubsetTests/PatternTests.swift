import BridgeSchema
import ECMARegex
import TestSupport
import Testing

@testable import BridgeSubset

@Suite("Patterns as automata")
struct PatternTests {
  static let patterns = [
    "^a+$", "a", "^(a|b)*c?$", "b$", "^$", "\\bab\\b", "\\B", "^.b", "[^a]b", "(?:ab){2,3}",
    "^(?:a*)*b", "a{0}", "^[ab]{1,3}$", "(^a|b$)", "\\w\\W", "^\\d+|c", "a.c", "(?:^|b)a(?:$|c)",
    "[a-c]{2}$", "^(?!)", "a||b", "(?i:AB)", "^é?$", "\\p{Lu}", "(?m:^b)", "(?m:a$)",
  ]

  @Test("the automaton says what the matcher says", arguments: patterns)
  func machine(text: String) throws {
    let pattern = try #require(StringPattern(Array(text.utf8)))
    guard pattern.code != nil else { return }
    let alphabet = Alphabet(
      sets: pattern.sets.map(\.boundaries), singles: [0x61], hasAssertions: pattern.hasAssertions)
    let machine = try #require(PatternMachine(pattern, alphabet))
    var random = SplitMix64(seed: 11)
    for _ in 0..<600 {
      let string = (0..<random.below(7)).map { _ in
        random.pick(["a", "b", "c", "A", "B", "1", " ", "\n", "é", "_", "😀"])
      }.joined()
      var state = machine.start
      for scalar in string.unicodeScalars {
        state = machine.step(state, alphabet.letter(of: scalar.value))
      }
      #expect(machine.accepts(state) == (pattern.regex.matches(string) == .match), "\(string)")
    }
  }

  @Test("inclusion of patterns, against strings", arguments: 0..<26)
  func inclusion(index: Int) throws {
    let first = try #require(StringPattern(Array(Self.patterns[index].utf8)))
    for text in Self.patterns where first.code != nil {
      let second = try #require(StringPattern(Array(text.utf8)))
      guard second.code != nil else { continue }
      var search = StringSearch()
      search.wanted = [first]
      search.unwanted = [second]
      switch search.run() {
      case .found(let string):
        #expect(first.matches(string) == true && second.matches(string) == false, "\(text)")
      case .none:
        var random = SplitMix64(seed: 12)
        for _ in 0..<300 {
          let string = (0..<random.below(6)).map { _ in
            random.pick(["a", "b", "c", "A", "1", " ", "\n", "é"])
          }.joined()
          let bytes = Array(string.utf8)
          #expect(first.matches(bytes) == false || second.matches(bytes) == true, "\(text)")
        }
      case .unknown(let reason): Issue.record("\(text): \(reason)")
      }
    }
  }

  static let lookAround = [
    "^(?=.*[a-c])(?=.*\\d).{2,4}$", "^(?!_)[a-z_]+$", "^(?!.*b)a", "^a*(?<!aa)$", "^(?!a)(?=b)",
    "^[ab-]+(?<=b)(?<!ab)$", "^(?![(])a$", "^(?=a|b)(?!ab|ba)..$",
  ]

  @Test("look-around at the edges is taken apart", arguments: lookAround)
  func parts(text: String) throws {
    let pattern = try #require(StringPattern(Array(text.utf8)))
    let parts = try #require(PatternParts(Array(text.utf8)))
    let wanted = try parts.wanted.map { try #require(StringPattern($0)) }
    let unwanted = try parts.unwanted.map { try #require(StringPattern($0)) }
    #expect((wanted + unwanted).allSatisfy { $0.code != nil })
    var random = SplitMix64(seed: 14)
    for _ in 0..<500 {
      let string = (0..<random.below(6)).map { _ in
        random.pick(["a", "b", "c", "1", "_", "-", "("])
      }
      let bytes = Array(string.joined().utf8)
      let holds =
        wanted.allSatisfy { $0.matches(bytes) == true }
        && !unwanted.contains { $0.matches(bytes) == true }
      #expect(holds == pattern.matches(bytes), "\(string)")
    }
  }

  @Test("other look-around is left alone")
  func noParts() {
    for text in ["a(?=b)", "^(?=a)|b", "^(a)(?!\\1)", "^(?=(a))\\1", "^a(?=b)b$"] {
      #expect(PatternParts(Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("lengths and words left out")
  func lengths() throws {
    var search = StringSearch()
    search.wanted = [try #require(StringPattern(Array("^[ab]*$".utf8)))]
    search.least = 1
    search.most = 1
    search.excluded = [[0x61]]
    guard case .found(let string) = search.run() else { throw SupportError("nothing found") }
    #expect(string == [0x62])
    search.excluded.append([0x62])
    guard case .none = search.run() else { throw SupportError("something found") }
  }

  static let large = [
    // Their sets of places are 2^15 and more, which of places alone are few.
    ("^(a|b)*a(a|b){14}$", "^(b|a)*a(b|a){14}$", true),
    ("^(a|b)*a(a|b){14}$", "^(a|b)*a(a|b){13}$", false),
    ("^(a|b)*a(a|b){14}$", "^(a|b)*(a|b){12,}$", true),
    ("^(a|b)*a(a|b){20}$", "^[ab]*$", true),
    ("^[ab]*$", "^(a|b)*a(a|b){14}$", false),
    ("^(a|aa)*$", "^a*$", true),
    ("(x+x+)+y", "x+y", true),
  ]

  @Test("patterns whose automata are large are decided in few steps", arguments: large)
  func largeMachines(_ first: String, _ second: String, _ isWithin: Bool) throws {
    var search = StringSearch()
    search.wanted = [try #require(StringPattern(Array(first.utf8)))]
    search.unwanted = [try #require(StringPattern(Array(second.utf8)))]
    switch search.run() {
    case .none: #expect(isWithin)
    case .found(let string):
      #expect(!isWithin)
      #expect(search.wanted[0].matches(string) == true)
      #expect(search.unwanted[0].matches(string) == false)
    case .unknown(let reason): Issue.record("\(reason)")
    }
    #expect(search.cost < 300_000)
  }

  @Test("what is too large is given up by the number of steps")
  func givenUp() throws {
    var search = StringSearch()
    search.wanted = try (10..<16).map {
      try #require(StringPattern(Array("^(a|b)*a(a|b){\($0)}c(a|b)*$".utf8)))
    }
    search.unwanted = [
      try #require(StringPattern(Array("^((a|b)*a(a|b){9}|(a|b)*b(a|b){17})c".utf8)))
    ]
    search.budget = 20_000
    _ = search.run()
    #expect(search.cost < 40_000)
  }

  @Test("what is said of formats is true", arguments: Format.all)
  func formats(format: Format) throws {
    let facts = FormatFacts.of(format)
    func accepts(_ bytes: [UInt8]) -> Bool { bytes.withUnsafeBufferPointer { format.accepts($0) } }
    for sample in facts.samples {
      #expect(accepts(sample), "\(String(decoding: sample, as: UTF8.self))")
    }
    // Strings near the format's own, and strings of its patterns.
    var strings = facts.samples + Self.near
    for pattern in [facts.exact, facts.part, facts.whole].compactMap({ $0 }) {
      var search = StringSearch()
      search.wanted = [pattern]
      for _ in 0..<12 {
        guard case .found(let string) = search.run() else { break }
        strings.append(string)
        search.excluded.append(string)
        if search.excluded.count == 6 { search.least = string.count + 3 }
      }
    }
    var random = SplitMix64(seed: 13)
    for string in strings {
      for _ in 0..<40 {
        var text = String(decoding: string, as: UTF8.self).unicodeScalars.map { $0 }
        for _ in 0..<random.below(3) {
          let new = random.pick(Array("0129azAZ:/.-+~@%TZP\n é".unicodeScalars))
          if text.isEmpty || random.once(in: 2) {
            text.insert(new, at: random.below(text.count + 1))
          } else {
            text[random.below(text.count)] = new
          }
        }
        var view = String.UnicodeScalarView()
        view.append(contentsOf: text)
        let bytes = Array(String(view).utf8)
        let holds = accepts(bytes)
        if let exact = facts.exact { #expect(exact.matches(bytes) == holds, "\(String(view))") }
        if let whole = facts.whole, holds {
          #expect(whole.matches(bytes) == true, "\(String(view))")
        }
        if let part = facts.part, part.matches(bytes) == true { #expect(holds, "\(String(view))") }
        for narrower in facts.narrower
        where bytes.withUnsafeBufferPointer({ narrower.accepts($0) }) {
          #expect(holds, "\(String(view))")
        }
      }
    }
  }

  @Test("dates are known exactly")
  func dates() throws {
    let exact = try #require(FormatFacts.of(.date).exact)
    for year in ["0000", "0004", "0100", "1900", "2000", "2023", "2024", "2100", "9996"] {
      for month in 0...13 {
        for day in 0...32 {
          let text = "\(year)-\(month < 10 ? "0" : "")\(month)-\(day < 10 ? "0" : "")\(day)"
          let bytes = Array(text.utf8)
          let holds = bytes.withUnsafeBufferPointer { Format.date.accepts($0) }
          #expect(exact.matches(bytes) == holds, "\(text)")
        }
      }
    }
  }

  private static let near = [
    "1.2.3.4", "255.255.255.255", "01.2.3.4", "::ffff:1.2.3.4",
    "12345678-1234-1234-1234-123456789abc",
    "/a~0/b~1", "/a~2", "0#", "10/a", "P1Y", "PT1H", "23:59:60Z", "2024-02-30", "a@b", "a..b",
    "%41", "{a}",
    "http://[::1]/", "xn--a", "-a", "a-", "example.com.", "",
  ].map { Array($0.utf8) }
}
