internal import BridgeJSON

/// Writes an evaluation tree as JSON. Goes through the tree in order with the two locations in
/// buffers, so a deep tree costs no stack and no location is built twice.
struct OutputWriter {
  let tree: EvaluationTree
  let messages: SchemaMessages
  var out: [UInt8] = []
  /// The JSON Pointers to the unit at hand.
  var keywordLocation: [UInt8] = []
  var instanceLocation: [UInt8] = []
  private var open: [(end: UInt32, keyword: Int, instance: Int)] = []
  private var basePointers: [UInt32: [UInt8]] = [:]

  init(tree: EvaluationTree) {
    self.tree = tree
    messages = SchemaMessages(tree: tree)
  }

  // MARK: Walking

  /// Makes the locations those of unit `index`, which comes behind the last one in pre-order.
  mutating func enter(_ index: Int) {
    while let last = open.last, Int(last.end) <= index {
      keywordLocation.removeLast(keywordLocation.count - last.keyword)
      instanceLocation.removeLast(instanceLocation.count - last.instance)
      open.removeLast()
    }
    let unit = tree.units[index]
    open.append((unit.end, keywordLocation.count, instanceLocation.count))
    if unit.entry != none {
      append(key: tree.source(of: unit).key, to: &keywordLocation)
      return
    }
    let document = index == 0 ? nil : tree.document(of: keywordBlock)
    switch unit.step {
    case .inPlace: break
    case .branch(let position): JSONPointer.append(index: Int(position), to: &keywordLocation)
    case .prefixItem(let position):
      JSONPointer.append(index: Int(position), to: &keywordLocation)
      JSONPointer.append(index: Int(position), to: &instanceLocation)
    case .item(let position): JSONPointer.append(index: Int(position), to: &instanceLocation)
    case .named(let name):
      if let document { append(key: document.tape.root.at(Int(name)), to: &keywordLocation) }
    case .member(let name, let key):
      if let document { append(key: document.tape.root.at(Int(name)), to: &keywordLocation) }
      append(key: tree.instance.at(Int(key)), to: &instanceLocation)
    case .otherMember(let key), .memberName(let key):
      append(key: tree.instance.at(Int(key)), to: &instanceLocation)
    }
    self.keywordBlock = unit.block
  }

  /// The block of the schema entered last, in whose document its keywords' names stand.
  private var keywordBlock: UInt32 = 0

  private func append(key: JSONCursor, to location: inout [UInt8]) {
    key.withStringBytes { JSONPointer.append(key: $0, to: &location) }
  }

  private var isBehindReference: Bool {
    for name in ["/$ref", "/$dynamicRef", "/$recursiveRef"] {
      let pattern = Array(name.utf8)
      guard keywordLocation.count >= pattern.count else { continue }
      for i in 0...keywordLocation.count - pattern.count
      where keywordLocation[i..<i + pattern.count].elementsEqual(pattern) {
        return true
      }
    }
    return false
  }

  // MARK: Writing

  mutating func write(_ text: String) { out.append(contentsOf: text.utf8) }

  /// `"valid": …, "keywordLocation": …, "absoluteKeywordLocation": …, "instanceLocation": …`
  mutating func writeLocations(_ unit: EvaluationTree.Unit) {
    write("\"valid\": \(unit.isValid), \"keywordLocation\": ")
    JSONString.appendQuoted(keywordLocation, to: &out)
    let t = tree.program.tables
    let resource = tree.program.resources[Int(t.blocks[unit.block].resource)]
    // Without a URI for the document there is no absolute location; through a reference it is
    // given all the same, since nothing else tells where the keyword stands.
    if URIReference(resource.uri).scheme != nil || isBehindReference {
      write(", \"absoluteKeywordLocation\": ")
      var absolute = Array(resource.uri.utf8) + [UInt8(ascii: "#")]
      var pointer = basePointer(unit.block)
      if unit.entry != none { append(key: tree.source(of: unit).key, to: &pointer) }
      Self.appendFragment(pointer, to: &absolute)
      JSONString.appendQuoted(absolute, to: &out)
    }
    write(", \"instanceLocation\": ")
    JSONString.appendQuoted(instanceLocation, to: &out)
  }

  /// The pointer to a schema from the root of its resource.
  private mutating func basePointer(_ block: UInt32) -> [UInt8] {
    if let known = basePointers[block] { return known }
    let b = tree.program.tables.blocks[block]
    let home = tree.program.resources[Int(b.resource)]
    let root = tree.document(of: block).tape.root.at(Int(home.node))
    let pointer = Array(JSONPointer.text(to: Int(b.node), from: root).utf8)
    basePointers[block] = pointer
    return pointer
  }

  /// A pointer as a URI fragment (RFC 6901, section 6): other bytes are percent-encoded.
  static func appendFragment(_ pointer: [UInt8], to out: inout [UInt8]) {
    let hex = Array("0123456789ABCDEF".utf8)
    for c in pointer {
      switch c {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"),
        UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"),
        UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: ":"),
        UInt8(ascii: "@"):
        out.append(c)
      default:
        out.append(contentsOf: [UInt8(ascii: "%"), hex[Int(c >> 4)], hex[Int(c & 15)]])
      }
    }
  }

  mutating func writeError(_ index: Int) {
    write(", \"error\": ")
    JSONString.appendQuoted(messages.text(index).utf8, to: &out)
  }

  // MARK: Annotations

  /// Whether a unit carries an annotation of its own.
  func hasAnnotation(_ index: Int) -> Bool {
    let unit = tree.units[index]
    guard unit.isValid, let keyword = tree.keyword(of: unit) else { return false }
    let kind = tree.instance.at(Int(unit.node)).kind
    switch keyword {
    case .title, .description, .default, .deprecated, .readOnly, .writeOnly, .examples, .format,
      .unknown:
      return true
    case .contentEncoding, .contentMediaType: return kind == .string
    case .contentSchema:
      let block = tree.program.tables.blocks[unit.block]
      return kind == .string
        && (block.firstEntry..<block.firstEntry + block.entryCount).contains {
          tree.program.tables.entries[$0].keyword == .contentMediaType
        }
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties:
      return kind == .object
    case .prefixItems, .items, .additionalItems, .unevaluatedItems:
      return kind == .array && unit.end > UInt32(index + 1)
    case .contains: return kind == .array
    default: return false
    }
  }

  /// The value of a unit's annotation.
  mutating func writeAnnotation(_ index: Int) {
    let unit = tree.units[index]
    guard let keyword = tree.keyword(of: unit) else { return }
    let children = tree.children(of: index)
    switch keyword {
    case .properties, .patternProperties, .additionalProperties, .unevaluatedProperties:
      var seen: Set<UInt32> = []
      var keys: [UInt32] = []
      for child in children {
        switch tree.units[child].step {
        case .member(_, let key), .otherMember(let key):
          if seen.insert(key).inserted { keys.append(key) }
        default: break
        }
      }
      writeList(keys) { writer, key in
        writer.out.append(contentsOf: writer.tree.instance.at(Int(key)).text)
      }
    case .prefixItems, .items:
      let count = tree.instance.at(Int(unit.node)).count
      let isList = tree.program.tables.entries[unit.entry].c == 1 || keyword == .prefixItems
      write(!isList || children.count == count ? "true" : String(children.count - 1))
    case .additionalItems, .unevaluatedItems: write("true")
    case .contains:
      let passed = children.filter { tree.units[$0].isValid }
      if passed.count == children.count {
        write("true")
      } else {
        let positions: [UInt32] = passed.compactMap {
          if case .item(let position) = tree.units[$0].step { position } else { nil }
        }
        writeList(positions) { $0.write(String($1)) }
      }
    default: out.append(contentsOf: tree.source(of: unit).value.text)
    }
  }

  private mutating func writeList(
    _ items: [UInt32], _ item: (inout OutputWriter, UInt32) -> Void
  ) {
    write("[")
    for (i, value) in items.enumerated() {
      if i > 0 { write(", ") }
      item(&self, value)
    }
    write("]")
  }
}
