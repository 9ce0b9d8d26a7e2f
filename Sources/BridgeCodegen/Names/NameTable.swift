/// Names of one scope of one target: made from words of the contract, in the contract's order, so
/// that the same contract always gives the same names.
///
/// 1. Words are runs of ASCII letters and digits; anything else ends a word. A letter of another
///    script becomes `u` and its code point in hex, so that nothing depends on Unicode tables.
/// 2. Where nothing is left the name is the fallback; a leading digit gets `n` in front.
/// 3. What is reserved gets `_` behind it.
/// 4. What is taken gets `2`, `3`, … behind it; the first to come keeps the plain name.
struct NameTable {
  private var taken: Set<String> = []
  private let reserved: Set<String>

  init(reserved: Set<String>) { self.reserved = reserved }

  /// A name that is free, made from a candidate.
  mutating func take(_ candidate: String) -> String {
    var name = reserved.contains(candidate) ? candidate + "_" : candidate
    var number = 2
    while taken.contains(name) || reserved.contains(name) {
      name = "\(candidate)\(candidate.last?.isNumber == true ? "_" : "")\(number)"
      number += 1
    }
    taken.insert(name)
    return name
  }

  /// Marks a name as taken.
  mutating func reserve(_ name: String) { taken.insert(name) }

  /// The words of a text.
  static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: word.unicodeScalars.append(scalar)
      case 0x80...:
        if !word.isEmpty { words.append(word) }
        words.append("u" + String(scalar.value, radix: 16))
        word = ""
      default:
        if !word.isEmpty { words.append(word) }
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    // A name of a thousand words helps nobody.
    return Array(words.prefix(12)).map { String($0.prefix(60)) }
  }

  /// `UpperCamel`.
  static func upper(_ text: String, fallback: String) -> String {
    let joined = words(text).map { word in
      (word.first.map { String($0).uppercased() } ?? "") + word.dropFirst()
    }.joined()
    return guarded(joined, fallback, "N")
  }

  /// `lowerCamel`; a text that is an identifier already stays as it is.
  static func lower(_ text: String, fallback: String) -> String {
    if isIdentifier(text) { return text }
    var words = words(text)
    guard !words.isEmpty else { return fallback }
    let first = words.removeFirst()
    let head =
      first.allSatisfy(\.isUppercase)
      ? first.lowercased() : (first.first.map { String($0).lowercased() } ?? "") + first.dropFirst()
    let rest = words.map { word in
      (word.first.map { String($0).uppercased() } ?? "") + word.dropFirst()
    }
    return guarded(([head] + rest).joined(), fallback, "n")
  }

  private static func guarded(_ name: String, _ fallback: String, _ prefix: String) -> String {
    if name.isEmpty { return fallback }
    return name.utf8.first.map { $0 >= 0x30 && $0 <= 0x39 } == true ? prefix + name : name
  }

  /// Whether the text is an identifier of ASCII letters, digits and `_`.
  static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.utf8.first,
      first == 0x5F || first | 0x20 >= 0x61 && first | 0x20 <= 0x7A,
      text.utf8.count <= 200, text.utf8.contains(where: { $0 != 0x5F })
    else { return false }
    return text.utf8.allSatisfy {
      $0 == 0x5F || ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
    }
  }
}
