import BridgeJSON
import Testing

@testable import BridgeSchema

/// The outputs on the specification's own kind of example: a polygon of points.
@Suite struct OutputTests {
  static let schema = ##"""
    {"$id": "https://example.com/polygon", "$schema": "https://json-schema.org/draft/2020-12/schema",
     "$defs": {"point": {"type": "object", "properties": {"x": {"type": "number"}, "y": {"type": "number"}}, "additionalProperties": false, "required": ["x", "y"]}},
     "type": "array", "items": {"$ref": "#/$defs/point"}, "minItems": 3}
    """##
  static let instance = #"[{"x": 2.5, "y": 1.3}, {"x": 1, "z": 6.7}]"#

  private func output(_ format: SchemaOutput, _ schema: String, _ instance: String) throws -> String
  {
    let program = try compile(schema)
    let document = try JSONDocument(Array(instance.utf8), limits: .contract)
    let output = SchemaEvaluator().output(
      format, document.root.cursor, by: program.roots[0], of: program)
    return String(decoding: try #require(output).json, as: UTF8.self)
  }

  @Test func flag() throws {
    #expect(try output(.flag, Self.schema, Self.instance) == #"{"valid": false}"#)
    #expect(try output(.flag, "true", "1") == #"{"valid": true}"#)
  }

  @Test func basic() throws {
    #expect(
      try output(.basic, Self.schema, Self.instance) == ##"""
        {"valid": false, "keywordLocation": "", "instanceLocation": "", "errors": [
          {"valid": false, "keywordLocation": "", "absoluteKeywordLocation": "https://example.com/polygon#", "instanceLocation": "", "error": "a subschema had errors"},
          {"valid": false, "keywordLocation": "/items", "absoluteKeywordLocation": "https://example.com/polygon#/items", "instanceLocation": "/1", "error": "a subschema had errors"},
          {"valid": false, "keywordLocation": "/items/$ref", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point", "instanceLocation": "/1", "error": "a subschema had errors"},
          {"valid": false, "keywordLocation": "/items/$ref/additionalProperties", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/additionalProperties", "instanceLocation": "/1/z", "error": "nothing is allowed here"},
          {"valid": false, "keywordLocation": "/items/$ref/required", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/required", "instanceLocation": "/1", "error": "lacks 'y'"},
          {"valid": false, "keywordLocation": "/minItems", "absoluteKeywordLocation": "https://example.com/polygon#/minItems", "instanceLocation": "", "error": "must have at least 3 items, has 2"}
        ]}
        """##)
  }

  @Test func detailed() throws {
    #expect(
      try output(.detailed, Self.schema, Self.instance) == ##"""
        {"valid": false, "keywordLocation": "", "absoluteKeywordLocation": "https://example.com/polygon#", "instanceLocation": "", "errors": [
         {"valid": false, "keywordLocation": "/items/$ref", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point", "instanceLocation": "/1", "errors": [
          {"valid": false, "keywordLocation": "/items/$ref/additionalProperties", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/additionalProperties", "instanceLocation": "/1/z", "error": "nothing is allowed here"},
          {"valid": false, "keywordLocation": "/items/$ref/required", "absoluteKeywordLocation": "https://example.com/polygon#/$defs/point/required", "instanceLocation": "/1", "error": "lacks 'y'"}]},
         {"valid": false, "keywordLocation": "/minItems", "absoluteKeywordLocation": "https://example.com/polygon#/minItems", "instanceLocation": "", "error": "must have at least 3 items, has 2"}]}
        """##)
  }

  @Test func annotationsOfFailedSchemasAreDropped() throws {
    let schema =
      #"{"anyOf": [{"title": "a", "type": "string"}, {"title": "b", "type": "number"}], "not": {"title": "c", "const": 2}}"#
    #expect(
      try output(.basic, schema, "1") == """
        {"valid": true, "keywordLocation": "", "instanceLocation": "", "annotations": [
          {"valid": true, "keywordLocation": "/anyOf/1/title", "instanceLocation": "", "annotation": "b"}
        ]}
        """)
  }

  @Test func locationsAreEscaped() throws {
    let schema = #"{"$id": "https://a.example/s", "properties": {"a/b~c %é": {"type": "null"}}}"#
    let text = try output(.basic, schema, #"{"a/b~c %é": 1}"#)
    #expect(text.contains(#""keywordLocation": "/properties/a~1b~0c %é/type""#))
    #expect(
      text.contains(
        ##""absoluteKeywordLocation": "https://a.example/s#/properties/a~1b~0c%20%25%C3%A9/type""##)
    )
    #expect(text.contains(#""instanceLocation": "/a~1b~0c %é""#))
  }

  @Test func theReportTellsOneBranch() throws {
    let schema = #"""
      {"oneOf": [
        {"type": "string"},
        {"type": "object", "properties": {"kind": {"const": "circle"}, "radius": {"type": "number"}}, "required": ["radius"]},
        {"type": "object", "properties": {"kind": {"const": "square"}, "side": {"minimum": 1}}, "required": ["side"]}]}
      """#
    let program = try compile(schema)
    func report(_ instance: String) throws -> [String] {
      let document = try JSONDocument(Array(instance.utf8), limits: .contract)
      let report = SchemaEvaluator().report(
        document.root.cursor, by: program.roots[0], of: program)
      return try #require(report).entries.map {
        "\($0.depth) \($0.instancePointer): \($0.message)"
          + ($0.toldBranch.map { " (\($0))" } ?? "")
      }
    }
    #expect(
      try report(#"{"kind": "square", "side": 0}"#)
        == ["0 : fits none of 3 schemas (3)", "1 /side: must be at least 1"])
    #expect(
      try report(#"{"kind": "circle"}"#)
        == ["0 : fits none of 3 schemas (2)", "1 : lacks 'radius'"])
    #expect(try report(#""a""#) == [])
    #expect(
      try report("7")
        == ["0 : fits none of 3 schemas (1)", "1 : must be string, is a number"])
  }
}
