internal import BridgeJSON

extension Compilation {
  /// `if`: `a` is its block, `b` and `c` those of `then` and `else` or `none`. `then` and `else`
  /// have entries of their own only to be seen; alone they judge nothing.
  func compileIfThenElse(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard isSchema(member.value, of: member, in: object) else { return nil }
    let own = block(member.value.index, of: object)
    guard member.keyword == .if else {
      return KeywordEntry(keyword: member.keyword, key: UInt32(member.key.index), a: own)
    }
    func branch(_ keyword: SchemaKeyword) -> UInt32 {
      guard let value = object[keyword], value.kind == .object || value.kind == .bool else {
        return none
      }
      return block(value.index, of: object)
    }
    return KeywordEntry(
      keyword: .if, key: UInt32(member.key.index), a: own, b: branch(.then), c: branch(.else))
  }
}
