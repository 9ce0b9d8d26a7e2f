import BridgeJSON
import Testing

@testable import BridgeSchema

/// What people complained of in other validators, each with the right verdict. The number is that
/// of the list in the conformance study.
@Suite struct ComplaintTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var number: Int
    var schema: String
    var instance: String
    var valid: Bool
    var testDescription: String { "\(number): \(schema) \(instance.prefix(40))" }

    init(_ number: Int, _ schema: String, _ instance: String, _ valid: Bool) {
      self.number = number
      self.schema = schema
      self.instance = instance
      self.valid = valid
    }
  }

  static let cases: [Case] = [
    Case(
      1,
      ##"{"$ref":"#/$defs/b","oneOf":[{"required":["x"],"properties":{"x":true}},{"required":["y"],"properties":{"y":true}}],"unevaluatedProperties":false,"$defs":{"b":{"properties":{"p":true}}}}"##,
      #"{"p":1,"y":1}"#, true),
    Case(2, #"{"required":["toString"]}"#, "{}", false),
    Case(3, #"{"multipleOf":0.01}"#, "0.94", true),
    Case(4, #"{"multipleOf":0.1}"#, "10.1", true),
    Case(4, #"{"multipleOf":0.01}"#, "1070468.14", true),
    Case(5, #"{"multipleOf":3}"#, "9007199254740993", true),
    Case(5, #"{"multipleOf":3}"#, "18446744073709551616", false),
    Case(6, #"{"maximum":18446744073709551615}"#, "18446744073709551616", false),
    Case(7, #"{"maximum":9223372036854776000}"#, "9223372036854776000", true),
    Case(7, #"{"maximum":9223372036854776000}"#, "9223372036854776001", false),
    Case(8, #"{"uniqueItems":true}"#, "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,-0.0]", false),
    Case(9, #"{"uniqueItems":true}"#, "[[false],[0]]", true),
    Case(9, #"{"uniqueItems":true}"#, "[1,1.0]", false),
    Case(10, #"{"type":"number"}"#, "1", true),
    Case(10, #"{"type":"number"}"#, "true", false),
    Case(10, #"{"minimum":0}"#, "-1", false),
    Case(11, #"{"maxLength":1}"#, "\"e\u{301}\"", false),
    Case(11, #"{"maxLength":1}"#, "\"\u{1F600}\"", true),
    Case(12, #"{"pattern":"^\\d$"}"#, "\"\u{9EA}\"", false),
    Case(13, #"{"pattern":"^(?=a)ab$"}"#, #""ab""#, true),
    Case(14, #"{"format":"regex"}"#, #""a\\-b""#, false),
    Case(15, #"{"pattern":"^(a+)+$"}"#, "\"\(String(repeating: "a", count: 30))!\"", false),
    Case(15, #"{"pattern":"^(a|a)*$"}"#, "\"\(String(repeating: "a", count: 100_000))!\"", false),
    Case(16, #"{"format":"regex"}"#, "\"\(String(repeating: "(", count: 500))\"", false),
    Case(
      20, #"{"$id":"https://example.com/t","$dynamicAnchor":"m","unevaluatedProperties":false}"#,
      "{}", true),
    Case(23, #"{"format":"date-time"}"#, #""2017-01-01T00:59:60+01:00""#, true),
    Case(23, #"{"format":"date-time"}"#, #""2017-01-01T00:59:60""#, false),
    Case(23, #"{"format":"date-time"}"#, "\"2017-01-0\u{9E7}T00:59:59Z\"", false),
    Case(24, #"{"format":"hostname"}"#, #""a.example.""#, false),
  ]

  @Test(arguments: cases)
  func verdict(_ c: Case) throws {
    var options = SchemaOptions()
    options.assertsFormat = true
    #expect(try isValid(c.schema, c.instance, options) == c.valid)
  }

  @Test func anEndlessReferenceIsAFaultThatNamesTheCycle() throws {
    let error = #expect(throws: SchemaErrors.self) {
      try compile(
        ##"{"$defs":{"r":{"oneOf":[{"type":"object"},{"$ref":"#/$defs/r"}]}},"$ref":"#/$defs/r"}"##)
    }
    #expect(
      error?.list.map(\.message) == [
        "endless reference: '#/$defs/r/oneOf/1' leads to '#/$defs/r' leads to '#/$defs/r/oneOf/1', without going into the value"
      ])
  }

  @Test func aCircleOfDynamicReferencesEnds() throws {
    let error = #expect(throws: SchemaErrors.self) {
      try compile(##"{"$dynamicAnchor": "a", "$dynamicRef": "#a"}"##)
    }
    #expect(error?.list.first?.message.hasPrefix("endless reference: '#' leads to '#'") == true)
    // Two anchors of one name: where it leads is known only when it is gone.
    let schema =
      ##"{"$id": "https://a.example/a", "$dynamicAnchor": "n", "$ref": "b", "$defs": {"b": {"$id": "b", "$dynamicRef": "#n", "$dynamicAnchor": "n"}}}"##
    #expect(try !isValid(schema, "1"))
  }

  @Test(arguments: [
    ##"{"$id": "http://a.example/b#/c", "$ref": "d.json"}"##,
    ##"{"$id": "http://a.example/b#", "$ref": "d.json"}"##,
    ##"{"$id": "#x", "$ref": "d.json#/%"}"##,
    ##"{"$id": "::::", "$ref": "..//../#~2"}"##,
  ])
  func oddIdentifiersAreFaultsNotCrashes(_ schema: String) {
    for draft in SchemaOptions.Draft.allCases {
      #expect(throws: SchemaErrors.self) { try compile(schema, SchemaOptions(draft: draft)) }
    }
  }

  @Test func aReferenceIntoAnArrayOfSchemas() throws {
    let draft7 = SchemaOptions(draft: .draft7)
    let schema =
      ##"{"definitions":{"A":{"items":[{"type":"null"}]}},"$ref":"#/definitions/A/items/0"}"##
    #expect(try isValid(schema, "null", draft7))
    let error = #expect(throws: SchemaErrors.self) {
      try compile(
        ##"{"definitions":{"A":{"items":[{"type":"null"}]}},"$ref":"#/definitions/A/items"}"##,
        draft7)
    }
    #expect(
      error?.list.first?.message == "'#/definitions/A/items' leads to an array, which is no schema")
  }

  @Test func patternsAreCompiledWithTheSchema() throws {
    let error = #expect(throws: SchemaErrors.self) { try compile(#"{"pattern": "a\\-b"}"#) }
    #expect(
      error?.list.first?.message.hasPrefix("bad pattern: escape is unknown, at code point 1")
        == true)
  }

  @Test func messagesNameTheLimit() throws {
    let program = try compile(#"{"maxLength": 3}"#)
    let document = try JSONDocument(Array(#""abcd""#.utf8), limits: .contract)
    let report = SchemaEvaluator().report(document.root.cursor, by: program.roots[0], of: program)
    #expect(report?.entries.map(\.message) == ["must have at most 3 characters, has 4"])
  }
}
