internal import BridgeJSON

extension Compilation {
  /// Keywords that say something about a value without judging it (but see `contentChecks`, `a`).
  func compileAnnotation(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    let value = member.value
    switch member.keyword {
    case .deprecated, .readOnly, .writeOnly:
      guard let bool = value.bool else {
        wrong(member, value, in: object, mustBe: "a boolean")
        return nil
      }
      if member.keyword == .deprecated, bool {
        blocks[Int(object.block)].flags.insert(.deprecated)
      }
    case .examples:
      guard value.kind == .array else {
        wrong(member, value, in: object, mustBe: "an array")
        return nil
      }
    case .title, .description, .contentEncoding, .contentMediaType:
      guard value.kind == .string else {
        wrong(member, value, in: object, mustBe: "a string")
        return nil
      }
    case .contentSchema:
      guard isSchema(value, of: member, in: object) else { return nil }
    default: break
    }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index), a: contentChecks(member, in: object))
  }

  /// `doc`, `log`, `unsafeInteger` of contracts.
  func compileContractAnnotation(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    let value = member.value
    switch member.keyword {
    case .log:
      let known: [(String, LogAnnotation)] = [
        ("value", .value), ("hash", .hash), ("never", .never),
      ]
      guard let found = known.first(where: { value.isString($0.0) }) else {
        report(
          object.document, value.index, "'log' must be \"value\", \"hash\" or \"never\"",
          suggestion: value.string.flatMap { nearest($0, known.map(\.0)) })
        return nil
      }
      blocks[Int(object.block)].log = found.1
    case .unsafeInteger:
      guard value.isString("allow") else {
        report(
          object.document, value.index, "'unsafeInteger' must be \"allow\"",
          suggestion: value.string.flatMap { nearest($0, ["allow"]) })
        return nil
      }
      blocks[Int(object.block)].flags.insert(.allowsUnsafeInteger)
    default:
      guard value.kind == .string else {
        wrong(member, value, in: object, mustBe: "a string")
        return nil
      }
    }
    return nil
  }
}
