internal import BridgeJSON

/// Compiled schemas: flat tables, immutable, free to share between threads.
///
/// Made by `SchemaCompiler`, run by `SchemaEvaluator`. It keeps its documents alive, whose text the
/// tables point into.
public final class SchemaProgram: @unchecked Sendable {
  // Unchecked: everything is written in `init` and only read afterwards.

  /// A schema of the program: what an evaluation starts from.
  public struct Root: Sendable, Hashable {
    let block: UInt32
    let group: RootGroup
  }

  /// The roots, in the order in which they were given to the compiler.
  public let roots: [Root]

  /// The documents, the first of them the one that was compiled.
  let documents: [SchemaDocument]
  /// The absolute URI of each schema resource, and where its root stands.
  let resources: [SchemaResource]
  let patterns: [SchemaPattern]
  let tables: TableView
  /// Whether any schema says what reports may show of its values.
  let hasLogs: Bool

  /// The tables themselves.
  struct Tables {
    let blocks: Frozen<SchemaBlock>
    let entries: Frozen<KeywordEntry>
    let code: Frozen<KindCode>
    let ops: Frozen<Op>
    let lists: Frozen<UInt32>
    let names: Frozen<PooledName>
    let text: Frozen<UInt8>
    let slots: Frozen<UInt32>
    let shapes: Frozen<ObjectShape>
    let properties: Frozen<PropertyEntry>
    let patternProperties: Frozen<PatternEntry>
    let quickPatterns: Frozen<QuickPattern>
    let numbers: Frozen<NumberOperand>
    let sets: Frozen<ValueSet>
    let setIntegers: Frozen<Int64>
    let setValues: Frozen<HashedValue>
    let dependencies: Frozen<DependencyEntry>
    let unionConsts: Frozen<UnionConst>
    let dispatches: Frozen<UnionDispatch>
    let dispatchCases: Frozen<DispatchCase>
    let dynamicAnchors: Frozen<DynamicAnchor>
    /// Whether a `$dynamicRef` or `$recursiveRef` looks at the way a schema was reached.
    let isDynamic: Bool
    /// Whether the rules of contracts hold: unknown fields and so on are told.
    let isContract: Bool
  }

  init(
    roots: [Root], documents: [SchemaDocument], resources: [SchemaResource],
    patterns: [SchemaPattern], tables: Tables
  ) {
    self.roots = roots
    self.documents = documents
    self.resources = resources
    self.patterns = patterns
    let view = TableView(tables)
    self.tables = view
    hasLogs = (0..<view.blocks.count).contains {
      view.blocks[$0].log != .unset || view.blocks[$0].flags.contains(.hidesInside)
    }
  }

  deinit { tables.deallocate() }

  /// How many schemas were compiled.
  package var schemaCount: Int { tables.blocks.count }
}

/// A document that schemas stand in.
struct SchemaDocument: Sendable {
  /// Its URI; empty for a contract.
  let uri: String
  let json: JSONDocument
}

/// A schema resource: a document's root, or a schema with its own `$id`.
struct SchemaResource: Sendable {
  /// The absolute URI without fragment.
  let uri: String
  let document: UInt32
  let node: UInt32
}

/// A `$dynamicAnchor` (or `$recursiveAnchor`) of a resource.
struct DynamicAnchor {
  var resource: UInt32
  /// The anchor's name as a number, equal for equal names.
  var name: UInt32
  var block: UInt32
}

/// The schemas of a root that are applied to an object whatever it is.
struct RootGroup: Sendable, Hashable {
  /// Their shapes, in `lists`.
  var firstShape: UInt32
  var shapeCount: UInt32
  /// One of them has `additionalProperties` or `unevaluatedProperties`.
  var saysAdditional: Bool
  /// There are no others that may apply too.
  var isWhole: Bool
  /// One of the others has `additionalProperties` or `unevaluatedProperties`.
  var mayAlsoSay: Bool
}
