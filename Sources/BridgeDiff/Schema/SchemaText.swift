internal import BridgeJSON

/// Writes keywords of a contract's schemas as a document of their own: what they refer to comes along.
final class SchemaText {
  private let references: References
  private var names: [Int: Int] = [:]
  private var queue: [JSONValue] = []

  init(_ references: References) { self.references = references }

  /// One document for a keyword or a few of a view, with the schemas in them.
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

  // Contracts are at most 512 levels deep, so recursion is bounded.

  private func write(_ schema: JSONValue, to out: inout [UInt8]) {
    guard schema.kind == .object else {
      out += schema.cursor.text
      return
    }
    out.append(UInt8(ascii: "{"))
    var isFirst = true
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
