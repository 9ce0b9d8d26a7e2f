import Testing

@testable import BridgeSchema

/// What the compiler refuses in a contract, where, and with which words.
@Suite struct ContractFaultTests {
  @Test(
    arguments: [
      (#"{"T": {"requierd": []}}"#, "/types/T/requierd: unknown keyword 'requierd' (required)"),
      (#"{"T": {"x-mine": 1}}"#, nil),
      (#"{"T": {"format": "datetime"}}"#, "/types/T/format: unknown format 'datetime' (date-time)"),
      (#"{"T": {"type": "strin"}}"#, "/types/T/type: unknown type 'strin' (string)"),
      (#"{"T": {"log": "show"}}"#, #"/types/T/log: 'log' must be "value", "hash" or "never""#),
      (
        #"{"T": {"unsafeInteger": true}}"#,
        #"/types/T/unsafeInteger: 'unsafeInteger' must be "allow""#
      ),
      (#"{"T": {"doc": 1}}"#, "/types/T/doc: 'doc' must be a string, this is a number"),
      (
        #"{"T": {"minLength": -1}}"#,
        "/types/T/minLength: 'minLength' must be an integer of at least 0"
      ),
      (#"{"T": {"minLength": 2.0}}"#, nil),
      (#"{"T": {"multipleOf": 0}}"#, "/types/T/multipleOf: 'multipleOf' must be greater than 0"),
      (
        #"{"T": {"properties": {"a": 1}}}"#,
        "/types/T/properties/a: a schema must be an object or a boolean, this is a number"
      ),
      (#"{"T": {"required": ["a", "a"]}}"#, "/types/T/required/1: the name 'a' stands here twice"),
      (#"{"T": {"anyOf": []}}"#, "/types/T/anyOf: 'anyOf' must hold at least one schema"),
      (
        #"{"T": {"pattern": "a("}}"#,
        "/types/T/pattern: bad pattern: group is not closed, at code point 1"
      ),
      (
        ##"{"T": {"$ref": "#/types/Mony"}, "Money": true}"##,
        "/types/T/$ref: '#/types/Mony' leads nowhere: there is no 'Mony' in '#/types' (#/types/Money)"
      ),
      (
        #"{"T": {"$ref": "other.json#/a"}}"#,
        "/types/T/$ref: 'other.json#/a' leaves the file: references of a contract begin with '#'"
      ),
      (##"{"T": {"$ref": "#"}}"##, "/types/T/$ref: '#' is the contract itself, which is no schema"),
      (##"{"T": {"$ref": "#m"}, "U": {"$anchor": "m"}}"##, nil),
      (
        ##"{"T": {"$ref": "#/types/U/items/0"}, "U": {"prefixItems": [true], "x-a": []}}"##,
        "/types/T/$ref: '#/types/U/items/0' leads nowhere: there is no 'items' in '#/types/U'"
      ),
      (
        ##"{"T": {"$ref": "#/types/U/prefixItems"}, "U": {"prefixItems": [true]}}"##,
        "/types/T/$ref: '#/types/U/prefixItems' leads to an array, which is no schema"
      ),
      (
        ##"{"T": {"$ref": "#/types/T/x-inner"}}"##,
        "/types/T/$ref: '#/types/T/x-inner' leads nowhere: there is no 'x-inner' in '#/types/T'"
      ),
      (
        ##"{"T": {"$ref": "#/types/U"}, "U": {"anyOf": [true, {"$ref": "#/types/T"}]}}"##,
        "/types/T/$ref: endless reference: '#/types/T' leads to '#/types/U' leads to '#/types/U/anyOf/1' leads to '#/types/T', without going into the value"
      ),
      (##"{"T": {"properties": {"t": {"$ref": "#/types/T"}}}}"##, nil),
      (
        #"{"T": {"definitions": {}}}"#,
        "/types/T/definitions: unknown keyword 'definitions' ($defs)"
      ),
    ] as [(String, String?)])
  func one(_ types: String, _ fault: String?) {
    #expect(faults(types) == (fault.map { [$0] } ?? []))
  }

  @Test(arguments: [
    "$id", "$schema", "$vocabulary", "$dynamicRef", "$dynamicAnchor", "$recursiveRef",
  ])
  func identifiersHaveNoPlace(_ keyword: String) {
    let found = faults("{\"T\": {\"\(keyword)\": \"https://a.example/\"}}")
    #expect(found.count == 1)
    #expect(
      found.first?.hasPrefix("/types/T/\(keyword): '\(keyword)' has no place in a contract") == true
    )
  }

  @Test func allOfThemInOrder() {
    let found = faults(
      #"{"T": {"typ": 1, "properties": {"a": {"minimum": "1"}}}, "U": {"$defs": {"d": {"oneOf": 1}}}}"#
    )
    #expect(
      found == [
        "/types/T/typ: unknown keyword 'typ' (type)",
        "/types/T/properties/a/minimum: 'minimum' must be a number, this is a string",
        "/types/U/$defs/d/oneOf: 'oneOf' must be an array of schemas, this is a number",
      ])
  }
}
