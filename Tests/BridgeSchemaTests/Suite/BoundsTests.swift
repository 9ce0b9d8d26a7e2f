import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// Nothing dies or runs away: large tables, deep values and schemas on a small stack, hostile
/// values. Bounds are generous; a quadratic or recursive way would miss them by far.
@Suite struct BoundsTests {
  @Test func fiveThousandPropertiesAndRequiredNames() throws {
    let names = (0..<5_000).map { "\"p\($0)\"" }
    let members = names.map { "\($0): {\"type\": \"integer\"}" }.joined(separator: ", ")
    let schema =
      "{\"properties\": {\(members)}, \"required\": [\(names.joined(separator: ", "))], \"additionalProperties\": false}"
    let whole = "{" + names.map { "\($0): 1" }.joined(separator: ", ") + "}"
    #expect(try isValid(schema, whole))
    #expect(
      try !isValid(schema, "{" + names.dropLast().map { "\($0): 1" }.joined(separator: ", ") + "}"))
    #expect(try !isValid(schema, "{\"q\": 1, " + whole.dropFirst()))
  }

  @Test func fiveThousandEnumValues() throws {
    let strings = (0..<5_000).map { "\"v\($0)\"" }.joined(separator: ", ")
    let numbers = (0..<5_000).map { "\($0).5" }.joined(separator: ", ")
    let objects = (0..<5_000).map { "{\"a\": \($0)}" }.joined(separator: ", ")
    let schema = "{\"items\": {\"enum\": [\(strings), \(numbers), \(objects)]}}"
    #expect(try isValid(schema, "[\(strings), \(numbers), \(objects)]"))
    #expect(try !isValid(schema, "[\"v5000\"]"))
    #expect(try !isValid(schema, "[5000.5]"))
  }

  @Test func uniqueItemsOverAHundredThousand() throws {
    let items = (0..<100_000).map { "\($0)" }.joined(separator: ", ")
    #expect(try isValid(#"{"uniqueItems": true}"#, "[\(items)]"))
    #expect(try !isValid(#"{"uniqueItems": true}"#, "[\(items), 5e3]"))
    let objects = (0..<20_000).map { "{\"a\": [\($0)], \"b\": 1}" }.joined(separator: ", ")
    #expect(try !isValid(#"{"uniqueItems": true}"#, "[\(objects), {\"b\": 1.0, \"a\": [7]}]"))
  }

  @Test func deepInstancesOnASmallStack() throws {
    let depth = 9_999
    let arrays = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let objects =
      String(repeating: "{\"a\": ", count: depth) + "1" + String(repeating: "}", count: depth)
    let schemas = [
      ##"{"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}"##,
      ##"{"anyOf": [{"type": "number"}, {"items": {"$ref": "#"}, "additionalProperties": {"$ref": "#"}}]}"##,
      ##"{"$dynamicAnchor": "m", "items": {"$dynamicRef": "#m"}, "additionalProperties": {"$dynamicRef": "#m"}}"##,
      #"{"uniqueItems": true, "enum": [[], {}]}"#,
    ]
    try onSmallStack {
      for schema in schemas {
        for instance in [arrays, objects] { _ = try isValid(schema, instance) }
      }
      // Outputs name two locations per unit, so their size is quadratic in the depth by nature.
      let program = try compile(schemas[0])
      let shallow = String(repeating: "[", count: 200) + String(repeating: "]", count: 200)
      let document = try JSONDocument(Array(shallow.utf8), limits: .traffic)
      for format in SchemaOutput.allCases {
        _ = SchemaEvaluator().output(
          format, document.root.cursor, by: program.roots[0], of: program)
      }
      _ = SchemaEvaluator().report(document.root.cursor, by: program.roots[0], of: program)
    }
  }

  @Test func deepSchemasOnASmallStack() throws {
    let depth = 4_900
    let closing = String(repeating: "}", count: depth)
    let inverted = String(repeating: #"{"not": "#, count: depth) + "{\"type\": \"null\"}" + closing
    let nested = String(repeating: #"{"items": "#, count: depth) + "true" + closing
    let chained =
      "{\"$ref\": \"#/$defs/d0\", \"$defs\": {"
      + (0..<depth).map { "\"d\($0)\": {\"$ref\": \"#/$defs/d\($0 + 1)\"}" }.joined(separator: ", ")
      + ", \"d\(depth)\": {\"type\": \"null\"}}}"
    try onSmallStack {
      let verdicts = [
        try isValid(inverted, "null"), try isValid(nested, "[[[]]]"),
        try isValid(chained, "null"), try isValid(chained, "1"),
      ]
      #expect(verdicts == [true, true, true, false])
    }
  }

  /// A union that is asked again at each level doubles the work each time, if nothing is kept.
  @Test(.timeLimit(.minutes(1))) func aHostileValueUnderARecursiveUnion() throws {
    let branch = { (op: String) in
      ##"{"type": "object", "required": ["op"], "properties": {"arg": {"$ref": "#/types/N"}, "op": {"enum": ["\##(op)", 7]}}}"##
    }
    let types = "{\"N\": {\"anyOf\": [\(branch("not")), \(branch("neg")), {\"type\": \"null\"}]}}"
    let depth = 3_000
    let value =
      String(repeating: "{\"arg\": ", count: depth) + "0" + String(repeating: "}", count: depth)
    let judged = try judge(types, value)
    #expect(!judged.isValid)
  }

  @Test func hugeExponentsCostNothing() throws {
    #expect(try isValid(#"{"multipleOf": 0.5}"#, "1e400000000"))
    #expect(try !isValid(#"{"multipleOf": 7}"#, "1e400000000"))
    #expect(try isValid(#"{"multipleOf": 1e-999999999}"#, "1e999999999"))
    #expect(try !isValid(#"{"maximum": 1e400000000}"#, "1e400000001"))
    #expect(
      try isValid(
        #"{"multipleOf": 123456789012345678901234567890}"#, "1234567890123456789012345678900000"))
    #expect(
      try !isValid(
        #"{"multipleOf": 123456789012345678901234567890}"#, "1234567890123456789012345678900001"))
    #expect(try isValid(#"{"const": 1e2}"#, "100.0"))
    #expect(try isValid(#"{"type": "integer"}"#, "1e400000000"))
    #expect(try !isValid(#"{"type": "integer"}"#, "1e-400000000"))
  }

  private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
    // Apple's secondary threads have 512 KiB.
    let done = DispatchSemaphore(value: 0)
    let outcome = Outcome()
    let thread = Thread {
      do { try body() } catch { outcome.error = error }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    if let error = outcome.error { throw error }
  }

  private final class Outcome: @unchecked Sendable {
    var error: (any Error)?
  }
}
