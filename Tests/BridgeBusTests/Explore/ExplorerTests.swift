import BridgeBus
import TestSupport
import Testing

@Suite("Explorer: every order, but of those that differ in nothing one")
struct ExplorerTests {
  /// Scenarios with choices of every kind.
  private static let scenarios: [(name: String, run: @Sendable (Lab) -> Void)] = [
    (
      "an evaluate on started",
      { lab in
        lab.on("started") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
        lab.run(Page { try $0.say("inline") })
      }
    ),
    (
      "timers of a page and of native",
      { lab in
        lab.on("finished") { lab in
          lab.engine.later(3) { lab.engine.evaluate("k", .run { try $0.say("eval") }) }
        }
        lab.run(
          Page { window in
            window.setTimeout(0) { try window.say("t0") }
            window.setTimeout(4) { try window.say("t4") }
          })
      }
    ),
    (
      "a reply, then a script",
      { lab in
        lab.engine.register("ask", reply: true)
        lab.on("ask#1:null") { lab in
          lab.engine.reply(1, .value("r"))
          lab.engine.evaluate("k1", .run { try $0.say("eval") })
        }
        lab.run(
          Page { window in try window.post("ask", .null).then { _ in try window.say("reply") } })
      }
    ),
    (
      "a handler that is removed while messages are in flight",
      { lab in
        lab.on("m:1") { $0.engine.unregister("bridge") }
        lab.run(
          Page { window in
            for n in 1...2 { try window.say(.number(Double(n))) }
            window.setTimeout(0) { _ = try? window.say("late") }
          })
      }
    ),
    (
      "a navigation of the page while native answers",
      { lab in
        lab.engine.site["app://b/"] = Page { try $0.say("b") }
        lab.on("finished") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
        lab.run(Page { $0.navigate(to: "app://b/") })
      }
    ),
    (
      "the end of the process",
      { lab in
        lab.on("finished") { lab in
          lab.engine.callAsync("a", .swift { .promise($0.promise()) })
          lab.engine.callAsync("b", .swift { .promise($0.promise()) })
          lab.engine.later(0) { lab.engine.terminate() }
        }
        lab.run(Page { window in window.setTimeout(0) { try window.say("timer") } })
      }
    ),
    (
      "a registration that races the page",
      { lab in
        lab.engine.unregister("bridge")
        lab.on("started") { $0.engine.register("bridge") }
        lab.run(
          Page { window in
            _ = try? window.say("inline")
            window.setTimeout(0) { _ = try? window.say("timer") }
          })
      }
    ),
  ]

  private func traces(
    _ scenario: @escaping (Lab) -> Void, reduces: Bool, profile: EngineProfile = .gtk
  ) -> (traces: Set<[String]>, exploration: Exploration) {
    let box = Box()
    let explorer = Explorer(
      mode: .exhaustive, limit: 200_000, profile: profile, slack: 5, reduces: reduces)
    let exploration = explorer.explore { engine in
      let lab = Lab(engine)
      scenario(lab)
      // A run that was given up shows nothing.
      if !engine.isGivenUp { box.traces.insert(lab.trace) }
      return Observation(trace: lab.trace, failure: nil)
    }
    return (box.traces, exploration)
  }

  private final class Box {
    var traces: Set<[String]> = []
    var count = 0
  }

  @Test("The reduction leaves out no trace and invents none", arguments: scenarios.indices)
  func reduction(_ index: Int) {
    let scenario = Self.scenarios[index]
    let all = traces(scenario.run, reduces: false)
    let some = traces(scenario.run, reduces: true)
    #expect(all.exploration.isComplete && some.exploration.isComplete, "\(scenario.name)")
    #expect(all.traces == some.traces, "\(scenario.name)")
    #expect(some.exploration.unstable == nil)
    #expect(all.exploration.runs >= some.exploration.runs)
    #expect(some.exploration.runs >= some.traces.count)
  }

  @Test("Bounded: all orders with so many other choices; random: as many as asked for")
  func modes() {
    func explore(_ mode: Explorer.Mode, limit: Int = 10_000) -> Exploration {
      Explorer(mode: mode, limit: limit, profile: .gtk).explore { engine in
        let lab = Lab(engine)
        Self.scenarios[0].run(lab)
        let isOld = lab.trace.contains("k=about:blank")
        return Observation(trace: lab.trace, failure: isOld ? "old document" : nil)
      }
    }
    let none = explore(.bounded(0))
    #expect(none.runs == 1 && none.isComplete && none.failures.isEmpty)
    let one = explore(.bounded(1))
    #expect(one.isComplete && one.failures.map(\.failure) == ["old document"])
    #expect(one.failures.first?.deviations == 1)
    let drawn = explore(.random(seed: 3), limit: 100)
    #expect(drawn.runs == 100 && !drawn.isComplete && drawn.repeated > 0)
    let cut = explore(.exhaustive, limit: 10)
    #expect(cut.runs + cut.pruned == 10 && !cut.isComplete)
    let automatic = explore(.automatic, limit: 20)
    #expect(automatic.runs + automatic.pruned == 20 && !automatic.isComplete)
    #expect(explore(.automatic).isComplete)
  }

  @Test("A failure is named by the token nearest to the usual order, and the token repeats it")
  func shrinks() throws {
    func run(_ engine: HeadlessEngine) -> Observation {
      let lab = Lab(engine)
      Self.scenarios[1].run(lab)
      let words = lab.trace.joined(separator: " ")
      let isEarly = words.contains("m:eval k=undefined m:t4")
      return Observation(trace: lab.trace, failure: isEarly ? nil : "late")
    }
    let exploration = Explorer(profile: .gtk).explore(run)
    let failure = try #require(exploration.failures.first)
    #expect(failure.deviations == 1 && !exploration.failsInStandardOrder)
    let schedule = try #require(Schedule(token: failure.token))
    for _ in 0..<3 {
      #expect(run(HeadlessEngine(profile: .gtk, schedule: schedule)).failure == "late")
    }
    #expect(run(HeadlessEngine(profile: .gtk)).failure == nil)
  }

  @Test("A scenario that chooses by itself is caught")
  func selfCheck() {
    let box = Box()
    let exploration = Explorer().explore { engine in
      box.count += 1
      return Observation(trace: ["\(box.count)"], failure: nil)
    }
    #expect(exploration.unstable == "-")
  }
}
