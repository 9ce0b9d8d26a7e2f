internal import BridgeJSON

/// What one evaluation did: a tree of schemas applied to values, and of their keywords, from which
/// every output is made.
struct EvaluationTree {
  /// A schema applied to a value (its children are keywords), or a keyword of one (its children are
  /// schemas). Units stand in pre-order; the children of a unit lie before its `end`.
  struct Unit {
    var block: UInt32
    /// The keyword's entry, or `none` for a schema.
    var entry: UInt32
    /// The judged value (for a schema under `propertyNames` the key).
    var node: UInt32
    /// The index behind the last unit inside.
    var end: UInt32
    /// How a schema was reached from its keyword.
    var step: Step
    var isValid: Bool
    /// A search for a pattern was given up here.
    var isUndecided = false
  }

  /// The way from a keyword to a schema: in the schema document and in the instance.
  enum Step: BitwiseCopyable {
    /// The keyword's value is the schema, for the same value.
    case inPlace
    /// `allOf/0`, for the same value.
    case branch(UInt32)
    /// `dependentSchemas/name`; the name's key is in the schema document.
    case named(UInt32)
    /// A member by `properties` or `patternProperties`: the key there, the key in the instance.
    case member(UInt32, key: UInt32)
    /// A member by `additionalProperties` and the like.
    case otherMember(key: UInt32)
    /// The name of a member.
    case memberName(key: UInt32)
    /// An item by `prefixItems`.
    case prefixItem(UInt32)
    /// An item by `items` and the like.
    case item(UInt32)
  }

  let program: SchemaProgram
  let instance: JSONCursor
  var units: [Unit] = []

  var isValid: Bool { units.first?.isValid ?? false }

  /// The children of a unit, by index.
  func children(of index: Int) -> [Int] {
    var out: [Int] = []
    var i = index + 1
    while i < Int(units[index].end) {
      out.append(i)
      i = Int(units[i].end)
    }
    return out
  }

  /// The keyword of a unit, or nil for a schema.
  func keyword(of unit: Unit) -> SchemaKeyword? {
    unit.entry == none ? nil : program.tables.entries[unit.entry].keyword
  }

  /// A keyword's key and its value in the schema document.
  func source(of unit: Unit) -> (key: JSONCursor, value: JSONCursor) {
    let document = program.documents[Int(program.tables.blocks[unit.block].document)]
    let key = document.json.tape.root.at(Int(program.tables.entries[unit.entry].key))
    return (key, key.at(key.index + 1))
  }

  /// A node of the document that a block stands in.
  func document(of block: UInt32) -> JSONDocument {
    program.documents[Int(program.tables.blocks[block].document)].json
  }
}
