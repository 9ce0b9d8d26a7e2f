import BridgeJSON
import Testing

@testable import BridgeSchema

/// The meta-schemas that the package carries, and schemas that they refuse.
@Suite struct MetaSchemaTests {
  @Test(arguments: MetaSchema.all.map(\.uri))
  func eachHoldsItself(_ uri: String) throws {
    let bytes = try #require(MetaSchema.text(uri))
    var options = SchemaOptions()
    options.uri = uri
    // Compiling checks a document against its meta-schema.
    let program = try SchemaCompiler.compile(
      try JSONDocument(bytes, limits: .contract), options: options)
    #expect(program.schemaCount > 1)
    let id = try JSONDocument(bytes, limits: .contract).root["$id"]?.string
    #expect(URIReference(id ?? "").textWithoutFragment == uri)
  }

  @Test(arguments: [
    (#"{"minimum": "1"}"#, "/minimum", "'minimum' must be a number, this is a string"),
    (
      #"{"$schema": "http://json-schema.org/draft-07/schema#", "$comment": 7}"#, "/$comment",
      "'$comment' must be a string, this is a number"
    ),
    (
      #"{"$defs": {"unused": {"type": 7}}}"#, "/$defs/unused/type",
      #"not as its meta-schema wants it: must be one of ["array", "boolean", "integer", "null", "number", "object", "string"]"#
    ),
    (
      #"{"$ref": "https://nowhere.example/x"}"#, "/$ref",
      "'https://nowhere.example/x' is not known: nothing is fetched, and it was not supplied"
    ),
    (
      #"{"$schema": "https://nowhere.example/meta"}"#, "/$schema",
      "the meta-schema 'https://nowhere.example/meta' is not known: known are 2020-12, 2019-09, draft-07 and what is supplied"
    ),
    (
      #"{"$id": "https://a.example/x#y"}"#, "/$id",
      "'$id' must not have a fragment: use '$anchor' to name a place in a schema"
    ),
    ("7", "", "a schema must be an object or a boolean, this is a number"),
  ])
  func faultsHaveTheirPlace(_ schema: String, _ pointer: String, _ message: String) throws {
    let error = #expect(throws: SchemaErrors.self) { try compile(schema) }
    let first = try #require(error?.list.first)
    #expect(error?.list.count == 1)
    #expect(first.pointer == pointer)
    #expect(first.message == message)
  }

  @Test func aCustomMetaSchemaChecksToo() throws {
    var options = SchemaOptions()
    options.resolver = { uri in
      uri == "https://a.example/meta"
        ? Array(
          #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://a.example/meta", "$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true, "https://json-schema.org/draft/2020-12/vocab/applicator": true}, "required": ["title"]}"#
            .utf8)
        : nil
    }
    let good =
      #"{"$schema": "https://a.example/meta", "title": "t", "minimum": 3, "properties": {}}"#
    #expect(try isValid(good, "1", options), "minimum is no keyword without its vocabulary")
    let error = #expect(throws: SchemaErrors.self) {
      try compile(#"{"$schema": "https://a.example/meta"}"#, options)
    }
    #expect(error?.list.map(\.message) == ["not as its meta-schema wants it: lacks 'title'"])
  }

  @Test func aRequiredVocabularyMustBeKnown() throws {
    var options = SchemaOptions()
    options.resolver = { _ in
      Array(
        #"{"$schema": "https://json-schema.org/draft/2020-12/schema", "$vocabulary": {"https://a.example/vocab": true}}"#
          .utf8)
    }
    let error = #expect(throws: SchemaErrors.self) {
      try compile(#"{"$schema": "https://a.example/meta"}"#, options)
    }
    #expect(error?.list.first?.message.contains("requires a vocabulary nobody here knows") == true)
  }
}
