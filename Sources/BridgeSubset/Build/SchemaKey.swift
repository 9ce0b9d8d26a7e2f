/// A schema as the builder knows it: where it stands, how it was reached, and how it is read.
struct SchemaKey: Hashable {
  /// The program's number.
  var program: Int
  var block: UInt32
  /// The number of the list of resources on the way, where dynamic references look at it.
  var scope: Int32
  /// Whether objects are read as closed that list properties and say nothing of others.
  var isClosed: Bool
}
