import Testing

@testable import BridgeSchema

/// What the evaluator tells of a bad value under contract rules.
@Suite struct ContractIssueTests {
  @Test func oneIssuePerMissingField() throws {
    let judged = try judge(
      #"{"T": {"type": "object", "required": ["a", "b/c"], "properties": {"a": true}}}"#, "{}")
    #expect(judged.lines == ["required /a", "required /b~1c"])
    #expect(judged.issues[0].schemaPointer == "/types/T/required")
    #expect(judged.issues[0].name == "a")
  }

  @Test func oneIssuePerFieldTooMany() throws {
    let judged = try judge(
      #"{"T": {"properties": {"a": true}, "additionalProperties": false}}"#,
      #"{"x": 1, "a": 2, "y": 3}"#)
    #expect(judged.lines == ["additionalProperties /x", "additionalProperties /y"])
  }

  @Test func expectedValueAndItsPlace() throws {
    let judged = try judge(
      #"{"T": {"type": "object", "properties": {"n": {"minimum": 3}}}}"#, #"{"n": 1}"#)
    let issue = try #require(judged.issues.first)
    #expect(judged.lines == ["minimum /n"])
    #expect(issue.schemaPointer == "/types/T/properties/n/minimum")
    #expect(issue.expected.count == 1)
    #expect(issue.expected.lowerBound == issue.schemaOffset + #""minimum": "#.utf8.count)
  }

  @Test func unknownFieldsAtAnyDepth() throws {
    let judged = try judge(
      #"{"T": {"properties": {"a": {"items": {"properties": {"b": true}}}}}}"#,
      #"{"a": [{"b": 1}, {"c": 1}], "z": 0}"#)
    #expect(judged.isValid)
    #expect(judged.lines == ["unknown properties /a/1/c", "unknown properties /z"])
  }

  @Test func mentionedByAnySchemaOfTheGroup() throws {
    let types =
      ##"{"T": {"allOf": [{"properties": {"a": true}}, {"$ref": "#/types/U"}]}, "U": {"properties": {"b": {"type": "string"}}}}"##
    #expect(try judge(types, #"{"a": 1, "b": ""}"#).lines == [])
    #expect(
      try judge(types, #"{"a": 1, "b": 1, "c": 2}"#).lines == ["type /b", "unknown properties /c"])
  }

  @Test func openWhereTheSchemaSaysSo() throws {
    #expect(
      try judge(#"{"T": {"properties": {"a": true}, "additionalProperties": true}}"#, #"{"b": 1}"#)
        .lines == [])
    #expect(
      try judge(#"{"T": {"properties": {"a": true}, "unevaluatedProperties": true}}"#, #"{"b": 1}"#)
        .lines == [])
    #expect(try judge(#"{"T": {"type": "object"}}"#, #"{"b": 1}"#).lines == [])
  }

  static let shapes = #"""
    {"T": {"oneOf": [
      {"type": "object", "required": ["n"], "properties": {"t": {"const": "a"}, "n": {"type": "integer"}}},
      {"type": "object", "required": ["s"], "properties": {"t": {"const": "b"}, "s": {"type": "string"}}}]}}
    """#

  @Test(arguments: [
    (#"{"t": "a", "n": 1}"#, []),
    (#"{"t": "a", "n": "1"}"#, ["type /n"]),
    (#"{"t": "b"}"#, ["required /s"]),
    (#"{"t": "c"}"#, ["oneOf "]),
    (#"{"t": "a", "n": 1, "z": 1}"#, ["unknown properties /z"]),
    (#"{"t": "a", "n": "1", "s": 1}"#, ["type /n", "unknown properties /s"]),
    (#"{"n": 1, "s": ""}"#, ["oneOf "]),
    ("3", ["oneOf "]),
  ])
  func unionToldApartByAConstant(_ value: String, _ lines: [String]) throws {
    #expect(try judge(Self.shapes, value).lines == lines)
  }

  @Test func unsafeIntegers() throws {
    #expect(try judge(#"{"T": {"type": "integer"}}"#, "9007199254740992").lines == ["unsafe type "])
    #expect(try judge(#"{"T": {"type": "integer"}}"#, "9007199254740991").lines == [])
    #expect(try judge(#"{"T": {"type": ["integer", "null"]}}"#, "-1e300").lines == ["unsafe type "])
    #expect(try judge(#"{"T": {"type": "number"}}"#, "9007199254740992").lines == [])
    #expect(
      try judge(#"{"T": {"type": "integer", "unsafeInteger": "allow"}}"#, "9007199254740992").lines
        == [])
  }

  @Test func deprecatedValues() throws {
    let types = #"{"T": {"properties": {"a": {"deprecated": true}, "b": {"deprecated": false}}}}"#
    let judged = try judge(types, #"{"a": 1, "b": 2}"#)
    #expect(judged.isValid)
    #expect(judged.lines == ["deprecated deprecated /a"])
  }

  @Test func theStrictestLogHolds() throws {
    let types =
      #"{"T": {"properties": {"a": {"allOf": [{"type": "string", "log": "value"}, {"log": "never"}]}, "b": {"type": "string", "log": "hash"}, "c": {"type": "string"}}}}"#
    let judged = try judge(types, #"{"a": 1, "b": 2, "c": 3}"#)
    #expect(judged.issues.map(\.log) == [.never, .hash, .unset])
  }

  @Test func whatIsHiddenInsideHidesTheWhole() throws {
    let types =
      #"{"T": {"log": "value", "minProperties": 3, "properties": {"card": {"log": "never"}}}}"#
    #expect(try judge(types, #"{"card": 1}"#).issues.map(\.log) == [.unset])
    let union =
      ##"{"T": {"log": "value", "oneOf": [{"items": {"$ref": "#/types/S"}}, {"type": "null"}], "maxItems": 0}, "S": {"type": "string", "log": "hash"}}"##
    #expect(try judge(union, "[1]").issues.map(\.log) == [.unset, .unset])
    let open = #"{"T": {"log": "value", "minProperties": 3, "properties": {"card": true}}}"#
    #expect(try judge(open, #"{"card": 1}"#).issues.map(\.log) == [.value])
  }

  @Test func whatIsHiddenAroundHidesTheInside() throws {
    let types =
      #"{"T": {"allOf": [{"properties": {"a": {"properties": {"b": {"type": "null", "log": "value"}}}, "c": {"type": "null", "log": "value"}}}, {"properties": {"a": {"log": "never"}}}]}}"#
    let judged = try judge(types, #"{"a": {"b": 1}, "c": 1}"#)
    #expect(judged.lines == ["type /a/b", "type /c"])
    #expect(judged.issues.map(\.log) == [.never, .value])
  }

  @Test func rootFieldsForTheCaller() throws {
    let types = #"{"T": {"properties": {"a": {"properties": {}}}}}"#
    let judged = try judge(types, #"{"k": 1, "a": {"z": 1}}"#, rootFields: .report)
    #expect(judged.lines == ["unknown properties /a/z"])
    #expect(judged.evaluator.rootUnmentioned == [1])
    #expect(!judged.evaluator.rootSaysAdditional)
    let closed = try judge(
      #"{"T": {"additionalProperties": {"type": "integer"}}}"#, #"{"k": 1}"#, rootFields: .report)
    #expect(closed.evaluator.rootSaysAdditional)
    let plain = try judge(#"{"T": {"type": "object"}}"#, #"{"k": 1}"#, rootFields: .report)
    #expect(plain.evaluator.rootUnmentioned == [1])
    let union = try judge(
      #"{"T": {"anyOf": [{"required": ["k"], "properties": {"k": true}}, {"properties": {"l": true}}]}}"#,
      #"{"k": 1, "l": 2, "m": 3}"#, rootFields: .report)
    #expect(union.evaluator.rootUnmentioned.count == 1)
    let speaking = try judge(
      #"{"T": {"anyOf": [{"required": ["k"], "additionalProperties": true}, {"properties": {"l": true}}]}}"#,
      #"{"k": 1, "m": 3}"#, rootFields: .report)
    #expect(speaking.evaluator.rootSaysAdditional)
  }

  @Test func aSpentBudgetIsNeverSilent() throws {
    let types = #"{"T": {"pattern": "^(?=(a+)+$)b"}}"#
    let judged = try judge(types, "\"\(String(repeating: "a", count: 40))!\"")
    #expect(!judged.isValid)
    #expect(judged.lines == ["pattern "])
    #expect(judged.issues.first?.isUndecided == true)
  }
}
