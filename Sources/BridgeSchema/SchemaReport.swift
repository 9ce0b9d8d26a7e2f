package import BridgeJSON

/// What is wrong with a value, for people: in the order of the schema, with one branch of a failed
/// union told and the others folded.
package struct SchemaReport: Sendable {
  /// One thing that is wrong.
  package struct Entry: Sendable, Hashable {
    /// How deep it stands in the branches of unions: 0 for what is wrong whatever they say.
    package var depth: Int
    /// What is wrong, in words that follow on the value: "must be at least 3".
    package var message: String
    /// The JSON Pointer to the value.
    package var instancePointer: String
    /// The tape index of the value (of the key where its name is wrong).
    package var instance: Int
    /// The keyword; `falseSchema` for the schema `false`.
    package var keyword: SchemaKeyword
    /// The URI of the schema's document, its number, and the keyword in it.
    package var documentURI: String
    package var document: Int
    package var schemaPointer: String
    package var schemaOffset: Int
    /// For a union: the branch that is told, counted from 1, and how many are not.
    package var toldBranch: Int?
    package var foldedBranches: Int = 0
    /// A search for a pattern was given up.
    package var isUndecided = false
  }

  /// Whether the value is valid.
  package var isValid: Bool
  /// What is wrong.
  package var entries: [Entry]
}

extension SchemaEvaluator {
  /// Evaluates a value and says what is wrong with it; nil where the evaluation needed more than
  /// `limit` schemas and keywords.
  package func report(
    _ instance: JSONCursor, by root: SchemaProgram.Root, of program: SchemaProgram,
    limit: Int = 5_000_000
  ) -> SchemaReport? {
    if isValid(instance, by: root, of: program) { return SchemaReport(isValid: true, entries: []) }
    guard let tree = trace(instance, by: root, of: program, limit: limit) else { return nil }
    var reporter = Reporter(tree: tree)
    reporter.run()
    return SchemaReport(isValid: tree.isValid, entries: reporter.entries)
  }
}
