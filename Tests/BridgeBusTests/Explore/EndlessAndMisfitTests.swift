import BridgeBus
import BridgeContract
import TestSupport
import Testing

@Suite("Orders without an end, and tokens of no order")
struct EndlessAndMisfitTests {
  private func runner(_ scenario: String) throws -> ScenarioRunner {
    try ScenarioCauseTests.runner(scenario)
  }

  @Test(
    "A scenario that loads for ever is given up after one order, whether time passes or not",
    arguments: [
      #"{"page": [{"when": "load", "do": [{"after": "1s", "do": [{"navigate": "reload"}]}]}], "native": []}"#,
      #"{"page": [{"when": "load", "do": [{"navigate": "reload"}]}], "native": []}"#,
    ])
  func endless(_ scenario: String) throws {
    for mode in [Explorer.Mode.automatic, .bounded(2), .random(seed: 1), .exhaustive] {
      let explored = try #require(try runner(scenario).explore("s", Explorer(mode: mode)))
      #expect(explored.exploration.endless == "-")
      #expect(explored.exploration.endlessReason?.contains("to an end") == true)
      #expect(explored.exploration.runs == 1)
      #expect(!explored.exploration.isComplete)
      #expect(explored.exploration.failures == [])
    }
  }

  @Test("The first order that has no end stops the walk, wherever it stands; what was found stays")
  func endlessInSomeOrder() {
    for mode in [Explorer.Mode.automatic, .bounded(2), .random(seed: 1)] {
      var runs = 0
      let explored = Explorer(mode: mode, limit: 1000).explore { engine in
        runs += 1
        var first = ""
        engine.load(
          Page { window in
            window.setTimeout(0) { first += "t" }
            window.postTask { first += "p" }
            window.requestAnimationFrame { first += "f" }
          }, base: "app://page/")
        engine.run()
        return Observation(
          hash: UInt64(first.utf8.first ?? 0), failure: first.first == "p" ? "port" : nil,
          events: 1,
          isEndless: first.first == "f")
      }
      #expect(explored.endless != nil)
      #expect(!explored.isComplete)
      // The order itself, and what makes small what was found before.
      #expect(runs < 100)
    }
  }

  @Test("Why a run cannot be played to its end stands in its failure, each reason for itself")
  func reasons() throws {
    let explored = try #require(
      try runner(
        #"{"page": [], "native": [{"when": "start", "do": [{"register": "bridge"}, {"register": "bridge"}, {"load": "page"}]}]}"#
      ).explore("s"))
    #expect(
      explored.exploration.failures.map(\.failure) == [
        "cannot be played to its end: native registers a handler whose name is taken"
      ])
    #expect(
      explored.counterexamples.first?.outcome.problem
        == "native registers a handler whose name is taken")
  }

  @Test("A token that fits no order of the run says where and why")
  func misfits() throws {
    let runner = try runner(
      #"{"page": [{"when": "inline", "do": [{"send": "get"}]}], "native": [{"when": "get", "do": [{"answer": "ok"}]}]}"#
    )
    func misfit(_ token: String) throws -> String? {
      let schedule = try #require(Schedule(token: token))
      return try #require(runner.run("s", schedule: schedule)).misfit
    }
    #expect(try misfit("-") == nil)
    #expect(
      try misfit("5-999") == "place 5 has the possibilities 0 native, 1 command, and no 999")
    let beyond = try #require(try misfit("500-1"))
    #expect(beyond.hasPrefix("there is no place 500: the run has "))
    #expect(try misfit("-~x9") == "there is no action 9 to leave out: the scenario has 2")
    // Every token that a run prints fits it.
    for seed in 0..<50 {
      let drawn = try #require(runner.run("s", schedule: .random(seed: UInt64(seed))))
      #expect(drawn.misfit == nil)
      #expect(try misfit(drawn.token) == nil)
    }
  }

  @Test("In a test of a bridge it is misuse, where the test ends")
  func misfitOfATest() throws {
    let schedule = try #require(Schedule(token: "90-1"))
    let bus = try Bus(.sync(), on: HeadlessEngine(schedule: schedule))
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let text = try misuse { try bus.finish() }
    #expect(
      text.hasPrefix("the schedule's token names no order of this test: there is no place 90"))
  }

  @Test(
    "Faults happen to native's requests too: a late answer, a page loaded again before it",
    arguments: ["size", "ping"])
  func faultsOfNativeRequests(_ name: String) throws {
    func causes(_ scenario: String, _ fault: Fault) throws -> Set<String> {
      let explored = try #require(
        try runner(scenario).explore("s", Explorer(faults: [fault])))
      #expect(explored.exploration.isComplete && explored.exploration.unstable == nil)
      return Set(explored.exploration.failures.map(\.failure))
    }
    let native = #""native": [{"when": "@loadFinished", "do": [{"send": "\#(name)"}]}]"#
    let once = #"{"page": [{"when": "\#(name)", "do": [{"answer": "ok"}]}], \#(native)}"#
    #expect(try causes(once, .delayedReply) == ["reply-late"])
    // The old page takes the answer along that it would have given later. That a request dies with
    // its page is the fault's own doing.
    let slow = try runner(
      #"{"page": [{"when": "\#(name)", "do": [{"after": "100ms", "do": [{"answer": "ok"}]}]}], "native": [{"when": "start", "do": [{"register": "bridge"}, {"load": "page"}, {"after": "50ms", "do": [{"send": "\#(name)"}]}]}]}"#
    )
    var isReloaded = false
    for seed in 0..<20 {
      var schedule = Schedule.random(seed: UInt64(seed))
      schedule.faults = [.reload]
      let outcome = try #require(slow.run("s", schedule: schedule))
      let loads = outcome.steps.count { $0.words == "@loadStarted" }
      let isAnswered = outcome.steps.contains { $0.lane == .toNative }
      #expect(outcome.problem == nil && outcome.findings == [])
      #expect(isAnswered == (loads == 1))
      isReloaded = isReloaded || loads == 2
    }
    #expect(isReloaded)
  }

  @Test("An answer that a function gives at once, and one to a prompt, cannot be late")
  func neverLate() throws {
    for scenario in [
      #"{"page": [{"when": "len", "do": [{"answer": "ok"}]}], "native": [{"when": "@loadFinished", "do": [{"send": "len"}]}]}"#,
      #"{"page": [{"when": "load", "do": [{"send": "who"}]}], "native": [{"when": "who", "do": [{"answer": "ok"}]}]}"#,
    ] {
      let explored = try #require(
        try runner(scenario).explore("s", Explorer(faults: [.delayedReply, .reload])))
      #expect(explored.problem == nil)
      #expect(explored.exploration.failures.map(\.failure) == [])
    }
  }
}
