internal import BridgeFindings
internal import BridgeJSON
internal import BridgeSchema

// The cause of each keyword ("Causes", shape), and its sentence.

extension SchemaCheck {
  /// The cause and one sentence for what a schema says of a value.
  static func cause(
    _ found: SchemaIssue, _ value: JSONCursor, expected: some Collection<UInt8>
  ) -> (Cause, String) {
    switch found.kind {
    case .unknownField: return (.unknownField, "nothing in the contract mentions this field")
    case .unsafeInteger:
      return (
        .unsafeInteger, "the integer is beyond ±(2^53 - 1): JavaScript does not hold it exactly"
      )
    case .deprecated: return (.deprecated, "the contract calls this field deprecated")
    case .failure: break
    }
    if found.isUndecided {
      return (.pattern, "whether the text matches the pattern could not be decided in bounded time")
    }
    switch found.keyword {
    case .type:
      return (.wrongType, wrongType(value.kind))
    case .required: return (.missingField, "a required field is missing")
    case .enum: return (.notInEnum, "the value is none of those listed")
    case .const: return (.notInEnum, "the value is another than the one that must stand here")
    case .minimum, .exclusiveMinimum: return (.outOfRange, "the number is too small")
    case .maximum, .exclusiveMaximum: return (.outOfRange, "the number is too large")
    case .multipleOf: return (.outOfRange, "the number is no multiple of what it must be one of")
    case .minLength: return (.badLength, "the text is too short (code points are counted)")
    case .maxLength: return (.badLength, "the text is too long (code points are counted)")
    case .minItems: return (.badLength, "the array has too few items")
    case .maxItems: return (.badLength, "the array has too many items")
    case .minProperties: return (.badLength, "the object has too few fields")
    case .maxProperties: return (.badLength, "the object has too many fields")
    case .pattern: return (.pattern, "the text does not match its pattern")
    case .format: return (.badFormat, "the text does not have its format")
    case .uniqueItems: return (.notUnique, "two items are equal, where all must differ")
    case .additionalProperties, .unevaluatedProperties:
      return (.unknownField, "the schema allows no such field here")
    case .anyOf, .oneOf: return (.schema, "no branch of the union fits, or more than one does")
    default: return (.schema, "the value breaks \"\(found.keyword.rawValue)\"")
    }
  }

  private static func wrongType(_ kind: JSONKind) -> String {
    switch kind {
    case .null: "the value is null, which it may not be"
    case .bool: "the value is a boolean, which it may not be"
    case .number: "the value is a number, which it may not be"
    case .string: "the value is a string, which it may not be"
    case .array: "the value is an array, which it may not be"
    case .object: "the value is an object, which it may not be"
    }
  }

  /// `a string`, `a number or null`: the types that a `type` keyword allows, in words.
  private static func types(_ expected: some Collection<UInt8>, _ value: JSONCursor) -> String {
    let words = String(decoding: expected, as: UTF8.self)
      .split(whereSeparator: { !$0.isLetter }).map(String.init)
    let named = words.map { word in
      switch word {
      case "null": "null"
      case "integer", "array", "object": "an " + word
      default: "a " + word
      }
    }
    return alternatives(named)
  }
}
