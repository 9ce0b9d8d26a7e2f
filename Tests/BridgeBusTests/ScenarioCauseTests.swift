import BridgeBus
import BridgeContract
import BridgeFindings
import TestSupport
import Testing

@Suite("What a live scenario's trace is told by")
struct ScenarioCauseTests {
  /// The runner of a scenario "s".
  static func runner(
    _ scenario: String, _ profile: EngineProfile = .apple
  ) throws -> ScenarioRunner {
    let text = """
      {"bridgeContract": 1, "name": "t", "version": "1.0.0",
       "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "integer"},
         "reply": {"error": "/error", "code": "/error/code"}},
       "channels": {"bridge": {"from": "web", "via": "messageHandler"},
         "ask": {"from": "web", "via": "messageHandlerWithReply", "framing": {"kind": "/kind"}},
         "prompt": {"from": "web", "via": "prompt", "match": "^name$", "framing": {"kind": "/args/0"}},
         "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
         "fetch": {"from": "native", "via": "callAsync", "call": "App.fetch", "framing": {"kind": "/kind"}},
         "value": {"from": "native", "via": "evaluate", "call": "App.value", "framing": {"kind": "/kind"}}},
       "messages": {
         "hello": {"on": "bridge", "id": "none", "payload": true, "examples": [{"body": {"kind": "hello", "data": null}}]},
         "get": {"on": "bridge", "payload": true, "reply": {"on": "receive", "payload": true, "within": "500ms"},
           "examples": [{"body": {"kind": "get", "id": 7, "data": null}, "reply": {"id": 7, "data": 1}}]},
         "ping": {"on": "receive", "payload": true, "reply": {"on": "bridge", "payload": true, "within": "500ms"},
           "examples": [{"body": {"kind": "ping", "id": 70, "data": 1}, "reply": {"id": 70, "data": 2}}]},
         "push": {"on": "receive", "id": "none", "payload": {"type": "string"}, "examples": [{"body": {"kind": "push", "data": "x"}}]},
         "name": {"on": "ask", "payload": true, "reply": {"payload": {"type": "string"}}, "examples": [{"body": {"kind": "name"}, "reply": "Ada"}]},
         "who": {"on": "prompt", "kind": "name", "payload": true, "reply": {"payload": {"type": "string"}}, "examples": [{"body": {"fn": "prompt", "args": ["name"]}, "reply": "Ada"}]},
         "size": {"on": "fetch", "payload": true, "reply": {"payload": {"type": "integer"}, "within": "500ms"}, "examples": [{"body": {"kind": "size"}, "reply": 3}]},
         "len": {"on": "value", "payload": true, "reply": {"on": "return", "payload": {"type": "integer"}, "within": "500ms"}, "examples": [{"body": {"kind": "len"}, "reply": 3}]}},
       "scenarios": {"s": \(scenario)}}
      """
    switch Contract.load(Array(text.utf8), file: "test.bridge.json") {
    case .loaded(let contract): return try #require(ScenarioRunner(contract, profile: profile))
    case .broken(let findings): throw SupportError("\(findings.map(\.message))")
    }
  }

  private func outcome(
    _ scenario: String, _ profile: EngineProfile = .apple
  ) throws -> ScenarioRunner.Outcome { try #require(try Self.runner(scenario, profile).run("s")) }

  private func causes(_ outcome: ScenarioRunner.Outcome) -> [String] {
    outcome.findings.map { $0.cause?.id ?? "none" }
  }

  @Test(
    "What a page refuses since it answers nothing that is open is told by that",
    arguments: [
      // Answered twice.
      (
        #"{"page": [{"when": "inline", "do": [{"send": "get"}]}], "native": [{"when": "get", "do": [{"answer": "ok"}, {"answer": "ok"}]}]}"#,
        "reply-duplicate"
      ),
      // Nobody asked.
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"body": {"id": 99, "data": 1}, "channel": "receive"}]}]}"#,
        "reply-unknown-id"
      ),
      // The page that asked is gone.
      (
        #"{"page": [{"when": "push", "do": [{"send": "get"}]}], "native": [{"when": "start", "do": [{"register": "bridge"}, {"load": "page"}, {"after": "50ms", "do": [{"send": "push"}]}]}, {"when": "get", "do": [{"after": "100ms", "do": [{"answer": "ok"}]}, {"load": "reload"}]}]}"#,
        "stale-id"
      ),
      // One id for two open requests.
      (
        #"{"page": [{"when": "ping", "do": [{"after": "50ms", "do": [{"answer": "ok"}]}]}], "native": [{"when": "@loadFinished", "do": [{"send": "ping"}, {"body": {"kind": "ping", "id": 70, "data": 1}, "channel": "receive"}]}]}"#,
        "id-reused"
      ),
      // A body against its schema: the page throws, as the format says.
      (
        #"{"page": [], "native": [{"when": "@loadFinished", "do": [{"body": {"kind": "push", "data": 1}, "channel": "receive"}]}]}"#,
        "web-rejected"
      ),
    ])
  func refusals(_ scenario: String, _ cause: String) throws {
    let outcome = try outcome(scenario)
    #expect(outcome.problem == nil)
    let error = try #require(
      outcome.findings.last { $0.severity == .error && $0.direction == "nativeToWeb" })
    #expect(error.cause?.id == cause)
    // Nobody takes it for one that got there.
    let step = outcome.steps[(error.line ?? 1) - 1]
    #expect(step.lane == .toPage && step.cause == cause)
  }

  @Test("A load that native gives up with the view is not told of; one that hangs is, at the end")
  func destroyedDuringLoad() throws {
    let given = try outcome(
      #"{"page": [{"when": "inline", "do": [{"send": "hello"}]}], "native": [{"when": "@loadCommitted", "do": [{"destroy": true}]}]}"#
    )
    #expect(given.problem == nil)
    #expect(causes(given) == [])
    #expect(given.steps.last?.words == "@teardown")
    // What is said behind it is.
    let said = try outcome(
      #"{"page": [], "native": [{"when": "@loadCommitted", "do": [{"destroy": true}, {"send": "push"}]}]}"#
    )
    #expect(causes(said) == ["after-teardown"])
  }

  @Test(
    "Numbers that JavaScript does not have are the nearest ones once a page holds them",
    arguments: [
      // The page's own id: what it posts is what it waits for.
      (
        #"{"page": [{"when": "inline", "do": [{"body": {"kind": "get", "id": 9007199254740993, "data": null}, "channel": "bridge"}]}, {"when": "reply:get", "do": [{"send": "hello"}]}], "native": [{"when": "get", "do": [{"answer": "ok"}]}]}"#,
        [
          #"{"t":0,"direction":"webToNative","channel":"bridge","body":{"kind":"get","id":9007199254740992,"data":null}}"#,
          #"{"t":0,"direction":"nativeToWeb","channel":"receive","body":{"id":9007199254740992,"data":1}}"#,
          #"{"t":0,"direction":"webToNative","channel":"bridge","body":{"kind":"hello","data":null}}"#,
        ], []
      ),
      // Native's id: the page answers another one.
      (
        #"{"page": [{"when": "ping", "do": [{"answer": "ok"}]}], "native": [{"when": "@loadFinished", "do": [{"body": {"kind": "ping", "id": 9007199254740993, "data": 1}, "channel": "receive"}]}]}"#,
        [
          #"{"t":0,"direction":"nativeToWeb","channel":"receive","body":{"kind":"ping","id":9007199254740993,"data":1}}"#,
          #"{"t":0,"direction":"webToNative","channel":"bridge","body":{"id":9007199254740992,"data":2}}"#,
        ], ["reply-missing", "reply-unknown-id"]
      ),
    ] as [(String, [String], [String])])
  func longNumbers(_ scenario: String, _ said: [String], _ expected: [String]) throws {
    let outcome = try outcome(scenario)
    #expect(outcome.problem == nil)
    #expect(outcome.trace.filter { $0.contains("\"direction\"") } == said)
    #expect(causes(outcome) == expected)
  }

  @Test("R31: a name that is taken: an exception on Apple, a refusal and a line in its log on GTK")
  func takenName() throws {
    let twice =
      #"{"page": [{"when": "inline", "do": [{"send": "hello"}]}], "native": [{"when": "start", "do": [{"register": "bridge"}, {"register": "bridge"}, {"load": "page"}]}]}"#
    let apple = try outcome(twice)
    #expect(apple.problem == "native registers a handler whose name is taken")
    let gtk = try outcome(twice, .gtk)
    #expect(gtk.problem == nil)
    #expect(causes(gtk) == [])
    #expect(gtk.trace.filter { $0.contains("@handlerRegistered") }.count == 1)
    #expect(
      gtk.notes == ["native registers a handler whose name is taken; the engine overlooks it"])
  }

  @Test("A second reply to one request: an exception on Apple; GTK ignores it, and the trace tells")
  func repliedTwice() throws {
    let twice =
      #"{"page": [{"when": "load", "do": [{"send": "name"}]}], "native": [{"when": "name", "do": [{"answer": "ok"}, {"answer": "ok"}]}]}"#
    let apple = try outcome(twice)
    #expect(apple.problem == "native replies twice to one request")
    let gtk = try outcome(twice, .gtk)
    #expect(gtk.problem == nil)
    #expect(causes(gtk) == ["reply-duplicate"])
    #expect(gtk.notes == ["native replies twice to one request; the engine overlooks it"])
  }

  @Test("After a load that failed GTK tells of an end too, that of the old page")
  func endAfterFailure() throws {
    let missing =
      #"{"page": [{"when": "inline", "do": [{"send": "hello"}]}], "native": [{"when": "hello", "do": [{"load": "missing"}]}]}"#
    let events = { (outcome: ScenarioRunner.Outcome) in
      outcome.steps.map(\.words).filter { $0.hasPrefix("@load") }.suffix(3)
    }
    #expect(events(try outcome(missing)) == ["@loadFinished", "@loadStarted", "@loadFailed"])
    #expect(events(try outcome(missing, .gtk)) == ["@loadStarted", "@loadFailed", "@loadFinished"])
  }

  @Test("What was on its way when the process died is its loss, not native's")
  func lostWithTheProcess() throws {
    let outcome = try outcome(
      #"{"page": [{"when": "load", "do": [{"send": "hello"}, {"send": "hello"}]}], "native": [{"when": "hello", "do": [{"terminate": true}]}]}"#
    )
    #expect(Set(causes(outcome)) == ["process-terminated"])
    let lost = try #require(outcome.trace.last { $0.contains("webToNative") })
    #expect(lost.contains(#""cause":"process-terminated""#))
  }
}
