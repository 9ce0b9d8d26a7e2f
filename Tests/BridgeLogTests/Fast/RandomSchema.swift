import TestSupport

/// Random schemas of the contract profile, and values that nearly fit them.
struct RandomSchema {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let names = ["a", "id", "name", "städte", "list", "x y", "kind", "deep", "q\"r"]
  private static let words = [
    "", "a", "ab", "abc-12", "Zürich", "日本語", "x😀y", "true", "2026-01-31",
  ]
  private static let patterns = [
    "^[a-z]+-[0-9]+$", "^x", "b$", "[0-9]{2,4}", "^(a|bc)*$", "^\\\\p{L}+$", "ü", "^.{2,5}$",
    "^[^ ]*$", "(?=a)b",
  ]
  private static let formats = ["date-time", "date", "uuid", "uri", "email", "ipv4", "hostname"]

  private mutating func one(_ list: [String]) -> String { list[random.below(list.count)] }
  private mutating func chance(_ percent: Int) -> Bool { random.below(100) < percent }

  /// A schema as JSON text.
  mutating func schema(_ depth: Int = 0) -> String {
    switch random.below(depth > 2 ? 8 : 13) {
    case 0: return "{}"
    case 1, 2: return string()
    case 3, 4: return number()
    case 5: return #"{"type": "boolean"}"#
    case 6:
      return
        #"{"enum": [\#(one(["1, \"a\", null", "\"a\", \"abc-12\"", "1, 2, 3", "true", "1.5, 2", "\"Zürich\", \"x\""]))]}"#
    case 7: return #"{"type": ["string", "null"], "maxLength": \#(random.below(6))}"#
    case 8, 9: return object(depth)
    case 10: return array(depth)
    case 11:
      return
        #"{"oneOf": [{"type": "null"}, \#(object(depth))]}"#
    default:
      let tag = one(["kind", "a", "id"])
      let branches = ["first", "second"].map { word in
        #"{"type": "object", "required": ["\#(tag)"], "properties": {"\#(tag)": {"const": "\#(word)"}, "v": \#(schema(depth + 1))}}"#
      }
      return #"{"\#(one(["oneOf", "anyOf"]))": [\#(branches.joined(separator: ", "))]}"#
    }
  }

  private mutating func string() -> String {
    var parts = [#""type": "string""#]
    if chance(40) { parts.append(#""minLength": \#(random.below(4))"#) }
    if chance(40) { parts.append(#""maxLength": \#(random.below(8))"#) }
    if chance(25) { parts.append(#""pattern": "\#(one(Self.patterns))""#) }
    if chance(15) { parts.append(#""format": "\#(one(Self.formats))""#) }
    if chance(10) { parts.append(#""enum": ["ab", "日本語", "abc-12"]"#) }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func number() -> String {
    var parts = [#""type": \#(one(["\"integer\"", "\"number\"", "[\"integer\", \"null\"]"]))"#]
    if chance(50) {
      parts.append(
        #""\#(one(["minimum", "exclusiveMinimum"]))": \#(one(["0", "-3", "0.5", "1e2"]))"#)
    }
    if chance(50) {
      parts.append(
        #""\#(one(["maximum", "exclusiveMaximum"]))": \#(one(["10", "7.25", "1e3", "9007199254740993"]))"#
      )
    }
    if chance(15) { parts.append(#""multipleOf": \#(one(["2", "0.5", "5"]))"#) }
    if chance(10) { parts.append(#""unsafeInteger": "allow""#) }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func array(_ depth: Int) -> String {
    var parts = [#""type": "array""#]
    if chance(80) { parts.append(#""items": \#(schema(depth + 1))"#) }
    if chance(20) { parts.append(#""prefixItems": [\#(schema(depth + 1))]"#) }
    if chance(30) { parts.append(#""minItems": \#(random.below(3))"#) }
    if chance(30) { parts.append(#""maxItems": \#(random.below(5))"#) }
    if chance(20) { parts.append(#""uniqueItems": true"#) }
    return "{\(parts.joined(separator: ", "))}"
  }

  private mutating func object(_ depth: Int) -> String {
    var parts = [#""type": "object""#]
    let count = random.below(5)
    var used: [String] = []
    for _ in 0..<count {
      let name = one(Self.names).replacingQuotes()
      if !used.contains(name) { used.append(name) }
    }
    if chance(90) {
      let properties = used.map { #""\#($0)": \#(schema(depth + 1))"# }
      parts.append(#""properties": {\#(properties.joined(separator: ", "))}"#)
    }
    let required = used.filter { _ in chance(50) }
    if !required.isEmpty {
      parts.append(#""required": [\#(required.map { "\"\($0)\"" }.joined(separator: ", "))]"#)
    }
    if chance(30) { parts.append(#""additionalProperties": \#(chance(60) ? "false" : schema(3))"#) }
    if chance(10) { parts.append(#""maxProperties": \#(random.below(4))"#) }
    if chance(10) { parts.append(#""minProperties": \#(random.below(3))"#) }
    if chance(5) { parts.append(#""allOf": [\#(schema(3))]"#) }
    return "{\(parts.joined(separator: ", "))}"
  }

  /// A value as JSON text, whatever the schema: its names and words are likely ones.
  mutating func value(_ depth: Int = 0) -> String {
    let space = chance(5) ? " " : ""
    switch random.below(depth > 3 ? 7 : 11) {
    case 0: return "null"
    case 1: return one(["true", "false"])
    case 2:
      return one(["0", "1", "2", "-1", "10", "7", "9007199254740993", "12345678901234567890"])
    case 3:
      return one([
        "1.0", "0.5", "7.25", "-0", "1e2", "2.50", "1E-2", "100000000000000000000.5", "3.14159",
      ])
    case 4, 5, 6: return text()
    case 7, 8:
      let items = (0..<random.below(4)).map { _ in value(depth + 1) }
      return "[\(space)\(items.joined(separator: ",\(space)"))]"
    default:
      var names: [String] = []
      for _ in 0..<random.below(5) { names.append(one(Self.names + ["v", "kind"])) }
      if chance(95) {
        var seen: Set<String> = []
        names = names.filter { seen.insert($0).inserted }
      }
      let members = names.map { name -> String in
        let value =
          name == "kind" && chance(60) ? one(["\"first\"", "\"second\""]) : value(depth + 1)
        return "\"\(name.replacingQuotes())\"\(space):\(space)\(value)"
      }
      return "{\(members.joined(separator: ",\(space)"))}"
    }
  }

  private mutating func text() -> String {
    switch random.below(12) {
    case 0: return #""\u0061b""#
    case 1: return #""\ud83d\ude00""#
    case 2: return chance(20) ? #""\ud83d""# : #""a\/b\n""#
    case 3: return "\"2026-02-2\(random.below(10))T10:00:0\(random.below(10))Z\""
    case 4: return "\"https://a.example/p?q=\(random.below(9))\""
    case 5: return #""\u65e5\u672c""#
    default: return "\"\(one(Self.words))\""
    }
  }
}

extension String {
  /// As the inside of a JSON string.
  fileprivate func replacingQuotes() -> String {
    split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
