import BridgeBus
import BridgeContract
import BridgeFindings
import TestSupport
import Testing

@Suite("Exploring live scenarios")
struct ScenarioExplorationTests {
  private func runner(_ scenario: String) throws -> ScenarioRunner {
    let text = """
      {"bridgeContract": 1, "name": "t", "version": "1.0.0",
       "framing": {"kind": "/kind", "id": "/id", "payload": "/data", "ids": {"type": "integer"}},
       "channels": {"bridge": {"from": "web", "via": "messageHandler"},
         "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
         "posted": {"from": "native", "via": "postMessage"}},
       "messages": {
         "hello": {"on": "bridge", "id": "none", "payload": true, "examples": [{"body": {"kind": "hello", "data": null}}]},
         "told": {"on": "posted", "id": "none", "payload": true, "examples": [{"body": {"kind": "told", "data": null}}]},
         "get": {"on": "bridge", "payload": true,
           "reply": {"on": "receive", "payload": {"type": "number"}, "within": "500ms"},
           "examples": [{"body": {"kind": "get", "id": 7, "data": null}, "reply": {"id": 7, "data": 1}}]}},
       "scenarios": {"s": \(scenario)}}
      """
    switch Contract.load(Array(text.utf8), file: "t.bridge.json") {
    case .loaded(let contract): return try #require(ScenarioRunner(contract))
    case .broken(let findings): throw SupportError("\(findings.map(\.message))")
    }
  }

  private let late = #"""
    {"page": [{"when": "inline", "do": [{"after": "2ms", "do": [{"send": "hello"}]}]},
              {"when": "load", "do": [{"after": "0ms", "do": []}]}],
     "native": [{"when": "start", "do": [{"load": "page"}]},
                {"when": "@loadFinished", "do": [{"register": "bridge"}]}]}
    """#

  @Test("A race that the usual order hides is found, made small, and played again by its token")
  func race() throws {
    let runner = try runner(late)
    #expect(runner.run("s")?.findings == [])
    let explored = try #require(runner.explore("s"))
    #expect(explored.exploration.isComplete && explored.exploration.unstable == nil)
    #expect(explored.exploration.failures.map(\.failure) == ["handler-missing"])
    let example = try #require(explored.counterexamples.first)
    // The timer of the load listener is not needed.
    #expect(example.omitted > 0)
    #expect(example.outcome.first?.cause == .handlerMissing)
    let schedule = try #require(Schedule(token: example.token))
    let again = try #require(runner.run("s", schedule: schedule))
    #expect(again.trace == example.outcome.trace)
    #expect(again.token == example.token)
  }

  @Test(
    "ND2, ND5: what is posted before the page begins is heard when it has; before the commit it is lost"
  )
  func postedEarly() throws {
    func runs(_ event: String) throws -> Set<[String]> {
      let runner = try runner(
        #"""
        {"page": [{"when": "told", "do": [{"send": "hello"}]}],
         "native": [{"when": "start", "do": [{"register": "bridge"}, {"load": "page"}]},
                    {"when": "\#(event)", "do": [{"send": "told"}]}]}
        """#)
      var out: Set<[String]> = []
      for seed in 0..<200 {
        let schedule = Schedule.random(seed: UInt64(seed), slack: 0)
        let outcome = try #require(runner.run("s", schedule: schedule))
        out.insert(
          outcome.steps.filter { !$0.words.hasPrefix("@") }.map {
            $0.words + ($0.cause.map { " \($0)" } ?? "")
          })
      }
      return out
    }
    let committed = try runs("@loadCommitted")
    #expect(committed == [["told", "hello"]])
    let started = try runs("@loadStarted")
    #expect(started == [["told", "hello"], ["told web-not-observed"]])
  }

  @Test("Faults happen only where they are asked for, one in a run")
  func faults() throws {
    let request = #"""
      {"page": [{"when": "inline", "do": [{"send": "get"}]}],
       "native": [{"when": "get", "do": [{"answer": "ok"}]}]}
      """#
    let runner = try runner(request)
    func causes(
      _ faults: Set<Fault>
    ) throws -> Set<String> {
      let explored = try #require(
        runner.explore("s", Explorer(faults: faults)))
      #expect(explored.exploration.isComplete && explored.exploration.unstable == nil)
      return Set(explored.exploration.failures.map(\.failure))
    }
    #expect(try causes([]) == [])
    #expect(try causes([.delayedReply]) == ["reply-late"])
    #expect(try causes([.lateRegistration]) == ["handler-missing"])
    // The page refuses the second answer.
    #expect(try causes([.duplicateDelivery]) == ["reply-duplicate"])
    // An answer that native sent before the new page began, and that got there: the log is as it
    // should be, and only the page knows.
    #expect(try causes([.reload]).isSuperset(of: ["web-rejected", "stale-id"]))
    #expect(try causes([.termination]) == [])
  }
}
