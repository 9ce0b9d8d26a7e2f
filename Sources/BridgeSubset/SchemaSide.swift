public import BridgeSchema

/// One side of a comparison: a compiled schema, and how its objects are read.
///
/// Schemas of contracts are read as contracts judge: of an integer that JavaScript does not hold
/// exactly they say that it is none, unless they allow it by `unsafeInteger`.
public struct SchemaSide: Sendable {
  /// The compiled schemas.
  public var program: SchemaProgram
  /// Which of them: a value must satisfy all.
  package var schemas: [UInt32]
  /// Whether an object is taken as closed whose schema lists `properties` and says nothing of
  /// others (contracts only): what `unknownFields: reject` means, and how a sender is read that
  /// sends nothing but declared fields.
  public var isClosed: Bool
  /// Members that may stand at the top besides; nil where the top is an object like others. Where
  /// there is such a list the top counts as one that lists its members.
  package var mentioned: [[UInt8]]?
  /// Schemas that list no members and are read as if they listed those that they require.
  package var fieldless: Set<UInt32> = []

  /// A side of a comparison.
  public init(program: SchemaProgram, root: SchemaProgram.Root, isClosed: Bool = false) {
    self.init(program: program, schemas: [root.schema], isClosed: isClosed)
  }

  /// All of these schemas of a contract at once.
  package init(
    program: SchemaProgram, schemas: [UInt32], isClosed: Bool, mentioned: [[UInt8]]? = nil,
    fieldless: Set<UInt32> = []
  ) {
    self.program = program
    self.schemas = schemas
    self.isClosed = isClosed && program.isContract
    self.mentioned = mentioned
    self.fieldless = fieldless
  }

  /// The only schema of a program that has one.
  public init?(_ program: SchemaProgram) {
    guard let root = program.roots.first else { return nil }
    self.init(program: program, root: root)
  }
}
