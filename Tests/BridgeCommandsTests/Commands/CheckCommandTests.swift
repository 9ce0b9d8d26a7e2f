import Foundation
import TestSupport
import Testing

@Suite("check and the bare command")
struct CheckCommandTests {
  private let run: ToolRun

  init() throws {
    run = try ToolRun()
    try run.write(SmallContract.text, to: "app/Contracts/small.bridge.json")
  }

  @Test("contracts are found in the nearest folder upward")
  func upward() throws {
    try run.write(SmallContract.text, to: "Contracts/far.bridge.json")
    try run.write("", to: "app/web/src/index.html")
    let folder = run.folder.url.appendingPathComponent("app/web/src")
    let result = try Run.product("bridge-contract", ["check"], in: folder)
    #expect(
      result.out == "../../Contracts/small.bridge.json: no findings in 1 contract with 1 message, "
        + "1 example and 0 scenarios\n")
    #expect(result.status == 0)
  }

  @Test("the bare command does the same and says what comes next, on stderr")
  func bare() throws {
    let folder = run.folder.url.appendingPathComponent("app")
    let check = try Run.product("bridge-contract", ["check"], in: folder)
    let bare = try Run.product("bridge-contract", [], in: folder)
    #expect(bare.out == check.out)
    #expect(bare.err.hasPrefix("next: bridge-contract validate LOG "))
    #expect(bare.status == 0)
  }

  @Test("an example that does not come out as it says is a finding")
  func example() throws {
    try run.write(
      SmallContract.text.replacing("\"x\": 1}}]", with: "\"x\": \"1\"}}]"), to: "bad.bridge.json")
    let result = try run("check", "bad.bridge.json")
    #expect(result.out.hasPrefix("bad.bridge.json:6:"))
    #expect(result.out.contains(": error: the example is refused: wrong-type"))
    #expect(result.status == 1)
    let quiet = try run("check", "bad.bridge.json", "--fail-on", "never")
    #expect(quiet.status == 0)
  }

  @Test("a live scenario that does not come out as it says is a finding at its place")
  func liveScenario() throws {
    let sync = try String(
      contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8)
    try run.write(sync, to: "good.bridge.json")
    try run.write(
      sync.replacing(#""fails": "function-missing""#, with: #""fails": "web-rejected""#),
      to: "bad.bridge.json")
    let good = try run("check", "good.bridge.json")
    #expect(good.out.hasSuffix("24 examples and 13 scenarios\n"))
    #expect(good.status == 0)
    let bad = try run("check", "bad.bridge.json")
    #expect(
      bad.out.contains(
        #"the scenario "page without receiver" must fail with web-rejected, but what was found first is function-missing"#
      ))
    #expect(bad.status == 1)
  }

  @Test("a live scenario without an end is a finding, in bounded time")
  func endless() throws {
    let page = #"[{"when": "load", "do": [{"after": "2ms", "do": [{"navigate": "reload"}]}]}]"#
    try run.write(
      SmallContract.text.replacing(
        #""x": 1}}]}}}"#,
        with: #""x": 1}}]}}, "scenarios": {"s": {"page": \#(page), "native": []}}}"#),
      to: "endless.bridge.json")
    let result = try run("check", "endless.bridge.json")
    #expect(result.out.contains("it does not come to an end within 60000 steps"))
    #expect(result.status == 1)
  }

  @Test("what init writes passes")
  func initialised() throws {
    _ = try run("init", "fresh")
    let folder = run.folder.url.appendingPathComponent("fresh")
    let result = try Run.product("bridge-contract", ["--fail-on", "warning"], in: folder)
    #expect(
      result.out == "Contracts/sync.bridge.json: no findings in 1 contract with 2 messages, "
        + "6 examples and 2 scenarios\n")
    #expect(result.status == 0)
  }

  @Test("listed contracts of other bridges do not disturb each other; found ones must agree")
  func relation() throws {
    try run.write(
      SmallContract.text.replacing("\"small\"", with: "\"other\"").replacing("/kind", with: "/k")
        .replacing("{\"kind\": \"tap\"", with: "{\"k\": \"tap\""),
      to: "app/Contracts/other.bridge.json")
    let listed = try run("check", "app/Contracts")
    #expect(listed.status == 0, "\(listed.out)")
    let found = try run("check", "--contract", "app/Contracts")
    #expect(found.out.contains("the channel \"bridge\" is written otherwise"))
    #expect(found.status == 2)
  }

  @Test("--show-settings says what would be used and where it comes from")
  func settings() throws {
    #expect(
      try run("--show-settings", "--contract", "app/Contracts").out == """
        project file  none
        contracts     app/Contracts/small.bridge.json  (--contract)
        fail-on       error  (default)
        format        concise  (default)
        max-findings  1000

        """)
    try run.write(
      """
      {"contracts": ["app/Contracts"], "failOn": "warning", "formats": ["md", "sarif=out.sarif"],
       "log": {"map": {"body": "/m"}, "channel": "bridge"}, "released": "old"}
      """, to: "bridge-contract.json")
    try run.write("", to: "web/index.html")
    let result = try Run.product(
      "bridge-contract", ["validate", "--show-settings", "--max-findings", "5"],
      in: run.folder.url.appendingPathComponent("web"))
    #expect(
      result.out == """
        project file  ../bridge-contract.json
        contracts     ../app/Contracts/small.bridge.json  (from ../bridge-contract.json)
        fail-on       warning  (from ../bridge-contract.json)
        format        md  (from ../bridge-contract.json)
                      sarif=../out.sarif
        max-findings  5
        log map       body=/m
        log channel   bridge
        released      ../old

        """)
    #expect(result.status == 0)
  }
}
