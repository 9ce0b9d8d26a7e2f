import Testing

@testable import ECMARegex

/// What patterns find: the groups of the first match, by every engine that can run the pattern.
@Suite("Groups of the first match")
struct SemanticsTests {
  struct Case: CustomTestStringConvertible {
    var pattern: String
    var subject: String
    /// The texts of the groups, the whole match first; nil where a group is unset. Nil: no match.
    var groups: [String?]?

    init(_ pattern: String, _ subject: String, _ groups: [String?]?) {
      self.pattern = pattern
      self.subject = subject
      self.groups = groups
    }

    var testDescription: String { "/\(pattern)/ on \(subject)" }
  }

  /// The examples that the notes of ECMA-262, section 22.2.2, work out.
  static let examplesOfTheStandard = [
    Case("a|ab", "abc", ["a"]),
    Case("((a)|(ab))((c)|(bc))", "abc", ["abc", "a", "a", nil, "bc", nil, "bc"]),
    Case("a[a-z]{2,4}", "abcdefghi", ["abcde"]),
    Case("a[a-z]{2,4}?", "abcdefghi", ["abc"]),
    Case("(aa|aabaac|ba|b|c)*", "aabaac", ["aaba", "ba"]),
    Case("(z)((a+)?(b+)?(c))*", "zaacbbbcac", ["zaacbbbcac", "z", "ac", "a", nil, "c"]),
    Case("(a*)*", "b", ["", nil]),
    Case(#"(a*)b\1+"#, "baaaac", ["b", ""]),
    Case("(?=(a+))", "baaabac", ["", "aaa"]),
    Case(#"(?=(a+))a*b\1"#, "baaabac", ["aba", "a"]),
    Case(#"(.*?)a(?!(a+)b\2c)\2(.*)"#, "baaabaac", ["baaabaac", "ba", nil, "abaac"]),
  ]

  static let quantifiers = [
    // An optional turn that consumes nothing is refused, a forced one is not.
    Case("()?", "", ["", nil]),
    Case("(){1,2}", "", ["", ""]),
    Case("(|a)*", "aaa", ["aaa", "a"]),
    Case("(|a)+", "aaa", ["aaa", "a"]),
    Case("(|a){2,3}$", "aa", ["aa", "a"]),
    Case("(a?)??b", "ab", ["ab", "a"]),
    Case("(?:a*?)*?b", "aab", ["aab"]),
    Case("(?:(a)|(b))*", "ab", ["ab", nil, "b"]),
    Case("(?:(a)|b){2}", "ab", ["ab", nil]),
    Case("a{0}b", "ab", ["b"]),
    Case("(a){0}b", "ab", ["b", nil]),
    Case("a{2}", "aaa", ["aa"]),
    Case("a{2,}?", "aaaa", ["aa"]),
    Case("^(?:a|bc){2,3}$", "abca", ["abca"]),
    Case("^(?:a|bc){2,3}$", "abcaa", nil),
    Case("a{99999999999999999999}", "aaa", nil),
    Case("a{0,99999999999999999999}", "aaa", ["aaa"]),
    Case("(?:){99999999999999999999}", "a", [""]),
    Case("(?:(?=(a))){3}a", "a", ["a", "a"]),
  ]

  static let assertions = [
    Case("^", "a", [""]),
    Case("$", "a\n", [""]),
    Case("a$", "a\n", nil),
    Case("^b", "a\nb", nil),
    Case("(?m:^b$)", "a\nb\nc", ["b"]),
    Case("(?m:^b)", "a\u{2028}b", ["b"]),
    Case("(?m:^b)", "a\u{85}b", nil),
    Case("(?m:a$)", "a\r\n", ["a"]),
    Case("(?m:^)b|(?-m:^)c", "a\nb", ["b"]),
    Case(#"\bb"#, "a b", ["b"]),
    Case(#"\bé"#, "a é", nil),
    Case(#"a\b"#, "aé", ["a"]),
    Case(#"(?i:a\b)"#, "aſ", nil),
    Case(#"a\B"#, "aſ", nil),
    Case(#"\B"#, "", [""]),
  ]

  static let classes = [
    Case("[^]", "\n", ["\n"]),
    Case("[]", "a", nil),
    Case("[]?", "a", [""]),
    Case("[a-]+", "-a", ["-a"]),
    Case("[^a-c]", "abcé", ["é"]),
    Case(#"[\b]"#, "\u{8}", ["\u{8}"]),
    Case(#"[\-]"#, "-", ["-"]),
    Case(".+", "a\rb", ["a"]),
    Case(".+", "a\u{2029}b", ["a"]),
    Case(".+", "a\u{85}b", ["a\u{85}b"]),
    Case("(?s:.+)", "a\nb", ["a\nb"]),
    Case("(?s:.(?-s:.))", "\na\n", ["\na"]),
    Case("^.$", "😀", ["😀"]),
    Case("^..$", "e\u{301}", ["e\u{301}"]),
    Case(
      #"\s+"#, "\t\u{B}\u{C}\r\n \u{A0}\u{FEFF}\u{3000}\u{2028}.",
      [
        "\t\u{B}\u{C}\r\n \u{A0}\u{FEFF}\u{3000}\u{2028}"
      ]),
    Case(#"\s"#, "\u{85}\u{200B}", nil),
    Case(#"\d+"#, "٣3", ["3"]),
    Case(#"\w+"#, "éa_9", ["a_9"]),
    Case(#"[\d\D]"#, "\n", ["\n"]),
    Case(#"\cJ\x41\u0042\u{43}\0\/"#, "\nABC\0/", ["\nABC\0/"]),
    Case(#"^\ud83d\ude00$"#, "😀", ["😀"]),
    Case(#"[\ud83d\ude00-\ud83d\ude02]"#, "😁", ["😁"]),
    Case(#"\ud83d"#, "😀", nil),
  ]

  static let folding = [
    Case("(?i:straße)", "STRAẞE", ["STRAẞE"]),
    Case("(?i:straße)", "STRASSE", nil),
    Case(#"(?i:\u{212A})"#, "k", ["k"]),
    Case("(?i:[^x])", "X", nil),
    Case(#"(?i:\w)"#, "ſ", ["ſ"]),
    Case(#"(?i:\W)"#, "ſ", nil),
    Case(#"(?i:[^\W])"#, "\u{212A}", ["\u{212A}"]),
    Case(#"(?i:\p{Lu})"#, "a", ["a"]),
    Case(#"(?i:\P{Lu})"#, "A", ["A"]),
    Case(#"(?i:[^\P{Lu}])"#, "A", nil),
    Case("(?i:a(?-i:b)c)", "ABC", nil),
    Case("(?i:a(?-i:b)c)", "AbC", ["AbC"]),
    Case(#"(a)(?i:\1)"#, "aA", ["aA", "a"]),
    Case(#"(?i:(σ))(?i:\1)"#, "Σς", ["Σς", "Σ"]),
    Case("(?i:i)", "İ", nil),
  ]

  static let references = [
    Case(#"(a)\1"#, "aa", ["aa", "a"]),
    Case(#"\1(a)"#, "aa", ["a", "a"]),
    Case(#"(a\1)"#, "aa", ["a", "a"]),
    Case(#"(?:(a)|b)\1"#, "b", ["b", nil]),
    Case(#"(?:(a)|b\1)+"#, "aba", ["aba", "a"]),
    Case(#"(?<x>a)\k<x>"#, "aa", ["aa", "a"]),
    Case(#"\k<x>(?<x>a)"#, "a", ["a", "a"]),
    Case(#"(?:(?<x>a)|(?<x>b))\k<x>"#, "abb", ["bb", nil, "b"]),
    Case(#"(?:(?:(?<x>a)|(?<x>b)|c)\k<x>){2}"#, "aac", ["aac", nil, nil]),
    Case(#"(?<\u{62}>a)\k<b>"#, "aa", ["aa", "a"]),
    Case(#"^(["'])(?:(?!\1).)*\1$"#, #"'it"s'"#, [#"'it"s'"#, "'"]),
  ]

  static let lookAround = [
    Case("(?!a)b|a(?=c)", "ab", ["b"]),
    Case("(?=(a))(?!(b))a", "a", ["a", "a", nil]),
    Case("(?<=a)b", "ab", ["b"]),
    Case("(?<!a)b", "abb", ["b"]),
    Case(#"(?<=(\d+)(\d+))$"#, "1053", ["", "1", "053"]),
    Case("(?<=([abc]+)([abc]+))$", "abc", ["", "a", "bc"]),
    Case(#"(?<=(.)\1)b"#, "aab", ["b", "a"]),
    Case(#"(?<=\1(.))b"#, "aab", ["b", "a"]),
    Case(#"(?<=a(.\2)b(\1)).{4}"#, "aabcacbc", ["cacb", "a", ""]),
    Case("(?<=^a+)b", "aaab", ["b"]),
    Case("(?<=(?:ab|c){2})d", "abcd", ["d"]),
    Case("(?<=a(?=b))b", "ab", ["b"]),
    Case("(?<=😀)b", "😀b", ["b"]),
    Case("(?<!(^|[ab]))\\w{2}", "abcdef", ["de", nil]),
    Case("(?<=a{2,3}?)b", "aaab", ["b"]),
    Case("(?=(?:a|(b))+)\\w", "ba", ["b", nil]),
  ]

  @Test(
    "What the standard says",
    arguments: examplesOfTheStandard + quantifiers + assertions + classes + folding + references
      + lookAround)
  func finds(_ each: Case) throws {
    let regex = try Regex(each.pattern)
    let matcher = Matcher(regex)
    #expect(matcher.matches(each.subject) == (each.groups == nil ? .noMatch : .match))
    #expect(Self.groups(matcher, each.subject) == each.groups)
    // The standard's own matcher, over the same syntax.
    let scalars = Array(each.subject.unicodeScalars)
    do {
      let found = try StandardMatcher(
        each.pattern.unicodeScalars.map(\.value), scalars.map(\.value)
      ).firstMatch()
      let texts = found.map { groups in
        groups.map { range in range.map { String(String.UnicodeScalarView(scalars[$0])) } }
      }
      #expect(texts == each.groups)
    } catch is StandardMatcher.Spent {
      // Counts in the billions are not for it.
    }
  }

  @Test("Groups by threads", arguments: quantifiers + assertions + classes)
  func findsByThreads(_ each: Case) throws {
    let program = try Regex(each.pattern).program
    guard let code = program.capturing else { return }
    let threads = ThreadMachine(
      code, program.classes, isAnchored: program.isAnchored, groupCount: program.groupCount)
    let bytes = Array(each.subject.utf8)
    let isFound = (bytes + [0]).withUnsafeBytes { buffer in
      buffer.baseAddress.map { threads.search($0, bytes.count, from: 0) } ?? false
    }
    try #require(isFound == (each.groups != nil))
    guard isFound else { return }
    #expect(
      (0...program.groupCount).map { group -> String? in
        let low = threads.captured[2 * group]
        guard low >= 0 else { return nil }
        return String(decoding: bytes[low..<threads.captured[2 * group + 1]], as: UTF8.self)
      } == each.groups)
  }

  private static func groups(_ matcher: Matcher, _ subject: String) -> [String?]? {
    let bytes = Array(subject.utf8)
    guard bytes.withUnsafeBytes({ matcher.firstMatch(in: $0) }) == .match else { return nil }
    return (0...matcher.regex.groupCount).map { group in
      matcher.range(ofGroup: group).map { String(decoding: bytes[$0], as: UTF8.self) }
    }
  }
}
