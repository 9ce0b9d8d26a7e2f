import BridgeJSON
import BridgeSchema
import BridgeSubset
import TestSupport
import Testing

@Suite("Integers of contracts are those that JavaScript holds")
struct SafeIntegerTests {
  private func subset(_ a: String, _ b: String) throws -> SubsetAnswer {
    try SchemaComparison.isSubset(
      compile(types: "{\"T\": \(a)}", isClosed: false),
      of: compile(types: "{\"T\": \(b)}", isClosed: false))
  }

  private static let range = #""minimum": -9007199254740991, "maximum": 9007199254740991"#

  static let same: [(String, String)] = [
    (#"{"type": "integer"}"#, "{\"type\": \"integer\", \(range)}"),
    (
      #"{"type": "object", "properties": {"n": {"type": "integer", "minimum": 0}}}"#,
      #"{"type": "object", "properties": {"n": {"type": "integer", "minimum": 0, "maximum": 9007199254740991}}}"#
    ),
    (
      #"{"type": "array", "items": {"type": ["integer", "null"]}}"#,
      "{\"type\": \"array\", \"items\": {\"anyOf\": [{\"type\": \"null\"}, "
        + "{\"type\": \"integer\", \(range)}]}}"
    ),
    (
      #"{"type": "integer", "unsafeInteger": "allow", "maximum": 7, "minimum": 0}"#,
      #"{"type": "integer", "maximum": 7, "minimum": 0}"#
    ),
    (
      #"{"type": "number"}"#, #"{"type": "number", "unsafeInteger": "allow"}"#
    ),
  ]

  @Test("a range that is spelled out changes nothing", arguments: same)
  func spelledOut(_ a: String, _ b: String) throws {
    #expect(try subset(a, b) == .yes)
    #expect(try subset(b, a) == .yes)
  }

  /// A list of numbers, each in an object with the next.
  private static func list(_ number: String) -> String {
    let reference = "{\"$ref\": \"#/types/U\"}"
    return "\(reference), \"U\": {\"type\": \"object\", "
      + "\"properties\": {\"next\": \(reference), \"n\": \(number)}}"
  }

  static let narrower: [(String, String)] = [
    (#"{"type": "integer"}"#, #"{"type": "integer", "unsafeInteger": "allow"}"#),
    (#"{"type": ["integer", "number"]}"#, #"{"type": "number"}"#),
    (
      #"{"properties": {"n": {"type": "integer"}}}"#,
      #"{"properties": {"n": {"type": "integer", "unsafeInteger": "allow"}}}"#
    ),
    (
      #"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#,
      #"{"oneOf": [{"type": "string"}, {"type": "integer", "unsafeInteger": "allow"}]}"#
    ),
    (
      #"{"if": {"type": "number"}, "then": {"type": "integer"}}"#,
      #"{"if": {"type": "number"}, "then": {"type": "integer", "unsafeInteger": "allow"}}"#
    ),
    (
      list("{\"type\": \"integer\"}"),
      list("{\"type\": \"integer\", \"unsafeInteger\": \"allow\"}")
    ),
  ]

  @Test(
    "to allow others takes more, as a value shows that JavaScript does not hold",
    arguments: narrower)
  func allowed(_ a: String, _ b: String) throws {
    #expect(try subset(a, b) == .yes)
    let witness = try #require(try subset(b, a).witness)
    #expect(witness.contains("900719925474099"))
  }

  @Test("an integer too large decides no branch of a union")
  func branches() throws {
    // The first branch holds by its keywords, so the value is judged by it and refused.
    let overlapping = #"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#
    #expect(
      try subset(#"{"type": "integer", "unsafeInteger": "allow"}"#, overlapping).witness != nil)
    #expect(try subset(#"{"type": "integer"}"#, overlapping) == .yes)
    // Of two branches that both hold "oneOf" takes neither, however large the number.
    #expect(
      try subset(
        #"{"const": 9007199254740993}"#, #"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#)
        == .no(witness: "9007199254740993"))
    // What "not" refuses is refused by keywords.
    #expect(try subset(#"{"not": {"type": "integer"}}"#, #"{"not": {"type": "integer"}}"#) == .yes)
    #expect(
      try subset(#"{"const": 9007199254740993}"#, #"{"not": {"type": "integer"}}"#)
        == .no(witness: "9007199254740993"))
  }

  @Test("in plain JSON Schema there is no such limit")
  func plain() throws {
    let answer = try SchemaComparison.isSubset(
      compile(#"{"type": "integer"}"#), of: compile("{\"type\": \"integer\", \(Self.range)}"))
    #expect(answer.witness != nil)
  }
}
