import BridgeJSON
import BridgeSchema
import BridgeSubset
import Testing

/// Compiles a schema given as JSON text.
func compile(_ text: String, draft: SchemaOptions.Draft = .draft2020, asserts: Bool = false) throws
  -> SchemaSide
{
  var options = SchemaOptions(draft: draft)
  options.assertsFormat = asserts
  let document = try JSONDocument(Array(text.utf8), limits: .contract)
  return try #require(SchemaSide(SchemaCompiler.compile(document, options: options)))
}

/// Whether every value of the first is one of the second.
func subset(_ a: String, _ b: String) throws -> SubsetAnswer {
  try SchemaComparison.isSubset(compile(a), of: compile(b))
}
