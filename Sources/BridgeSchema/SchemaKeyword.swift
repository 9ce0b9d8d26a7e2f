/// The keywords this room knows: JSON Schema 2020-12, 2019-09 and draft-07, and the contract's own.
///
/// The raw value is the keyword as it is written.
public enum SchemaKeyword: String, Sendable, CaseIterable, BitwiseCopyable {
  // Core
  case schema = "$schema"
  case vocabulary = "$vocabulary"
  case id = "$id"
  case ref = "$ref"
  case anchor = "$anchor"
  case dynamicRef = "$dynamicRef"
  case dynamicAnchor = "$dynamicAnchor"
  case recursiveRef = "$recursiveRef"
  case recursiveAnchor = "$recursiveAnchor"
  case comment = "$comment"
  case defs = "$defs"
  case definitions
  // Any type
  case type
  case const
  case `enum`
  // Numbers
  case multipleOf
  case maximum
  case exclusiveMaximum
  case minimum
  case exclusiveMinimum
  // Strings
  case maxLength
  case minLength
  case pattern
  case format
  // Arrays
  case maxItems
  case minItems
  case uniqueItems
  case minContains
  case maxContains
  case prefixItems
  case items
  case additionalItems
  case contains
  // Objects
  case maxProperties
  case minProperties
  case required
  case dependentRequired
  case properties
  case patternProperties
  case additionalProperties
  case propertyNames
  case dependentSchemas
  case dependencies
  // In place
  case allOf
  case anyOf
  case oneOf
  case not
  case `if`
  case then
  case `else`
  case unevaluatedItems
  case unevaluatedProperties
  // Annotations
  case title
  case description
  case `default`
  case deprecated
  case readOnly
  case writeOnly
  case examples
  case contentEncoding
  case contentMediaType
  case contentSchema
  // The contract's own annotations
  case doc
  case log
  case unsafeInteger
  /// The schema `false`, which stands without a keyword.
  case falseSchema = "false"
  /// A keyword that the dialect does not know; its value is an annotation.
  case unknown = ""

  /// What a keyword's value holds, as far as schemas are concerned.
  enum Holds {
    case nothing
    case schema
    case schemas
    case schemasByName
    /// `items` of the older drafts: a schema or an array of schemas.
    case schemaOrSchemas
    /// `dependencies`: by name a schema or an array of names.
    case schemasOrNamesByName
  }

  /// Where schemas stand in this keyword's value.
  var holds: Holds {
    switch self {
    case .defs, .definitions, .properties, .patternProperties, .dependentSchemas: .schemasByName
    case .dependencies: .schemasOrNamesByName
    case .allOf, .anyOf, .oneOf, .prefixItems: .schemas
    case .items: .schemaOrSchemas
    case .additionalItems, .contains, .additionalProperties, .propertyNames, .not, .if, .then,
      .else, .unevaluatedItems, .unevaluatedProperties, .contentSchema:
      .schema
    default: .nothing
    }
  }

  /// Keywords by their bytes; canonical equivalence of `String` must not decide here.
  static let byName: [[UInt8]: SchemaKeyword] = Dictionary(
    uniqueKeysWithValues: allCases.filter { $0 != .unknown && $0 != .falseSchema }
      .map { (Array($0.rawValue.utf8), $0) })
}
