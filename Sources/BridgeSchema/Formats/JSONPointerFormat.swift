/// `json-pointer`: the string form of RFC 6901, section 3 (not the URI fragment form).
///
/// Any character may stand in a token, lone surrogates too; `~` only as `~0` or `~1`.
enum JSONPointerFormat {
  static func accepts(_ bytes: FormatBytes) -> Bool {
    accepts(bytes, from: 0)
  }

  /// Whether the bytes from `start` are a pointer; none at all are the pointer to the whole.
  static func accepts(_ bytes: FormatBytes, from start: Int) -> Bool {
    guard start < bytes.count else { return true }
    guard bytes[start] == UInt8(ascii: "/") else { return false }
    var index = start + 1
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "~") {
        guard let next = bytes.byte(at: index + 1), next | 1 == UInt8(ascii: "1") else {
          return false
        }
        index += 1
      }
      index += 1
    }
    return true
  }
}
