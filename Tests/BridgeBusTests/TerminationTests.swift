import BridgeBus
import Testing

@Suite("The end of a process and of a view (R16, R39 to R42), failing loads")
struct TerminationTests {
  @Test("R39: calls of earlier turns fail before terminated, those of the same turn after it")
  func r39() {
    let lab = Lab(.gtk)
    lab.on("finished") { lab in
      lab.engine.callAsync("early", .swift { .promise($0.promise()) })
      lab.engine.later(50) {
        lab.engine.evaluate("same", .value { _ in 1 })
        lab.engine.terminate()
      }
    }
    lab.run(.blank)
    #expect(
      lab.trace == [
        "started", "committed", "finished", "early!Unsupported result type", "terminated",
        "same!Unsupported result type",
      ])
  }

  @Test("ND7: errors of calls that end with their process come in any order among themselves")
  func nd7() {
    let orders = everyOrder { lab in
      for k in ["a", "b", "c"] { lab.engine.callAsync(k, .swift { .promise($0.promise()) }) }
      lab.engine.run()
      lab.engine.terminate()
      lab.engine.run()
    }
    let failed = "!Unsupported result type"
    let all = [
      ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"],
      ["c", "b", "a"],
    ]
    #expect(orders.traces == Set(all.map { $0.map { $0 + failed } + ["terminated"] }))
  }

  @Test("R16, R40: what is queued is dropped; an interrupted load neither finishes nor fails")
  func r40() {
    let lab = Lab()
    lab.on("m:1") { $0.engine.terminate() }
    lab.run(Page([.script { window in for n in 1...3 { try window.say(.number(Double(n))) } }]))
    #expect(lab.trace == ["started", "committed", "m:1", "dropped:2", "dropped:3", "terminated"])
  }

  @Test("R40: native hears of an end that it makes itself before its call returns")
  func r40AtOnce() {
    let lab = Lab(site: ["app://a/": Page { try $0.say("boot") }])
    lab.on("terminated") { $0.engine.evaluate("in", .value { _ in 1 }) }
    lab.on("finished") { lab in
      lab.engine.callAsync("early", .swift { .promise($0.promise()) })
      lab.engine.later(10) {
        lab.engine.terminate()
        #expect(lab.trace.suffix(2) == ["early!Unsupported result type", "terminated"])
        // Behind it there is a new process, for what follows in the same turn.
        lab.engine.load("app://a/")
        lab.engine.evaluate("behind", .value { .string(.init($0.url)) })
      }
    }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot", "finished", "early!Unsupported result type", "terminated",
        "in!Unsupported result type", "behind=about:blank", "started", "committed", "m:boot",
        "finished",
      ])
  }

  @Test("R41: how long a process takes to begin is open: a timer of native comes sooner or later")
  func r41Delay() {
    let orders = everyOrder(slack: 1000, runs: 20_000, site: ["app://a/": .blank]) { lab in
      lab.on("terminated") { lab in
        lab.engine.load("app://a/")
        lab.engine.later(300) {
          lab.engine.onReport?(.handlerMissing(name: "timer", body: .null))
        }
      }
      lab.on("finished") { $0.engine.terminate() }
      lab.run("app://a/")
    }
    let begin = ["started", "committed", "finished", "terminated"]
    #expect(orders.traces.contains(begin + ["missing:timer", "started", "committed", "finished"]))
    #expect(orders.traces.contains(begin + ["started", "committed", "finished", "missing:timer"]))
  }

  @Test(
    "R41: a call after the end fails at once; a load launches a new process with handlers and user scripts"
  )
  func r41() {
    let lab = Lab(site: ["app://a/": Page { try $0.say("boot") }])
    lab.engine.perform(.addUserScript(UserScript(.run { try $0.say("us") })))
    lab.on("finished") { $0.engine.terminate() }
    lab.on("terminated") { lab in
      lab.engine.evaluate("k", .value { _ in 1 })
      lab.engine.later(80) {
        lab.engine.evaluate("k2", .value { _ in 1 })
        lab.engine.reload()
      }
    }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:us", "m:boot", "finished", "terminated",
        "k!Unsupported result type", "k2!Unsupported result type", "started", "committed", "m:us",
        "m:boot", "finished",
      ])
    #expect(lab.engine.clock == 830)
  }

  @Test("R42: destroying the view fails what is pending; a reply held for it is ignored")
  func r42() {
    let lab = Lab(asking: ["ask"])
    lab.on("ask#1:null") { lab in
      lab.engine.callAsync("k", .swift { .promise($0.promise()) })
      lab.engine.destroy()
      #expect(!lab.engine.reply(1, .value(1)))
    }
    lab.run(Page { try $0.post("ask", .null) })
    #expect(lab.trace == ["started", "committed", "ask#1:null", "k!Unsupported result type"])
  }

  @Test("R42: results that have arrived are told behind the end of the view; else calls fail")
  func r42Arrived() {
    let failed = "!Unsupported result type"
    let orders = manyOrders(400) { lab in
      lab.on("m:pay") { lab in
        lab.engine.later(0) { lab.engine.destroy() }
        for n in 1...2 { lab.engine.callAsync("k\(n)", .value { _ in .number(Double(n)) }) }
      }
      lab.run(Page { try $0.say("pay") })
    }
    let results = Set(orders.map { $0.filter { $0.hasPrefix("k") }.sorted() })
    #expect(
      results == [
        ["k1" + failed, "k2" + failed], ["k1=1", "k2" + failed], ["k1=1", "k2=2"],
      ])
  }

  @Test("R40, R42: the end of the process is told also where its view is gone by then")
  func terminatedAndDestroyed() {
    let lab = Lab()
    lab.on("finished") { lab in
      lab.engine.terminate()
      lab.engine.destroy()
    }
    lab.run(.blank)
    #expect(lab.trace == ["started", "committed", "finished", "terminated"])
  }

  @Test("A main resource that fails: GTK says finished too; the old document goes on")
  func failedLoad() {
    for (profile, last) in [(EngineProfile.gtk, ["finished"]), (.apple, [])] {
      let lab = Lab(profile, site: ["app://a/": .blank])
      lab.on("finished") { $0.engine.load("app://missing/") }
      lab.on("failed@started") { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
      lab.run("app://a/")
      #expect(
        lab.trace == ["started", "committed", "finished", "started", "failed@started"] + last
          + ["k=app://a/"])
    }
  }

  @Test("The policy is asked before started; what it refuses leaves the document alone")
  func policy() {
    let lab = Lab(site: ["app://a/": Page { $0.navigate(to: "myapp://do") }])
    var asked: [NavigationRequest] = []
    lab.engine.navigationPolicy = { request in
      asked.append(request)
      return request.url != "myapp://do"
    }
    lab.run("app://a/")
    #expect(lab.trace == ["started", "committed", "finished"])
    #expect(
      asked == [
        .init(url: "app://a/", isFromPage: false), .init(url: "myapp://do", isFromPage: true),
      ])
  }

  @Test("A stop during the load: scripts that did not run never run")
  func stop() {
    let lab = Lab(.apple)
    lab.engine.load(
      Page([.script { try $0.say("ran") }, .held("script") { try $0.say("never") }]),
      base: "https://app.test/")
    lab.engine.run()
    lab.engine.perform(.stop)
    lab.engine.run()
    lab.engine.perform(.release("script"))
    lab.engine.run()
    #expect(lab.trace == ["started", "committed", "m:ran", "failed@committed"])
    #expect(lab.engine.window.readyState == "loading")
  }
}
