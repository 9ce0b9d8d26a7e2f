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
    for (index, part) in [cause, contract, message, starred(pointer), keyword].enumerated() {
      if index > 0 { bytes.append(0) }
      bytes.append(contentsOf: part.utf8)
    }
    return String(SHA256.hex(of: bytes).prefix(12))
  }

  /// The pointer with every segment that is an array index (`0` or digits without a leading zero)
  /// replaced by `*`.
  static func starred(_ pointer: String) -> String {
    var out: [UInt8] = []
    for segment in pointer.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false
    )
    .dropFirst() {
      out.append(UInt8(ascii: "/"))
      let isIndex =
        !segment.isEmpty && segment.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        && (segment.count == 1 || segment.first != 0x30)
      if isIndex { out.append(UInt8(ascii: "*")) } else { out.append(contentsOf: segment) }
    }
    return String(decoding: out, as: UTF8.self)
  }
}
