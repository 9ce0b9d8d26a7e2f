import ECMARegex
import Testing

@Suite("Matchers")
struct MatcherTests {
  @Test("A matcher is used again and again")
  func reuse() throws {
    let matcher = Matcher(try Regex("^[A-Z]{2}([0-9]{4})$"))
    for _ in 0..<3 {
      #expect(matcher.matches("AB1234") == .match)
      #expect(matcher.matches("AB123") == .noMatch)
      let bytes = Array("CD5678".utf8)
      #expect(bytes.withUnsafeBytes { matcher.firstMatch(in: $0) } == .match)
      #expect(matcher.range(ofGroup: 0) == 0..<6)
      #expect(matcher.range(ofGroup: 1) == 2..<6)
      #expect(matcher.matches("") == .noMatch)
    }
  }

  @Test("After a search without a match, groups are unset")
  func unset() throws {
    let matcher = Matcher(try Regex("(a)(?=b)"))
    #expect(Array("ab".utf8).withUnsafeBytes { matcher.firstMatch(in: $0) } == .match)
    #expect(matcher.range(ofGroup: 1) == 0..<1)
    #expect(Array("ac".utf8).withUnsafeBytes { matcher.firstMatch(in: $0) } == .noMatch)
    #expect(matcher.range(ofGroup: 1) == nil)
  }

  @Test("Searching on from a place: what is before it is seen", arguments: ["(a)", "(?=(a))a"])
  func goesOn(pattern: String) throws {
    let matcher = Matcher(try Regex(pattern + "|\\bx"))
    let bytes = Array("aéa xax".utf8)
    var found: [Range<Int>?] = []
    bytes.withUnsafeBytes { buffer in
      var at = 0
      while matcher.firstMatch(in: buffer, from: at) == .match,
        let range = matcher.range(ofGroup: 0)
      {
        found.append(range)
        at = range.upperBound
      }
    }
    #expect(found == [0..<1, 3..<4, 5..<6, 6..<7])
  }

  @Test("An anchored pattern does not match later", arguments: ["^a", "^(?=a)"])
  func anchored(pattern: String) throws {
    let matcher = Matcher(try Regex(pattern))
    let bytes = Array("aa".utf8)
    #expect(bytes.withUnsafeBytes { matcher.firstMatch(in: $0, from: 0) } == .match)
    #expect(bytes.withUnsafeBytes { matcher.firstMatch(in: $0, from: 1) } == .noMatch)
  }

  @Test("An empty buffer without an address")
  func empty() throws {
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    #expect(Matcher(try Regex("^$")).matches(none) == .match)
    #expect(Matcher(try Regex("^(?=$)")).matches(none) == .match)
    #expect(Matcher(try Regex("(?<!^)")).matches(none) == .noMatch)
    #expect(Matcher(try Regex("a")).firstMatch(in: none) == .noMatch)
  }

  @Test("Lone surrogates are code points")
  func surrogates() throws {
    let high: [UInt8] = [0xED, 0xA0, 0xBD]
    let low: [UInt8] = [0xED, 0xB8, 0x80]
    for pattern in [
      #"^\ud83d$"#, #"^\p{Cs}$"#, "^.$", "^[^a]$", #"^(?=\ud83d).$"#, #"(?<=\ud83d)$"#,
    ] {
      let regex = try Regex(pattern)
      #expect(high.withUnsafeBytes { Matcher(regex).matches($0) } == .match)
    }
    #expect(
      low.withUnsafeBytes { Matcher(try! Regex(#"[\ud800-\udbff]"#)).matches($0) } == .noMatch)
    let pattern = try Regex(utf8: Array("^".utf8) + high + Array("$".utf8))
    #expect(high.withUnsafeBytes { Matcher(pattern).matches($0) } == .match)
  }

  @Test("Bytes that are no code points do no harm and match nothing")
  func brokenBytes() throws {
    var random = Seeded(7)
    let regexes = try [
      "^(?s:.)*$", #"\b[^a]+(b)?"#, #"(?<=(.))\1"#, "(?i:(é|ſ)+)(?!x)", #"(?m:^\p{L}*$)"#,
    ].map { Matcher(try Regex($0)) }
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(12)).map { _ in
        random.pick([0x61, 0x62, 0x80, 0xBF, 0xC3, 0xA9, 0xE2, 0xED, 0xA0, 0xF0, 0xF4, 0xFF, 0x0A])
          as UInt8
      }
      for matcher in regexes {
        let found = bytes.withUnsafeBytes { (matcher.matches($0), matcher.firstMatch(in: $0)) }
        #expect(found.0 == found.1)
        if found.1 == .match, let range = matcher.range(ofGroup: 0) {
          #expect(range.upperBound <= bytes.count)
        }
      }
    }
    let dot = Matcher(try Regex("^(?s:.)$"))
    let broken: [[UInt8]] = [
      [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE2, 0x80], [0xF4, 0x90, 0x80, 0x80],
    ]
    for bytes in broken {
      #expect(bytes.withUnsafeBytes { dot.matches($0) } == .noMatch)
    }
  }

  @Test("Threads share a compiled pattern")
  func threads() async throws {
    let regex = try Regex(#"^(\p{Lu}\p{Ll}*)(?: \1)*$"#)
    let outcomes = await withTaskGroup(of: Outcome.self) { group in
      for _ in 0..<8 { group.addTask { Matcher(regex).matches("Über Über Über") } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes == Array(repeating: .match, count: 8))
  }
}
