import BridgeSubset
import Testing

@Suite("Is it a subset?")
struct SubsetTests {
  static let proved: [(String, String)] = [
    (##"{"type":"integer"}"##, ##"{"type":"number"}"##),
    (##"{"type":"integer","minimum":1}"##, ##"{"type":"integer","exclusiveMinimum":0}"##),
    (##"{"type":"integer","exclusiveMinimum":0}"##, ##"{"type":"integer","minimum":1}"##),
    (##"{"multipleOf":6}"##, ##"{"allOf":[{"multipleOf":2},{"multipleOf":3}]}"##),
    (##"{"allOf":[{"multipleOf":2},{"multipleOf":3}]}"##, ##"{"multipleOf":6}"##),
    (##"{"enum":["a","b"]}"##, ##"{"enum":["b","a","c"]}"##),
    (##"{"type":["string","null"]}"##, ##"{"anyOf":[{"type":"null"},{"type":"string"}]}"##),
    (##"{"anyOf":[{"type":"null"},{"type":"string"}]}"##, ##"{"type":["string","null"]}"##),
    (##"{"oneOf":[{"type":"null"},{"type":"string"}]}"##, ##"{"type":["string","null"]}"##),
    (##"{"pattern":"^a+$"}"##, ##"{"pattern":"^a*$"}"##),
    (##"{"pattern":"^[ab]{2}$"}"##, ##"{"maxLength":2}"##),
    (
      ##"{"const":{"a":1}}"##,
      ##"{"type":"object","required":["a"],"additionalProperties":false,"properties":{"a":{"type":"integer"}}}"##
    ),
    (##"{"type":"object","required":["a"]}"##, ##"{"type":"object","minProperties":1}"##),
    (
      ##"{"type":"array","minItems":2,"items":{"const":1}}"##,
      ##"{"not":{"type":"array","uniqueItems":true}}"##
    ),
    (
      ##"{"$defs":{"l":{"type":"object","properties":{"n":{"$ref":"#/$defs/l"},"v":{"type":"integer"}}}},"$ref":"#/$defs/l"}"##,
      ##"{"type":"object","properties":{"v":{"type":"number"},"n":{"$ref":"#"}}}"##
    ),
    (
      ##"{"type":"object","properties":{"a":true,"b":true},"additionalProperties":false}"##,
      ##"{"type":"object","maxProperties":2}"##
    ),
    (##"{"type":"boolean"}"##, ##"{"enum":[true,false]}"##),
    (
      ##"{"if":{"type":"string"},"then":{"minLength":2}}"##,
      ##"{"anyOf":[{"type":"string","minLength":2},{"not":{"type":"string"}}]}"##
    ),
    (
      ##"{"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"b":true}}],"unevaluatedProperties":false,"type":"object"}"##,
      ##"{"type":"object","properties":{"a":{"type":"integer"},"b":true},"additionalProperties":false}"##
    ),
    (
      ##"{"type":"object","properties":{"a":{"type":"integer"},"b":true},"additionalProperties":false}"##,
      ##"{"allOf":[{"properties":{"a":{"type":"integer"}}},{"properties":{"b":true}}],"unevaluatedProperties":false,"type":"object"}"##
    ),
    (
      ##"{"prefixItems":[{"type":"string"}],"items":false,"minItems":1,"type":"array"}"##,
      ##"{"contains":{"type":"string"}}"##
    ),
  ]

  @Test("Proved", arguments: proved)
  func proves(_ a: String, _ b: String) throws {
    #expect(try subset(a, b) == .yes)
  }

  static let refuted: [(String, String, String)] = [
    (##"{"type":"number"}"##, ##"{"type":"integer"}"##, ""),
    ("{}", ##"{"type":"object"}"##, "null"),
    (##"{"type":"string"}"##, ##"{"minLength":1}"##, ##""""##),
    (##"{"enum":["a","b"]}"##, ##"{"enum":["a"]}"##, ##""b""##),
    (##"{"pattern":"^a*$","type":"string"}"##, ##"{"pattern":"^a+$"}"##, ##""""##),
    (##"{"type":"object"}"##, ##"{"additionalProperties":false}"##, ##"{"x":null}"##),
    (
      ##"{"type":"object","properties":{"a":{"type":"string"}}}"##,
      ##"{"properties":{"a":{"type":"string","maxLength":3}}}"##, ##"{"a":"aaaa"}"##
    ),
    (##"{"type":"array","items":{"type":"integer"}}"##, ##"{"uniqueItems":true}"##, "[0,0]"),
    (
      ##"{"$defs":{"l":{"type":"object","properties":{"n":{"$ref":"#/$defs/l"},"v":{"type":"number"}}}},"$ref":"#/$defs/l"}"##,
      ##"{"type":"object","properties":{"v":{"type":"integer"},"n":{"$ref":"#"}}}"##, ""
    ),
  ]

  @Test("Disproved by a value", arguments: refuted)
  func refutes(_ a: String, _ b: String, _ witness: String) throws {
    let answer = try subset(a, b)
    let found = try #require(answer.witness, "\(answer)")
    if !witness.isEmpty { #expect(found == witness) }
  }
}
