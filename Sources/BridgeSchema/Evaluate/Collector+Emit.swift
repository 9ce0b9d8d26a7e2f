internal import BridgeJSON

extension Collector {
  /// Notes an issue of a keyword about a value; with `member` about that member of the top object,
  /// with `name` about a member that is missing there.
  mutating func emit(
    _ kind: SchemaIssue.Kind, _ keyword: SchemaKeyword, at node: UInt32,
    member: JSONCursor? = nil, missing: PooledName? = nil, entry: UInt32? = nil,
    schema: SchemaBlock? = nil, of block: SchemaBlock? = nil, log: LogAnnotation = .unset,
    isUndecided: Bool = false
  ) {
    guard issues.count < limit else {
      omitted += 1
      return
    }
    var pointer = path
    var name: String?
    if let member {
      let bytes = member.stringBytes
      JSONPointer.append(key: bytes, to: &pointer)
      name = String(decoding: bytes, as: UTF8.self)
    } else if let missing {
      let bytes = UnsafeBufferPointer(
        start: t.text.base + Int(missing.offset), count: Int(missing.count))
      JSONPointer.append(key: bytes, to: &pointer)
      name = String(decoding: bytes, as: UTF8.self)
    }
    let place = schema ?? block ?? t.blocks[0]
    // The keyword's key and its value; for a schema as such the schema is both.
    let key = entry.map { t.entries[$0].key } ?? place.node
    let site = sites.site(
      key, isKeyword: entry != nil, document: place.document, of: program)
    issues.append(
      (
        node,
        SchemaIssue(
          kind: kind, keyword: keyword, instance: Int(node),
          instancePointer: String(decoding: pointer, as: UTF8.self), schemaPointer: site.pointer,
          document: Int(place.document), schemaOffset: site.offset, expected: site.expected,
          log: log, name: name, isUndecided: isUndecided)
      ))
  }
}

/// Where keywords stand in their documents. Kept, as the same few are broken again and again; there
/// are no more of them than the program has keywords and schemas.
final class KeywordSites {
  struct Site {
    /// The JSON Pointer to the keyword's key, or to the schema.
    var pointer: String
    /// The byte offset of the key.
    var offset: Int
    /// The bytes of the value.
    var expected: Range<Int>
  }

  private struct Key: Hashable {
    var node: UInt32
    var document: UInt32
    var isKeyword: Bool
  }

  private var known: [Key: Site] = [:]

  /// Forgets all: another program comes.
  func removeAll() { known.removeAll(keepingCapacity: true) }

  func site(
    _ node: UInt32, isKeyword: Bool, document: UInt32, of program: SchemaProgram
  ) -> Site {
    let key = Key(node: node, document: document, isKeyword: isKeyword)
    if let site = known[key] { return site }
    let json = program.documents[Int(document)].json
    let root = json.tape.root
    let expected = root.at(isKeyword ? Int(node) + 1 : Int(node))
    let start = json.offset(of: expected)
    let site = Site(
      pointer: JSONPointer.text(to: Int(node), from: root),
      offset: json.offset(of: root.at(Int(node))), expected: start..<start + expected.text.count)
    known[key] = site
    return site
  }
}
