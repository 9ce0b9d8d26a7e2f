import TestSupport

/// Random schemas and values from a small vocabulary, so that they have to do with each other.
struct RandomSchema {
  /// The dialects, by their `$schema`.
  enum Draft: String, CaseIterable {
    case draft2020 = "https://json-schema.org/draft/2020-12/schema"
    case draft2019 = "https://json-schema.org/draft/2019-09/schema"
    case draft7 = "http://json-schema.org/draft-07/schema#"

    /// Where schemas to refer to stand.
    var definitions: String { self == .draft7 ? "definitions" : "$defs" }
  }

  var random: SplitMix64
  let draft: Draft

  private let names = ["a", "b", "c", "kind", "x-1", "é"]
  private let strings = ["", "a", "ab", "abc", "é", "e\u{301}", "a1", "x-1", "😀"]
  private let numbers = ["0", "1", "1.0", "2", "-1", "3", "0.5", "10", "1e1", "2.25", "-0.0"]
  private let patterns = ["^a", "b$", "^[a-c]+$", "^x-", "1", "^.$", "^(?:ab|c)*$"]

  init(seed: UInt64, draft: Draft = .draft2020) {
    random = SplitMix64(seed: seed)
    self.draft = draft
  }

  // MARK: Values

  mutating func value(_ depth: Int = 0) -> String {
    switch random.below(depth > 3 ? 6 : 10) {
    case 0: return "null"
    case 1: return random.once(in: 2) ? "true" : "false"
    case 2, 3: return random.pick(numbers)
    case 4, 5: return "\"\(random.pick(strings))\""
    case 6, 7:
      let items = (0..<random.below(4)).map { _ in value(depth + 1) }
      return "[\(items.joined(separator: ", "))]"
    default:
      let members = distinctNames(random.below(5)).map { "\"\($0)\": \(value(depth + 1))" }
      return "{\(members.joined(separator: ", "))}"
    }
  }

  private mutating func distinctNames(_ count: Int) -> [String] {
    var left = names
    return (0..<min(count, left.count)).map { _ in left.remove(at: random.below(left.count)) }
  }

  // MARK: Schemas

  /// A whole schema with definitions that refer only forward, or from inside of a value.
  mutating func schema() -> String {
    let defs = (0..<3).map { "\"d\($0)\": \(schema(0, from: $0 + 1))" }
    let body = members(0, from: 0) + ["\"\(draft.definitions)\": {\(defs.joined(separator: ", "))}"]
    return "{\"$schema\": \"\(draft.rawValue)\", "
      + body.joined(separator: ", ") + "}"
  }

  private mutating func schema(_ depth: Int, from def: Int) -> String {
    if random.once(in: 8) { return random.once(in: 3) ? "false" : "true" }
    return "{\(members(depth, from: def).joined(separator: ", "))}"
  }

  private mutating func members(_ depth: Int, from def: Int) -> [String] {
    var out: [String: String] = [:]
    for _ in 0..<1 + random.below(3) {
      let (keyword, value) = keyword(depth, from: def)
      out[keyword] = value
    }
    if out["if"] != nil {
      if random.once(in: 2) { out["then"] = schema(depth + 1, from: def) }
      if random.once(in: 2) { out["else"] = schema(depth + 1, from: def) }
    }
    if out["contains"] != nil, random.once(in: 2) { out["minContains"] = "\(random.below(3))" }
    if out["contains"] != nil, random.once(in: 3) { out["maxContains"] = "\(1 + random.below(2))" }
    return out.keys.sorted().map { "\"\($0)\": \(out[$0] ?? "")" }
  }

  private mutating func keyword(_ depth: Int, from def: Int) -> (String, String) {
    let (name, value) = newestKeyword(depth, from: def)
    // Half of the time under the older name; the newer one is unknown to the older draft and ignored.
    // The other implementation lets `contains` evaluate items in 2019-09 already, where only 2020-12
    // says so: there `unevaluatedItems` is left out.
    if draft == .draft2019, name == "unevaluatedItems" { return ("additionalItems", value) }
    guard draft != .draft2020, random.once(in: 2) else { return (name, value) }
    switch name {
    case "prefixItems": return ("items", value)
    case "unevaluatedItems": return ("additionalItems", value)
    case "dependentRequired", "dependentSchemas": return ("dependencies", value)
    default: return (name, value)
    }
  }

  private mutating func newestKeyword(_ depth: Int, from def: Int) -> (String, String) {
    // References into values may go back: they consume the instance.
    let inside = random.once(in: 3) ? 0 : def
    switch random.below(depth > 2 ? 16 : 34) {
    case 0, 1: return ("type", type())
    case 2: return ("enum", "[\(value(2)), \(value(2)), \(value(2))]")
    case 3: return ("const", value(2))
    case 4: return ("minimum", random.pick(numbers))
    case 5: return ("exclusiveMaximum", random.pick(numbers))
    case 6: return ("multipleOf", random.pick(["1", "2", "0.5", "0.25", "3"]))
    case 7: return ("maxLength", "\(random.below(4))")
    case 8: return ("minLength", "\(random.below(3))")
    case 9: return ("pattern", "\"\(random.pick(patterns))\"")
    case 10: return ("maxItems", "\(random.below(4))")
    case 11: return ("uniqueItems", "true")
    case 12: return ("minProperties", "\(random.below(3))")
    case 13: return ("required", nameList())
    case 14: return ("dependentRequired", "{\"\(random.pick(names))\": \(nameList())}")
    case 15, 16: return def > 2 ? ("type", type()) : ("$ref", "\"#/\(draft.definitions)/d\(def)\"")
    case 17, 18, 19: return ("properties", schemas(depth, inside, names))
    case 20: return ("patternProperties", schemas(depth, inside, patterns))
    case 21: return ("additionalProperties", schema(depth + 1, from: inside))
    case 22: return ("propertyNames", schema(depth + 1, from: def))
    case 23: return ("dependentSchemas", schemas(depth, def, names))
    case 24: return ("prefixItems", "[\(schema(depth + 1, from: inside))]")
    case 25: return ("items", schema(depth + 1, from: inside))
    case 26: return ("contains", schema(depth + 1, from: inside))
    case 27: return ("allOf", branches(depth, def))
    case 28: return ("anyOf", branches(depth, def))
    case 29: return ("oneOf", branches(depth, def))
    case 30: return ("not", schema(depth + 1, from: def))
    case 31: return ("if", schema(depth + 1, from: def))
    case 32: return ("unevaluatedProperties", schema(depth + 1, from: inside))
    default: return ("unevaluatedItems", schema(depth + 1, from: inside))
    }
  }

  private mutating func type() -> String {
    let all = ["null", "boolean", "number", "integer", "string", "array", "object"]
    if random.once(in: 2) { return "\"\(random.pick(all))\"" }
    return "[\"\(random.pick(["null", "string"]))\", \"\(random.pick(["object", "integer"]))\"]"
  }

  private mutating func nameList() -> String {
    "[" + distinctNames(1 + random.below(2)).map { "\"\($0)\"" }.joined(separator: ", ") + "]"
  }

  private mutating func schemas(_ depth: Int, _ def: Int, _ from: [String]) -> String {
    var left = from
    let members = (0..<1 + random.below(3)).map { _ in
      "\"\(left.remove(at: random.below(left.count)))\": \(schema(depth + 1, from: def))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private mutating func branches(_ depth: Int, _ def: Int) -> String {
    let list = (0..<1 + random.below(3)).map { _ in schema(depth + 1, from: def) }
    return "[\(list.joined(separator: ", "))]"
  }
}
