import BridgeContract
import BridgeFindings
import BridgeLog
import Testing

/// `function-missing` says which function the page has not: by name where the contract has it, or one
/// two edits away, else by its length.
@Suite("The function that the page does not have")
struct MissingFunctionTests {
  private static let contract = """
    {"bridgeContract": 1, "name": "calls", "version": "1.0.0", "framing": {"kind": "/kind"},
     "channels": {
       "receive": {"from": "native", "via": "evaluate", "call": "window.App.receive"},
       "back": {"from": "native", "via": "evaluate", "call": {"match": "^_[0-9]+$"}, "body": "call",
         "framing": {"reply": {"when": "always", "id": {"at": "/fn", "match": "^_([0-9]+)$"}}}}},
     "messages": {"sync": {"on": "receive", "payload": {"type": "object"}}}}
    """

  private func sentence(_ line: String, showsValues: Bool = false) throws -> String {
    guard case .loaded(let contract) = Contract.load(Array(Self.contract.utf8), file: "calls"),
      case .joined(let set) = ContractSet.join([contract])
    else { throw CancellationError() }
    var options = LogOptions()
    options.showsValues = showsValues
    let validator = LogValidator(set, options: options)
    validator.beginFile("log")
    validator.feed(Array((line + "\n").utf8))
    validator.endFile()
    let findings = validator.finish().findings
    try #require(findings.map(\.cause) == [.functionMissing])
    return findings[0].message
  }

  @Test(
    "by the channel's word, by its key, or by the body",
    arguments: [
      #""channel": "receive", "body": {"kind": "sync"}"#,
      #""channel": "receive""#,
      #""channel": "App.receive""#,
      #""channel": "window.App.receive", "body": {"kind": "sync"}"#,
      #""body": {"fn": "App.receive", "args": [{"kind": "sync"}]}"#,
    ])
  func named(_ fields: String) throws {
    #expect(
      try sentence(#"{"direction": "nativeToWeb", "cause": "function-missing", \#(fields)}"#)
        == #"the page has no function "App.receive""#)
  }

  @Test("a name that is two edits away is the call's own")
  func slip() throws {
    let slips = [
      #"{"direction": "nativeToWeb", "cause": "function-missing", "channel": "App.recieve"}"#,
      """
      {"direction": "nativeToWeb", "cause": "function-missing",
      """ + #" "body": {"fn": "App.recieve", "args": [{"kind": "sync"}]}}"#,
    ]
    for line in slips {
      #expect(try sentence(line) == #"the page has no function "App.recieve""#)
    }
  }

  @Test("other names are not shown, unless values are")
  func foreign() throws {
    let line =
      #"{"from": "native", "cause": "function-missing", "body": {"fn": "token4711", "args": []}}"#
    #expect(try sentence(line) == "the page has no function key(len 9)")
    #expect(try sentence(line, showsValues: true) == #"the page has no function "token4711""#)
  }

  @Test("where nothing names it, it has no name")
  func nameless() throws {
    let line = #"{"from": "native", "cause": "function-missing", "channel": "back"}"#
    #expect(try sentence(line) == "the page has no function of this name")
  }
}
