internal import BridgeFindings
internal import BridgeJSON

extension Compilation {
  /// Compiles one keyword of a schema. Nil where it is wrong (and reported) or judges nothing by
  /// itself.
  func compile(_ member: SchemaObject.Member, in object: SchemaObject) -> KeywordEntry? {
    switch member.keyword {
    case .schema, .vocabulary, .id, .anchor, .dynamicAnchor, .recursiveAnchor, .comment:
      return compileIdentity(member, in: object)
    case .ref: return compileRef(member, in: object)
    case .dynamicRef, .recursiveRef: return compileDynamicRef(member, in: object)
    case .defs, .definitions: return compileDefinitions(member, in: object)
    case .type: return compileType(member, in: object)
    case .const, .enum: return compileEnum(member, in: object)
    case .multipleOf: return compileMultipleOf(member, in: object)
    case .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum:
      return compileRange(member, in: object)
    case .maxLength, .minLength, .maxItems, .minItems, .maxProperties, .minProperties,
      .minContains, .maxContains:
      return compileCount(member, in: object)
    case .pattern: return compilePattern(member, in: object)
    case .format: return compileFormat(member, in: object)
    case .uniqueItems: return compileUniqueItems(member, in: object)
    case .prefixItems: return compilePrefixItems(member, in: object)
    case .items: return compileItems(member, in: object)
    case .additionalItems: return compileAdditionalItems(member, in: object)
    case .contains: return compileContains(member, in: object)
    case .required: return compileRequired(member, in: object)
    case .dependentRequired, .dependentSchemas, .dependencies:
      return compileDependencies(member, in: object)
    case .properties: return compileProperties(member, in: object)
    case .patternProperties: return compilePatternProperties(member, in: object)
    case .additionalProperties, .propertyNames, .not, .unevaluatedItems, .unevaluatedProperties:
      return compileSubschema(member, in: object)
    case .if, .then, .else: return compileIfThenElse(member, in: object)
    case .allOf, .anyOf, .oneOf: return compileUnion(member, in: object)
    case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples,
      .contentEncoding, .contentMediaType, .contentSchema:
      return compileAnnotation(member, in: object)
    case .doc, .log, .unsafeInteger: return compileContractAnnotation(member, in: object)
    case .unknown, .falseSchema: return compileUnknown(member, in: object)
    }
  }

  private func compileUnknown(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard object.dialect.isContract else {
      return KeywordEntry(keyword: .unknown, key: UInt32(member.key.index))
    }
    let name = String(decoding: member.key.stringBytes, as: UTF8.self)
    if name.utf8.starts(with: "x-".utf8) { return nil }
    let replaced: String? =
      switch name {
      case "definitions": "$defs"
      case "dependencies": "dependentRequired"
      case "additionalItems": "items"
      default: nil
      }
    let known = object.dialect.keywords.map(\.rawValue).sorted()
    report(
      object.document, member.key.index, "unknown keyword '\(name)'",
      suggestion: replaced ?? Spelling.nearest(to: name, among: known))
    return nil
  }

  /// A wrong value of a keyword: "'minLength' must be ..., this is ...".
  func wrong(
    _ member: SchemaObject.Member, _ value: JSONCursor, in object: SchemaObject,
    mustBe expected: String
  ) {
    report(
      object.document, value.index,
      "'\(member.keyword.rawValue)' must be \(expected), this is \(value.kind.described)")
  }

  /// Whether a subschema's value can be one; reports where not.
  func isSchema(
    _ value: JSONCursor, of member: SchemaObject.Member, in object: SchemaObject
  ) -> Bool {
    if value.kind == .object || value.kind == .bool { return true }
    report(
      object.document, value.index,
      "a schema must be an object or a boolean, this is \(value.kind.described)")
    return false
  }

  /// An entry whose operand `a` is the block of its one subschema.
  func compileSubschema(
    _ member: SchemaObject.Member, in object: SchemaObject
  ) -> KeywordEntry? {
    guard isSchema(member.value, of: member, in: object) else { return nil }
    switch member.keyword {
    case .additionalProperties: blocks[Int(object.block)].flags.insert(.saysAdditional)
    case .unevaluatedProperties:
      blocks[Int(object.block)].flags.insert([.saysAdditional, .readsAnnotations])
    case .unevaluatedItems: blocks[Int(object.block)].flags.insert(.readsAnnotations)
    default: break
    }
    return KeywordEntry(
      keyword: member.keyword, key: UInt32(member.key.index),
      a: block(member.value.index, of: object))
  }
}
