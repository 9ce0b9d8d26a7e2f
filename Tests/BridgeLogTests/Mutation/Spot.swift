import BridgeJSON

/// A place in a body where the schema says plainly what a mutation must give.
struct Spot {
  var kind: Mutator
  var pointer: String
  /// Another value for `changeType`.
  var other = ""
  /// `unknownField`: the object says so itself.
  var isClosed = false

  private static let plainKeywords: Set<String> = [
    "type", "properties", "required", "additionalProperties", "doc", "log", "title", "description",
    "items", "minLength", "maxLength", "minimum", "maximum", "pattern", "format", "unsafeInteger",
    "maxItems", "minItems", "deprecated", "$comment",
  ]

  /// Collects the spots under a schema and a value that it accepts, through properties, items and
  /// plain references.
  static func collect(
    _ schema: JSONValue, _ value: JSONCursor, _ pointer: String, _ file: JSONValue,
    _ framing: Set<String>, _ spots: inout [Spot], depth: Int
  ) {
    guard depth < 12, schema.kind == .object else { return }
    if let ref = schema["$ref"]?.string, schema.count == 1, ref.hasPrefix("#/") {
      var target = file
      for segment in JSONPointer(String(ref.dropFirst()))?.segments ?? [] {
        guard let next = target[String(decoding: segment.key, as: UTF8.self)] else { return }
        target = next
      }
      collect(target, value, pointer, file, framing, &spots, depth: depth + 1)
      return
    }
    let keys = schema.members.map(\.key)
    guard keys.allSatisfy({ plainKeywords.contains($0) || $0.hasPrefix("x-") }) else { return }
    if let type = schema["type"]?.string, !pointer.isEmpty, !framing.contains(pointer) {
      let other = type == "boolean" || type == "null" ? "5" : "true"
      spots.append(Spot(kind: .changeType, pointer: pointer, other: other))
    }
    if value.kind == .object {
      let others = schema["additionalProperties"]
      let isClosed = others?.bool == false
      if others == nil ? schema["properties"] != nil : isClosed {
        spots.append(Spot(kind: .unknownField, pointer: pointer, isClosed: isClosed))
      }
      for item in schema["required"]?.items ?? [] {
        guard let name = item.string, value.member(name) != nil else { continue }
        let at = child(pointer, name)
        if !framing.contains(at) { spots.append(Spot(kind: .dropField, pointer: at)) }
      }
      for property in schema["properties"]?.members ?? [] {
        guard let inner = value.member(property.key) else { continue }
        collect(
          property.value, inner, child(pointer, property.key), file, framing, &spots,
          depth: depth + 1)
      }
    }
    if value.kind == .array, let items = schema["items"] {
      var index = 0
      value.forEachItem { item in
        collect(items, item, pointer + "/\(index)", file, framing, &spots, depth: depth + 1)
        index += 1
      }
    }
  }

  private static func child(_ pointer: String, _ name: String) -> String {
    var out = Array(pointer.utf8)
    JSONPointer.append(key: name.utf8, to: &out)
    return String(decoding: out, as: UTF8.self)
  }
}
