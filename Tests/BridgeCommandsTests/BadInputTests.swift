import Foundation
import TestSupport
import Testing

@Suite("Bad input gets a clear error, never a crash")
struct BadInputTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(SmallContract.text, to: "Contracts/small.bridge.json")
    try run.write(SmallContract.good, to: "good.jsonl")
  }

  @Test("logs that cannot be opened; the others are judged all the same")
  func unreadable() throws {
    let alone = try run("validate", "none.jsonl")
    #expect(alone.err == "error: none.jsonl: no such file\n")
    #expect(alone.status == 2)
    let result = try run("validate", "none.jsonl", "Contracts", "good.jsonl")
    #expect(
      result.err == """
        error: none.jsonl: no such file
        error: Contracts: is a directory
          name the logs in it, as in: Contracts/*.jsonl

        """)
    #expect(result.out.contains("no findings in 1 message"))
    #expect(result.status == 2)
    if getuid() != 0 {
      try FileManager.default.setAttributes(
        [.posixPermissions: 0],
        ofItemAtPath: run.folder.url.appendingPathComponent("good.jsonl").path)
      let denied = try run("validate", "good.jsonl")
      #expect(denied.err.hasPrefix("error: good.jsonl: permission denied\n"))
      #expect(denied.status == 2)
    }
  }

  @Test("a file that is no log is told as what it is")
  func noLog() throws {
    let contract = try run("validate", "Contracts/small.bridge.json")
    #expect(
      contract.err.hasSuffix(
        "note: Contracts/small.bridge.json is a contract: "
          + "bridge-contract check Contracts/small.bridge.json\n"))
    #expect(contract.status == 1)
    try run.write("[\n{\"body\": {}},\n{\"body\": {}}]\n", to: "it's one.json")
    let array = try run("validate", "it's one.json")
    #expect(
      array.err.hasSuffix(
        "note: it's one.json is one JSON value; a log has an object on each line: "
          + "jq -c '.[]' 'it'\\''s one.json'\n"))
    try run.write("a\u{0}b\n", to: "picture.png")
    #expect(
      try run("validate", "picture.png").err.hasSuffix(
        "note: picture.png is no text: was another file meant?\n"))
    // Some bad lines make no other file of it.
    try run.write(SmallContract.good + "{\n", to: "some.jsonl")
    #expect(try run("validate", "some.jsonl").err.isEmpty)
  }

  @Test("logs in which nothing can be judged are exit status 3")
  func nothing() throws {
    for log in ["", "\n\n", "\u{FEFF}\r\n"] {
      let result = try run("validate", "-", stdin: log)
      #expect(result.err == "nothing was judged: no line of the log is a message of the contract\n")
      #expect(result.status == 3)
    }
    let foreign = "{\"direction\": \"webToNative\", \"channel\": \"other\", \"body\": {}}\n"
    let result = try run("validate", "-", stdin: foreign + foreign)
    #expect(
      result.err == "nothing was judged: 2 of 2 lines are on channels of no contract\n")
    #expect(result.status == 3)
  }

  @Test(
    "bad lines are named and the run goes on",
    arguments: [
      "binary", "unfinished", "array", "twice", "deep", "large",
    ])
  func lines(_ what: String) throws {
    let (line, cause) =
      switch what {
      case "binary": ("\u{0}\u{1}\u{2}", "malformed-json")
      case "unfinished": ("{\"body\": ", "malformed-json")
      case "array": ("[]", "bad-line")
      case "twice": ("{\"body\": 1, \"body\": 2}", "duplicate-key")
      case "deep":
        (
          "{\"body\": " + String(repeating: "[", count: 100_000)
            + String(repeating: "]", count: 100_000) + "}", "too-deep"
        )
      default: ("{\"body\": \"" + String(repeating: "a", count: 17 << 20) + "\"}", "too-large")
      }
    let result = try run("validate", "-", stdin: line + "\n" + SmallContract.good)
    #expect(result.out.hasPrefix("-:1: error[\(cause)] "))
    #expect(result.out.contains(" in 1 message in 2 lines "))
    #expect(result.status == 1)
  }

  @Test("bytes that are no UTF-8, and a last line that breaks off")
  func bytes() throws {
    let invalid = Array("{\"body\": \"".utf8) + [0xC3, 0x28] + Array("\"}\n".utf8)
    let result = try Run.product(
      "bridge-contract", ["validate", "-"], stdin: invalid, in: run.folder.url)
    #expect(result.out.hasPrefix("-:1: error[malformed-json] "))
    let cut = try run("validate", "-", stdin: SmallContract.good + "{\"body\": {\"kind\"")
    #expect(cut.out.hasPrefix("-:2: error[cut-off] "))
    #expect(cut.status == 1)
  }

  @Test("a byte order mark, CR before LF and empty lines are ignored")
  func tolerance() throws {
    let log = "\u{FEFF}\r\n\(SmallContract.good.dropLast())\r\n\n"
    #expect(try run("validate", "-", stdin: log).status == 0)
  }

  @Test(
    "a broken contract is an error with its position, and nothing is judged",
    arguments: [
      ("", "c.bridge.json:1:1: error: the text is empty"),
      (
        "{\"bridgeContract\": 1,\n \"nmae\": \"x\"}",
        "c.bridge.json:2:2: error: unknown key \"nmae\""
      ),
      (
        "{\n\"bridgeContract\": 7}",
        "c.bridge.json:2:19: error: contract format 7 is not understood"
      ),
      (
        "{\"bridgeContract\": 1, \"name\": }",
        "c.bridge.json:1:31: error: a value is expected here"
      ),
      (
        SmallContract.text.replacing(
          "{\"type\": \"integer\"}", with: "{\"$ref\": \"#/types/a\"}"
        ).replacing(
          "\"messages\"",
          with: "\"types\": {\"a\": {\"$ref\": \"#/types/b\"}, \"b\": {\"$ref\": \"#/types/a\"}},\n"
            + "\"messages\""), "c.bridge.json:"
      ),
    ] as [(String, String)])
  func contracts(_ text: String, _ words: String) throws {
    try run.write(text, to: "c.bridge.json")
    let validate = try run("validate", "--contract", "c.bridge.json", "good.jsonl")
    #expect(validate.out.isEmpty)
    #expect(validate.err.contains(words), "\(validate.err)")
    #expect(validate.err.hasSuffix("error: the contract is broken: nothing was judged\n"))
    #expect(validate.status == 2)
    let check = try run("check", "c.bridge.json")
    #expect(check.out.contains(words), "\(check.out)")
    #expect(check.status == 2)
  }

  @Test("one message that two contracts claim")
  func claimedTwice() throws {
    try run.write(
      SmallContract.text.replacing("\"small\"", with: "\"other\""),
      to: "Contracts/other.bridge.json")
    for arguments in [["validate", "good.jsonl"], ["check"], ["check", "Contracts"], []] {
      let result = try Run.product("bridge-contract", arguments, in: run.folder.url)
      #expect((result.out + result.err).contains("claims a kind and version"), "\(arguments)")
      #expect(result.status == 2)
    }
  }

  @Test("no contract at all")
  func noContract() throws {
    let empty = try ToolRun()
    let words = """
      error: no contract was found
        looked for Contracts/*.bridge.json here and upward
        name one with --contract FILE, or write one with: bridge-contract init

      """
    let validate = try empty("validate", "-")
    #expect(validate.err == words)
    #expect(validate.status == 2)
    #expect(try empty().err == words)
    #expect(try empty().status == 3)
    #expect(try empty("check").status == 3)
    let missing = try empty("validate", "-", "--contract", "none")
    #expect(missing.err == "error: none: no such file\n")
    #expect(missing.status == 2)
    try empty.write("x", to: "dir/readme")
    let folder = try empty("validate", "-", "--contract", "dir")
    #expect(folder.err == "error: dir: no *.bridge.json in this folder\n")
  }

  @Test("a broken project file says where, a missing one that it is missing")
  func projectFile() throws {
    try run.write("{\n  \"contrcts\": []\n}", to: "bridge-contract.json")
    let result = try run("validate", "good.jsonl")
    #expect(
      result.err == "error: bridge-contract.json:2:3: there is no key 'contrcts' here; known are "
        + "contracts, log, failOn, formats and released\n  did you mean contracts?\n")
    #expect(result.status == 2)
    #expect(try run("validate", "good.jsonl", "--isolated").status == 0)
    let missing = try run("validate", "good.jsonl", "--config", "other.json")
    #expect(missing.err == "error: other.json: no such file\n")
    #expect(missing.status == 2)
  }

  @Test("a reader that goes away is no error")
  func closedPipe() throws {
    let log = String(repeating: SmallContract.bad, count: 5000)
    let result = try run("validate", "-", "--format", "jsonl", stdin: log, output: .closedPipe)
    #expect(result.err.isEmpty)
    #expect(result.status == 1)
  }

  @Test("a report that cannot be written is said before the work begins")
  func report() throws {
    let result = try run("validate", "good.jsonl", "--format", "json=none/report.json")
    #expect(result.err == "error: none/report.json: the folder none does not exist\n")
    #expect(result.status == 2)
  }

  @Test("descriptors that the caller closed: no file takes their place")
  func closedDescriptors() throws {
    try run.write(SmallContract.text, to: "c.bridge.json")
    let canonical = try run("fmt", "-", stdin: SmallContract.text).out
    func shell(_ line: String) throws -> Run {
      let tool = Run.products.appendingPathComponent("bridge-contract").path
      return try Run.command("/bin/sh", ["-c", line, tool], in: run.folder.url)
    }
    let closed = try shell("exec \"$0\" fmt c.bridge.json <&- >&- 2>&-")
    #expect(try run.text("c.bridge.json") == canonical)
    #expect(closed.status == 2)
    let input = try shell("exec \"$0\" validate - <&-")
    #expect(input.err == "error: -: it is closed\n")
    #expect(input.status == 2)
  }

  @Test("errors of one place with other words are not one group")
  func manyErrors() throws {
    try run.write("{\"bridgeContract\": 1}", to: "c.bridge.json")
    let result = try run("check", "c.bridge.json")
    #expect(result.out.contains("c.bridge.json:1:1: error: the contract has no name\n"))
    #expect(!result.out.contains("more like it"))
  }

  @Test("the command that looks again has the options that decide what is found")
  func again() throws {
    try run.write(SmallContract.bad, to: "a b.jsonl")
    let result = try run(
      "validate", "a b.jsonl", "--contract", "Contracts", "--map", "t=/when", "--format", "text")
    #expect(
      result.out.contains(
        "again     bridge-contract validate 'a b.jsonl' --line 1 --contract Contracts --map "
          + "'t=/when'\n"))
    let other = try run("validate", "good.jsonl", "--line", "9")
    #expect(other.err == "note: nothing was found at line 9; the numbers are of all lines\n")
  }
}
