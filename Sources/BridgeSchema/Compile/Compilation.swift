internal import BridgeFindings
internal import BridgeJSON

/// One compilation: the growing tables, the schemas still to do, and the faults found so far.
///
/// Schemas are taken from a queue, so neither the nesting of the document nor a chain of
/// references costs stack. What one keyword becomes stands in that keyword's file.
final class Compilation {
  var registry: SchemaRegistry
  var errors: [SchemaError] = []

  // The tables, as arrays until they are frozen.
  var blocks: [SchemaBlock] = []
  var entries: [KeywordEntry] = []
  var code: [KindCode] = []
  var ops: [Op] = []
  var lists: [UInt32] = []
  var names: [PooledName] = []
  var text: [UInt8] = []
  var slots: [UInt32] = []
  var shapes: [ObjectShape] = []
  var properties: [PropertyEntry] = []
  var patternProperties: [PatternEntry] = []
  var numbers: [NumberOperand] = []
  var sets: [ValueSet] = []
  var setIntegers: [Int64] = []
  var setValues: [HashedValue] = []
  var dependencies: [DependencyEntry] = []
  var unionConsts: [UnionConst] = []
  var dispatches: [UnionDispatch] = []
  var dispatchCases: [DispatchCase] = []
  var dynamicAnchors: [DynamicAnchor] = []
  var patterns: [SchemaPattern] = []
  var quickPatterns: [QuickPattern] = []
  var isDynamic = false
  var isContract = false
  /// The dispatch of unions' entries, `none` for those that have none.
  var dispatchByUnion: [UInt32: UInt32] = [:]

  private var usedAnchors: Set<UInt32> = []
  private var blockByPlace: [SchemaPlace: UInt32] = [:]
  private var patternByText: [[UInt8]: UInt32] = [:]
  private var nameByText: [[UInt8]: PooledName] = [:]
  private var queue: [UInt32] = []
  private var queueHead = 0

  init(registry: SchemaRegistry) {
    self.registry = registry
  }

  // MARK: Blocks

  /// The block of the schema at a place; new ones are compiled later.
  func block(at place: SchemaPlace) -> UInt32 {
    if let known = blockByPlace[place] { return known }
    let id = UInt32(blocks.count)
    var block = SchemaBlock()
    block.document = place.document
    block.node = place.node
    block.resource = registry.scope(of: place).resource
    blocks.append(block)
    blockByPlace[place] = id
    queue.append(id)
    return id
  }

  /// The block of a subschema that stands at this node of the object's document.
  func block(_ node: Int, of object: SchemaObject) -> UInt32 {
    block(at: SchemaPlace(object.document, node))
  }

  /// Compiles all that is queued, and what that queues.
  func compileQueued() {
    while queueHead < queue.count {
      compile(queue[queueHead])
      queueHead += 1
    }
  }

  private func compile(_ id: UInt32) {
    let place = SchemaPlace(blocks[Int(id)].document, Int(blocks[Int(id)].node))
    let cursor = registry.cursor(at: place)
    switch cursor.kind {
    case .bool:
      if !cursor.isTrue { blocks[Int(id)].flags.insert(.isFalse) }
      return
    case .object:
      break
    default:
      report(
        place.document, cursor.index,
        "a schema must be an object or a boolean, this is \(cursor.kind.described)")
      return
    }
    let object = SchemaObject(
      block: id, document: place.document, cursor: cursor, scope: registry.scope(of: place),
      dialect: registry.dialect(of: place), compilation: self)
    let first = entries.count
    var late: [KeywordEntry] = []
    for member in object.members {
      guard let entry = compile(member, in: object) else { continue }
      switch entry.keyword {
      case .unevaluatedItems, .unevaluatedProperties: late.append(entry)
      default: entries.append(entry)
      }
    }
    entries.append(contentsOf: late)
    blocks[Int(id)].firstEntry = UInt32(first)
    blocks[Int(id)].entryCount = UInt32(entries.count - first)
    blocks[Int(id)].shape = objectShape(of: object)
  }

  /// Notes that references look for this dynamic anchor.
  func useDynamicAnchor(_ anchor: UInt32) { usedAnchors.insert(anchor) }

  /// Compiles the schemas that dynamic references can lead to; they may use further anchors.
  func compileDynamicAnchors() {
    var done: Set<SchemaPlace> = []
    var isGrowing = true
    while isGrowing {
      isGrowing = false
      for anchor in registry.dynamicAnchors where usedAnchors.contains(anchor.name) {
        guard done.insert(anchor.place).inserted else { continue }
        isGrowing = true
        let block = block(at: anchor.place)
        dynamicAnchors.append(
          DynamicAnchor(resource: anchor.resource, name: anchor.name, block: block))
      }
      compileQueued()
    }
  }

  // MARK: Pools

  /// A name in the text pool.
  func name(_ bytes: [UInt8]) -> PooledName {
    if let known = nameByText[bytes] { return known }
    let name = PooledName(
      hash: JSONKeyHash.of(bytes), offset: UInt32(text.count), count: UInt32(bytes.count))
    text.append(contentsOf: bytes)
    nameByText[bytes] = name
    return name
  }

  /// A slot table in which the item at each position of `hashes` is found by its hash.
  func slotTable(_ hashes: [UInt32]) -> (first: UInt32, mask: UInt32) {
    var size = 4
    while size < hashes.count * 2 { size *= 2 }
    let first = slots.count
    slots.append(contentsOf: repeatElement(0, count: size))
    for (position, hash) in hashes.enumerated() {
      var slot = Int(hash) & (size - 1)
      while slots[first + slot] != 0 { slot = (slot + 1) & (size - 1) }
      slots[first + slot] = UInt32(position + 1)
    }
    return (UInt32(first), UInt32(size - 1))
  }

  /// A list of indices.
  func list(_ items: [UInt32]) -> UInt32 {
    let first = UInt32(lists.count)
    lists.append(contentsOf: items)
    return first
  }

  /// The compiled pattern of a string value or key; a bad pattern is reported and nil.
  func pattern(_ string: JSONCursor, in object: SchemaObject) -> UInt32? {
    let bytes = string.stringBytes
    if let known = patternByText[bytes] { return known }
    do {
      patterns.append(try SchemaPattern(bytes))
    } catch {
      report(object.document, string.index, error.sentence)
      return nil
    }
    var (quick, literal) = QuickPattern.of(bytes)
    quick.literal = name(literal)
    quickPatterns.append(quick)
    let id = UInt32(patterns.count - 1)
    patternByText[bytes] = id
    return id
  }

  // MARK: Faults

  /// Notes a fault at a key or value of a document.
  func report(
    _ document: UInt32, _ node: Int, _ message: String, suggestion: String? = nil
  ) {
    errors.append(registry.error(document, node, message, suggestion: suggestion))
  }
}

/// A place where a schema stands: a document and an index on its tape.
struct SchemaPlace: Hashable {
  var document: UInt32
  var node: UInt32

  init(_ document: UInt32, _ node: Int) {
    self.document = document
    self.node = UInt32(node)
  }
}

extension JSONKind {
  /// With its article, for sentences.
  var described: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
