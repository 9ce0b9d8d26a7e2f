internal import BridgeJSON

// In draft-07 `contentEncoding` and `contentMediaType` may assert (validation, section 8), and here
// they do for what can be checked: base64 and JSON. From 2019-09 on they only annotate.

/// What a content entry asserts, as bits of its operand `a`.
enum ContentCheck {
  static let base64: UInt32 = 1
  static let json: UInt32 = 2

  /// Whether a string's content is what the bits say.
  static func holds(_ checks: UInt32, _ string: JSONCursor) -> Bool {
    var bytes = string.stringBytes
    if checks & base64 != 0 {
      guard let decoded = decodeBase64(bytes) else { return false }
      bytes = decoded
    }
    guard checks & json != 0 else { return true }
    do {
      _ = try JSONDocument(bytes, limits: .traffic)
      return true
    } catch {
      return false
    }
  }

  /// RFC 4648, section 4: full groups of four, padding only at the end.
  private static func decodeBase64(_ text: [UInt8]) -> [UInt8]? {
    guard text.count % 4 == 0 else { return nil }
    let padding = text.suffix(2).filter { $0 == UInt8(ascii: "=") }.count
    if padding == 2, text[text.count - 1] != UInt8(ascii: "=") { return nil }
    if padding == 1, text.last != UInt8(ascii: "=") { return nil }
    var out: [UInt8] = []
    var group: UInt32 = 0
    for (i, c) in text.enumerated() {
      let isPadding = i >= text.count - padding
      guard let bits = isPadding ? 0 : value(c) else { return nil }
      group = group << 6 | bits
      if i % 4 == 3 {
        out.append(contentsOf: [16, 8, 0].map { UInt8(truncatingIfNeeded: group >> UInt32($0)) })
        group = 0
      }
    }
    out.removeLast(padding)
    return out
  }

  private static func value(_ c: UInt8) -> UInt32? {
    switch c {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(c) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(c) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(c) + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}

extension Compilation {
  /// What a content keyword of draft-07 asserts; 0 for the other drafts.
  func contentChecks(_ member: SchemaObject.Member, in object: SchemaObject) -> UInt32 {
    guard object.dialect.draft == .draft7 else { return 0 }
    let isBase64 = object[.contentEncoding]?.isString("base64") ?? false
    if member.keyword == .contentEncoding { return isBase64 ? ContentCheck.base64 : 0 }
    guard member.value.isString("application/json") else { return 0 }
    return ContentCheck.json | (isBase64 ? ContentCheck.base64 : 0)
  }
}
