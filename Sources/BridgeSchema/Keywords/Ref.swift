internal import BridgeJSON

extension Compilation {
  /// `$ref`: `a` is the block it leads to.
  func compileRef(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    guard member.value.kind == .string else {
      wrong(member, member.value, in: object, mustBe: "a string")
      return nil
    }
    guard let place = resolve(member.value, of: member, in: object) else { return nil }
    return KeywordEntry(keyword: .ref, key: UInt32(member.key.index), a: block(at: place))
  }

  /// `$dynamicRef`, `$recursiveRef`: `a` is the block it leads to at first sight, `b` the dynamic
  /// anchor's number if the way a schema was reached can lead elsewhere, else `none`.
  func compileDynamicRef(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    if object.dialect.isContract { return compileIdentity(member, in: object) }
    guard member.value.kind == .string else {
      wrong(member, member.value, in: object, mustBe: "a string")
      return nil
    }
    guard let place = resolve(member.value, of: member, in: object) else { return nil }
    let anchor = registry.dynamicAnchor(
      at: place, reachedBy: member.value.stringBytes, isRecursive: member.keyword == .recursiveRef)
    if let anchor {
      isDynamic = true
      useDynamicAnchor(anchor)
    }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index), a: block(at: place),
      b: anchor ?? none)
  }

  /// The place a reference leads to; where it leads nowhere that is reported.
  private func resolve(
    _ value: JSONCursor, of member: SchemaObject.Member, in object: SchemaObject
  ) -> SchemaPlace? {
    let reference = value.stringBytes
    do throws(SchemaRegistry.Unresolved) {
      let place =
        object.dialect.isContract
        ? try registry.resolve(inContract: reference, document: object.document)
        : try registry.resolve(reference, from: object.scope)
      let target = registry.cursor(at: place)
      guard target.kind == .object || target.kind == .bool else {
        throw .init(
          "'\(value.string ?? "")' leads to \(target.kind.described), which is no schema")
      }
      return place
    } catch {
      report(object.document, value.index, error.message, suggestion: error.suggestion)
      return nil
    }
  }
}
