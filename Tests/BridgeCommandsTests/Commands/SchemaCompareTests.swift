import TestSupport
import Testing

@Suite("schema compare")
struct SchemaCompareTests {
  @Test("both ways, with a witness for each no")
  func files() throws {
    let tool = try ToolRun()
    try tool.write(#"{"type": "number"}"#, to: "old.json")
    try tool.write(#"{"type": "integer"}"#, to: "new.json")
    let run = try tool("schema", "compare", "old.json", "new.json")
    #expect(run.status == 0)
    #expect(
      run.out == #"{"newSubsetOfOld":"yes","oldSubsetOfNew":"no","witnessOldNotNew":0.5}"# + "\n")
    let same = try tool("schema", "compare", "old.json", "old.json")
    #expect(same.out == #"{"newSubsetOfOld":"yes","oldSubsetOfNew":"yes"}"# + "\n")
  }

  @Test("--lines: an answer a line, in the order of the lines")
  func lines() throws {
    let tool = try ToolRun()
    let input = """
      {"id": 1, "old": {"type": "string"}, "new": {"type": ["string", "null"]}}

      {"id": "b", "old": true, "new": {"minLength": 1}}
      {"id": 3, "old": {"type": "strin"}, "new": true}
      {"id": 4, "old": true}
      no
      """
    let run = try tool("schema", "compare", "--lines", stdin: input)
    #expect(run.status == 2)
    #expect(
      run.out == """
        {"id":1,"newSubsetOfOld":"no","oldSubsetOfNew":"yes","witnessNewNotOld":null}
        {"id":"b","newSubsetOfOld":"yes","oldSubsetOfNew":"no","witnessOldNotNew":""}
        {"id":3,"error":"line 4: 'old': /type: unknown type 'strin'"}
        {"id":4,"error":"line 5: the request has no 'new'"}
        {"id":null,"error":"line 6: the request is no JSON: column 1: a value is expected here"}

        """)
  }

  @Test("what is not decided is 3, with the reason")
  func undecided() throws {
    let tool = try ToolRun()
    let input = #"{"id":1,"old":{"pattern":"^(a)\\1$"},"new":{"pattern":"^aa$"}}"#
    let run = try tool("schema", "compare", "--lines", stdin: input)
    #expect(run.status == 3)
    #expect(run.out.contains(#""newSubsetOfOld":"undecided""#))
    #expect(run.out.contains("\"reasonNewNotOld\":\""))
  }

  @Test("drafts, and format where it is asked to assert")
  func options() throws {
    let tool = try ToolRun()
    let input = #"{"id":1,"old":{"type":"string"},"new":{"type":"string","format":"date"}}"#
    let plain = try tool("schema", "compare", "--lines", stdin: input)
    #expect(plain.out == #"{"id":1,"newSubsetOfOld":"yes","oldSubsetOfNew":"yes"}"# + "\n")
    let asserted = try tool("schema", "compare", "--lines", "--assert-format", stdin: input)
    #expect(asserted.out.contains(#""oldSubsetOfNew":"no""#))
    let seven =
      #"{"id":1,"old":{"items":[{"type":"string"}],"additionalItems":false},"new":{"maxItems":1}}"#
    let older = try tool("schema", "compare", "--lines", "--draft", "7", stdin: seven)
    #expect(older.out.contains(#""oldSubsetOfNew":"#))
    #expect(older.status == 0)
  }

  @Test("wrong use is 2")
  func wrongUse() throws {
    let tool = try ToolRun()
    #expect(try tool("schema", "compare").status == 2)
    #expect(try tool("schema", "compare", "none.json", "none.json").status == 2)
    try tool.write("true", to: "s.json")
    #expect(try tool("schema", "compare", "--lines", "s.json", "s.json").status == 2)
  }
}
