import TestSupport
import Testing

@testable import BridgeCommands

@Suite("What was said stays private")
struct CanaryTests {
  /// Unlike any word of the contract, the tool or the format.
  private static let canary = "qXz7Zebra9Wv"

  private static let contract = """
    {"bridgeContract": 1, "name": "small", "version": "1.0.0",
     "framing": {"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data",
      "ids": {"type": "integer"}, "reply": {"error": "/error", "code": "/error/code"}},
     "channels": {"bridge": {"from": "web", "via": "messageHandler", "origins": ["https://a.example"]},
      "receive": {"from": "native", "via": "evaluate", "call": "receive"}},
     "errors": {"no": {"payload": {"type": "object"}}},
     "messages": {
      "tap": {"on": "bridge", "version": 1,
       "payload": {"type": "object", "required": ["x"], "properties": {
        "x": {"type": "integer"}, "word": {"enum": ["a", "b"]}, "mail": {"format": "email"},
        "text": {"type": "string", "maxLength": 3, "pattern": "^[a-c]*$"},
        "list": {"type": "array", "uniqueItems": true},
        "hash": {"type": "string", "maxLength": 1, "log": "hash"}}},
       "reply": {"on": "receive", "payload": {"type": "object"}, "errors": ["no"], "within": "1s"}}}}
    """

  /// Every place of a log line in which somebody's words can stand.
  private static let log: String = {
    let c = canary
    let head =
      "\"session\": \"\(c)s\", \"frame\": {\"main\": true, \"origin\": \"https://\(c).example\"}"
    func web(_ body: String) -> String {
      "{\(head), \"t\": 1, \"direction\": \"webToNative\", \"channel\": \"bridge\", \"body\": \(body)}"
    }
    func native(_ body: String) -> String {
      "{\(head), \"t\": 9000, \"direction\": \"nativeToWeb\", \"channel\": \"receive\", \"body\": \(body)}"
    }
    return [
      web("{\"kind\": \"\(c)\", \"v\": 1, \"id\": 1}"),
      web("{\"kind\": \"tap\", \"v\": \"\(c)\", \"id\": 2}"),
      web("{\"kind\": \"tap\", \"v\": 1, \"id\": \"\(c)\", \"data\": {\"x\": 1}}"),
      web(
        "{\"kind\": \"tap\", \"v\": 1, \"id\": 3, \"\(c)\": 1, \"data\": {\"x\": \"\(c)\", "
          + "\"word\": \"\(c)\", \"mail\": \"\(c)\", \"text\": \"\(c)\", "
          + "\"list\": [\"\(c)\", \"\(c)\"], \"hash\": \"\(c)\", \"\(c)\": {\"\(c)\": \"\(c)\"}}}"),
      web(
        "{\"kind\": \"tap\", \"v\": 1, \"id\": 4, \"data\": {\"x\": 1, \"text\": \"\(c)\\ud800\"}}"),
      native("{\"id\": \"\(c)\", \"data\": {}}"),
      native("{\"id\": 3, \"error\": {\"code\": \"\(c)\"}}"),
      native("{\"id\": 4, \"data\": \"\(c)\"}"),
      native("\"\(c)\""),
      "{\"event\": \"\(c)\"}",
      "{\"channel\": \"\(c)\", \"body\": \"\(c)\"}",
      "{\"direction\": \"\(c)\", \"body\": \"\(c)\"}",
      "{\"cause\": \"\(c)\", \"body\": 1}",
      "{\"\(c)\": \"\(c)\"}",
      "{\"body\": {\"\(c)\": 1, \"\(c)\": 2}}",
      "\(c) is no JSON",
      "[\"\(c)\"]",
      "{\"body\": \"\(c)",
    ].joined(separator: "\n")
  }()

  @Test("no report holds a word of the traffic", arguments: OutputFormat.allCases)
  func formats(_ format: OutputFormat) throws {
    let run = try ToolRun()
    try run.write(Self.contract, to: "Contracts/small.bridge.json")
    try run.write(Self.log, to: "run.jsonl")
    for arguments in [[], ["--line", "4"], ["--max-findings", "3"]] {
      let result = try Run.product(
        "bridge-contract", ["validate", "run.jsonl", "--format", format.rawValue] + arguments,
        in: run.folder.url)
      #expect(result.status == 1)
      let said = (result.out + result.err).lowercased()
      #expect(!said.contains(Self.canary.lowercased()), "\(arguments)")
    }
  }

  @Test("--show-values shows them, on purpose")
  func shown() throws {
    let run = try ToolRun()
    try run.write(Self.contract, to: "Contracts/small.bridge.json")
    let result = try run("validate", "-", "--show-values", stdin: Self.log)
    #expect(result.out.contains(Self.canary))
  }
}
