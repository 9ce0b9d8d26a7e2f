import BridgeBus
import Testing

@Suite("Order of what a page says (R1 to R9)")
struct PageOrderTests {
  @Test("R1: one queue for all handlers, worlds and frames; 10,000 posts keep their order")
  func r1() {
    let lab = Lab(handlers: ["bridge", "other"])
    lab.engine.register("bridge", world: "tool")
    lab.on("finished") { lab in
      lab.engine.evaluate("k", .run { try $0.post("bridge", "in the tool's world") }, world: "tool")
    }
    lab.run(
      Page([
        .script { window in
          for n in 0..<10_000 {
            try window.post(n % 2 == 0 ? "bridge" : "other", .number(Double(n)))
          }
        }
      ]))
    let expected = (0..<10_000).map { ($0 % 2 == 0 ? "m:" : "other:") + String($0) }
    #expect(
      lab.trace
        == ["started", "committed"] + expected + [
          "finished", "m:in the tool's world", "k=undefined",
        ])
  }

  @Test("R2: what native does on a message cannot be seen by the task that posted it")
  func r2() {
    let lab = Lab()
    lab.on("m:m1") { lab in
      lab.engine.evaluate("k", .value { $0.globals["n"] ?? .undefined })
    }
    lab.run(
      Page { window in
        for n in 1...3 {
          window.globals["n"] = .number(Double(n))
          try window.say("m\(n)")
        }
      })
    #expect(lab.trace == ["started", "committed", "m:m1", "m:m2", "m:m3", "finished", "k=3"])
  }

  @Test(
    "R3: the places of one document's life, in order; a message of an inline script comes between committed and finished"
  )
  func r3() {
    let lab = Lab()
    lab.engine.perform(
      .addUserScript(UserScript(.run { try $0.say("us-start \($0.readyState)") })))
    lab.engine.perform(
      .addUserScript(
        UserScript(.run { try $0.say("us-end \($0.readyState)") }, time: .documentEnd)))
    lab.run(
      Page([
        .script { try $0.say("head") },
        .deferred { try $0.say("module \($0.readyState)") },
        .script { window in
          try window.say("body")
          window.queueMicrotask { try window.say("microtask") }
          window.setTimeout(0) { try window.say("timer") }
          window.on(.domContentLoaded) { _ in try window.say("dcl") }
          window.on(.load) { _ in
            try window.say("load \(window.readyState)")
            window.queueMicrotask { try window.say("load-microtask") }
          }
          window.on(.pageShow) { _ in try window.say("pageshow") }
        },
      ]))
    #expect(
      lab.trace == [
        "started", "committed", "m:us-start loading", "m:head", "m:body", "m:microtask",
        "m:module interactive", "m:dcl", "m:us-end interactive", "m:load complete",
        "m:load-microtask", "m:pageshow", "finished", "m:timer",
      ])
  }

  @Test("R4: finished waits for resources and frames; a frame's scripts post before the load")
  func r4() {
    let lab = Lab()
    let page = Page([
      .script { window in
        try window.say("inline")
        window.on(.load) { _ in try window.say("load") }
      },
      .resource("image"),
      .frame(.init(id: "f", origin: "https://other.test", page: Page { try $0.say("frame") })),
    ])
    lab.engine.load(page, base: "https://app.test/")
    #expect(lab.engine.run() == .idle)
    #expect(lab.trace == ["started", "committed", "m:inline", "m:frame"])
    lab.engine.perform(.release("image"))
    lab.engine.run()
    #expect(lab.trace == ["started", "committed", "m:inline", "m:frame", "m:load", "finished"])
  }

  @Test("R5: a timer of the load listener comes after finished, always")
  func r5() {
    let orders = everyOrder { lab in
      lab.run(
        Page { window in
          window.on(.load) { _ in window.setTimeout(0) { try window.say("timer") } }
        })
    }
    #expect(orders.traces == [["started", "committed", "finished", "m:timer"]])
  }

  @Test("R6: what a document says as it is left, and that nothing of it is lost")
  func r6() {
    let lab = Lab(site: ["app://a/": leaving])
    lab.on("finished") { $0.engine.reload() }
    lab.on("finished", nth: 2) { $0.engine.evaluate("k", .value { .string(.init($0.url)) }) }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot", "finished", "m:beforeunload", "started", "m:pagehide",
        "m:hidden", "m:unload", "committed", "m:boot", "finished", "k=app://a/",
      ])
  }

  @Test("R6: no unload where the page cache takes the document")
  func r6Cache() {
    let lab = Lab(site: ["app://a/": leaving, "app://b/": Page { try $0.say("b") }])
    lab.on("finished") { $0.engine.load("app://b/") }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot", "finished", "m:beforeunload", "started", "m:pagehide",
        "m:hidden", "committed", "m:b", "finished",
      ])
  }

  private var leaving: Page {
    Page { window in
      window.on(.beforeUnload) { _ in try window.say("beforeunload") }
      window.on(.pageHide) { _ in try window.say("pagehide") }
      window.on(.visibilityChange) { _ in try window.say("hidden") }
      window.on(.unload) { _ in try window.say("unload") }
      try window.say("boot")
    }
  }

  @Test("R7, R8: an evaluate of the turn of a load runs in the old document, before started")
  func r8() {
    let lab = Lab()
    lab.engine.load(
      Page { window in
        window.on(.pageHide) { _ in try window.say("pagehide") }
        try window.say("one")
      }, base: "https://app.test/")
    lab.engine.evaluate("k0", .value { .string(.init($0.url)) })
    lab.on("finished") { lab in
      lab.engine.load(Page { try $0.say("two") }, base: "https://app.test/")
      lab.engine.evaluate("k1", .run { try $0.say("still one") })
    }
    lab.engine.run()
    #expect(
      lab.trace == [
        "k0=about:blank", "started", "committed", "m:one", "finished", "m:still one",
        "k1=undefined", "started", "m:pagehide", "committed", "m:two", "finished",
      ])
  }

  @Test("R9: of two loads in one turn only the second is seen")
  func r9() {
    let orders = everyOrder { lab in
      lab.engine.load(Page { try $0.say("first") }, base: "https://app.test/")
      lab.run(Page { try $0.say("second") })
    }
    #expect(orders.traces == [["started", "committed", "m:second", "finished"]])
  }

  @Test("R9: a load issued on started lets the first document finish, or fails it")
  func r9OnStarted() {
    func traces(_ profile: EngineProfile) -> Set<[String]> {
      manyOrders(500, profile) { lab in
        lab.on("started") { lab in
          lab.engine.load(Page { try $0.say("second") }, base: "https://app.test/")
        }
        lab.run(Page { try $0.say("first") })
      }
    }
    let second = ["started", "committed", "m:second", "finished"]
    let both = ["started", "committed", "m:first", "finished"] + second
    #expect(traces(.gtk) == [both, ["started", "failed@started", "finished"] + second])
    #expect(traces(.apple) == [both, ["started", "failed@started"] + second])
    let lab = Lab()
    lab.on("started") { lab in
      lab.engine.load(Page { try $0.say("second") }, base: "https://app.test/")
    }
    #expect(lab.run(Page { try $0.say("first") }) == both)
  }

  @Test("R9: a reload on a message lets the posting document say everything, in every order")
  func r9OnMessage() {
    let page = Page { window in
      for n in 1...3 { try window.say("m\(n)") }
    }
    let orders = manyOrders(1000, site: ["app://a/": page]) { lab in
      lab.on("m:m1") { $0.engine.reload() }
      lab.run("app://a/")
    }
    let once = ["started", "committed", "m:m1", "m:m2", "m:m3", "finished"]
    #expect(orders == [once + once])
  }

  @Test("R3, section 7: a page that leaves while it loads has no load event, and is finished")
  func leavingWhileLoading() {
    let lab = Lab(site: ["app://b/": .blank])
    lab.run(
      Page { window in
        window.on(.domContentLoaded) { _ in try window.say("content") }
        window.on(.load) { _ in try window.say("load") }
        window.navigate(to: "app://b/")
        try window.say("inline")
      })
    #expect(
      lab.trace == [
        "started", "committed", "m:inline", "m:content", "finished", "started", "committed",
        "finished",
      ])
  }

  @Test("R6: a page that is being left asks nobody anything: its dialogs do not come")
  func dialogsOfLeaving() {
    let lab = Lab(site: ["app://b/": .blank])
    lab.on("finished") { $0.engine.load("app://b/") }
    lab.run(
      Page { window in
        window.on(.pageHide) { _ in
          try window.say("hide")
          #expect(window.prompt("a") == nil)
          try window.say("asked")
        }
      },
      until: 100)
    #expect(
      lab.trace.prefix(7) == [
        "started", "committed", "finished", "started", "m:hide", "m:asked", "committed",
      ])
  }
}
