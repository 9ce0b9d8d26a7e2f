import BridgeJSON

/// What strings have in common. Words are counted only while there are few, to tell whether they are
/// a small set; nothing else of them is kept.
struct TextShape {
  /// Forms of text, the narrowest first. The bits of `fitting` count along this list.
  enum Form: Int, CaseIterable {
    case uuid, dateTime, date, uri, email, color, digits, decimal, currency, locale, hex, base64
    case constant, word, name, slug

    /// Whether so many texts of no special kind have it that it takes several to say so.
    var isWide: Bool { self == .word || self == .name || self == .slug }

    /// Whether hardly a text has it by chance.
    var isSpecial: Bool { rawValue <= Form.currency.rawValue || self == .constant }

    /// The format, or nil where a pattern says it.
    var format: String? {
      switch self {
      case .uuid: "uuid"
      case .dateTime: "date-time"
      case .date: "date"
      case .uri: "uri"
      case .email: "email"
      default: nil
      }
    }

    var pattern: String? {
      switch self {
      case .color: "^#[0-9A-Fa-f]{6}$"
      case .digits: "^[0-9]+$"
      case .decimal: "^[0-9]+\\.[0-9]{2}$"
      case .currency: "^[A-Z]{3}$"
      case .locale: "^[a-z]{2}(?:-[A-Z]{2})?$"
      case .word: "^[a-z][A-Za-z0-9]*$"
      case .hex: "^[0-9a-f]+$"
      case .base64: "^[A-Za-z0-9+/]+={0,2}$"
      case .constant: "^[A-Z][A-Z0-9_]*$"
      case .name: "^[A-Za-z_][A-Za-z0-9_]*$"
      case .slug: "^[A-Za-z0-9._-]+$"
      default: nil
      }
    }

    func fits(_ text: [UInt8]) -> Bool {
      func all(_ test: (UInt8) -> Bool) -> Bool { !text.isEmpty && text.allSatisfy(test) }
      switch self {
      case .uuid:
        return text.count == 36
          && text.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index) ? byte == 0x2D : Self.isHex(byte)
          }
      case .dateTime:
        return text.count >= 20 && Self.isDate(text.prefix(10)) && text[10] == 0x54
          && (text.last == 0x5A || text.suffix(6).first.map { $0 == 0x2B || $0 == 0x2D } ?? false)
      case .date: return text.count == 10 && Self.isDate(text[...])
      case .uri:
        guard let colon = text.firstIndex(of: 0x3A), colon > 1, text.count > colon + 3 else {
          return false
        }
        return text[colon + 1] == 0x2F && text[colon + 2] == 0x2F
          && text[..<colon].allSatisfy(Self.isLetterOrDigit)
          && text.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3C && $0 != 0x5C }
      case .email:
        let parts = text.split(separator: 0x40, omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(0x2E)
          && text.allSatisfy {
            Self.isLetterOrDigit($0) || [0x2E, 0x2D, 0x5F, 0x2B, 0x40].contains($0)
          }
      case .color:
        return text.count == 7 && text[0] == 0x23 && text.dropFirst().allSatisfy(Self.isHex)
      case .digits: return all { $0 >= 0x30 && $0 <= 0x39 }
      case .decimal:
        return text.count >= 4 && text[text.count - 3] == 0x2E
          && text.enumerated().allSatisfy { index, byte in
            index == text.count - 3 || (byte >= 0x30 && byte <= 0x39)
          }
      case .currency: return text.count == 3 && text.allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
      case .locale:
        let isShort = text.count == 2 || (text.count == 5 && text[2] == 0x2D)
        return isShort && text.prefix(2).allSatisfy { $0 >= 0x61 && $0 <= 0x7A }
          && text.dropFirst(3).allSatisfy { $0 >= 0x41 && $0 <= 0x5A }
      case .word:
        return all(Self.isLetterOrDigit) && text[0] >= 0x61
      case .hex:
        return text.count >= 8 && all { ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) }
      case .base64:
        return text.count >= 4 && text.count % 4 == 0
          && text.contains { $0 == 0x3D || $0 == 0x2B || $0 == 0x2F || $0 < 0x3A }
          && text.allSatisfy { Self.isLetterOrDigit($0) || $0 == 0x2B || $0 == 0x2F || $0 == 0x3D }
      case .constant:
        return all { ($0 >= 0x41 && $0 <= 0x5A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F }
          && text[0] >= 0x41
      case .name:
        return all { Self.isLetterOrDigit($0) || $0 == 0x5F }
          && !(text[0] >= 0x30 && text[0] <= 0x39)
      case .slug: return all { Self.isLetterOrDigit($0) || [0x2E, 0x2D, 0x5F].contains($0) }
      }
    }

    private static func isHex(_ byte: UInt8) -> Bool {
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
    }

    private static func isDate(_ text: ArraySlice<UInt8>) -> Bool {
      text.enumerated().allSatisfy { index, byte in
        index == 4 || index == 7 ? byte == 0x2D : byte >= 0x30 && byte <= 0x39
      }
    }
  }

  private(set) var count = 0
  private(set) var shortest = Int.max
  private(set) var longest = 0
  /// The words with their counts, in the order in which they came; nil once there are too many.
  private(set) var words: [(word: [UInt8], count: Int)]? = []
  private var fitting: UInt32 = (1 << UInt32(Form.allCases.count)) - 1

  /// More words are no small set.
  private static let wordLimit = 12

  mutating func add(_ text: [UInt8]) {
    count += 1
    let length = text.withUnsafeBufferPointer { JSONString.codePointCount($0) }
    shortest = min(shortest, length)
    longest = max(longest, length)
    if let index = words?.firstIndex(where: { $0.word == text }) {
      words?[index].count += 1
    } else if let known = words, known.count < Self.wordLimit, text.count <= 40 {
      words?.append((text, 1))
    } else {
      words = nil
    }
    var left = fitting
    while left != 0 {
      let bit = left.trailingZeroBitCount
      left &= left - 1
      if let form = Form(rawValue: bit), !form.fits(text) { fitting &= ~(1 << UInt32(bit)) }
    }
  }

  /// Different strings, as far as they were counted.
  var distinct: Int { words?.count ?? Self.wordLimit + 1 }

  /// The narrowest form that all have.
  var form: Form? { Form.allCases.first { fitting & (1 << UInt32($0.rawValue)) != 0 } }

  /// The words, where they look like words of a program: few, short, and each seen again.
  var vocabulary: [String]? {
    guard let words, !words.isEmpty, words.count <= 8, count >= 2, count + 1 >= 2 * words.count,
      words.allSatisfy({ TextShape.isProgramWord($0.word) })
    else { return nil }
    return words.map { String(decoding: $0.word, as: UTF8.self) }
  }

  /// A word as programs write them: an identifier that begins with a small letter, or capitals.
  /// Names of people, numbers and secrets are none.
  static func isProgramWord(_ text: [UInt8]) -> Bool {
    guard let first = text.first, text.count <= 32 else { return false }
    let isPlain = text.allSatisfy {
      ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x5F || $0 == 0x2D || $0 == 0x2E
    }
    let isCapitals = text.count >= 2 && text.allSatisfy { $0 < 0x61 }
    return isPlain && ((first >= 0x61 && first <= 0x7A) || isCapitals)
  }
}
