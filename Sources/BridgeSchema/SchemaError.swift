/// A fault of a schema, with the place in its document.
public struct SchemaError: Error, Sendable, Hashable {
  /// The document's URI or name; empty for the only document of a contract.
  public var document: String
  /// The JSON Pointer to what is wrong.
  public var pointer: String
  /// The byte offset in the document of what is wrong (a key's offset for a wrong key).
  public var offset: Int
  /// One sentence.
  public var message: String
  /// The nearest right spelling, where there is one.
  public var suggestion: String?

  /// Makes an error.
  public init(
    document: String = "", pointer: String, offset: Int, message: String,
    suggestion: String? = nil
  ) {
    self.document = document
    self.pointer = pointer
    self.offset = offset
    self.message = message
    self.suggestion = suggestion
  }
}

/// All faults of a compilation, in the order of their places.
public struct SchemaErrors: Error, Sendable {
  /// At least one.
  public var list: [SchemaError]

  /// Makes the list.
  public init(_ list: [SchemaError]) { self.list = list }
}
