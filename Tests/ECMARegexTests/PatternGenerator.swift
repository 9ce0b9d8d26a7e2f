/// Makes patterns and subjects that are likely to meet.
struct PatternGenerator {
  var random: Seeded
  private var groups = 0
  private var names: [String] = []

  init(seed: UInt64) { random = Seeded(seed) }

  /// A pattern that is valid but for numbers and names of groups, which may be wrong.
  mutating func pattern() -> [UInt32] {
    groups = 0
    names = []
    return Wobbly.joined(disjunction(depth: 3 + random.below(2)).unicodeScalars.map(\.value))
  }

  /// A pattern with one to three faults put in, which may leave it valid.
  mutating func damagedPattern() -> [UInt32] {
    var scalars = pattern()
    for _ in 0...random.below(3) {
      let piece = random.pick(Self.fragments).unicodeScalars.map(\.value)
      let at = random.below(scalars.count + 1)
      switch random.below(3) {
      case 0: scalars.insert(contentsOf: piece, at: at)
      case 1 where at < scalars.count: scalars.remove(at: at)
      case 2 where at < scalars.count: scalars.replaceSubrange(at...at, with: piece)
      default: scalars += piece
      }
    }
    return Wobbly.joined(scalars)
  }

  mutating func subject() -> [UInt32] {
    Wobbly.joined(
      (0..<random.below(11)).map { _ in
        random.chance(70) ? random.pick([0x61, 0x62, 0x41]) : random.pick(Self.alphabet)
      })
  }

  private static let alphabet: [UInt32] = [
    0x61, 0x62, 0x63, 0x41, 0x42, 0x6B, 0x4B, 0x73, 0x30, 0x39, 0x5F, 0x20, 0x2D, 0x0A, 0x0D,
    0x2028,
    0x85, 0xA0, 0xFEFF, 0xE9, 0xC9, 0x212A, 0x17F, 0xDF, 0x1E9E, 0x3C3, 0x3C2, 0x3A3, 0x1F600,
    0x10400, 0x10428, 0xD83D, 0xDE00, 0x4E2D, 0x301, 0x10FFFF, 0,
  ]

  private static let fragments = [
    "(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "\\", "^", "$", ".", "-", ",", "1", "a", "<",
    ">", "=", "!", ":", "(?", "(?:", "(?=", "(?<", "(?<n>", "(?<n>a)|(?<n>b)", "(?<!", "(?i:",
    "(?-i:", "(?i-i:", "(?-:", "(?ims-:", "(?ii:", "{1", "{1,", "{1,2}", "{2,1}", "{,1}", "{1}?",
    "\\k", "\\k<n>", "\\1", "\\9", "\\0", "\\00", "\\x", "\\x4", "\\x41", "\\u", "\\u00e",
    "\\u00e9", "\\u{", "\\u{}", "\\u{110000}", "\\u{0000061}", "\\ud83d\\ude00", "\\ud83d",
    "\\c", "\\cA", "\\c1", "\\p", "\\p{", "\\p{L}", "\\p{l}", "\\P{Lu}", "\\p{gc=Lu}", "\\p{sc=L}",
    "\\p{Script=Greek}", "\\p{scx=Grek}", "\\p{Greek}", "\\p{IsGreek}", "\\p{ L}", "\\p{^L}",
    "\\d", "\\w-", "[\\w-a]", "[a-\\d]", "[b-a]", "[a-b-c]", "[--a]", "\\-", "[\\-]", "\\/", "\\_",
    "\\e", "\\B", "[\\B]", "[\\b]", "\\A", "\\z", "\\Q", "(?>a)", "(?#a)", "(?P<n>a)", "a++",
    "[[:alpha:]]", "[^]", "[]", "(?<a\\u{62}>c)", "(?<\\ud83d\\ude00>a)", "(?<1>a)", "(?<𝒜>a)",
    "(?<a‌>b)", "^*", "\\b+", "(?=a)*", "(?<=a){2}", "(?!a)?", "/", "#", "&&", "\u{1F600}", "\n",
  ]

  // MARK: Grammar

  private mutating func disjunction(depth: Int) -> String {
    var text = alternative(depth: depth)
    while random.chance(depth > 1 ? 25 : 10) { text += "|" + alternative(depth: depth) }
    return text
  }

  private mutating func alternative(depth: Int) -> String {
    if random.chance(6) { return "" }
    return (0...random.below(3)).map { _ in term(depth: depth) }.joined()
  }

  private mutating func term(depth: Int) -> String {
    if random.chance(10) { return random.pick(["^", "$", "\\b", "\\B", "^", "$"]) }
    if depth > 0, random.chance(12) {
      return random.pick(["(?=", "(?!", "(?<=", "(?<!"]) + disjunction(depth: depth - 1) + ")"
    }
    return atom(depth: depth) + quantifier()
  }

  private mutating func quantifier() -> String {
    guard random.chance(40) else { return "" }
    let text = random.pick([
      "*", "+", "?", "{0}", "{1}", "{2}", "{0,1}", "{1,2}", "{0,3}", "{2,}", "{1,3}", "{2,3}",
    ])
    return text + (random.chance(30) ? "?" : "")
  }

  private mutating func atom(depth: Int) -> String {
    if depth > 0, random.chance(40) { return group(depth: depth - 1) }
    switch random.below(20) {
    case 0: return "."
    case 1, 2: return characterClass()
    case 3: return random.pick(Self.classEscapes)
    case 4: return random.pick(Self.characterEscapes)
    case 5 where groups > 0: return "\\\(1 + random.below(groups + (random.chance(5) ? 1 : 0)))"
    case 6 where !names.isEmpty: return "\\k<\(random.pick(names))>"
    case 7: return random.pick(["é", "É", "K", "ſ", "ß", "ẞ", "σ", "ς", "Σ", "😀", "𐐀", "中"])
    default: return random.pick(["a", "b", "a", "b", "c", "A", "k", "s", "0", "_", " "])
    }
  }

  private mutating func group(depth: Int) -> String {
    switch random.below(10) {
    case 0...3:
      groups += 1
      return "(" + disjunction(depth: depth) + ")"
    case 4:
      groups += 1
      let name = random.pick(["n", "m", "o", "p", "$", "π"])
      names.append(name)
      return "(?<\(name)>" + disjunction(depth: depth) + ")"
    case 5:
      return random.pick(["(?i:", "(?i:", "(?m:", "(?s:", "(?-i:", "(?im-s:", "(?s-im:"])
        + disjunction(depth: depth) + ")"
    case 6 where random.chance(40):
      groups += 2
      names.append("d")
      return "(?:(?<d>" + disjunction(depth: depth) + ")|(?<d>" + disjunction(depth: depth) + "))"
    default:
      return "(?:" + disjunction(depth: depth) + ")"
    }
  }

  private static let classEscapes = [
    "\\d", "\\D", "\\s", "\\S", "\\w", "\\W", "\\p{L}", "\\P{L}", "\\p{Lu}", "\\P{Lu}", "\\p{Ll}",
    "\\P{Ll}", "\\p{Script=Greek}", "\\P{sc=Latn}", "\\p{scx=Cyrl}", "\\p{Any}", "\\P{ASCII}",
    "\\p{Emoji}", "\\p{Uppercase}", "\\p{Cs}", "\\p{Zs}", "\\p{Alphabetic}",
  ]

  private static let characterEscapes = [
    "\\n", "\\r", "\\t", "\\v", "\\f", "\\0", "\\cJ", "\\x61", "\\u0062", "\\u{1F600}",
    "\\u{000061}", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u{d83d}", "\\.", "\\/", "\\^", "\\$",
    "\\\\", "\\(", "\\u212A", "\\u017F", "\\u{10400}", "\\u2028",
  ]

  private mutating func characterClass() -> String {
    var text = random.chance(30) ? "[^" : "["
    for _ in 0..<random.below(4) {
      switch random.below(6) {
      case 0: text += random.pick(Self.classEscapes)
      case 1: text += random.pick(Self.characterEscapes + ["\\b", "\\-"])
      case 2:
        text += random.pick([
          "a-c", "A-Z", "a-z", "0-9", "é-ÿ", "\\u{10400}-\\u{10427}", "α-ω", "\\0-~",
        ])
      case 3: text += random.pick(["-", "^", "$", ".", "(", "|", "*", "{", "}", "/"])
      default: text += random.pick(["a", "b", "A", "K", "ſ", "é", "😀", "σ", "ẞ", "_"])
      }
    }
    return text + "]"
  }
}
