internal import BridgeContract
internal import BridgeJSON

/// What the contract lets a log show of a value. Greater is stricter.
enum Shown: Int, Comparable {
  case structure, value, hash, never

  static func < (a: Shown, b: Shown) -> Bool { a.rawValue < b.rawValue }
}

/// The schemas that are applied, or may be, to one value: found by walking the contract's text along
/// the body, since only what the contract wrote may stay in a log.
struct AppliedSchemas {
  private struct One {
    var schema: JSONValue
    /// Whether it is applied whatever the value is.
    var isCertain: Bool
  }

  private var all: [One] = []
  /// What the values around it allow.
  private var inherited = Shown.structure

  static let none = AppliedSchemas()

  var isEmpty: Bool { all.isEmpty }

  /// Adds a schema and all that it applies in place.
  mutating func add(_ schema: JSONValue, to value: JSONCursor, isCertain: Bool = true) {
    var open = [One(schema: schema, isCertain: isCertain)]
    while let next = open.popLast() {
      guard next.schema.kind == .object,
        !all.contains(where: {
          $0.schema.document === next.schema.document && $0.schema.index == next.schema.index
            && ($0.isCertain || !next.isCertain)
        }), all.count < 256
      else { continue }
      all.append(next)
      open += Self.inPlace(next, value)
    }
  }

  private static func inPlace(_ one: One, _ value: JSONCursor) -> [One] {
    let schema = one.schema
    var out: [One] = []
    if let text = schema["$ref"]?.string, let target = resolve(text, schema.document) {
      out.append(One(schema: target, isCertain: one.isCertain))
    }
    for branch in schema["allOf"]?.items ?? [] {
      out.append(One(schema: branch, isCertain: one.isCertain))
    }
    for keyword in ["anyOf", "oneOf"] {
      let branches = (schema[keyword]?.items ?? []).filter { canBe(value, $0) }
      // One branch left: the value is that or nothing.
      for branch in branches {
        out.append(One(schema: branch, isCertain: one.isCertain && branches.count == 1))
      }
    }
    for keyword in ["then", "else"] {
      if let branch = schema[keyword] { out.append(One(schema: branch, isCertain: false)) }
    }
    for member in schema["dependentSchemas"]?.members ?? [] {
      out.append(One(schema: member.value, isCertain: false))
    }
    return out
  }

  /// Whether the constants of a branch's fields let it be the value's.
  private static func canBe(_ value: JSONCursor, _ branch: JSONValue) -> Bool {
    var branch = branch
    // A reference to a reference to …: a circle of them is a load error.
    for _ in 0..<8 {
      guard let text = branch["$ref"]?.string, let target = resolve(text, branch.document) else {
        break
      }
      branch = target
    }
    if let only = branch["const"] { return JSONEquality.equal(only.cursor, value) }
    guard value.kind == .object else { return true }
    for property in branch["properties"]?.members ?? [] {
      guard let only = property.value["const"], let there = value.member(property.key) else {
        continue
      }
      if !JSONEquality.equal(only.cursor, there) { return false }
    }
    return true
  }

  private static func resolve(_ reference: String, _ document: JSONDocument) -> JSONValue? {
    guard reference.hasPrefix("#/"), !reference.contains("%"),
      let pointer = JSONPointer(String(reference.dropFirst())),
      let found = pointer.resolve(from: document.root.cursor)
    else { return nil }
    return JSONValue(document: document, index: found.index)
  }

  // MARK: Going down

  /// The schemas of an object's member.
  func member(_ key: JSONCursor, _ value: JSONCursor) -> AppliedSchemas {
    var out = AppliedSchemas()
    out.inherited = shown
    guard let name = key.string else { return out }
    for one in all {
      if let schema = one.schema["properties"]?[name] {
        out.add(schema, to: value, isCertain: one.isCertain)
        continue
      }
      let patterns = one.schema["patternProperties"]?.members ?? []
      for pattern in patterns { out.add(pattern.value, to: value, isCertain: false) }
      if let schema = one.schema["additionalProperties"] {
        out.add(schema, to: value, isCertain: one.isCertain && patterns.isEmpty)
      }
      if let schema = one.schema["unevaluatedProperties"] {
        out.add(schema, to: value, isCertain: false)
      }
    }
    return out
  }

  /// The schemas of an array's item.
  func item(_ position: Int, _ value: JSONCursor) -> AppliedSchemas {
    var out = AppliedSchemas()
    out.inherited = shown
    for one in all {
      let first = one.schema["prefixItems"]
      if let schema = first?[position] {
        out.add(schema, to: value, isCertain: one.isCertain)
      } else if let schema = one.schema["items"] {
        out.add(schema, to: value, isCertain: one.isCertain)
      }
      for keyword in ["contains", "unevaluatedItems"] {
        if let schema = one.schema[keyword] { out.add(schema, to: value, isCertain: false) }
      }
    }
    return out
  }

  // MARK: What they say

  /// What a log may show of the value: the strictest of all; `value` only where it is certain.
  var shown: Shown {
    var out = inherited
    for one in all {
      switch one.schema["log"]?.string {
      case "value": if one.isCertain { out = max(out, .value) }
      case "hash": out = max(out, .hash)
      case "never": out = max(out, .never)
      default: break
      }
    }
    return out
  }

  /// The values of `enum` and `const`.
  var words: [JSONCursor] {
    all.flatMap { one in
      (one.schema["enum"]?.items.map(\.cursor) ?? [])
        + (one.schema["const"].map { [$0.cursor] } ?? [])
    }
  }

  /// Values that the contract gives as examples.
  var samples: [JSONCursor] {
    all.flatMap { one in
      (one.schema["examples"]?.items.map(\.cursor) ?? [])
        + (one.schema["default"].map { [$0.cursor] } ?? [])
    }
  }

  /// Whether text is bound by more than its length.
  var bindsText: Bool {
    all.contains { $0.schema["pattern"] != nil || $0.schema["format"] != nil }
  }

  /// The names of formats.
  var formats: [String] { all.compactMap { $0.schema["format"]?.string } }

  /// The numbers of a keyword.
  func numbers(_ keyword: String) -> [Double] {
    all.compactMap { one in
      one.schema[keyword].flatMap { $0.kind == .number ? Double($0.text) : nil }
    }
  }
}
