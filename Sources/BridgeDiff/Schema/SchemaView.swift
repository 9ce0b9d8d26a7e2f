internal import BridgeJSON

/// The schemas that apply to one value, as one: references followed, `allOf` flattened, and a union
/// with `null` read as "nullable".
struct SchemaView {
  /// Objects with keywords; `$ref` and `allOf` in them are followed already.
  private(set) var parts: [JSONValue] = []
  /// The schema `false` is among them.
  private(set) var isImpossible = false
  /// A union of one schema and `null` was taken apart: null is fine besides the rest.
  private(set) var isNullUnion = false

  private let references: References

  init(_ schemas: [JSONValue], _ references: References) {
    self.references = references
    add(schemas)
    takeNullUnionApart()
  }

  private mutating func add(_ schemas: [JSONValue]) {
    var seen: Set<Int> = Set(parts.map(\.index))
    var open: [JSONValue] = schemas.reversed()
    while let schema = open.popLast() {
      if schema.kind == .bool {
        if schema.bool == false { isImpossible = true }
        continue
      }
      guard schema.kind == .object, seen.insert(schema.index).inserted else { continue }
      parts.append(schema)
      if let all = schema["allOf"] { open += all.items.reversed() }
      if let reference = schema["$ref"], let target = references.target(reference) {
        open.append(target)
      }
    }
  }

  /// `anyOf`/`oneOf` of `{"type": "null"}` and one other: the other joins the parts.
  private mutating func takeNullUnionApart() {
    for (index, part) in parts.enumerated() {
      for key in ["anyOf", "oneOf"] {
        guard let branches = part[key]?.items, branches.count == 2,
          let null = branches.firstIndex(where: Self.isNull)
        else { continue }
        let others = part.members.filter {
          $0.key != key && !CanonicalSchema.isForPeople($0.key)
        }
        // Other keywords beside the union say something of null too.
        guard others.isEmpty, parts.count == 1 else { continue }
        let inner = SchemaView([branches[1 - null]], references)
        if key == "oneOf", inner.types?.contains("null") ?? true { continue }
        parts.remove(at: index)
        parts += inner.parts
        isImpossible = isImpossible || inner.isImpossible
        isNullUnion = true
        return
      }
    }
  }

  private static func isNull(_ schema: JSONValue) -> Bool {
    guard schema.kind == .object else { return false }
    let members = schema.members.filter { !CanonicalSchema.isForPeople($0.key) }
    guard members.count == 1 else { return false }
    return members[0].key == "type" && members[0].value.string == "null"
      || members[0].key == "const" && members[0].value.isNull
  }

  /// The values of a keyword, one for each part that has it.
  func values(_ keyword: String) -> [JSONValue] { parts.compactMap { $0[keyword] } }

  func has(_ keyword: String) -> Bool { parts.contains { $0[keyword] != nil } }

  /// The types that are left: nil for any. `integer` is of `number`.
  var types: Set<String>? { types(depth: 0) }

  private func types(depth: Int) -> Set<String>? {
    var out: Set<String>?
    for value in values("type") {
      var set = Set(([value] + value.items).compactMap(\.string))
      if set.contains("number") { set.insert("integer") }
      out = out?.intersection(set) ?? set
    }
    if isNullUnion { out?.insert("null") }
    if let values = listed {
      var kinds: Set<String> = []
      for value in values {
        switch value.kind {
        case .number:
          if value.cursor.isInteger {
            kinds.insert("integer")
          } else {
            kinds.formUnion(["number", "integer"])
          }
        default: kinds.insert(value.kind.typeName)
        }
      }
      if isNullUnion { kinds.insert("null") }
      out = out?.intersection(kinds) ?? kinds
    }
    // Unions in unions may double at every level: what is deeper counts as any type.
    guard depth < 4 else { return out }
    for union in unions {
      var kinds: Set<String> = []
      for branch in union.branches {
        guard let types = SchemaView([branch], references).types(depth: depth + 1) else {
          kinds = Self.allTypes
          break
        }
        kinds.formUnion(types)
      }
      if isNullUnion { kinds.insert("null") }
      if kinds != Self.allTypes { out = out?.intersection(kinds) ?? kinds }
    }
    return out
  }

  static let allTypes: Set<String> = [
    "null", "boolean", "integer", "number", "string", "array", "object",
  ]

  /// Whether the value may be of this type.
  func mayBe(_ type: String) -> Bool { !isImpossible && (types?.contains(type) ?? true) }

  /// What `const` and `enum` leave: nil for no list. Null of a nullable union is not among them.
  var listed: [JSONValue]? {
    var out: [JSONValue]?
    for part in parts {
      for list in [part["const"].map { [$0] }, part["enum"]?.items] {
        guard let list else { continue }
        out =
          out?.filter { value in list.contains { JSONEquality.equal($0.cursor, value.cursor) } }
          ?? list
      }
    }
    return out
  }

  /// Whether null may stand here, as far as types and lists say.
  var isNullable: Bool { types.map { $0.contains("null") } ?? !isImpossible }

  /// The declared fields in the order of the file, each with all that is said of it.
  var properties: [(name: String, schemas: [JSONValue])] {
    var out: [(name: String, schemas: [JSONValue])] = []
    var places: [[UInt8]: Int] = [:]
    for value in values("properties") {
      for member in value.members {
        if let place = places[Array(member.key.utf8)] {
          out[place].schemas.append(member.value)
        } else {
          places[Array(member.key.utf8)] = out.count
          out.append((member.key, [member.value]))
        }
      }
    }
    return out
  }

  /// The fields that must be there.
  var required: Set<[UInt8]> {
    Set(values("required").flatMap(\.items).compactMap { $0.string.map { Array($0.utf8) } })
  }

  /// What an object says of fields that it does not list.
  enum Others {
    case unsaid
    case refused
    case any
    case schemas([JSONValue])
  }

  var others: Others {
    var schemas: [JSONValue] = []
    var isSaid = false
    for value in values("additionalProperties") + values("unevaluatedProperties") {
      isSaid = true
      if value.kind == .bool {
        if value.bool == false { return .refused }
      } else {
        schemas.append(value)
      }
    }
    return schemas.isEmpty ? (isSaid ? .any : .unsaid) : .schemas(schemas)
  }

  /// Whether it is an object of which nothing is said but that it is one, and what must be there.
  var isFieldless: Bool {
    guard types?.contains("object") ?? false, case .unsaid = others else { return false }
    return ![
      "properties", "patternProperties", "propertyNames", "anyOf", "oneOf", "not", "if",
      "dependentSchemas", "minProperties", "maxProperties", "const", "enum",
    ].contains(where: has)
  }

  /// The unions that are left: `anyOf` and `oneOf`, each with its branches.
  var unions: [(isOneOf: Bool, source: JSONValue, branches: [JSONValue])] {
    parts.flatMap { part in
      ["anyOf", "oneOf"].compactMap { key in
        part[key].map { (key == "oneOf", $0, $0.items) }
      }
    }
  }

  /// The text of all values of some keywords, to see whether anything changed.
  func text(_ keywords: [String]) -> [UInt8] {
    var out: [UInt8] = []
    for keyword in keywords {
      for value in values(keyword) {
        out += Array(keyword.utf8) + [UInt8(ascii: ":")]
        CanonicalSchema.append(value, to: &out)
        out.append(UInt8(ascii: ";"))
      }
    }
    return out
  }
}
