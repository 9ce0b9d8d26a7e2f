import TestSupport
import Testing

@Suite("json check")
struct JSONCheckCommandTests {
  private func check(_ text: String, status: Int32, out: String) throws {
    let run = try Run.product("bridge-contract", ["json", "check", "-"], stdin: Array(text.utf8))
    #expect(run.out == out)
    #expect(run.err.isEmpty)
    #expect(run.status == status)
  }

  @Test("an acceptable text is nothing to talk about")
  func acceptable() throws {
    try check("{\"a\": [1, 2.5e-3, null]}\r\n", status: 0, out: "")
    try check("\u{FEFF}[]", status: 0, out: "")
  }

  @Test("what is wrong is said with its position, columns in code points")
  func positions() throws {
    try check(
      "{\n  \"é\": tru\n}", status: 1,
      out: "standard input:2:8: error: a value is expected here\n")
    try check("", status: 1, out: "standard input:1:1: error: the text is empty\n")
    try check(
      "[1", status: 1, out: "standard input:1:3: error: the text ends in the middle of a value\n")
    try check(
      String(repeating: "[", count: 100_000), status: 1,
      out: "standard input:1:10001: error: nested deeper than 10000 levels\n")
  }

  @Test("a key that stands twice is a warning")
  func duplicateKey() throws {
    try check(
      "{\"a\": 1, \"\\u0061\": 2}", status: 0,
      out: "standard input:1:10: warning: this key stands twice in its object\n")
  }

  @Test("several files are all looked at; one that cannot be read makes it 2")
  func files() throws {
    let folder = try TemporaryFolder()
    try folder.write("[1]", to: "good.json")
    try folder.write("[1,]", to: "bad.json")
    let run = try Run.product(
      "bridge-contract", ["json", "check", "bad.json", "none.json", ".", "good.json"],
      in: folder.url)
    #expect(run.out == "bad.json:1:4: error: a comma without a value behind it\n")
    #expect(run.err == "error: none.json: no such file\nerror: .: is a directory\n")
    #expect(run.status == 2)
  }
}
