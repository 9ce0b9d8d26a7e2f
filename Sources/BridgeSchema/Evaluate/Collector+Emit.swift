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
    let json = program.documents[Int(place.document)].json
    // The keyword's key and its value; for a schema as such the schema is both.
    let key = entry.map { Int(t.entries[$0].key) } ?? Int(place.node)
    let root = json.tape.root
    let expected = root.at(entry == nil ? key : key + 1)
    let start = json.offset(of: expected)
    issues.append(
      (
        node,
        SchemaIssue(
          kind: kind, keyword: keyword, instance: Int(node),
          instancePointer: String(decoding: pointer, as: UTF8.self),
          schemaPointer: JSONPointer.text(to: key, from: root), document: Int(place.document),
          schemaOffset: json.offset(of: root.at(key)),
          expected: start..<start + expected.text.count, log: log, name: name,
          isUndecided: isUndecided)
      ))
  }
}
