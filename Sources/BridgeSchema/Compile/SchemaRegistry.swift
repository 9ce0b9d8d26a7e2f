internal import BridgeJSON

/// The documents of a compilation: where schemas stand, which resource (`$id` scope) and dialect
/// each belongs to, and what anchors there are.
struct SchemaRegistry {
  var documents: [SchemaDocument] = []
  var resources: [SchemaResource] = []
  /// Faults found while reading identifiers.
  var errors: [SchemaError] = []
  var options = SchemaOptions()

  var dialects: [SchemaDialect] = []
  /// The dialects of `$schema` URIs met so far.
  var dialectByURI: [[UInt8]: UInt32] = [:]
  var metaSchemaChain = 0
  var scopes: [SchemaPlace: SchemaScope] = [:]
  var resourceByURI: [[UInt8]: UInt32] = [:]
  var anchors: [AnchorKey: SchemaPlace] = [:]
  /// Dynamic anchors: numbers of their names, and where they stand.
  var anchorNumbers: [[UInt8]: UInt32] = [:]
  var dynamicAnchors: [(resource: UInt32, name: UInt32, place: SchemaPlace)] = []

  struct AnchorKey: Hashable {
    var resource: UInt32
    var name: [UInt8]
  }

  /// Why a reference leads nowhere.
  struct Unresolved: Error {
    var message: String
    var suggestion: String?

    init(_ message: String, suggestion: String? = nil) {
      self.message = message
      self.suggestion = suggestion
    }
  }

  // MARK: Documents

  /// Adds a document of contract schemas: one resource, no identifiers.
  mutating func addContract(_ json: JSONDocument, roots: [Int]) {
    documents.append(SchemaDocument(uri: "", json: json))
    resources.append(SchemaResource(uri: "", document: 0, node: 0))
    dialects.append(.contract)
    for root in roots { walk(SchemaPlace(0, root), SchemaScope(resource: 0, dialect: 0)) }
  }

  /// Adds a document found under a URI (without fragment); the place of its root.
  mutating func add(_ json: JSONDocument, uri: String, dialect: UInt32) -> SchemaPlace {
    let document = UInt32(documents.count)
    documents.append(SchemaDocument(uri: uri, json: json))
    let resource = UInt32(resources.count)
    resources.append(SchemaResource(uri: uri, document: document, node: 0))
    resourceByURI[Array(uri.utf8)] = resource
    let place = SchemaPlace(document, 0)
    walk(place, SchemaScope(resource: resource, dialect: dialect))
    return place
  }

  /// The value at a place.
  func cursor(at place: SchemaPlace) -> JSONCursor {
    documents[Int(place.document)].json.tape.root.at(Int(place.node))
  }

  /// The resource and dialect of a schema.
  func scope(of place: SchemaPlace) -> SchemaScope {
    scopes[place] ?? SchemaScope(resource: 0, dialect: 0)
  }

  /// The dialect of a schema.
  func dialect(of place: SchemaPlace) -> SchemaDialect {
    dialects[Int(scope(of: place).dialect)]
  }

  /// The pointer to a block's schema in its document.
  func pointer(_ block: SchemaBlock) -> String {
    "#"
      + JSONPointer.text(
        to: Int(block.node), from: documents[Int(block.document)].json.tape.root)
  }

  /// A fault at a node of a document.
  func error(
    _ document: UInt32, _ node: Int, _ message: String, suggestion: String? = nil
  ) -> SchemaError {
    let entry = documents[Int(document)]
    let root = entry.json.tape.root
    return SchemaError(
      document: entry.uri, pointer: JSONPointer.text(to: node, from: root),
      offset: entry.json.offset(of: root.at(node)), message: message, suggestion: suggestion)
  }

  // MARK: Walking

  /// Notes scope and anchors of the schema at a place and of all schemas in it. Own stack.
  mutating func walk(_ place: SchemaPlace, _ scope: SchemaScope) {
    var open: [(SchemaPlace, SchemaScope)] = [(place, scope)]
    while let (place, outer) = open.popLast() {
      guard scopes[place] == nil else { continue }
      let schema = cursor(at: place)
      guard schema.kind == .object else {
        scopes[place] = outer
        continue
      }
      let scope =
        dialects[Int(outer.dialect)].isContract ? outer : identify(schema, place, outer)
      scopes[place] = scope
      let dialect = dialects[Int(scope.dialect)]
      schema.forEachMember { key, value in
        let keyword = SchemaObject.keyword(of: key, in: dialect)
        noteAnchor(keyword, value, scope.resource, place)
        for child in Self.schemas(of: keyword, in: value) {
          open.append((SchemaPlace(place.document, child), scope))
        }
      }
    }
  }

  private mutating func noteAnchor(
    _ keyword: SchemaKeyword, _ value: JSONCursor, _ resource: UInt32, _ place: SchemaPlace
  ) {
    switch keyword {
    case .anchor, .dynamicAnchor:
      guard value.kind == .string else { return }
      note(anchor: value.stringBytes, at: value, resource, place)
      if keyword == .dynamicAnchor { note(dynamicAnchor: value.stringBytes, resource, place) }
    case .recursiveAnchor:
      // Its only name is the empty one, which no `$dynamicAnchor` can have.
      if value.isTrue { note(dynamicAnchor: [], resource, place) }
    default: break
    }
  }

  mutating func note(
    anchor name: [UInt8], at value: JSONCursor, _ resource: UInt32, _ place: SchemaPlace
  ) {
    let key = AnchorKey(resource: resource, name: name)
    if let known = anchors[key], known != place {
      errors.append(
        error(
          place.document, value.index,
          "the anchor '\(value.string ?? "")' stands in this resource twice"))
      return
    }
    anchors[key] = place
  }

  private mutating func note(
    dynamicAnchor name: [UInt8], _ resource: UInt32, _ place: SchemaPlace
  ) {
    let number = anchorNumbers[name] ?? UInt32(anchorNumbers.count)
    anchorNumbers[name] = number
    dynamicAnchors.append((resource, number, place))
  }

  /// The nodes of the schemas that stand in a keyword's value.
  static func schemas(of keyword: SchemaKeyword, in value: JSONCursor) -> [Int] {
    var out: [Int] = []
    func add(_ cursor: JSONCursor) {
      if cursor.kind == .object || cursor.kind == .bool { out.append(cursor.index) }
    }
    switch keyword.holds {
    case .nothing: break
    case .schema: add(value)
    case .schemas: value.forEachItem { add($0) }
    case .schemasByName, .schemasOrNamesByName: value.forEachMember { _, schema in add(schema) }
    case .schemaOrSchemas:
      if value.kind == .array { value.forEachItem { add($0) } } else { add(value) }
    }
    return out
  }

  /// Whether bytes are the name of an anchor (2020-12, 8.2.2).
  static func isAnchorName(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first else { return false }
    func isLetter(_ c: UInt8) -> Bool { (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7A || c == 0x5F }
    return isLetter(first)
      && bytes.allSatisfy { isLetter($0) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D || $0 == 0x2E }
  }
}

/// Where a schema belongs: its resource and its dialect, both by index.
struct SchemaScope: Hashable {
  var resource: UInt32
  var dialect: UInt32
}
