internal import BridgeFindings
internal import BridgeJSON

/// The documents of a compilation: where schemas stand, which resource (`$id` scope) and dialect
/// each belongs to, and what anchors there are.
struct SchemaRegistry {
  private(set) var documents: [SchemaDocument] = []
  private(set) var resources: [SchemaResource] = []
  /// Faults found while reading identifiers.
  private(set) var errors: [SchemaError] = []
  private var dialects: [SchemaDialect] = []
  private var scopes: [SchemaPlace: SchemaScope] = [:]
  private var anchors: [AnchorKey: SchemaPlace] = [:]

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

  /// Notes scope and anchors of the schema at a place and of all schemas in it.
  private mutating func walk(_ place: SchemaPlace, _ scope: SchemaScope) {
    var open: [(SchemaPlace, SchemaScope)] = [(place, scope)]
    while let (place, scope) = open.popLast() {
      guard scopes[place] == nil else { continue }
      scopes[place] = scope
      let schema = cursor(at: place)
      guard schema.kind == .object else { continue }
      let dialect = dialects[Int(scope.dialect)]
      schema.forEachMember { key, value in
        let keyword = SchemaObject.keyword(of: key, in: dialect)
        if keyword == .anchor, value.kind == .string {
          note(anchor: value, scope.resource, place)
        }
        for child in Self.schemas(of: keyword, in: value) {
          open.append((SchemaPlace(place.document, child), scope))
        }
      }
    }
  }

  private mutating func note(anchor value: JSONCursor, _ resource: UInt32, _ place: SchemaPlace) {
    let key = AnchorKey(resource: resource, name: value.stringBytes)
    if let known = anchors[key], known != place {
      errors.append(
        error(
          place.document, value.index,
          "the anchor '\(value.string ?? "")' stands in this resource twice"))
      return
    }
    anchors[key] = place
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

  // MARK: References

  /// The place that a reference of a contract leads to: `#/pointer` or `#anchor`.
  mutating func resolve(
    inContract reference: [UInt8], document: UInt32
  ) throws(Unresolved) -> SchemaPlace {
    let text = String(decoding: reference, as: UTF8.self)
    guard reference.first == UInt8(ascii: "#") else {
      throw Unresolved("'\(text)' leaves the file: references of a contract begin with '#'")
    }
    guard let fragment = URIReference.percentDecoded(reference.dropFirst()) else {
      throw Unresolved("'\(text)' has a '%' that is no escape")
    }
    if fragment.isEmpty {
      throw Unresolved("'#' is the contract itself, which is no schema")
    }
    let root = documents[Int(document)].json.tape.root
    if fragment.first != UInt8(ascii: "/") {
      if let place = anchors[AnchorKey(resource: 0, name: fragment)] { return place }
      let known = anchors.keys.map { String(decoding: $0.name, as: UTF8.self) }.sorted()
      let name = String(decoding: fragment, as: UTF8.self)
      throw Unresolved(
        "no schema of this file has the anchor '\(name)'",
        suggestion: Spelling.nearest(to: name, among: known).map { "#\($0)" })
    }
    let place = SchemaPlace(document, try Self.node(of: fragment, from: root, text: text))
    if scopes[place] == nil { walk(place, SchemaScope(resource: 0, dialect: 0)) }
    return place
  }

  /// The node that a pointer in a fragment leads to.
  static func node(
    of fragment: [UInt8], from root: JSONCursor, text: String
  ) throws(Unresolved) -> Int {
    guard let pointer = JSONPointer(utf8: fragment) else {
      throw Unresolved("'\(text)' is no JSON Pointer: a '~' must be '~0' or '~1'")
    }
    var value = root
    for (depth, segment) in pointer.segments.enumerated() {
      let one = JSONPointer(segments: [segment])
      guard let next = one.resolve(from: value) else {
        var names: [String] = []
        value.forEachMember { key, _ in
          names.append(String(decoding: key.stringBytes, as: UTF8.self))
        }
        let name = String(decoding: segment.key, as: UTF8.self)
        let before = JSONPointer(segments: Array(pointer.segments[..<depth])).text
        let near = Spelling.nearest(to: name, among: names).map { near in
          var found = pointer
          found.segments[depth] = JSONPointer.Segment(Array(near.utf8))
          return "#\(found.text)"
        }
        throw Unresolved(
          "'\(text)' leads nowhere: there is no '\(name)' in '#\(before)'", suggestion: near)
      }
      value = next
    }
    return value.index
  }

  /// The place that a reference leads to, by the rules of JSON Schema.
  mutating func resolve(
    _ reference: [UInt8], from scope: SchemaScope
  ) throws(Unresolved) -> SchemaPlace {
    throw Unresolved("not built yet")
  }

  /// The number of the dynamic anchor at a place, if the reference can lead elsewhere.
  func dynamicAnchor(
    at place: SchemaPlace, reachedBy reference: [UInt8], isRecursive: Bool
  ) -> UInt32? {
    nil
  }
}

/// Where a schema belongs: its resource and its dialect, both by index.
struct SchemaScope: Hashable {
  var resource: UInt32
  var dialect: UInt32
}
