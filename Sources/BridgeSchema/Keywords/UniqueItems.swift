internal import BridgeJSON

extension Compilation {
  /// `uniqueItems`: no entry where it is false.
  func compileUniqueItems(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard let bool = member.value.bool else {
      wrong(member, member.value, in: object, mustBe: "a boolean")
      return nil
    }
    return bool ? KeywordEntry(keyword: .uniqueItems, key: UInt32(member.key.index)) : nil
  }
}
