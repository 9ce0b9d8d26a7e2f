public import BridgeJSON

/// Makes programs of schemas.
public enum SchemaCompiler {
  /// Compiles the schemas of a contract: several that stand in one document and may refer to each
  /// other and to any place of it.
  ///
  /// The rules are those of contract format 1, "Schemas": JSON Schema 2020-12, `$ref` within the
  /// file only, `format` asserts, unknown keywords are errors (names beginning with `x-` are free),
  /// `log`, `unsafeInteger` and `doc` are known.
  ///
  /// - Parameters:
  ///   - document: the contract; the program keeps it.
  ///   - roots: tape indices of the schemas. All schemas inside them are checked, used or not.
  /// - Returns: a program whose `roots` are in the order given.
  /// - Throws: every fault, in the order of the document.
  package static func compile(
    contract document: JSONDocument, roots: [Int]
  ) throws(SchemaErrors) -> SchemaProgram {
    var registry = SchemaRegistry()
    registry.addContract(document, roots: roots)
    let compilation = Compilation(registry: registry)
    compilation.isContract = true
    return try compilation.finish(roots.map { SchemaPlace(0, $0) })
  }
}

extension SchemaCompiler {
  /// Compiles a schema document by the rules of JSON Schema.
  ///
  /// - Returns: a program with one root, the document's.
  /// - Throws: every fault of the schemas that can be reached, and of the document as its
  ///   meta-schema sees it, in the order of the documents.
  public static func compile(
    _ document: JSONDocument, options: SchemaOptions = SchemaOptions()
  ) throws(SchemaErrors) -> SchemaProgram {
    var registry = SchemaRegistry()
    registry.options = options
    let place = registry.add(document, uri: options.uri, dialect: registry.defaultDialect())
    let faults = options.checksMetaSchema ? metaSchemaFaults(document, registry) : []
    let compilation = Compilation(registry: registry)
    return try compilation.finish([place], faults: faults)
  }
}

extension Compilation {
  /// Compiles the schemas at these places and all they lead to, and links.
  ///
  /// - Parameter faults: what the meta-schema has to say; told where no fault of our own is.
  func finish(
    _ places: [SchemaPlace], faults: [SchemaError] = []
  ) throws(SchemaErrors) -> SchemaProgram {
    let roots = places.map { block(at: $0) }
    compileQueued()
    compileDynamicAnchors()
    if errors.isEmpty { reportEndlessReferences() }
    errors.append(contentsOf: registry.errors)
    for fault in faults where !errors.contains(where: { $0.isAbout(fault) }) {
      errors.append(fault)
    }
    guard errors.isEmpty else {
      // The same fault may be met on two ways.
      var seen: Set<SchemaError> = []
      throw SchemaErrors(
        errors.filter { seen.insert($0).inserted }
          .sorted { ($0.document, $0.offset) < ($1.document, $1.offset) })
    }
    findUnionConsts()
    findStrictestLogs()
    findHidingSchemas()
    link()
    let sayers = findSayers()
    return program(roots.map { SchemaProgram.Root(block: $0, group: rootGroup($0, sayers)) })
  }

  private func program(_ roots: [SchemaProgram.Root]) -> SchemaProgram {
    // One expression of all this would take the type checker too long.
    let blocks = Frozen(blocks)
    let entries = Frozen(entries)
    let code = Frozen(code)
    let ops = Frozen(ops)
    let lists = Frozen(lists)
    let names = Frozen(names)
    let text = Frozen(text)
    let slots = Frozen(slots)
    let shapes = Frozen(shapes)
    let properties = Frozen(properties)
    let patternProperties = Frozen(patternProperties)
    let quickPatterns = Frozen(quickPatterns)
    let numbers = Frozen(numbers)
    let sets = Frozen(sets)
    let setIntegers = Frozen(setIntegers)
    let setValues = Frozen(setValues)
    let dependencies = Frozen(dependencies)
    let unionConsts = Frozen(unionConsts)
    let dispatches = Frozen(dispatches)
    let dispatchCases = Frozen(dispatchCases)
    let dynamicAnchors = Frozen(dynamicAnchors)
    let tables = SchemaProgram.Tables(
      blocks: blocks, entries: entries, code: code, ops: ops, lists: lists, names: names,
      text: text, slots: slots, shapes: shapes, properties: properties,
      patternProperties: patternProperties, quickPatterns: quickPatterns, numbers: numbers,
      sets: sets,
      setIntegers: setIntegers, setValues: setValues, dependencies: dependencies,
      unionConsts: unionConsts, dispatches: dispatches, dispatchCases: dispatchCases,
      dynamicAnchors: dynamicAnchors, isDynamic: isDynamic, isContract: isContract)
    return SchemaProgram(
      roots: roots, documents: registry.documents, resources: registry.resources,
      patterns: patterns, tables: tables)
  }

  /// Marks the schemas that can lead to one with `log: hash` or `never`, backwards from these.
  private func findHidingSchemas() {
    var open = blocks.indices.filter { blocks[$0].log > .value }
    guard !open.isEmpty else { return }
    var sources: [[UInt32]] = Array(repeating: [], count: blocks.count)
    for i in blocks.indices {
      for target in allTargets(UInt32(i)) { sources[Int(target)].append(UInt32(i)) }
    }
    for i in open { blocks[i].flags.insert(.hidesInside) }
    while let next = open.popLast() {
      for source in sources[next] where !blocks[Int(source)].flags.contains(.hidesInside) {
        blocks[Int(source)].flags.insert(.hidesInside)
        open.append(Int(source))
      }
    }
  }

  /// All schemas that a schema applies, to the value or to what is in it.
  private func allTargets(_ block: UInt32) -> [UInt32] {
    var out = inPlaceTargets(block).map(\.block)
    for entry in entries(of: block) {
      switch entry.keyword {
      case .additionalProperties, .unevaluatedProperties, .unevaluatedItems, .contains,
        .additionalItems:
        out.append(entry.a)
      case .items where entry.c != 1: out.append(entry.a)
      case .prefixItems, .items:
        out.append(contentsOf: lists[Int(entry.a)..<Int(entry.a + entry.b)])
      default: break
      }
    }
    guard blocks[Int(block)].shape != none else { return out }
    let shape = shapes[Int(blocks[Int(block)].shape)]
    for i in shape.firstProperty..<shape.firstProperty + shape.propertyCount
    where properties[Int(i)].block != none {
      out.append(properties[Int(i)].block)
    }
    for i in shape.firstPattern..<shape.firstPattern + shape.patternCount {
      out.append(patternProperties[Int(i)].block)
    }
    return out
  }

  /// The strictest `log` of each schema and what it applies in place, for values that a union was
  /// not told apart for. Rounds until nothing changes; references in place have no cycles.
  private func findStrictestLogs() {
    guard blocks.contains(where: { $0.log != .unset }) else { return }
    for i in blocks.indices { blocks[i].strictestLog = blocks[i].log }
    var changed = true
    while changed {
      changed = false
      for i in blocks.indices {
        for target in inPlaceTargets(UInt32(i))
        where blocks[Int(target.block)].strictestLog > blocks[i].strictestLog {
          blocks[i].strictestLog = blocks[Int(target.block)].strictestLog
          changed = true
        }
      }
    }
  }
}

extension SchemaError {
  /// Whether this says already what is wrong at the place of another fault: there or inside of it,
  /// or at the keyword around it.
  fileprivate func isAbout(_ other: SchemaError) -> Bool {
    document == other.document
      && (pointer.hasPrefix(other.pointer) || other.pointer.hasPrefix(pointer))
  }
}
