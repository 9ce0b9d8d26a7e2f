internal import BridgeJSON

/// Writes schemas of a contract as a document of their own: what they refer to comes along.
final class SchemaText {
  private let references: References
  private var names: [Int: Int] = [:]
  private var queue: [JSONValue] = []

  /// Objects that list no fields and are read as if they listed none, so that they can be closed.
  var fieldless: Set<Int> = []

  init(_ references: References) { self.references = references }

  /// One document for the conjunction of these schemas; `mentioned` are fields that may stand in the
  /// object beside theirs, so that closing it leaves them in.
  func text(
    of schemas: [JSONValue], mentioned: [[UInt8]]? = nil, and more: [UInt8]? = nil
  ) -> [UInt8] {
    names = [:]
    queue = []
    var parts: [[UInt8]] = schemas.map { schema in
      var out: [UInt8] = []
      write(schema, to: &out)
      return out
    }
    if let mentioned { parts.append(Self.properties(mentioned)) }
    if let more { parts.append(more) }
    return whole(parts)
  }

  /// The same for one keyword or a few of a view, with the schemas in them.
  func text(keywords: [String], of view: SchemaView, type: String?) -> [UInt8] {
    names = [:]
    queue = []
    var parts: [[UInt8]] = type.map { [Array("{\"type\":\"\($0)\"}".utf8)] } ?? []
    for part in view.parts {
      var out: [UInt8] = [UInt8(ascii: "{")]
      for keyword in keywords {
        guard let value = part[keyword] else { continue }
        if out.count > 1 { out.append(UInt8(ascii: ",")) }
        out += Array("\"\(keyword)\":".utf8)
        write(keyword, value, to: &out)
      }
      out.append(UInt8(ascii: "}"))
      if out.count > 2 { parts.append(out) }
    }
    return whole(parts)
  }

  private func whole(_ parts: [[UInt8]]) -> [UInt8] {
    var out: [UInt8]
    if parts.count == 1, queue.isEmpty, parts[0].first == UInt8(ascii: "{") { return parts[0] }
    out = Array("{\"allOf\":[".utf8) + Array(parts.joined(separator: [UInt8(ascii: ",")]))
    if parts.isEmpty { out += Array("true".utf8) }
    out.append(UInt8(ascii: "]"))
    var defs: [UInt8] = []
    var done = 0
    while done < queue.count {
      defs += Array("\(done == 0 ? "" : ",")\"d\(done)\":".utf8)
      write(queue[done], to: &defs)
      done += 1
    }
    if !defs.isEmpty { out += Array(",\"$defs\":{".utf8) + defs + Array("}".utf8) }
    out.append(UInt8(ascii: "}"))
    return out
  }

  private static func properties(_ names: [[UInt8]]) -> [UInt8] {
    var out = Array("{\"properties\":{".utf8)
    for (index, name) in names.enumerated() {
      if index > 0 { out.append(UInt8(ascii: ",")) }
      JSONString.appendQuoted(name, to: &out)
      out += Array(":true".utf8)
    }
    return out + Array("}}".utf8)
  }

  // Contracts are at most 512 levels deep, so recursion is bounded.

  private func write(_ schema: JSONValue, to out: inout [UInt8]) {
    guard schema.kind == .object else {
      out += schema.cursor.text
      return
    }
    out.append(UInt8(ascii: "{"))
    var isFirst = true
    if fieldless.contains(schema.index) {
      // What must be there is declared by that.
      let names = schema["required"]?.items.compactMap(\.string) ?? []
      let fields = names.map { quoted($0) + ":true" }.joined(separator: ",")
      out += Array("\"properties\":{\(fields)}".utf8)
      isFirst = false
    }
    for member in schema.members where !Self.isLeftOut(member.key) {
      if !isFirst { out.append(UInt8(ascii: ",")) }
      isFirst = false
      JSONString.appendQuoted(Array(member.key.utf8), to: &out)
      out.append(UInt8(ascii: ":"))
      write(member.key, member.value, to: &out)
    }
    out.append(UInt8(ascii: "}"))
  }

  private func write(_ key: String, _ value: JSONValue, to out: inout [UInt8]) {
    switch key {
    case "$ref":
      guard let target = references.target(value) else {
        out += value.cursor.text
        return
      }
      out += Array("\"#/$defs/d\(name(target))\"".utf8)
    case "allOf", "anyOf", "oneOf", "prefixItems":
      out.append(UInt8(ascii: "["))
      for (index, item) in value.items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        write(item, to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case "properties", "patternProperties", "dependentSchemas":
      out.append(UInt8(ascii: "{"))
      for (index, member) in value.members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        JSONString.appendQuoted(Array(member.key.utf8), to: &out)
        out.append(UInt8(ascii: ":"))
        write(member.value, to: &out)
      }
      out.append(UInt8(ascii: "}"))
    case "if", "then", "else", "not", "contains", "propertyNames", "contentSchema", "items",
      "additionalProperties", "unevaluatedProperties", "unevaluatedItems":
      write(value, to: &out)
    default: out += value.cursor.text
    }
  }

  private func name(_ target: JSONValue) -> Int {
    if let name = names[target.index] { return name }
    names[target.index] = queue.count
    queue.append(target)
    return queue.count - 1
  }

  private static func isLeftOut(_ key: String) -> Bool {
    switch key {
    case "$defs", "$anchor", "$schema", "$id", "default", "deprecated", "readOnly", "writeOnly",
      "log":
      true
    default: CanonicalSchema.isForPeople(key)
    }
  }
}
