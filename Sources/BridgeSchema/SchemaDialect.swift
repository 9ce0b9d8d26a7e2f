/// Which keywords count, and how: a draft, a set of vocabularies, or the contract's rules.
struct SchemaDialect: Sendable, Equatable {
  /// The drafts whose rules differ.
  enum Draft: Sendable, Equatable { case draft7, draft2019, draft2020 }

  /// The draft.
  var draft: Draft
  /// The keywords that count; others are annotations (an error in a contract).
  var keywords: Set<SchemaKeyword>
  /// Whether `format` can fail.
  var assertsFormat: Bool
  /// Whether an unknown format name is an error (the format-assertion vocabulary, contracts).
  var refusesUnknownFormat = false
  /// Contract rules: unknown keywords are errors, no identifiers, own annotations.
  var isContract = false

  /// In draft-07 a schema with `$ref` is only that reference.
  var refHidesSiblings: Bool { draft == .draft7 }
  /// Whether `contains` counts as evaluation for `unevaluatedItems` (2020-12 only).
  var containsEvaluates: Bool { draft == .draft2020 }

  /// The vocabularies of 2019-09 and 2020-12, as far as they have keywords.
  static let core: Set<SchemaKeyword> = [
    .schema, .vocabulary, .id, .ref, .anchor, .dynamicRef, .dynamicAnchor, .comment, .defs,
  ]
  static let applicator: Set<SchemaKeyword> = [
    .prefixItems, .items, .contains, .additionalProperties, .properties, .patternProperties,
    .dependentSchemas, .propertyNames, .if, .then, .else, .allOf, .anyOf, .oneOf, .not,
  ]
  static let unevaluated: Set<SchemaKeyword> = [.unevaluatedItems, .unevaluatedProperties]
  static let validation: Set<SchemaKeyword> = [
    .type, .const, .enum, .multipleOf, .maximum, .exclusiveMaximum, .minimum, .exclusiveMinimum,
    .maxLength, .minLength, .pattern, .maxItems, .minItems, .uniqueItems, .minContains,
    .maxContains, .maxProperties, .minProperties, .required, .dependentRequired,
  ]
  static let metaData: Set<SchemaKeyword> = [
    .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples,
  ]
  static let content: Set<SchemaKeyword> = [.contentEncoding, .contentMediaType, .contentSchema]

  /// JSON Schema 2020-12 with all vocabularies of its meta-schema.
  static let draft2020 = SchemaDialect(
    draft: .draft2020,
    keywords: core.union(applicator).union(unevaluated).union(validation).union(metaData)
      .union(content).union([.format, .definitions, .dependencies]),
    assertsFormat: false)

  /// JSON Schema 2019-09.
  static let draft2019 = SchemaDialect(
    draft: .draft2019,
    keywords: draft2020.keywords.subtracting([.dynamicRef, .dynamicAnchor, .prefixItems])
      .union([.recursiveRef, .recursiveAnchor, .additionalItems]),
    assertsFormat: false)

  /// JSON Schema draft-07.
  static let draft7 = SchemaDialect(
    draft: .draft7,
    keywords: [
      .schema, .id, .ref, .comment, .definitions, .type, .const, .enum, .multipleOf, .maximum,
      .exclusiveMaximum, .minimum, .exclusiveMinimum, .maxLength, .minLength, .pattern, .format,
      .maxItems, .minItems, .uniqueItems, .items, .additionalItems, .contains, .maxProperties,
      .minProperties, .required, .properties, .patternProperties, .additionalProperties,
      .propertyNames, .dependencies, .allOf, .anyOf, .oneOf, .not, .if, .then, .else, .title,
      .description, .default, .readOnly, .writeOnly, .examples, .contentEncoding,
      .contentMediaType,
    ],
    assertsFormat: false)

  /// The schemas of a contract: 2020-12 within one file, format asserts, nothing unknown.
  static let contract = SchemaDialect(
    draft: .draft2020,
    keywords: draft2020.keywords.subtracting([.definitions, .dependencies]).union([
      .doc, .log, .unsafeInteger,
    ]),
    assertsFormat: true, refusesUnknownFormat: true, isContract: true)

  /// Keywords that the contract's rules refuse by name, since one file needs no identifiers.
  static let refusedInContract: Set<SchemaKeyword> = [
    .id, .schema, .vocabulary, .dynamicRef, .dynamicAnchor, .recursiveRef, .recursiveAnchor,
  ]
}
