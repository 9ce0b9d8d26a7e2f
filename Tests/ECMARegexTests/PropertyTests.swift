import Testing

@testable import ECMARegex

/// The tables of `\p{…}` against themselves, Swift's own properties and JavaScriptCore.
@Suite("Unicode properties")
struct PropertyTests {
  /// Names of a table's entries, each with its aliases.
  static func entries(_ table: StaticString) -> [[String]] {
    table.description.split(separator: "\n").filter { $0.hasPrefix("!") }.map {
      $0.dropFirst().split(separator: " ").map(String.init)
    }
  }

  static let categories = entries(UnicodeTables.generalCategory)
  static let scripts = entries(UnicodeTables.script)
  static let binary = entries(UnicodeTables.binary)

  @Test("Every code point has one general category and one script")
  func partitions() {
    for sets in [
      Self.categories.filter { $0[0].count == 2 && $0[0] != "LC" }
        .compactMap { UnicodeProperties.generalCategory($0[0]) },
      Self.scripts.compactMap { UnicodeProperties.set(name: "sc", value: $0[0]) },
    ] {
      let total = sets.reduce(0) { sum, set in
        sum + set.ranges.reduce(0) { $0 + Int($1.high - $1.low) + 1 }
      }
      #expect(total == 0x11_0000)
      #expect(sets.reduce(ScalarSet.none) { $0.union($1) } == .all)
    }
  }

  @Test("As many values as Unicode 17 has")
  func counts() {
    #expect(UnicodeTables.version == "17.0.0")
    #expect(Self.categories.count == 38)
    // 174 scripts and Common, Inherited, Unknown.
    #expect(Self.scripts.count == 175)
    #expect(Self.binary.count == 50)
  }

  @Test(
    "Members, by every kind of name",
    arguments: [
      ("L", "aé中", "1_"), ("Letter", "a", "1"), ("gc=Lu", "AÉ", "aǅ"), ("LC", "aAǅ", "ª中"),
      ("General_Category=Uppercase_Letter", "A", "a"), ("punct", "!_", "a+"), ("Nd", "1٣", "½"),
      ("digit", "1٣", "½"), ("Cn", "\u{378}\u{FFFF}", "a"), ("Combining_Mark", "\u{301}", "a"),
      ("Script=Greek", "αἀ", "a\u{342}"), ("scx=Grek", "α\u{342}", "a"), ("sc=Zyyy", "1、", "a"),
      ("scx=Zyyy", "1", "、a"), ("Script_Extensions=Hira", "あ、ー", "中"), ("sc=Qaai", "\u{301}", "a"),
      ("scx=Zinh", "\u{FE00}", "\u{342}"), ("Script=Sidetic", "\u{10940}", "a"),
      ("scx=Deva", "अ।\u{951}", "a"),
      ("Any", "a\u{10FFFF}", ""), ("ASCII", "\u{0}\u{7F}", "\u{80}"),
      ("Assigned", "a\u{E000}", "\u{378}\u{FFFF}"), ("Alphabetic", "aⅣ", "1"), ("Alpha", "a", "1"),
      ("ASCII_Hex_Digit", "fA9", "gＡ"), ("Hex", "Ａ", "g"), ("Emoji", "😀1#", "a"),
      ("EPres", "😀", "1"), ("Extended_Pictographic", "😀©", "1"), ("RI", "🇦", "A"),
      ("White_Space", " \u{85}\u{2028}", "\u{FEFF}"), ("space", " ", "a"), ("IDS", "aª", "1_"),
      ("XIDC", "a1_·", "-"), ("Bidi_M", "(«", "a"), ("CWKCF", "A\u{AD}", "a"), ("Math", "+∑", "a"),
      ("NChar", "\u{1FFFF}", "a"), ("DI", "\u{AD}", "a"), ("UIdeo", "中", "〇"), ("Ideo", "中〇", "あ"),
      ("VS", "\u{FE0F}", "a"), ("STerm", "!。", ","), ("IDST", "⿲", "⿰"), ("IDSB", "⿰", "⿲"),
    ])
  func members(name: String, inside: String, outside: String) throws {
    let within = try Regex("^\\p{\(name)}*$")
    let without = try Regex("^\\P{\(name)}*$")
    #expect(within.matches(inside) == .match)
    #expect(without.matches(outside) == .match)
    for scalar in inside.unicodeScalars { #expect(without.matches(String(scalar)) == .noMatch) }
    for scalar in outside.unicodeScalars { #expect(within.matches(String(scalar)) == .noMatch) }
  }

  @Test("Simple case folding")
  func folding() {
    #expect(CaseFolding.fold(0x41) == 0x61)
    #expect(CaseFolding.fold(0x212A) == 0x6B)
    #expect(CaseFolding.fold(0x1E9E) == 0xDF)
    // Only full folding and Turkish know these.
    #expect(CaseFolding.fold(0x130) == 0x130)
    #expect(CaseFolding.fold(0x149) == 0x149)
    #expect(Set(CaseFolding.variants(of: 0x53)) == [0x53, 0x73, 0x17F])
    #expect(Set(CaseFolding.variants(of: 0x3C2)) == [0x3A3, 0x3C2, 0x3C3])
    #expect(CaseFolding.variants(of: 0x31) == [0x31])
    #expect(CaseFolding.fold(0x10400) == 0x10428)
    // Cherokee folds to capitals.
    #expect(CaseFolding.fold(0xAB70) == 0x13A0)
  }

  /// What JavaScriptCore 2.50 has from a draft of Unicode 17: characters and script extensions that
  /// the final version does not have.
  private static let draft = ScalarSet(ranges: [
    (0x320, 0x320), (0x331, 0x331), (0x951, 0x952), (0x9FF, 0x9FF), (0xB53, 0xB54),
    (0x1CD5, 0x1CD8), (0x1CE2, 0x1CE2), (0x1CE9, 0x1CED), (0x16D80, 0x16DA9), (0x1FADD, 0x1FADD),
  ])

  /// The code points on both sides of every boundary tell two sets of ranges apart.
  private static func samples(_ set: ScalarSet) -> [UInt32] {
    set.boundaries.flatMap { $0 == 0 ? [0] : $0 >= ScalarSet.limit ? [$0 - 1] : [$0 - 1, $0] }
      .filter { !draft.contains($0) }
  }

  @Test("JavaScriptCore knows the same names and the same members")
  func javaScriptCore() throws {
    var questions: [(name: String, set: ScalarSet)] = []
    for names in Self.categories {
      for name in names {
        for form in [name, "gc=\(name)", "General_Category=\(name)"] {
          questions.append((form, try #require(UnicodeProperties.generalCategory(name))))
        }
      }
    }
    for names in Self.scripts {
      for name in names {
        for key in ["sc", "Script", "scx", "Script_Extensions"] {
          let set = UnicodeProperties.set(name: key, value: name)
          questions.append(("\(key)=\(name)", try #require(set)))
        }
      }
    }
    for name in Self.binary.joined() + ["Any", "ASCII", "Assigned"] {
      questions.append((name, try #require(UnicodeProperties.set(loneName: name))))
    }
    let list = questions.map { question in
      "[\"\(question.name)\",[\(Self.samples(question.set).map(String.init).joined(separator: ","))]]"
    }
    let script = """
      [\(list.joined(separator: ",\n"))].map(([name, samples]) => {
        try {
          const regex = new RegExp("\\\\p{" + name + "}", "u");
          return samples.map((each) => regex.test(String.fromCodePoint(each)) ? "1" : "0").join("");
        } catch { return "refused"; }
      }).join("\\n")
      """
    guard let answer = try JavaScriptCore.evaluate(script) else {
      JavaScriptCore.reportAbsence()
      return
    }
    let lines = answer.split(separator: "\n", omittingEmptySubsequences: false)
    try #require(lines.count == questions.count)
    for (line, question) in zip(lines, questions) {
      let ours = Self.samples(question.set).map { question.set.contains($0) ? "1" : "0" }.joined()
      #expect(line == ours, "\(question.name)")
    }
  }

  @Test("JavaScriptCore folds the same characters together")
  func javaScriptCoreFolding() throws {
    let script = """
      const all = [];
      for (let each = 0; each < 0x1F000; each++) {
        const text = String.fromCodePoint(each);
        if (each >= 0xD800 && each < 0xE000) continue;
        if (text.toLowerCase() !== text || text.toUpperCase() !== text || each > 0x13A0 && each < 0xAC00)
          if (/\\p{CWCM}/u.test(text)) all.push(each);
      }
      const text = all.map((each) => String.fromCodePoint(each)).join(" ");
      all.map((each) => {
        const regex = new RegExp("\\\\u{" + each.toString(16) + "}", "gui");
        return each + ":" + (text.match(regex) ?? []).map((other) => other.codePointAt(0)).join(",");
      }).join("\\n")
      """
    guard let answer = try JavaScriptCore.evaluate(script) else {
      JavaScriptCore.reportAbsence()
      return
    }
    var theirs: [UInt32: Set<UInt32>] = [:]
    for line in answer.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      theirs[try #require(UInt32(parts[0]))] = Set(
        parts[1].split(separator: ",").compactMap { UInt32($0) })
    }
    #expect(theirs.count > 2_500)
    for (scalar, variants) in theirs {
      // Their list of letters with cases is that of an older Unicode.
      let ours = CaseFolding.variants(of: scalar).filter { theirs[$0] != nil }
      #expect(Set(ours) == variants, "\(scalar)")
    }
  }
}
