internal import BridgeJSON

extension Compilation {
  /// `dependentRequired`, `dependentSchemas` and draft-07's `dependencies`: `a` is the first of `b`
  /// entries in `dependencies`.
  func compileDependencies(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard member.value.kind == .object else {
      wrong(member, member.value, in: object, mustBe: "an object")
      return nil
    }
    var found: [DependencyEntry] = []
    var good = true
    member.value.forEachMember { key, value in
      let takesNames =
        member.keyword == .dependentRequired
        || (member.keyword == .dependencies && value.kind == .array)
      var entry = DependencyEntry(
        name: name(key.stringBytes), firstName: none, nameCount: 0, block: none,
        key: UInt32(key.index))
      if takesNames {
        guard let list = nameList(value, of: member, in: object) else {
          good = false
          return
        }
        entry.firstName = list.first
        entry.nameCount = list.count
      } else {
        guard isSchema(value, of: member, in: object) else {
          good = false
          return
        }
        entry.block = block(value.index, of: object)
      }
      found.append(entry)
    }
    guard good else { return nil }
    dependencies.append(contentsOf: found)
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index),
      a: UInt32(dependencies.count - found.count), b: UInt32(found.count))
  }
}
