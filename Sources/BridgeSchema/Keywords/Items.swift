internal import BridgeJSON

extension Compilation {
  /// `prefixItems`: `a` is the first of `b` blocks in `lists`.
  func compilePrefixItems(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    schemaList(member, in: object, mayBeEmpty: false)
  }

  /// `items`: a schema for the items from position `b` on, `a` its block; in the older drafts also
  /// an array, which becomes an entry like that of `prefixItems` (`c` tells: 1).
  func compileItems(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    if member.value.kind == .array, object.dialect.draft != .draft2020 {
      var entry = schemaList(member, in: object, mayBeEmpty: true)
      entry?.c = 1
      return entry
    }
    guard isSchema(member.value, of: member, in: object) else { return nil }
    var first = 0
    if object.dialect.draft == .draft2020, let prefix = object[.prefixItems],
      prefix.kind == .array
    {
      first = prefix.count
    }
    return KeywordEntry(
      keyword: .items, key: UInt32(member.key.index), a: block(member.value.index, of: object),
      b: UInt32(first))
  }

  /// `additionalItems`: like `items` behind an array of schemas; without one it says nothing.
  func compileAdditionalItems(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard isSchema(member.value, of: member, in: object) else { return nil }
    guard let items = object[.items], items.kind == .array else { return nil }
    return KeywordEntry(
      keyword: .additionalItems, key: UInt32(member.key.index),
      a: block(member.value.index, of: object), b: UInt32(items.count))
  }

  /// `contains`: `a` is its block, `b` and `c` the least and the greatest number of matches.
  func compileContains(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard isSchema(member.value, of: member, in: object) else { return nil }
    func limit(_ keyword: SchemaKeyword, _ without: UInt32) -> UInt32 {
      guard let value = object[keyword], value.kind == .number, let n = value.smallInteger,
        n >= 0
      else { return without }
      return UInt32(min(n, Int64(UInt32.max)))
    }
    if object.dialect.containsEvaluates {
      blocks[Int(object.block)].flags.insert(.containsEvaluates)
    }
    return KeywordEntry(
      keyword: .contains, key: UInt32(member.key.index), a: block(member.value.index, of: object),
      b: limit(.minContains, 1), c: limit(.maxContains, UInt32.max))
  }

  /// An entry for an array of schemas: `a` is the first of `b` blocks in `lists`.
  func schemaList(
    _ member: SchemaObject.Member, in object: SchemaObject, mayBeEmpty: Bool
  ) -> KeywordEntry? {
    guard member.value.kind == .array else {
      wrong(member, member.value, in: object, mustBe: "an array of schemas")
      return nil
    }
    if member.value.count == 0, !mayBeEmpty {
      report(
        object.document, member.value.index,
        "'\(member.keyword.rawValue)' must hold at least one schema")
      return nil
    }
    var items: [UInt32] = []
    var good = true
    member.value.forEachItem { item in
      if isSchema(item, of: member, in: object) {
        items.append(block(item.index, of: object))
      } else {
        good = false
      }
    }
    guard good else { return nil }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index), a: list(items),
      b: UInt32(items.count))
  }
}
