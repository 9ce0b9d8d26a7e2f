internal import BridgeJSON

extension Compilation {
  /// `$id`, `$anchor` and so on: the registry has read them; in a contract most are refused.
  func compileIdentity(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    if object.dialect.isContract, SchemaDialect.refusedInContract.contains(member.keyword) {
      report(
        object.document, member.key.index,
        "'\(member.keyword.rawValue)' has no place in a contract: its schemas are 2020-12, and "
          + "references stay within the file")
      return nil
    }
    switch member.keyword {
    case .vocabulary:
      if member.value.kind != .object {
        wrong(member, member.value, in: object, mustBe: "an object")
      }
    case .recursiveAnchor:
      if member.value.kind != .bool {
        wrong(member, member.value, in: object, mustBe: "a boolean")
      }
    default:
      if member.value.kind != .string {
        wrong(member, member.value, in: object, mustBe: "a string")
      } else if member.keyword == .anchor || member.keyword == .dynamicAnchor,
        !SchemaRegistry.isAnchorName(member.value.stringBytes)
      {
        report(
          object.document, member.value.index,
          "an anchor is a letter or '_', then letters, digits, '-', '_' and '.'")
      }
    }
    return nil
  }

  /// `$defs`, `definitions`: the schemas inside are compiled where they are referred to; in a
  /// contract all of them.
  func compileDefinitions(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard member.value.kind == .object else {
      wrong(member, member.value, in: object, mustBe: "an object of schemas")
      return nil
    }
    if object.dialect.isContract {
      member.value.forEachMember { _, value in
        if isSchema(value, of: member, in: object) { _ = block(value.index, of: object) }
      }
    }
    return nil
  }
}
