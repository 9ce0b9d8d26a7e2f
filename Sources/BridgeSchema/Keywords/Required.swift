internal import BridgeJSON

extension Compilation {
  /// `required`: `a` is the first of `b` names in `names`.
  func compileRequired(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard let found = nameList(member.value, of: member, in: object) else { return nil }
    return KeywordEntry(
      keyword: .required, key: UInt32(member.key.index), a: found.first, b: found.count)
  }

  /// The names of an array of different strings, appended to `names`.
  func nameList(
    _ value: JSONCursor, of member: SchemaObject.Member, in object: SchemaObject
  ) -> (first: UInt32, count: UInt32)? {
    guard value.kind == .array else {
      wrong(member, value, in: object, mustBe: "an array of names")
      return nil
    }
    var found: [PooledName] = []
    var seen: Set<[UInt8]> = []
    var good = true
    value.forEachItem { item in
      guard item.kind == .string else {
        wrong(member, item, in: object, mustBe: "an array of names")
        good = false
        return
      }
      let bytes = item.stringBytes
      guard seen.insert(bytes).inserted else {
        report(object.document, item.index, "the name '\(item.string ?? "")' stands here twice")
        good = false
        return
      }
      found.append(name(bytes))
    }
    guard good else { return nil }
    names.append(contentsOf: found)
    return (UInt32(names.count - found.count), UInt32(found.count))
  }
}
