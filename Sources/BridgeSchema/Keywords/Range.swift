internal import BridgeJSON

extension Compilation {
  /// `minimum`, `maximum` and the exclusive ones: `a` is the limit's index in `numbers`.
  func compileRange(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard member.value.kind == .number else {
      wrong(member, member.value, in: object, mustBe: "a number")
      return nil
    }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index), a: number(member.value))
  }

  /// The operand for a number of a schema document.
  func number(_ value: JSONCursor) -> UInt32 {
    let small = value.smallInteger
    numbers.append(
      NumberOperand(decimal: value.decimal, small: small ?? 0, isSmall: small != nil))
    return UInt32(numbers.count - 1)
  }
}
