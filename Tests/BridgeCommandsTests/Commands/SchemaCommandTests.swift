import Foundation
import TestSupport
import Testing

@Suite("schema validate, schema test")
struct SchemaCommandTests {
  private static let schema = """
    {"type": "object", "required": ["n"],
     "properties": {"n": {"minimum": 3}, "d": {"format": "date"}}}
    """

  @Test("what is wrong is said with both positions")
  func report() throws {
    let tool = try ToolRun()
    try tool.write(Self.schema, to: "s.json")
    try tool.write("{\"n\": 3}", to: "good.json")
    try tool.write("{\n \"n\": 2}", to: "bad.json")
    let good = try tool("schema", "validate", "s.json", "good.json")
    #expect(good.status == 0 && good.out.isEmpty && good.err.isEmpty)
    let bad = try tool("schema", "validate", "s.json", "good.json", "bad.json")
    #expect(bad.status == 1)
    #expect(bad.out == "bad.json:2:7: error: /n must be at least 3 [minimum, s.json:2:23]\n")
  }

  @Test("the outputs of the specification")
  func outputs() throws {
    let tool = try ToolRun()
    try tool.write(Self.schema, to: "s.json")
    let flag = try tool("schema", "validate", "--output", "flag", "s.json", "-", stdin: "{}")
    #expect(flag.out == "{\"valid\": false}\n")
    #expect(flag.status == 1)
    let basic = try tool("schema", "validate", "--output", "basic", "s.json", "-", stdin: "{}")
    #expect(basic.out.contains("\"error\": \"lacks 'n'\""))
  }

  @Test("format asserts where it is asked to")
  func format() throws {
    let tool = try ToolRun()
    try tool.write(Self.schema, to: "s.json")
    let value = "{\"n\": 3, \"d\": \"2026-02-30\"}"
    #expect(try tool("schema", "validate", "s.json", "-", stdin: value).status == 0)
    let asserted = try tool(
      "schema", "validate", "--assert-format", "s.json", "-", stdin: value)
    #expect(asserted.status == 1)
    #expect(asserted.out.contains("/d must be a date"))
  }

  @Test("a wrong schema is 2, with its position")
  func wrongSchema() throws {
    let tool = try ToolRun()
    try tool.write("{\"type\":\n \"strin\"}", to: "s.json")
    let run = try tool("schema", "validate", "s.json", "-", stdin: "1")
    #expect(run.status == 2)
    #expect(run.err == "error: s.json:2:2: unknown type 'strin'\n  did you mean 'string'?\n")
    #expect(try tool("schema", "validate", "none.json", "-", stdin: "1").status == 2)
    try tool.write("{", to: "cut.json")
    #expect(try tool("schema", "validate", "cut.json", "-", stdin: "1").status == 2)
  }

  @Test("other documents come from a folder, by $id or by path, and from nowhere else")
  func remotes() throws {
    let tool = try ToolRun()
    try tool.write("{\"$id\": \"https://a.example/one\", \"type\": \"null\"}", to: "remotes/x.json")
    try tool.write("{\"type\": \"null\"}", to: "remotes/sub/two.json")
    for uri in ["https://a.example/one", "http://localhost:1234/sub/two.json"] {
      try tool.write("{\"$ref\": \"\(uri)\"}", to: "s.json")
      #expect(
        try tool("schema", "validate", "--remotes", "remotes", "s.json", "-", stdin: "null").status
          == 0)
      #expect(
        try tool("schema", "validate", "--remotes", "remotes", "s.json", "-", stdin: "1").status
          == 1)
      #expect(try tool("schema", "validate", "s.json", "-", stdin: "null").status == 2)
    }
  }

  @Test("test files: failures, a count, the status")
  func testFiles() throws {
    let tool = try ToolRun()
    let good =
      "[{\"description\": \"g\", \"schema\": {\"type\": \"null\"}, \"tests\": [{\"description\": \"t\", \"data\": null, \"valid\": true}]}]"
    try tool.write(good, to: "tests/good.json")
    let run = try tool("schema", "test", "tests")
    #expect(run.status == 0 && run.out == "1 passed, 0 failed\n")
    try tool.write(String(good.replacing("true", with: "false")), to: "bad.json")
    let bad = try tool("schema", "test", "tests/good.json", "bad.json")
    #expect(bad.status == 1)
    #expect(bad.out == "bad.json: g / t: should be invalid, is not\n1 passed, 1 failed\n")
    try tool.write("{}", to: "none.json")
    #expect(try tool("schema", "test", "none.json").status == 2)
  }

  @Test(
    "the whole public suite",
    .enabled(if: Shared.has("suites/json-schema-test-suite")),
    arguments: [("draft2020-12", "2020-12"), ("draft7", "7")])
  func suite(_ folder: String, _ draft: String) throws {
    let suite = try Shared.url("suites/json-schema-test-suite").path
    let tool = try ToolRun()
    let run = try tool(
      "schema", "test", "--draft", draft, "--remotes", "\(suite)/remotes", "--assert-format",
      "\(suite)/tests/\(folder)/optional/format")
    #expect(run.status == 0, "\(run.out)")
    let whole = try tool(
      "schema", "test", "--draft", draft, "--remotes", "\(suite)/remotes",
      "\(suite)/tests/\(folder)/ref.json", "\(suite)/tests/\(folder)/refRemote.json",
      "\(suite)/tests/\(folder)/optional/cross-draft.json")
    #expect(whole.status == 0, "\(whole.out)")
  }
}
