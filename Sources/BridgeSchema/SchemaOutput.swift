package import BridgeJSON

/// The machine-readable outputs of JSON Schema 2020-12, section 12.
package enum SchemaOutput: String, Sendable, CaseIterable {
  /// Only the verdict.
  case flag
  /// A flat list of errors or of annotations.
  case basic
  /// A tree, condensed to what failed (or to annotations).
  case detailed
  /// The whole tree.
  case verbose
}

extension SchemaEvaluator {
  /// Evaluates a value and writes the outcome as JSON.
  ///
  /// - Returns: the JSON text, and whether the value is valid; nil where the evaluation needed more
  ///   than `limit` schemas and keywords.
  package func output(
    _ format: SchemaOutput, _ instance: JSONCursor, by root: SchemaProgram.Root,
    of program: SchemaProgram, limit: Int = 5_000_000
  ) -> (json: [UInt8], isValid: Bool)? {
    if format == .flag {
      let isValid = isValid(instance, by: root, of: program)
      return (Array("{\"valid\": \(isValid)}".utf8), isValid)
    }
    guard let tree = trace(instance, by: root, of: program, limit: limit) else { return nil }
    var writer = OutputWriter(tree: tree)
    switch format {
    case .basic: writer.basic()
    case .detailed: writer.detailed()
    default: writer.verbose()
    }
    return (writer.out, tree.isValid)
  }
}
