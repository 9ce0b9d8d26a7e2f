internal import BridgeJSON

extension Compilation {
  /// `minLength` and its like: `a` is the limit, capped at what a count can reach.
  func compileCount(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard let limit = count(member, in: object) else { return nil }
    return KeywordEntry(keyword: member.keyword, key: UInt32(member.key.index), a: limit)
  }

  /// The value of a keyword that counts: an integer of at least 0, however written.
  func count(_ member: SchemaObject.Member, in object: SchemaObject) -> UInt32? {
    let value = member.value
    guard value.kind == .number, value.decimal.isInteger,
      !value.decimal.isNegative || value.decimal.isZero
    else {
      if value.kind == .number {
        report(
          object.document, value.index,
          "'\(member.keyword.rawValue)' must be an integer of at least 0")
      } else {
        wrong(member, value, in: object, mustBe: "an integer of at least 0")
      }
      return nil
    }
    guard let small = value.smallInteger else { return UInt32.max }
    return UInt32(min(small, Int64(UInt32.max)))
  }
}
