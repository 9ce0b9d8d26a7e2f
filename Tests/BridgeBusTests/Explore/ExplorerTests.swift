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
      "a reply, then two scripts",
      { lab in
        lab.engine.register("ask", reply: true)
        lab.on("ask#1:null") { lab in
          lab.engine.reply(1, .value("r"))
          lab.engine.evaluate("k1", .run { try $0.say("eval") })
          lab.engine.evaluate("k2", .value { _ in 2 })
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
            for n in 1...3 { try window.say(.number(Double(n))) }
            window.setTimeout(0) { _ = try? window.say("late") }
          })
      }
    ),
    (
      "a navigation of the page while native answers",
      { lab in
        lab.engine.site["app://b/"] = Page { try $0.say("b") }
        lab.on("m:go") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
        lab.run(
          Page { window in
            try window.say("go")
            window.on(.load) { _ in window.navigate(to: "app://b/") }
          })
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
        lab.on("m:inline") { $0.engine.evaluate("k", .value { _ in 1 }) }
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
    print("\(scenario.name): \(all.exploration.runs) orders, \(some.exploration.runs) run and \(some.exploration.pruned) given up, \(some.traces.count) traces")
  }
}
