internal import BridgeJSON

extension Compilation {
  /// `multipleOf`: `a` is the divisor's index in `numbers`.
  func compileMultipleOf(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard member.value.kind == .number else {
      wrong(member, member.value, in: object, mustBe: "a number greater than 0")
      return nil
    }
    let decimal = member.value.decimal
    guard !decimal.isZero, !decimal.isNegative else {
      report(object.document, member.value.index, "'multipleOf' must be greater than 0")
      return nil
    }
    return KeywordEntry(
      keyword: .multipleOf, key: UInt32(member.key.index), a: number(member.value))
  }
}
