// The second half of the group "shape": what the schemas say.
extension Explanation {
  static let fields: [Explanation] = [
    missingField, unknownField, wrongType, notInEnum, outOfRange, badLength, pattern, badFormat,
    notUnique, schema, loneSurrogate, unsafeInteger, deprecated,
  ]

  private static let missingField = Explanation(
    cause: .missingField,
    title: "a required field is missing",
    help: "send the field, or take it out of \"required\" if it may be absent",
    meaning: """
      The schema lists the field under "required", and the object does not have it. A field \
      that is there with null is not missing.
      """,
    origin: """
      A value that is nil or undefined is left out when the object is written; on some systems \
      putting null into an object removes the key. A decoder that fails on one field falls back \
      to an empty message, and a finished purchase arrives with total 0.
      """,
    remedy: """
      Write null explicitly where absence means something, and allow it by "type": \
      ["string", "null"]. Look for a misspelt field beside it.
      """,
    example: """
      contract  "required": ["value"], "properties": {"value": {"type": "string"}}
      line 4    {"body": {"kind": "sync"}}
      """)

  private static let unknownField = Explanation(
    cause: .unknownField,
    title: "a field that nothing in the contract mentions",
    help: "add the field to the contract, or do not send it",
    meaning: """
      The object has a field that neither the schema nor the framing knows. How much that \
      weighs is up to "unknownFields": reject makes it an error, warn a warning, allow nothing.
      """,
    origin: """
      A misspelt optional field is accepted everywhere and works nowhere. A new field was added \
      on one side only. A wrapper adds fields of its own.
      """,
    remedy: """
      Correct the spelling, or declare the field. Maps with free keys want \
      "additionalProperties" with a schema for their values.
      """,
    example: """
      contract  "properties": {"value": {"type": "string"}}
      line 4    {"body": {"kind": "sync", "value": "ok", "valeu": "ok"}}
      """)

  private static let wrongType = Explanation(
    cause: .wrongType,
    title: "the value has another type",
    help: "send the type that the contract names, without leaving it to a conversion",
    meaning: """
      The schema's "type" does not allow this value. 1.0 is an integer, "1" is not; null is a \
      type of its own.
      """,
    origin: """
      Number objects print true as 1, or read 0 and 1 as booleans. Amounts become texts when a \
      web framework changes. 0.0 is read as an integer and refused where 0.1 works. A byte array \
      arrives as an object with keys 0, 1, 2. Dates are a date one way and a text the other.
      """,
    remedy: """
      Convert at the border and test with the awkward values: 0, 1, true, 0.0, null. Send money \
      as integers of the smallest unit.
      """,
    example: """
      contract  "total": {"type": "integer"}
      line 4    {"body": {"kind": "pay", "id": "w1", "data": {"total": "109.89"}}}
      """)

  private static let notInEnum = Explanation(
    cause: .notInEnum,
    title: "the value is not among those listed",
    help: "send one of the listed values, or add this one to the contract",
    meaning: """
      The schema lists the allowed values (enum) or the single one (const), and this is none. \
      Texts are compared exactly, by case too.
      """,
    origin: """
      A new case was added on one side. Names are written in another case, or translated. An \
      enumeration without raw values is sent as its number.
      """,
    remedy: """
      Receivers should have a branch for values they do not know. Adding a value is a change \
      that old receivers see: check it with `bridge-contract diff`.
      """,
    example: """
      contract  "reason": {"enum": ["limit", "fraud"]}
      line 4    {"body": {"id": "w1", "error": {"code": "declined",
                                                "reason": "Limit"}}}
      """)

  private static let outOfRange = Explanation(
    cause: .outOfRange,
    title: "the number is outside its range, or no multiple",
    help: "send a number within the bounds of the contract",
    meaning: """
      minimum, maximum, their exclusive forms or multipleOf do not allow this number. It is \
      compared as the exact decimal that was written, never as a rounded one.
      """,
    origin: """
      A failed decode leaves 0 behind. Percent and fraction, seconds and milliseconds are mixed \
      up. An unsigned value was negative before.
      """,
    remedy: "Name the unit in the field's name. Check the sender's default value.",
    example: """
      contract  "total": {"type": "integer", "minimum": 1}
      line 4    {"body": {"kind": "pay", "id": "w1", "data": {"total": 0}}}
      """)

  private static let badLength = Explanation(
    cause: .badLength,
    title: "too short, too long, too few or too many",
    help: "keep to the lengths of the contract; texts are counted in code points",
    meaning: """
      minLength, maxLength, minItems, maxItems, minProperties or maxProperties does not allow \
      this value.
      """,
    origin: """
      An empty text stands for no value. JavaScript counts UTF-16 units and Swift counts \
      characters, so an emoji has another length on each side; the contract counts code points.
      """,
    remedy: "Cut texts by code points, or leave room in the contract. Send null for no value.",
    example: """
      contract  "name": {"type": "string", "minLength": 1}
      line 4    {"body": {"kind": "rename", "name": ""}}
      """)

  private static let pattern = Explanation(
    cause: .pattern,
    title: "the text does not match its pattern",
    help: "compare the text with the pattern; it may match anywhere unless it has ^ and $",
    meaning: """
      The schema's "pattern" finds no match in the text. Patterns are those of JavaScript with \
      the u flag.
      """,
    origin: """
      Case, blanks at the ends, another alphabet, a prefix that only one side adds. Native \
      engines read \\d or $ a little differently, so the same pattern passes there.
      """,
    remedy: "Test the pattern with the values of the contract's examples.",
    example: """
      contract  "card": {"type": "string", "pattern": "^[0-9]{4}$"}
      line 4    {"body": {"kind": "pay", "id": "w1", "data": {"card": "12 34"}}}
      """)

  private static let badFormat = Explanation(
    cause: .badFormat,
    title: "the text does not have its format",
    help: "send the text in the named format, such as 2026-11-30T08:00:00Z for date-time",
    meaning: """
      The schema's "format" (date-time, uri, email and so on) asserts, and this text is not in \
      that form.
      """,
    origin: """
      Dates without a time zone or in the writing of a country. URLs with blanks or letters \
      that are not percent-encoded. A Date object that became text by itself.
      """,
    remedy: "Use the ISO form of a library on both sides, never a hand-made one.",
    example: """
      contract  "at": {"type": "string", "format": "date-time"}
      line 4    {"body": {"kind": "remind", "at": "30.11.2026 8:00"}}
      """)

  private static let notUnique = Explanation(
    cause: .notUnique,
    title: "two equal items where all must differ",
    help: "remove the doubled item before sending",
    meaning: """
      The array has "uniqueItems", and two items are equal by value: 1 and 1.0 are equal, and \
      so are objects with the same members in another order.
      """,
    origin: "Lists that are joined, or a listener that was added twice and adds its item twice.",
    remedy: "Send a set in a fixed order. If doubles are meant, drop uniqueItems.",
    example: """
      contract  "tags": {"type": "array", "uniqueItems": true}
      line 4    {"body": {"kind": "label", "tags": ["a", "b", "a"]}}
      """)

  private static let schema = Explanation(
    cause: .schema,
    title: "another rule of the schema failed",
    help: "read the keyword that the finding names; no branch of a union may fit",
    meaning: """
      A keyword without a cause of its own does not hold: not, dependentRequired, contains, or \
      a union (oneOf, anyOf) of which no branch fits, or more than one.
      """,
    origin: """
      A union whose branches share no field that tells them apart cannot say which one was \
      meant, so neither can the finding.
      """,
    remedy: """
      Give each branch a field with its own const. The finding is then that of the branch that \
      was meant.
      """,
    example: """
      contract  "oneOf": [{"type": "string"}, {"type": "integer"}]
      line 4    {"body": {"kind": "set", "value": [1]}}
      """)

  private static let loneSurrogate = Explanation(
    cause: .loneSurrogate,
    title: "half of a surrogate pair",
    help: "cut texts between code points, never between UTF-16 units",
    meaning: """
      The text holds an escape such as \\ud83d without its other half. JavaScript can keep it; \
      UTF-8 has no form for it, so native loses or replaces it, or drops the whole message.
      """,
    origin: """
      An emoji cut in the middle by substring or by a length limit in the page, mostly at the \
      end of a text. Old systems send both halves as separate characters.
      """,
    remedy: """
      Cut with Array.from(text) or a segmenter. Call toWellFormed() on texts from outside before \
      sending.
      """,
    example: """
      line 4    {"body": {"kind": "note", "text": "hello \\ud83d"}}
      """)

  private static let unsafeInteger = Explanation(
    cause: .unsafeInteger,
    title: "an integer that JavaScript cannot hold exactly",
    help: "send integers beyond 2^53 as text",
    meaning: """
      The value is an integer beyond plus or minus 9007199254740991. JavaScript reads it as the \
      nearest number it has, which is another one, and says nothing.
      """,
    origin: """
      Database ids of 17 and more digits arrive off by one. Types generated from native code \
      promise a bigint where a number arrives. Times in nanoseconds are that large, too.
      """,
    remedy: """
      Send such ids as texts, or use smaller ones. If both sides really read them exactly, write \
      "unsafeInteger": "allow" in the schema.
      """,
    example: """
      contract  "id": {"type": "integer"}
      line 4    {"body": {"kind": "open", "id": 17847152241442333}}
      """)

  private static let deprecated = Explanation(
    cause: .deprecated,
    title: "the message or field is deprecated",
    help: "move to what the contract's doc names before the version that removes it",
    meaning: """
      The contract still accepts it, and says that it will go. This is an info: it fails \
      nothing.
      """,
    origin: """
      Old pages or apps are still in use. The count in the summary shows how much, which is what \
      you need to know before removing it.
      """,
    remedy: """
      Send the new message. Remove the old one only when no supported version sends it any more.
      """,
    example: """
      contract  "getUser": {"deprecated": "1.4.0", …}
      line 4    {"body": {"kind": "getUser"}}
      """)
}
