public import BridgeSchema

/// One side of a comparison: a compiled schema, and how its objects are read.
public struct SchemaSide: Sendable {
  /// The compiled schemas.
  public var program: SchemaProgram
  /// Which of them.
  public var root: SchemaProgram.Root
  /// Whether an object is taken as closed whose schema lists `properties` and says nothing of
  /// others (contracts only): what `unknownFields: reject` means, and how a sender is read that
  /// sends nothing but declared fields.
  public var isClosed: Bool

  /// A side of a comparison.
  public init(program: SchemaProgram, root: SchemaProgram.Root, isClosed: Bool = false) {
    self.program = program
    self.root = root
    self.isClosed = isClosed && program.isContract
  }

  /// The only schema of a program that has one.
  public init?(_ program: SchemaProgram) {
    guard let root = program.roots.first else { return nil }
    self.init(program: program, root: root)
  }
}
