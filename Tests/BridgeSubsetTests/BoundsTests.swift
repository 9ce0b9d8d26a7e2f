import BridgeSubset
import Testing

@Suite("Large and endless schemas", .timeLimit(.minutes(2)))
struct BoundsTests {
  private func union(_ count: Int, _ kind: String, _ value: (Int) -> String) -> String {
    let branches = (0..<count).map {
      """
      {"type":"object","required":["kind"],"properties":{"kind":{"const":"k\($0)"},"v":\(value($0))}}
      """
    }
    return "{\"\(kind)\":[\(branches.joined(separator: ","))]}"
  }

  @Test("a union of 120 branches told apart by a field")
  func longUnion() throws {
    let integers = union(120, "oneOf") { _ in #"{"type":"integer"}"# }
    let numbers = union(120, "anyOf") { _ in #"{"type":"number"}"# }
    #expect(try subset(integers, numbers) == .yes)
    let one = union(120, "oneOf") { $0 == 60 ? #"{"type":"number"}"# : #"{"type":"integer"}"# }
    #expect(try subset(one, integers) == .no(witness: #"{"kind":"k60","v":0.5}"#))
  }

  @Test("thousands of members and of values")
  func manyNames() throws {
    func object(_ type: String, _ count: Int) -> String {
      let members = (0..<count).map { "\"p\($0)\":{\"type\":\"\(type)\"}" }
      return "{\"type\":\"object\",\"properties\":{\(members.joined(separator: ","))}}"
    }
    #expect(try subset(object("integer", 1_000), object("number", 1_000)) == .yes)
    func values(_ count: Int) -> String {
      "{\"enum\":[\((0..<count).map { "\"v\($0)\"" }.joined(separator: ","))]}"
    }
    #expect(try subset(values(4_999), values(5_000)) == .yes)
    #expect(try subset(values(5_000), values(4_999)) == .no(witness: "\"v4999\""))
  }

  @Test("definitions that double the size with each step")
  func doubled() throws {
    func schema(_ leaf: String) -> String {
      var defs = ["\"d0\":\(leaf)"]
      for i in 1..<26 {
        let ref = "{\"$ref\":\"#/$defs/d\(i - 1)\"}"
        defs.append(
          "\"d\(i)\":{\"type\":\"object\",\"required\":[\"a\",\"b\"],\"properties\":{\"a\":\(ref),\"b\":\(ref)}}"
        )
      }
      return "{\"$defs\":{\(defs.joined(separator: ","))},\"$ref\":\"#/$defs/d25\"}"
    }
    let (integers, numbers) = (schema(#"{"type":"integer"}"#), schema(#"{"type":"number"}"#))
    #expect(try subset(integers, numbers) == .yes)
    // Its smallest value has 2^25 leaves.
    guard case .undecided = try subset(numbers, integers) else {
      Issue.record("a value of that size was written")
      return
    }
  }

  @Test("members in members, two hundred deep, cost no stack")
  func deep() throws {
    func schema(_ leaf: String) -> String {
      (0..<200).reduce(leaf) { inner, _ in
        "{\"type\":\"object\",\"required\":[\"n\"],\"properties\":{\"n\":\(inner)}}"
      }
    }
    let (integers, numbers) = (schema(#"{"type":"integer"}"#), schema(#"{"type":"number"}"#))
    #expect(try subset(integers, numbers) == .yes)
    #expect(
      try subset(numbers, integers).witness?.hasSuffix("0.5" + String(repeating: "}", count: 200))
        == true)
  }

  @Test("unions in unions, two thousand deep, cost no stack")
  func deepInPlace() throws {
    let schema = (0..<2_000).reduce(#"{"type":"integer"}"#) { inner, i in
      i % 2 == 0
        ? "{\"allOf\":[\(inner),{\"minimum\":\(i)}]}"
        : "{\"anyOf\":[\(inner),{\"minLength\":\(i)}]}"
    }
    #expect(try subset(schema, schema) == .yes)
    #expect(try subset(schema, #"{"type":"integer"}"#) != .yes)
  }

  @Test("a question as hard as they come is given up")
  func hard() throws {
    let holes = 5
    var parts = (0...holes).map { i in
      "{\"anyOf\":[\((0..<holes).map { "{\"required\":[\"x\(i)-\($0)\"]}" }.joined(separator: ","))]}"
    }
    for j in 0..<holes {
      for i in 0...holes {
        for k in 0..<i { parts.append("{\"not\":{\"required\":[\"x\(i)-\(j)\",\"x\(k)-\(j)\"]}}") }
      }
    }
    let schema = "{\"type\":\"object\",\"allOf\":[\(parts.joined(separator: ","))]}"
    let answer = SchemaComparison.isSubset(
      try compile(schema), of: try compile("false"), budget: SubsetBudget(steps: 50_000))
    #expect(answer.witness == nil)
  }
}
