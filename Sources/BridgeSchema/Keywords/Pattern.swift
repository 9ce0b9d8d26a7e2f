internal import BridgeJSON

extension Compilation {
  /// `pattern`: `a` is the pattern.
  func compilePattern(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard member.value.kind == .string else {
      wrong(member, member.value, in: object, mustBe: "a string that holds a pattern")
      return nil
    }
    guard let pattern = pattern(member.value, in: object) else { return nil }
    return KeywordEntry(keyword: .pattern, key: UInt32(member.key.index), a: pattern)
  }
}
