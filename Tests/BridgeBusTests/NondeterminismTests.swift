import BridgeBus
import BridgeContract
import TestSupport
import Testing

@Suite("What the engine leaves open (ND1 to ND10): each permitted order, and no other")
struct NondeterminismTests {
  private let loaded = ["started", "committed", "finished"]

  @Test(
    "ND1: an evaluate against a page timer that is becoming due: either way, never inside a task")
  func nd1() {
    let orders = everyOrder(slack: 5) { lab in
      lab.on("finished") { lab in
        lab.engine.evaluate("k", .run { try $0.say("eval") })
      }
      lab.run(
        Page { window in
          window.on(.load) { _ in
            window.setTimeout(4) {
              try window.say("timer 1")
              try window.say("timer 2")
            }
          }
        })
    }
    let eval = ["m:eval", "k=undefined"]
    let timer = ["m:timer 1", "m:timer 2"]
    #expect(orders.traces == [loaded + eval + timer, loaded + timer + eval])
  }

  @Test(
    "ND2: an evaluate issued on started runs in the old document or after a part of the new one")
  func nd2() {
    let orders = everyOrder { lab in
      lab.on("started") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
      lab.run(.blank)
    }
    #expect(
      orders.traces == [
        ["started", "k=about:blank", "committed", "finished"],
        ["started", "committed", "k=https://app.test/", "finished"],
        ["started", "committed", "finished", "k=https://app.test/"],
      ])
    let lab = Lab()
    lab.on("started") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
    #expect(lab.run(.blank) == ["started", "committed", "finished", "k=https://app.test/"])
  }

  @Test("ND3: a handler registered on started is there for the inline script, or too late")
  func nd3() {
    let page = Page { _ = try? $0.say("inline") }
    let orders = everyOrder(handlers: []) { lab in
      lab.on("started") { $0.engine.register("bridge") }
      lab.run(page)
    }
    #expect(
      orders.traces == [
        ["started", "committed", "m:inline", "finished"],
        ["started", "committed", "missing:bridge", "finished"],
      ])
    let early = everyOrder(handlers: []) { lab in
      lab.engine.load(page, base: "https://app.test/")
      lab.engine.register("bridge")
      lab.engine.run()
    }
    #expect(early.traces == [["started", "committed", "m:inline", "finished"]])
  }

  @Test("ND4: a timer of an inline script has no fixed place against finished")
  func nd4() {
    let orders = everyOrder { lab in
      lab.run(Page { window in window.setTimeout(0) { try window.say("timer") } })
    }
    #expect(
      orders.traces == [
        ["started", "committed", "m:timer", "finished"],
        ["started", "committed", "finished", "m:timer"],
      ])
  }

  @Test("ND5: timers, frames and ports in any order between them; timers among themselves as due")
  func nd5() {
    let orders = manyOrders(2000) { lab in
      lab.run(
        Page { window in
          window.on(.load) { _ in
            window.setTimeout(0) { try window.say("t1") }
            window.setTimeout(1) { try window.say("t2") }
            window.requestAnimationFrame { try window.say("f") }
            window.postTask { try window.say("p") }
          }
        })
    }
    let tails = Set(orders.map { $0.dropFirst(3).map { String($0.dropFirst(2)) } })
    var expected: Set<[String]> = []
    for f in 0...2 {
      for p in 0...3 {
        var order = ["t1", "t2"]
        order.insert("f", at: f)
        order.insert("p", at: p)
        expected.insert(order)
      }
    }
    #expect(tails == expected)
    #expect(expected.count == 12)
  }

  @Test("ND6: reactions of a reply run before the next script or at its end, before its completion")
  func nd6() {
    let page = Page { window in
      window.globals["log"] = []
      try window.post("ask", .null).then { _ in window.log("reply") }
    }
    let orders = everyOrder(asking: ["ask"]) { lab in
      lab.on("ask#1:null") { lab in
        lab.engine.reply(1, .value("r"))
        lab.engine.evaluate("k1", .value { $0.log("eval") })
        lab.engine.evaluate("k2", .value { $0.globals["log"] ?? .undefined })
      }
      lab.run(page)
    }
    let ends = Set(orders.traces.map { $0.filter { $0.hasPrefix("k") } })
    #expect(
      ends == [
        [#"k1=["reply","eval"]"#, #"k2=["reply","eval"]"#],
        [#"k1=["eval"]"#, #"k2=["eval","reply"]"#],
      ])
  }

  @Test("ND6: the next script may be behind commands that run none")
  func nd6Behind() {
    let page = Page { window in
      window.globals["log"] = []
      try window.post("ask", .null).then { _ in window.log("reply") }
    }
    let orders = everyOrder(asking: ["ask", "other"]) { lab in
      lab.on("ask#1:null") { lab in
        lab.engine.reply(1, .value("r"))
        lab.engine.unregister("other")
        lab.engine.evaluate("k", .value { $0.log("eval") })
      }
      lab.run(page)
    }
    let ends = Set(orders.traces.map { $0.filter { $0.hasPrefix("k") } })
    #expect(ends == [[#"k=["reply","eval"]"#], [#"k=["eval"]"#]])
  }

  @Test(
    "ND6: a call that settles at once completes before the next script's posts, or between those and its microtasks'"
  )
  func nd6Async() {
    let orders = everyOrder { lab in
      lab.on("finished") { lab in
        lab.engine.callAsync("a", .value { _ in 1 })
        lab.engine.evaluate(
          "b",
          .run { window in
            try window.say("sync")
            window.queueMicrotask { try window.say("microtask") }
          })
      }
      lab.run(.blank)
    }
    #expect(
      orders.traces == [
        loaded + ["a=1", "m:sync", "m:microtask", "b=undefined"],
        loaded + ["m:sync", "a=1", "m:microtask", "b=undefined"],
      ])
  }

  @Test("ND6: the next script may be the page's: what a timer posts comes before the completion")
  func nd6Timer() {
    let orders = everyOrder { lab in
      lab.on("finished") { lab in
        lab.engine.callAsync(
          "a",
          .value { window in
            window.setTimeout(0) { try window.say("timer") }
            return 1
          })
      }
      lab.run(.blank)
    }
    #expect(
      orders.traces == [loaded + ["a=1", "m:timer"], loaded + ["m:timer", "a=1"]])
  }

  @Test("ND1, R12: a port's message of one script may come before the next of the same turn")
  func nd1Port() {
    let orders = everyOrder { lab in
      lab.on("finished") { lab in
        lab.engine.evaluate(
          "a", .run { window in window.postTask { try window.say("port") } })
        lab.engine.evaluate("b", .run { try $0.say("script") })
      }
      lab.run(.blank)
    }
    let tails = Set(orders.traces.map { $0.filter { $0.hasPrefix("m:") } })
    #expect(tails == [["m:script", "m:port"], ["m:port", "m:script"]])
  }

  @Test(
    "R12 holds, but for a machine that is late by much: a zero timer may come before the next command"
  )
  func r12Late() {
    func orders(slack: Double) -> Set<[String]> {
      let orders = everyOrder(slack: slack) { lab in
        lab.on("finished") { lab in
          lab.engine.evaluate(
            "a", .run { window in window.setTimeout(0) { try window.say("timer") } })
          lab.engine.evaluate("b", .run { try $0.say("script") })
        }
        lab.run(.blank)
      }
      return Set(orders.traces.map { $0.filter { $0.hasPrefix("m:") } })
    }
    #expect(orders(slack: 5) == [["m:script", "m:timer"]])
    #expect(orders(slack: 100) == [["m:script", "m:timer"], ["m:timer", "m:script"]])
  }

  @Test("ND2: what native sends may overtake the start of a page's navigation")
  func nd2FromPage() {
    let orders = manyOrders(500, site: ["app://b/": .blank]) { lab in
      lab.engine.navigationPolicy = { [unowned lab] request in
        guard request.isFromPage else { return true }
        lab.engine.later(0) { lab.engine.evaluate("k", .value { _ in 1 }) }
        return true
      }
      lab.run(Page { window in window.on(.load) { _ in window.navigate(to: "app://b/") } })
    }
    #expect(orders.contains(loaded + ["k=1", "started", "committed", "finished"]))
    #expect(orders.contains(loaded + ["started", "k=1", "committed", "finished"]))
    #expect(orders.contains(loaded + ["started", "committed", "finished", "k=1"]))
  }

  @Test("ND8: tasks of frames interleave; inside one frame they keep their order")
  func nd8() {
    func frame(_ name: String) -> Page.Part {
      .frame(
        .init(
          id: name, origin: "https://\(name).test",
          page: Page([
            .script { try $0.say(.string(.init("\(name)1"))) },
            .script { try $0.say(.string(.init("\(name)2"))) },
          ])))
    }
    let orders = manyOrders(1000) { $0.run(Page([frame("a"), frame("b")])) }
    let tails = Set(orders.map { $0.dropFirst(2).dropLast().joined(separator: " ") })
    #expect(
      tails == [
        "m:a1 m:a2 m:b1 m:b2", "m:a1 m:b1 m:a2 m:b2", "m:a1 m:b1 m:b2 m:a2", "m:b1 m:b2 m:a1 m:a2",
        "m:b1 m:a1 m:b2 m:a2", "m:b1 m:a1 m:a2 m:b2",
      ])
    #expect(orders.allSatisfy { $0.last == "finished" })
  }

  @Test("ND10: tasks of the old document may run until the new one is committed")
  func nd10() {
    let orders = manyOrders(1000, site: ["app://b/": Page { try $0.say("b") }]) { lab in
      lab.run(
        Page { window in
          window.on(.load) { _ in
            window.navigate(to: "app://b/")
            window.setTimeout(0) { try window.say("old timer") }
          }
        })
    }
    #expect(
      orders == [
        loaded + ["m:old timer", "started", "committed", "m:b", "finished"],
        loaded + ["started", "m:old timer", "committed", "m:b", "finished"],
        loaded + ["started", "committed", "m:b", "finished"],
      ])
  }

  @Test("A seed draws one order, a token repeats it, the standard order has the token -")
  func tokens() throws {
    func run(_ schedule: Schedule) -> Lab {
      let lab = Lab(.gtk, schedule)
      lab.on("started") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
      lab.run(Page { window in window.setTimeout(0) { try window.say("timer") } })
      return lab
    }
    var seen: Set<[String]> = []
    for seed in 0..<200 {
      let lab = run(.random(seed: UInt64(seed)))
      #expect(run(.random(seed: UInt64(seed))).trace == lab.trace)
      let schedule = try #require(Schedule(token: lab.engine.token))
      let again = run(schedule)
      #expect(again.trace == lab.trace)
      #expect(again.engine.token == lab.engine.token)
      seen.insert(lab.trace)
    }
    #expect(seen.count > 3)
    #expect(run(.standard).engine.token == "-")
    for bad in ["", "1", "a-b", "3-1.2-1", "1-0", "9999999-1"] {
      #expect(Schedule(token: bad) == nil, "\(bad)")
    }
  }

  @Test("A page and native that chase each other without time passing are stopped")
  func endless() {
    let lab = Lab(site: ["app://a/": Page { $0.reload() }])
    lab.engine.load("app://a/")
    #expect(lab.engine.run() == .endless)
  }

  @Test("ND1: native's timers go on while the page waits for the answer to a dialog")
  func nd1Dialog() {
    let page = Page { window in
      _ = window.prompt("a")
      _ = window.prompt("b")
    }
    func scenario(_ lab: Lab) {
      lab.on("committed") { lab in
        lab.engine.later(5) {
          lab.engine.onReport?(.handlerMissing(name: "timer", body: .null))
        }
      }
      lab.run(page)
    }
    let orders = everyOrder(slack: 10) { scenario($0) }
    let between = ["started", "committed", "prompt:a", "missing:timer", "prompt:b", "finished"]
    #expect(orders.traces.contains(between))
    let lab = Lab()
    scenario(lab)
    #expect(
      lab.trace == ["started", "committed", "prompt:a", "prompt:b", "finished", "missing:timer"])
  }

  @Test("ND6: a reply may settle its promise while the page waits at a dialog")
  func nd6Dialog() {
    let orders = manyOrders(600) { lab in
      lab.engine.register("ask", reply: true)
      lab.on("ask#1:req") { $0.engine.reply(1, .value("now")) }
      lab.run(
        Page { window in
          try window.post("ask", "req").then { _ in try window.say("settled") }
          window.setTimeout(0) {
            window.alert("a")
            try window.say("end of the script")
          }
          window.requestAnimationFrame { try window.say("frame") }
        })
    }
    func contains(_ words: [String]) -> Bool {
      orders.contains { $0.filter { $0.hasPrefix("m:") }.map { String($0.dropFirst(2)) } == words }
    }
    #expect(contains(["end of the script", "settled", "frame"]))
    #expect(contains(["end of the script", "frame", "settled"]))
    #expect(!contains(["settled", "frame"]))
    #expect(orders.allSatisfy { $0.contains("m:settled") })
  }

  @Test("ND5: a dialog stops timers and starts those that are due again in any order")
  func nd5Dialog() {
    func page(asks: Bool) -> Page {
      Page { window in
        for n in 1...3 { window.setTimeout(0) { try window.say("t\(n)") } }
        window.setTimeout(200) { try window.say("later") }
        if asks { window.alert("a") }
        window.setTimeout(0) { try window.say("t4") }
      }
    }
    func timers(asks: Bool) -> Set<[String]> {
      let orders = manyOrders(500) { $0.run(page(asks: asks)) }
      return Set(
        orders.map { $0.filter { $0.hasPrefix("m:") }.map { String($0.dropFirst(2)) } })
    }
    #expect(timers(asks: false) == [["t1", "t2", "t3", "t4", "later"]])
    // One that was set behind the dialog is not before those that were due in it.
    let rest = ["t4", "later"]
    #expect(
      timers(asks: true) == [
        ["t1", "t2", "t3"] + rest, ["t1", "t3", "t2"] + rest, ["t2", "t1", "t3"] + rest,
        ["t2", "t3", "t1"] + rest, ["t3", "t1", "t2"] + rest, ["t3", "t2", "t1"] + rest,
      ])
    let lab = Lab()
    #expect(lab.run(page(asks: true)).suffix(5) == ["m:t1", "m:t2", "m:t3", "m:t4", "m:later"])
  }

  @Test("ND5: a message that native posts to the window arrives in a later task than its script")
  func nd5PostMessage() throws {
    let scenario = """
      {"page": [{"when": "inline", "do": [{"send": "ready"}]},
                {"when": "told", "do": [{"send": "get"}]},
                {"when": "sync", "do": [{"send": "pay"}]}],
       "native": [{"when": "ready", "do": [{"send": "told"}, {"send": "sync"}]}]}
      """
    let text = try Fixtures.text("parity/parity.bridge.json")
    let end = try #require(text.lastIndex(of: "}"))
    let whole = text[..<end] + ",\"scenarios\": {\"s\": \(scenario)}}"
    guard case .loaded(let contract) = Contract.load(Array(whole.utf8), file: "parity") else {
      Issue.record("not loaded")
      return
    }
    let words = try #require(ScenarioRunner(contract)?.run("s")?.steps.map(\.words))
    #expect(
      words.filter { ["told", "sync", "pay", "get"].contains($0) } == [
        "told", "sync", "pay", "get",
      ])
  }
}

extension PageWindow {
  /// Appends to a list in the global variable `log` and gives it.
  @discardableResult
  fileprivate func log(_ text: JSText) -> BridgeValue {
    let old = globals["log"] ?? []
    let list = BridgeValue.array((0..<old.count).compactMap { old[$0] } + [.string(text)])
    globals["log"] = list
    return list
  }
}
