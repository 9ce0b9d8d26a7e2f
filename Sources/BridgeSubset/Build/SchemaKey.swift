/// A schema as the builder knows it: where it stands, how it was reached, and how it is read.
struct SchemaKey: Hashable {
  /// The program's number.
  var program: Int
  var block: UInt32
  /// The number of the list of resources on the way, where dynamic references look at it.
  var scope: Int32
  var reading: Reading
  /// The number of the set of schemas that are read as if they listed their fields.
  var variant: Int32
}

/// What a schema is read for. Each takes less than the one before it.
enum Reading: UInt8 {
  /// Its keywords alone.
  case plain
  /// As contracts judge: an integer must be one that JavaScript holds, unless the schema allows
  /// others.
  case judged
  /// The same, and a member that nothing mentions is one too many.
  case closed
}
