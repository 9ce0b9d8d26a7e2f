/// One thing that a schema has to say about a value.
public struct SchemaIssue: Sendable, Hashable {
  /// What kind of thing.
  public enum Kind: Sendable, Hashable {
    /// A keyword failed: the instance is invalid.
    case failure
    /// A member that nothing mentions, in an object whose schema lists members and says nothing of
    /// others (contracts).
    case unknownField
    /// An integer that a JavaScript number does not hold exactly (contracts).
    case unsafeInteger
    /// The value is there, and the schema says `deprecated` (contracts).
    case deprecated
  }

  /// What kind.
  public var kind: Kind
  /// The keyword that says it. `falseSchema` where the schema `false` stands.
  public var keyword: SchemaKeyword
  /// The tape index of the judged value; for a field too many its value, for a missing field the
  /// object.
  public var instance: Int
  /// The JSON Pointer to it from the evaluated value; to the missing field itself for `required`.
  public var instancePointer: String
  /// The JSON Pointer to the keyword (for a schema `false`: to the schema) in its document.
  public var schemaPointer: String
  /// The document's number in the program: 0 is the one that was compiled.
  public var document: Int
  /// The byte offset of the keyword's key (or of the schema `false`) in that document.
  public var schemaOffset: Int
  /// The bytes of the keyword's value in that document: what was expected.
  public var expected: Range<Int>
  /// What reports may show of the value: the strictest `log` of the schemas applied to it.
  public var log: LogAnnotation
  /// The name in question: a missing field's, a field too many's.
  public var name: String?
  /// A search for a pattern was given up: this is not known to be wrong.
  public var isUndecided = false

  /// Whether it makes the instance invalid.
  public var isFailure: Bool { kind == .failure }
}
