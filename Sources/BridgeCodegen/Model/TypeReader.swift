import BridgeJSON

/// Reads schemas into types. Whatever a type cannot say stays with the contract, which is asked at
/// run time: a type is never narrower than its schema but where a field's name or kind is concerned.
struct TypeReader {
  private let root: JSONValue
  private(set) var declarations: [Declaration] = []
  /// Declarations of `$ref` targets, by their place on the tape.
  private var byTarget: [Int: Int] = [:]
  /// Beyond, everything is `any`: nobody reads types of such depth.
  private static let depthLimit = 48
  private var depth = 0
  /// Schemas whose union is being read: their other keywords count in each branch.
  private var openUnions: Set<Int> = []

  init(root: JSONValue) { self.root = root }

  /// Declares a type of the contract by its name.
  mutating func declareType(_ name: String, _ schema: JSONValue) { _ = reference(schema, name) }

  /// The type of a schema; anything where there is none.
  mutating func read(_ schema: JSONValue?, name: String, in scope: Scope) -> ValueType {
    guard let schema else { return .any }
    return read([schema], name: name, in: scope)
  }

  // MARK: References

  private mutating func reference(_ schema: JSONValue, _ name: String) -> ValueType {
    if let known = byTarget[schema.index] { return .named(known) }
    let index = declarations.count
    declarations.append(
      Declaration(name: name, scope: .types, doc: Self.doc(schema), form: .pending))
    byTarget[schema.index] = index
    let type = read([schema], name: name, in: .types, as: index)
    if declarations[index].form == .pending {
      declarations[index].form = .alias(type == .named(index) ? .any : type)
    }
    return .named(index)
  }

  private mutating func resolve(_ pointer: String) -> ValueType {
    guard pointer.hasPrefix("#"), let path = JSONPointer(String(pointer.dropFirst())),
      !path.segments.isEmpty, let target = path.resolve(from: root.cursor)
    else { return .any }
    let name = path.segments.last.map { String(decoding: $0.key, as: UTF8.self) } ?? "type"
    return reference(JSONValue(document: root.document, index: target.index), name)
  }

  /// A schema with the references in front of it followed, for looking into it.
  private func followed(_ schema: JSONValue) -> JSONValue {
    var schema = schema
    for _ in 0..<16 {
      guard let pointer = schema["$ref"]?.string, schema.count == 1, pointer.hasPrefix("#"),
        let target = JSONPointer(String(pointer.dropFirst()))?.resolve(from: root.cursor)
      else { break }
      schema = JSONValue(document: root.document, index: target.index)
    }
    return schema
  }

  // MARK: Schemas

  /// The type of schemas that hold together.
  private mutating func read(
    _ given: [JSONValue], name: String, in scope: Scope, as own: Int? = nil
  ) -> ValueType {
    guard depth < Self.depthLimit else { return .any }
    depth += 1
    defer { depth -= 1 }
    let parts = flattened(given)
    guard parts.allSatisfy({ $0.kind == .object }) else {
      // `false` takes nothing; `true` says nothing.
      let rest = parts.filter { $0.kind == .object }
      return rest.isEmpty ? .any : read(rest, name: name, in: scope, as: own)
    }
    if parts.count == 1, parts[0].count == 1, let pointer = parts[0]["$ref"]?.string {
      return resolve(pointer)
    }
    if let literals = literals(parts, name, scope, own) { return literals }
    if let union = union(parts, name, scope, own) { return union }
    let kinds = kinds(parts)
    guard let kinds else {
      let says = parts.contains { $0["properties"] != nil || $0["required"] != nil }
      if says { return structure(parts, name, scope, own) }
      if let pointer = parts.compactMap({ $0["$ref"]?.string }).first { return resolve(pointer) }
      return .any
    }
    var named = kinds.filter { $0 != "null" }
    if named.contains("number") { named.removeAll { $0 == "integer" } }
    let isNullable = kinds.contains("null")
    if named.isEmpty { return .null }
    if named.count > 1 {
      let branches = named.map { kind in
        Declaration.Branch(
          name: kind, tag: nil, type: self.type(kind, parts, name + " " + kind, scope, nil))
      }
      let union = declare(.untagged(branches), name, scope, isNullable ? nil : own, parts)
      return isNullable ? .nullable(union) : union
    }
    let type = self.type(named[0], parts, name, scope, isNullable ? nil : own)
    return isNullable ? .nullable(type) : type
  }

  /// The schemas with their `allOf` beside them.
  private func flattened(_ given: [JSONValue]) -> [JSONValue] {
    var out: [JSONValue] = []
    var open = Array(given.reversed())
    while let schema = open.popLast(), out.count < 64 {
      out.append(schema)
      guard let all = schema["allOf"], all.kind == .array else { continue }
      open += all.items.map(followed).reversed()
    }
    return out
  }

  /// The types that all schemas allow; nil where none says so.
  private func kinds(_ parts: [JSONValue]) -> [String]? {
    var out: [String]?
    for part in parts {
      guard let type = part["type"] else { continue }
      let words = type.string.map { [$0] } ?? type.items.compactMap(\.string)
      out =
        out.map { known in
          known.filter { words.contains($0) || ($0 == "integer" && words.contains("number")) }
            + (known.contains("number") && words.contains("integer") ? ["integer"] : [])
        } ?? words
    }
    return out
  }

  private mutating func type(
    _ kind: String, _ parts: [JSONValue], _ name: String, _ scope: Scope, _ own: Int?
  ) -> ValueType {
    switch kind {
    case "string": return .string
    case "boolean": return .boolean
    case "integer":
      return .integer(isUnsafe: parts.contains { $0["unsafeInteger"]?.string == "allow" })
    case "number": return .number
    case "null": return .null
    case "array":
      guard parts.allSatisfy({ $0["prefixItems"] == nil }) else { return .array(.any) }
      let items = parts.compactMap { $0["items"] }
      guard !items.isEmpty else { return .array(.any) }
      return .array(read(items, name: name + " item", in: scope))
    case "object": return structure(parts, name, scope, own)
    default: return .any
    }
  }

  private mutating func structure(
    _ parts: [JSONValue], _ name: String, _ scope: Scope, _ own: Int?
  ) -> ValueType {
    var keys: [String] = []
    var schemas: [[UInt8]: [JSONValue]] = [:]
    var required: Set<[UInt8]> = []
    var others: [JSONValue] = []
    var hasPatterns = false
    for part in parts {
      for member in part["properties"]?.members ?? [] {
        let key = Array(member.key.utf8)
        if schemas[key] == nil { keys.append(member.key) }
        schemas[key, default: []].append(member.value)
      }
      for name in part["required"]?.items ?? [] { required.insert(name.cursor.stringBytes) }
      if let additional = part["additionalProperties"], additional.bool != false {
        others.append(additional)
      }
      if part["patternProperties"] != nil { hasPatterns = true }
    }
    for name in required.sorted(by: { $0.lexicographicallyPrecedes($1) }) where schemas[name] == nil
    {
      // Demanded and not described.
      keys.append(String(decoding: name, as: UTF8.self))
    }
    if keys.isEmpty {
      if hasPatterns { return .map(.any) }
      return .map(others.isEmpty ? .any : read(others, name: name + " value", in: scope))
    }
    let index = own ?? declarations.count
    if own == nil {
      declarations.append(Declaration(name: name, scope: scope, doc: nil, form: .pending))
    }
    let inner = Scope.declaration(index)
    let fields = keys.map { key -> Field in
      let described = schemas[Array(key.utf8)] ?? []
      let isRequired = required.contains(Array(key.utf8))
      var type = described.isEmpty ? .any : read(described, name: key, in: inner)
      if !isRequired { type = optional(type, key, inner) }
      return Field(
        key: key, type: type, isRequired: isRequired,
        doc: described.lazy.compactMap(Self.doc).first,
        isDeprecated: described.contains { $0["deprecated"]?.bool == true })
    }
    var rest: ValueType?
    if hasPatterns {
      rest = .any
    } else if !others.isEmpty {
      rest = read(others, name: name + " value", in: inner)
    }
    declarations[index].form = .structure(fields, others: rest)
    declarations[index].doc = declarations[index].doc ?? parts.lazy.compactMap(Self.doc).first
    return .named(index)
  }

  /// A named type of this form; a scope's own declaration where one is being read.
  private mutating func declare(
    _ form: Declaration.Form, _ name: String, _ scope: Scope, _ own: Int?, _ parts: [JSONValue]
  ) -> ValueType {
    if let own {
      declarations[own].form = form
      return .named(own)
    }
    declarations.append(
      Declaration(
        name: name, scope: scope, doc: parts.lazy.compactMap(Self.doc).first, form: form))
    return .named(declarations.count - 1)
  }

  // MARK: Literals

  private mutating func literals(
    _ parts: [JSONValue], _ name: String, _ scope: Scope, _ own: Int?
  ) -> ValueType? {
    guard let listing = parts.first(where: { $0["const"] != nil || $0["enum"] != nil }) else {
      return nil
    }
    let values = listing["const"].map { [$0] } ?? listing["enum"]?.items ?? []
    guard !values.isEmpty, values.allSatisfy({ $0.kind != .object && $0.kind != .array }) else {
      return .any
    }
    let hasNull = values.contains { $0.isNull }
    var seen: Set<String> = []
    let texts = values.filter { !$0.isNull }.map { value in
      // Escapes and number text are spelling: strings are written anew.
      value.string.map { JSONString.quoted($0) } ?? value.text
    }.filter { seen.insert($0).inserted }
    if texts.isEmpty { return .null }
    var type = ValueType.literals(texts)
    let words = values.compactMap(\.string)
    if texts.count > 1, words.count == values.count - (hasNull ? 1 : 0) {
      type = declare(.words(unique(words), isOpen: false), name, scope, hasNull ? nil : own, parts)
    }
    return hasNull ? .nullable(type) : type
  }

  private func unique(_ words: [String]) -> [String] {
    var seen: Set<[UInt8]> = []
    return words.filter { seen.insert(Array($0.utf8)).inserted }
  }

  /// A constant string that is not always there needs a type of its own.
  private mutating func optional(_ type: ValueType, _ name: String, _ scope: Scope) -> ValueType {
    guard case .literals(let texts) = type, texts.count == 1, texts[0].first == "\"",
      let word = JSONString.unquoted(texts[0])
    else { return type }
    return declare(.words([word], isOpen: false), name, scope, nil, [])
  }

  // MARK: Unions

  private mutating func union(
    _ parts: [JSONValue], _ name: String, _ scope: Scope, _ own: Int?
  ) -> ValueType? {
    let owner = parts.first { part in
      !openUnions.contains(part.index) && (part["oneOf"] ?? part["anyOf"])?.kind == .array
    }
    guard let owner, let list = owner["oneOf"] ?? owner["anyOf"] else { return nil }
    var branches = list.items
    // Branches that only ask for more of what is described beside them make no types of their own.
    guard branches.contains(where: isDescribed) else { return nil }
    openUnions.insert(owner.index)
    defer { openUnions.remove(owner.index) }
    // What only repeats a type would say nothing new.
    let base = parts.filter { $0["properties"] != nil || $0["required"] != nil }
    let hasNull = branches.contains(where: isNull)
    branches.removeAll(where: isNull)
    guard !branches.isEmpty, branches.count <= 256 else { return .any }
    func wrapped(_ type: ValueType) -> ValueType { hasNull ? .nullable(type) : type }
    let own = hasNull ? nil : own
    if branches.count == 1 {
      return wrapped(read(base + [branches[0]], name: name, in: scope, as: own))
    }
    if let words = words(branches) {
      if words.list.isEmpty { return wrapped(.string) }
      return wrapped(declare(.words(words.list, isOpen: words.isOpen), name, scope, own, parts))
    }
    let index = own ?? declarations.count
    if own == nil {
      declarations.append(
        Declaration(
          name: name, scope: scope, doc: parts.lazy.compactMap(Self.doc).first, form: .pending))
    }
    let inner = Scope.declaration(index)
    if let tag = tag(branches) {
      let cases = zip(branches, tag.values).map { branch, value in
        let word = Self.word(value)
        return Declaration.Branch(
          name: word, tag: value, type: read(base + [branch], name: word, in: inner))
      }
      declarations[index].form = .tagged(by: tag.key, cases)
      return wrapped(.named(index))
    }
    var cases: [Declaration.Branch] = []
    for (position, branch) in branches.enumerated() {
      let label = Self.label(branch, followed(branch), position)
      cases.append(
        .init(name: label, tag: nil, type: read(base + [branch], name: label, in: inner)))
    }
    // What asks for more is tried first.
    let order = cases.indices.sorted {
      let (a, b) = (weight(cases[$0].type), weight(cases[$1].type))
      return a != b ? a > b : $0 < $1
    }
    declarations[index].form = .untagged(order.map { cases[$0] })
    return wrapped(.named(index))
  }

  private func isDescribed(_ branch: JSONValue) -> Bool {
    ["type", "properties", "enum", "const", "$ref", "oneOf", "anyOf", "allOf"].contains {
      branch[$0] != nil
    }
  }

  private func isNull(_ branch: JSONValue) -> Bool {
    branch["type"]?.string == "null" || branch["const"]?.isNull == true
  }

  /// Branches that only list words, or words and any string.
  private func words(_ branches: [JSONValue]) -> (list: [String], isOpen: Bool)? {
    var texts: [String] = []
    var isOpen = false
    for branch in branches.map(followed) {
      if let list = branch["enum"]?.items ?? branch["const"].map({ [$0] }) {
        guard list.allSatisfy({ $0.kind == .string }) else { return nil }
        texts += list.compactMap(\.string)
      } else if branch["type"]?.string == "string" {
        isOpen = true
      } else {
        return nil
      }
    }
    return texts.isEmpty && !isOpen ? nil : (unique(texts), isOpen)
  }

  /// The field by which all branches are told apart.
  private func tag(_ branches: [JSONValue]) -> (key: String, values: [String])? {
    let all = branches.map { flattened([followed($0)]) }
    for member in all[0].flatMap({ $0["properties"]?.members ?? [] }) {
      let values = all.map { constant(member.key, $0) }
      guard values.allSatisfy({ $0 != nil }) else { continue }
      let texts = values.compactMap { $0 }
      if Set(texts.map { Array($0.utf8) }).count == texts.count { return (member.key, texts) }
    }
    return nil
  }

  private func constant(_ key: String, _ parts: [JSONValue]) -> String? {
    guard
      parts.contains(where: { part in
        part["required"]?.items.contains { $0.cursor.isString(key) } ?? false
      })
    else { return nil }
    for part in parts {
      guard let schema = part["properties"]?[key] else { continue }
      let followed = followed(schema)
      let one = followed["const"] ?? (followed["enum"]?.count == 1 ? followed["enum"]?[0] : nil)
      guard let one, one.kind != .object, one.kind != .array else { continue }
      return one.string.map { JSONString.quoted($0) } ?? one.text
    }
    return nil
  }

  /// How much a branch asks for.
  private func weight(_ type: ValueType) -> Int {
    switch type {
    case .any: return -2
    case .map: return -1
    case .named(let index):
      switch declarations[index].form {
      case .structure(let fields, _): return 1 + fields.filter(\.isRequired).count
      case .alias(let type): return type == .named(index) ? 0 : weight(type)
      default: return 0
      }
    case .number: return 0
    default: return 1
    }
  }

  // MARK: Words

  private static func doc(_ schema: JSONValue) -> String? {
    schema["doc"]?.string ?? schema["description"]?.string ?? schema["title"]?.string
  }

  private static func word(_ json: String) -> String {
    json.first == "\"" ? String(json.dropFirst().dropLast()) : "value " + json
  }

  private static func label(_ branch: JSONValue, _ followed: JSONValue, _ position: Int) -> String {
    if let pointer = branch["$ref"]?.string, let last = pointer.split(separator: "/").last {
      return String(last)
    }
    if let title = followed["title"]?.string, title.utf8.count <= 40 { return title }
    if let required = followed["required"]?.items.first?.string { return "with " + required }
    if let type = followed["type"]?.string { return type }
    return "option \(position + 1)"
  }
}
