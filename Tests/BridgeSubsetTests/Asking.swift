import BridgeJSON
import BridgeSchema
import BridgeSubset
import Testing

/// Compiles a schema given as JSON text.
func compile(
  _ text: String, draft: SchemaOptions.Draft = .draft2020, asserts: Bool = false
) throws -> SchemaSide {
  var options = SchemaOptions(draft: draft)
  options.assertsFormat = asserts
  // The schemas of these tests are right, or the compiler itself says so.
  options.checksMetaSchema = false
  let document = try JSONDocument(Array(text.utf8), limits: .traffic)
  return try #require(SchemaSide(SchemaCompiler.compile(document, options: options)))
}

/// Compiles the schema of a contract's `types.T`, whose types are given.
func compile(types: String, isClosed: Bool) throws -> SchemaSide {
  let document = try JSONDocument(Array("{\"types\": \(types)}".utf8), limits: .contract)
  let roots = document.root["types"]?.members.map(\.value.index) ?? []
  let program = try SchemaCompiler.compile(contract: document, roots: roots)
  return SchemaSide(program: program, root: try #require(program.roots.first), isClosed: isClosed)
}

/// Whether every value of the first is one of the second.
func subset(_ a: String, _ b: String, asserts: Bool = false) throws -> SubsetAnswer {
  try SchemaComparison.isSubset(compile(a, asserts: asserts), of: compile(b, asserts: asserts))
}

/// The validator, asked apart from the comparison.
final class Judge {
  private let evaluator = SchemaEvaluator()

  /// Whether a side accepts a value given as JSON text.
  func accepts(_ text: String, _ side: SchemaSide) throws -> Bool {
    let document = try JSONDocument(Array(text.utf8), limits: .traffic)
    return withExtendedLifetime(document) {
      let isValid = evaluator.evaluate(
        document.root.cursor, by: side.program.root(of: side.schemas[0]), of: side.program)
      return isValid && !isTooMuch(side)
    }
  }

  /// Whether the value has what contracts refuse whatever the keywords say.
  private func isTooMuch(_ side: SchemaSide) -> Bool {
    evaluator.issues.contains {
      $0.kind == .unsafeInteger || side.isClosed && $0.kind == .unknownField
    }
  }

  /// Whether a side accepts a value that was read before.
  func accepts(_ value: JSONDocument, _ side: SchemaSide) -> Bool {
    withExtendedLifetime(value) {
      let isValid = evaluator.evaluate(
        value.root.cursor, by: side.program.root(of: side.schemas[0]), of: side.program)
      return isValid && !isTooMuch(side)
    }
  }
}
