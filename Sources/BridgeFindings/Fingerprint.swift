/// The stable identity of a finding: 12 hex digits over cause, contract, message, pointer, keyword.
///
/// Never over wording, values or line numbers, so that baselines survive edits. Array indices in
/// the pointer become `*`. The digits are the first six bytes of SHA-256 over the five parts,
/// joined by U+0000, as UTF-8. Changing this breaks every user's baseline: do not.
public enum Fingerprint {
  /// The fingerprint of these parts; an absent part is the empty text.
  public static func of(
    cause: String, contract: String, message: String, pointer: String, keyword: String
  ) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      cause.utf8.count + contract.utf8.count + message.utf8.count + pointer.utf8.count
        + keyword.utf8.count + 4)
    for part in [cause, contract, message] {
      bytes.append(contentsOf: part.utf8)
      bytes.append(0)
    }
    appendStarred(pointer, to: &bytes)
    bytes.append(0)
    bytes.append(contentsOf: keyword.utf8)
    return SHA256.hex(of: bytes, digits: 12)
  }

  /// The pointer with every segment that is an array index (`0` or digits without a leading zero)
  /// replaced by `*`.
  static func starred(_ pointer: String) -> String {
    var out: [UInt8] = []
    appendStarred(pointer, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private static func appendStarred(_ pointer: String, to out: inout [UInt8]) {
    var pointer = pointer
    pointer.withUTF8 { text in
      // What stands before the first slash is no segment.
      guard var at = text.firstIndex(of: UInt8(ascii: "/")) else { return }
      while at < text.endIndex {
        out.append(UInt8(ascii: "/"))
        at += 1
        let start = at
        var isNumber = true
        while at < text.endIndex, text[at] != UInt8(ascii: "/") {
          isNumber = isNumber && text[at] >= 0x30 && text[at] <= 0x39
          at += 1
        }
        if isNumber, at > start, at == start + 1 || text[start] != 0x30 {
          out.append(UInt8(ascii: "*"))
        } else {
          out.append(contentsOf: text[start..<at])
        }
      }
    }
  }
}
