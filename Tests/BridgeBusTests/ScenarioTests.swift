import BridgeBus
import BridgeContract
import BridgeFindings
import Foundation
import TestSupport
import Testing

@Suite("Live scenarios of contracts")
struct ScenarioTests {
  private static let shipped: [URL] = {
    let folders = ["Contracts", "Contracts/bridges", "Contracts/released"]
    return folders.flatMap { folder in
      (try? FileManager.default.contentsOfDirectory(
        at: Project.url(folder), includingPropertiesForKeys: nil)) ?? []
    }.filter { $0.path.hasSuffix(".bridge.json") }.sorted { $0.path < $1.path }
  }()

  private func contract(_ text: String) throws -> Contract {
    switch Contract.load(Array(text.utf8), file: "test.bridge.json") {
    case .loaded(let contract): return contract
    case .broken(let findings): throw SupportError("\(findings.map(\.message))")
    }
  }

  @Test("Those of the shipped contracts come out as they say", arguments: shipped)
  func shippedContracts(_ url: URL) throws {
    let contract = try contract(String(contentsOf: url, encoding: .utf8))
    let runner = try #require(ScenarioRunner(contract))
    #expect(runner.findings().map(\.message) == [])
  }

  @Test("The shipped contracts have live scenarios at all")
  func someAreLive() throws {
    #expect(Self.shipped.count > 15)
    let sync = try contract(
      String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8))
    #expect(ScenarioRunner(sync)?.names.count == 4)
  }

  /// The contract that the scenarios below are put into.
  private func outcome(
    _ scenario: String, _ schedule: Schedule = .standard
  ) throws -> ScenarioRunner.Outcome {
    let text = """
      {"bridgeContract": 1, "name": "t", "version": "1.0.0",
       "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "integer"},
         "reply": {"error": "/error", "code": "/error/code"}},
       "channels": {"bridge": {"from": "web", "via": "messageHandler"},
         "ask": {"from": "web", "via": "messageHandlerWithReply", "framing": {"kind": "/kind"}},
         "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
         "fetch": {"from": "native", "via": "callAsync", "call": "App.fetch", "framing": {"kind": "/kind"}}},
       "errors": {"busy": {"payload": {"type": "object", "required": ["code"], "properties": {"code": {"const": "busy"}}}}},
       "messages": {
         "hello": {"on": "bridge", "id": "none", "payload": true, "examples": [{"body": {"kind": "hello", "data": null}}]},
         "get": {"on": "bridge", "payload": {"type": "object", "required": ["key"], "properties": {"key": {"type": "string"}}},
           "reply": {"on": "receive", "payload": {"type": "number"}, "errors": ["busy"], "within": "1s"},
           "examples": [{"body": {"kind": "get", "id": 7, "data": {"key": "a"}}, "reply": {"id": 7, "data": 1}},
             {"body": {"kind": "get", "id": 7, "data": {"key": "a"}}, "reply": {"id": 7, "error": {"code": "busy"}}}]},
         "push": {"on": "receive", "id": "none", "payload": {"type": "string"}, "examples": [{"body": {"kind": "push", "data": "x"}}]},
         "name": {"on": "ask", "payload": true, "reply": {"payload": {"type": "string"}}, "examples": [{"body": {"kind": "name"}, "reply": "Ada"}]},
         "size": {"on": "fetch", "payload": true, "reply": {"payload": {"type": "integer"}}, "examples": [{"body": {"kind": "size"}, "reply": 3}]}},
       "order": [{"id": "push-after-load", "rule": "precedes", "first": "@loadFinished", "then": "push"}],
       "scenarios": {"s": \(scenario)}}
      """
    let runner = try #require(ScenarioRunner(try contract(text)))
    return try #require(runner.run("s", schedule: schedule))
  }

  private func causes(_ scenario: String) throws -> [String] {
    let outcome = try outcome(scenario)
    #expect(outcome.problem == nil)
    return outcome.findings.map { $0.cause?.id ?? "none" }
  }

  @Test("A request and its answer: the trace is a log, with virtual times")
  func trace() throws {
    let outcome = try outcome(
      #"""
      {"page": [{"when": "inline", "do": [{"send": "get"}]}, {"when": "reply:get", "do": [{"send": "hello"}]}],
       "native": [{"when": "get", "do": [{"after": "200ms", "do": [{"answer": "ok"}]}]}]}
      """#)
    #expect(outcome.findings == [])
    #expect(
      outcome.trace == [
        #"{"t":0,"event":"@handlerRegistered"}"#, #"{"t":0,"event":"@handlerRegistered"}"#,
        #"{"t":0,"event":"@loadStarted"}"#, #"{"t":0,"event":"@loadCommitted"}"#,
        #"{"t":0,"direction":"webToNative","channel":"bridge","body":{"kind": "get", "id": 7, "data": {"key": "a"}}}"#
          .replacingOccurrences(of: #": "#, with: ":").replacingOccurrences(of: ", ", with: ","),
        #"{"t":0,"event":"@loadFinished"}"#,
        #"{"t":200,"direction":"nativeToWeb","channel":"receive","body":{"id":7,"data":1}}"#,
        #"{"t":200,"direction":"webToNative","channel":"bridge","body":{"kind":"hello","data":null}}"#,
      ])
  }

  @Test(
    "Each cause comes from what brings it about",
    arguments: [
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get"}]}], "native": [{"when": "get", "do": [{"answer": "busy"}]}]}"#,
        []
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get"}]}], "native": []}"#, ["reply-missing"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get"}]}], "native": [{"when": "get", "do": [{"after": "1200ms", "do": [{"answer": "ok"}]}]}]}"#,
        ["reply-late"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get"}, {"send": "get"}]}], "native": [{"when": "get", "do": [{"answer": "ok"}]}]}"#,
        []
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get", "payload": {"key": 1}}]}], "native": []}"#,
        ["wrong-type", "reply-missing"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"unregister": "receive"}]}], "native": [{"when": "@loadFinished", "do": [{"send": "push"}]}]}"#,
        ["function-missing"]
      ),
      (
        #"{"page": [{"when": "push", "do": [{"throw": "no"}]}], "native": [{"when": "@loadFinished", "do": [{"send": "push"}]}]}"#,
        ["web-rejected"]
      ),
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"body": {"kind": "push", "data": 1}, "channel": "receive"}]}]}"#,
        ["web-rejected"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "hello"}]}], "native": [{"when": "hello", "do": [{"send": "push"}]}]}"#,
        ["too-early"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "hello"}]}], "native": [{"when": "start", "do": [{"load": "page"}]}]}"#,
        ["handler-missing"]
      ),
      // The page took the call; that it then posted to nobody is the one cause.
      (
        #"{"page": [{"when": "push", "do": [{"send": "hello"}]}], "native": [{"when": "start", "do": [{"load": "page"}]}, {"when": "@loadFinished", "do": [{"send": "push"}]}]}"#,
        ["handler-missing"]
      ),
      // A reply to a page whose process died goes unheard (R38, R42).
      (
        #"{"page": [{"when": "load", "do": [{"send": "name"}]}], "native": [{"when": "name", "do": [{"after": "100ms", "do": [{"answer": "ok"}]}]}, {"when": "@loadFinished", "do": [{"after": "10ms", "do": [{"terminate": true}]}]}]}"#,
        ["process-terminated"]
      ),
      // However long a delay is, what is behind it happens.
      (
        #"{"page": [{"when": "load", "do": [{"after": "8760h", "do": [{"send": "hello"}]}]}], "native": [{"when": "hello", "do": [{"terminate": true}]}]}"#,
        ["process-terminated"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "hello"}, {"send": "hello"}]}], "native": [{"when": "hello", "do": [{"unregister": "bridge"}]}]}"#,
        ["native-not-received"]
      ),
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"load": "missing"}]}]}"#,
        ["load-failed"]
      ),
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"terminate": true}]}]}"#,
        ["process-terminated"]
      ),
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"destroy": true}, {"send": "push"}]}]}"#,
        ["after-teardown"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "name"}]}, {"when": "reply:name", "do": [{"send": "hello"}]}], "native": [{"when": "name", "do": [{"answer": "ok"}]}]}"#,
        []
      ),
      (
        #"{"page": [{"when": "size", "do": [{"after": "50ms", "do": [{"answer": "ok"}]}]}], "native": [{"when": "@loadFinished", "do": [{"send": "size"}]}]}"#,
        []
      ),
      (
        #"{"page": [{"when": "size", "do": [{"answer": "ok", "payload": "three"}]}], "native": [{"when": "@loadFinished", "do": [{"send": "size"}]}]}"#,
        ["wrong-type"]
      ),
    ])
  func causes(_ scenario: String, _ expected: [String]) throws {
    #expect(try causes(scenario) == expected)
  }

  @Test("An answer to a page that is gone finds no function")
  func answerToNobody() throws {
    let outcome = try outcome(
      #"""
      {"page": [{"when": "inline", "do": [{"send": "get"}, {"navigate": "away"}]}],
       "native": [{"when": "get", "do": [{"after": "100ms", "do": [{"answer": "ok"}]}]}]}
      """#)
    #expect(outcome.first?.cause == .functionMissing)
  }

  @Test("A scenario that never ends says so")
  func problems() throws {
    let endless = try outcome(
      #"{"page": [{"when": "load", "do": [{"navigate": "reload"}]}], "native": []}"#)
    #expect(endless.problem == "it never comes to an end, without time passing")
    let slow = try outcome(
      #"{"page": [{"when": "load", "do": [{"after": "1s", "do": [{"navigate": "reload"}]}]}], "native": []}"#
    )
    #expect(slow.problem == "it does not come to an end within 60000 steps")
  }

  // MARK: Other ways than handlers

  private func other(_ scenario: String) throws -> ScenarioRunner {
    let text = """
      {"bridgeContract": 1, "name": "t", "version": "1.0.0",
       "framing": {"kind": "/kind"},
       "channels": {"queue": {"from": "web", "via": "poll", "call": "Bridge.fetch"},
         "ask": {"from": "web", "via": "prompt", "match": "^name$", "framing": {"kind": "/args/0"}},
         "visit": {"from": "web", "via": "navigation", "url": "bridge://", "framing": {"kind": {"at": "", "match": "^bridge://([a-z]+)"}}},
         "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
         "reply": {"from": "web", "via": "messageHandlerWithReply", "framing": {"kind": "/kind", "reply": {"error": "/error", "code": "/error/code"}}}},
       "errors": {"busy": {"payload": {"type": "object", "required": ["code", "after"], "properties": {"code": {"const": "busy"}, "after": {"type": "integer"}}}}},
       "messages": {
         "item": {"on": "queue", "payload": true, "examples": [{"body": {"kind": "item"}}]},
         "name": {"on": "ask", "payload": true, "reply": {"payload": {"type": "string"}}, "examples": [{"body": {"fn": "prompt", "args": ["name"]}, "reply": "Ada"}]},
         "open": {"on": "visit", "payload": true, "examples": [{"body": "bridge://open"}]},
         "work": {"on": "reply", "payload": true, "reply": {"payload": true, "errors": ["busy"]}, "examples": [{"body": {"kind": "work"}, "reply": {"done": true}}, {"body": {"kind": "work"}, "reply": {"error": {"code": "busy", "after": 5}}}]},
         "done": {"on": "receive", "payload": true, "examples": [{"body": {"kind": "done"}}]}},
       "scenarios": {"s": \(scenario)}}
      """
    return try #require(ScenarioRunner(try contract(text)))
  }

  @Test(
    "Channels that are polled, prompts and navigations have receiving ends like handlers",
    arguments: [
      (
        #"{"page": [{"when": "inline", "do": [{"send": "item"}, {"send": "item"}]}], "native": [{"when": "item", "do": [{"send": "done"}]}]}"#,
        ["webToNative 100", "nativeToWeb 100", "webToNative 100", "nativeToWeb 100"], []
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "item"}]}], "native": [{"when": "start", "do": [{"load": "page"}]}, {"when": "@loadFinished", "do": [{"after": "250ms", "do": [{"register": "queue"}]}]}]}"#,
        ["webToNative 300"], []
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "item"}]}], "native": [{"when": "start", "do": [{"load": "page"}]}]}"#,
        ["webToNative 0"], ["native-not-received"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "name"}]}, {"when": "reply:name", "do": [{"send": "open"}]}], "native": [{"when": "name", "do": [{"answer": "ok"}]}]}"#,
        ["webToNative 0", "webToNative 0"], []
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "name"}]}], "native": [{"when": "start", "do": [{"load": "page"}]}]}"#,
        ["webToNative 0"], ["handler-missing"]
      ),
      (
        #"{"page": [{"when": "load", "do": [{"send": "open"}]}], "native": [{"when": "@loadFinished", "do": [{"unregister": "visit"}]}]}"#,
        ["webToNative 0"], ["handler-missing"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "open"}]}], "native": [{"when": "start", "do": [{"register": "ask"}, {"load": "page"}]}]}"#,
        ["webToNative 0"], ["handler-missing"]
      ),
      (
        #"{"page": [{"when": "inline", "do": [{"send": "work"}]}], "native": [{"when": "work", "do": [{"answer": "busy", "payload": {"code": "busy"}}]}]}"#,
        ["webToNative 0"], ["missing-field"]
      ),
    ] as [(String, [String], [String])])
  func otherWays(_ scenario: String, _ said: [String], _ causes: [String]) throws {
    let outcome = try #require(try other(scenario).run("s"))
    #expect(outcome.problem == nil)
    let lines = outcome.trace.compactMap { line -> String? in
      guard let match = line.firstMatch(of: /"t":([0-9]+),"direction":"([A-Za-z]+)"/) else {
        return nil
      }
      return "\(match.2) \(match.1)"
    }
    #expect(lines == said)
    #expect(outcome.findings.map { $0.cause?.id ?? "none" } == causes)
  }

  @Test("A step that can never come is an error")
  func impossible() throws {
    let own = try other(
      #"{"page": [{"when": "item", "do": [{"send": "item"}]}], "native": []}"#)
    #expect(
      own.findings().map(\.message) == [
        #"the scenario "s" waits on the web side for "item", which can never come: "item" is said by web"#
      ])
    let reply = try other(
      #"{"page": [{"when": "reply:item", "do": [{"send": "item"}]}], "native": []}"#)
    #expect(
      reply.findings().map(\.message) == [
        #"the scenario "s" waits on the web side for "reply:item", which can never come: "item" has no reply"#
      ])
  }

  @Test("The same token gives the same trace")
  func replay() throws {
    let scenario =
      #"{"page": [{"when": "inline", "do": [{"send": "get"}, {"after": "0ms", "do": [{"send": "hello"}]}]}], "native": [{"when": "get", "do": [{"answer": "ok"}]}]}"#
    for seed in 0..<20 {
      let first = try outcome(scenario, .random(seed: UInt64(seed)))
      let again = try outcome(scenario, try #require(Schedule(token: first.token)))
      #expect(first.trace == again.trace)
      #expect(first.findings == [])
    }
  }
}
