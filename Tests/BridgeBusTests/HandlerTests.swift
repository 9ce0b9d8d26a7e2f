import BridgeBus
import Testing

@Suite("Handlers and replies (R28 to R38)")
struct HandlerTests {
  @Test("R28: without a handler there is no window.webkit; posting is a TypeError")
  func r28() {
    let lab = Lab(handlers: [])
    lab.run(
      Page { window in
        window.globals["had"] = .boolean(window.hasHandlers)
        do {
          try window.say("lost")
        } catch let error as PageError {
          window.globals["error"] = .string(.init(error.text))
        }
      })
    #expect(lab.trace == ["started", "committed", "missing:bridge", "finished"])
    #expect(lab.engine.window.globals["had"] == false)
    #expect(
      lab.engine.window.globals["error"]?.string
        == "TypeError: undefined is not an object (evaluating 'window.webkit.messageHandlers')")
  }

  @Test("R29: a handler registered late is seen at the next lookup; what was posted before is lost")
  func r29() {
    let lab = Lab(handlers: [])
    lab.on("finished") { $0.engine.register("bridge") }
    lab.run(
      Page { window in
        _ = try? window.say("first")
        window.setTimeout(20) { try window.say("second") }
      })
    #expect(lab.trace == ["started", "committed", "missing:bridge", "finished", "m:second"])
  }

  @Test("R30: handlers outlive navigation and are in every frame")
  func r30() {
    let frame = Page.Frame(
      id: "f", origin: "https://other.test", page: Page { try $0.say("frame") })
    let lab = Lab(
      .apple, site: ["app://a/": Page([.script { try $0.say("main") }, .frame(frame)])])
    var frames: [EngineMessage.Frame?] = []
    let take = lab.engine.onReport
    lab.engine.onReport = { report in
      if case .message(let message) = report { frames.append(message.frame) }
      take?(report)
    }
    lab.on("finished") { $0.engine.reload() }
    lab.run("app://a/")
    let once = ["started", "committed", "m:main", "m:frame", "finished"]
    #expect(lab.trace == once + once)
    #expect(frames.map { $0?.isMain } == [true, false, true, false])
    #expect(
      frames.map { $0?.origin } == [
        "app://a", "https://other.test", "app://a", "https://other.test",
      ])
  }

  @Test("R31: a name is taken once in a world, whatever the kind; two worlds may share it")
  func r31() {
    let lab = Lab()
    #expect(!lab.engine.register("bridge"))
    #expect(!lab.engine.register("bridge", reply: true))
    #expect(lab.engine.register("bridge", world: "tool"))
    #expect(lab.trace.count == 2)
  }

  @Test(
    "R32: removal drops what is in flight, whose promises resolve; a new registration does not revive it"
  )
  func r32() {
    let lab = Lab()
    lab.on("m:1") { lab in
      lab.engine.unregister("bridge")
      lab.engine.register("bridge")
      lab.engine.unregister("nobody")
    }
    lab.run(
      Page { window in
        let handler = window.handler("bridge")
        for n in 1...3 {
          let promise = try handler?.postMessage(.number(Double(n)))
          window.globals["p\(n)"] = "pending"
          promise?.then { value in window.globals["p\(n)"] = value }
        }
        window.setTimeout(50) { try window.say("new lookup") }
      })
    #expect(
      lab.trace == [
        "started", "committed", "m:1", "dropped:2", "dropped:3", "finished", "m:new lookup",
      ])
  }

  @Test("R33: a cached handler that was removed rejects, also after the name was registered again")
  func r33() {
    let lab = Lab(handlers: ["bridge", "gone"])
    lab.on("finished") { lab in
      lab.engine.unregister("gone")
      lab.engine.register("gone")
    }
    lab.run(
      Page { window in
        let cached = window.handler("gone")
        window.setTimeout(10) {
          try cached?.postMessage(1).then(
            { _ in try window.say("resolved") },
            catch: { error in try window.say(.string(.init(error.text))) })
        }
      })
    #expect(
      lab.trace.last
        == "m:InvalidAccessError: The object does not support the operation or argument.")
  }

  @Test(
    "R34: a plain post resolves with undefined once native took it; misuse rejects and never throws"
  )
  func r34() throws {
    let lab = Lab()
    lab.run(
      Page { window in
        let handler = try #require(window.handler("bridge"))
        try handler.postMessage("plain").then { value in
          try window.say(value.isUndefined ? "resolved" : "wrong")
        }
        handler.postMessage().then(
          { _ in }, catch: { error in try window.say(.string(.init(error.text))) })
        handler.detachedPostMessage(1).then(
          { _ in }, catch: { error in try window.say(.string(.init(String(error.text.prefix(9))))) }
        )
      })
    #expect(
      lab.trace
        == [
          "started", "committed", "m:plain", "m:TypeError: Not enough arguments", "m:TypeError",
          "finished", "m:resolved",
        ])
  }

  @Test(
    "R35: odd names work, names of Object.prototype do not; webkit can be overwritten until the next document"
  )
  func r35() {
    let lab = Lab(handlers: ["bridge", "a b.c", "ü", "toString"], site: ["app://a/": odd])
    lab.on("finished") { $0.engine.reload() }
    lab.run("app://a/")
    let once = ["started", "committed", "a b.c:1", "ü:1", "m:shadowed true", "finished"]
    #expect(lab.trace == once + once)
  }

  private var odd: Page {
    Page { window in
      try window.post("a b.c", 1)
      try window.post("ü", 1)
      try window.say(.string(.init("shadowed \(window.handler("toString") == nil)")))
      window.hideHandlers()
      if window.hasHandlers { try window.say("still there") }
    }
  }

  @Test("R36: worlds have their own globals and handlers and one DOM; a removed frame is not heard")
  func r36() {
    let lab = Lab(.apple)
    lab.on("finished") { lab in
      lab.engine.evaluate(
        "tool",
        .value { window in
          .array([
            .boolean(window.hasHandlers), .boolean(window.globals["x"] != nil),
            .string(.init(window.dataset["shared"] ?? "")),
          ])
        }, world: "tool")
    }
    var inFrame: MessageHandler?
    lab.run(
      Page([
        .frame(
          .init(id: "f", origin: "https://o.test", page: Page { inFrame = $0.handler("bridge") })),
        .script { window in
          window.globals["x"] = 1
          window.dataset["shared"] = "seen"
          window.on(.load) { _ in
            window.removeFrame("f")
            try inFrame?.postMessage("from nowhere")
          }
        },
      ]))
    #expect(
      lab.trace == [
        "started", "committed", "dropped:from nowhere", "finished", "tool=[false,false,\"seen\"]",
      ])
  }

  @Test(
    "R37: user scripts run in the order of their adding; one that throws stops none; changes are for the next document"
  )
  func r37() {
    let lab = Lab(site: ["app://a/": Page { try $0.say("page") }])
    func add(_ name: String) {
      lab.engine.perform(.addUserScript(UserScript(.run { try $0.say(.string(.init(name))) })))
    }
    add("one")
    lab.engine.perform(.addUserScript(UserScript(.run { _ in throw PageError("broken") })))
    add("two")
    lab.on("finished") { lab in
      lab.engine.perform(.removeAllUserScripts)
      lab.engine.reload()
    }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:one", "m:two", "m:page", "finished", "started", "committed",
        "m:page", "finished",
      ])
  }

  @Test("R38: replies resolve or reject, in any order, also after the handler was removed")
  func r38() {
    let lab = Lab(asking: ["ask"])
    lab.on("ask#2:2") { lab in
      lab.engine.unregister("ask")
      lab.engine.reply(2, .error("no"))
      lab.engine.reply(1, .value(["ok": true]))
      #expect(!lab.engine.reply(1, .value(.null)))
    }
    lab.run(
      Page { window in
        for n in 1...2 {
          try window.post("ask", .number(Double(n))).then(
            { value in try window.say(value) },
            catch: { error in try window.say(.string(.init(error.text))) })
        }
      })
    #expect(
      lab.trace == [
        "started", "committed", "ask#1:1", "ask#2:2", "fault:repliedTwice(reply: 1)", "finished",
        "m:Error: no", "m:{\"ok\":true}",
      ])
  }

  @Test("R38: a reply that is dropped or cannot be sent")
  func r38Table() {
    func outcome(_ profile: EngineProfile, _ answer: ReplyAnswer) -> [String] {
      let lab = Lab(profile, asking: ["ask"])
      lab.on("ask#1:null") { $0.engine.reply(1, answer) }
      lab.run(
        Page { window in
          try window.post("ask", .null).then(
            { value in try window.say(value.isUndefined ? "undefined" : value) },
            catch: { error in try window.say(.string(.init(error.text))) })
        })
      return Array(lab.trace[3...])
    }
    #expect(outcome(.gtk, .dropped) == ["finished", "m:undefined"])
    #expect(
      outcome(.apple, .dropped) == [
        "finished", "m:Error: WKWebView API client did not respond to this postMessage",
      ])
    #expect(
      outcome(.apple, .value(.host(.map))) == [
        "fault:unsupportedReply(reply: 1)", "finished",
        "m:Error: The result value passed back from the WKWebView API client was unable to be serialized",
      ])
    // The native process of GTK 2.50 crashes.
    #expect(outcome(.gtk, .value(.host(.map))) == ["fault:unsupportedReply(reply: 1)"])
  }

  private func asking(_ name: BridgeValue) -> Page {
    Page { window in
      let cached = window.handler("bridge")
      try window.say(name)
      guard window.dataset["asked"] == nil, name == "a" else { return }
      try window.post("ask", "req").then { value in
        try cached?.postMessage(["old realm", value, .string(.init(window.url))])
      }
    }
  }

  @Test("R38b: a reply to a request of a replaced document runs in the old realm and is heard")
  func r38bReplaced() {
    var isFirst = true
    let page = Page { window in
      let cached = window.handler("bridge")
      try window.say("boot")
      guard isFirst else { return }
      isFirst = false
      window.globals["mine"] = 1
      try window.post("ask", "req").then { value in
        try cached?.postMessage(["old", value, .boolean(window.globals["mine"] != nil)])
      }
    }
    let lab = Lab(asking: ["ask"], site: ["app://a/": page])
    lab.on("ask#1:req") { $0.engine.reload() }
    lab.on("committed", nth: 2) { lab in
      lab.engine.reply(1, .value("stale"))
      lab.engine.evaluate("k", .value { .boolean($0.globals["mine"] != nil) })
    }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot", "ask#1:req", "finished", "started", "committed", "m:boot",
        "finished", "m:[\"old\",\"stale\",true]", "k=false",
      ])
  }

  @Test("R38b: the window of code whose document was replaced is the new one's, dialogs are over")
  func r38bWindow() {
    var isFirst = true
    let page = Page { window in
      try window.say("boot")
      guard isFirst else { return }
      isFirst = false
      try window.post("ask", "req").then { value in
        window.alert("nobody sees this")
        window.setTimeout(0) { try window.say("never") }
        try window.say("late")
      }
    }
    let lab = Lab(asking: ["ask"], site: ["app://a/": page])
    lab.on("ask#1:req") { $0.engine.reload() }
    lab.on("finished", nth: 2) { $0.engine.reply(1, .value("stale")) }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot", "ask#1:req", "finished", "started", "committed", "m:boot",
        "finished", "m:late",
      ])
  }

  @Test("R38b: a page that is loaded under its own URL again is replaced, as by a reload")
  func r38bSameURL() {
    var count = 0
    let page = Page { window in
      count += 1
      let name = "boot \(count)"
      try window.post("bridge", .string(.init(name)))
      window.on(.unload) { _ in try window.say("unload") }
      guard count == 1 else { return }
      try window.post("ask", "req").then { _ in try window.say("late") }
    }
    let lab = Lab(asking: ["ask"], site: ["app://a/": page])
    lab.on("finished") { $0.engine.load("app://a/") }
    lab.on("finished", nth: 2) { lab in
      lab.engine.reply(1, .value("stale"))
      // There is nothing to go back to.
      lab.engine.perform(.goBack)
    }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:boot 1", "ask#1:req", "finished", "started", "m:unload",
        "committed", "m:boot 2", "finished", "m:late",
      ])
  }

  @Test("R38b: of a cached document nothing runs until it comes back")
  func r38bCached() {
    let lab = Lab(
      asking: ["ask"], site: ["app://a/": asking("a"), "app://b/": asking("b")])
    lab.on("finished") { $0.engine.load("app://b/") }
    lab.on("finished", nth: 2) { lab in
      lab.engine.reply(1, .value("stale"))
      lab.engine.evaluate("k", .value { .string(.init($0.url)) })
    }
    lab.on("k=app://b/") { $0.engine.perform(.goBack) }
    lab.run("app://a/")
    #expect(
      lab.trace == [
        "started", "committed", "m:a", "ask#1:req", "finished", "started", "committed", "m:b",
        "finished", "k=app://b/", "started", "committed",
        "m:[\"old realm\",\"stale\",\"app://a/\"]",
        "finished",
      ])
  }

  @Test("R38b: a microtask of page hide runs before the commit, a timer of it never")
  func r38bPageHide() {
    let lab = Lab()
    lab.on("finished") { lab in
      lab.engine.load(Page { try $0.say("two") }, base: "https://app.test/")
    }
    lab.run(
      Page { window in
        let cached = window.handler("bridge")
        window.on(.pageHide) { _ in
          window.queueMicrotask { try cached?.postMessage("microtask") }
          window.setTimeout(0) { try cached?.postMessage("timer") }
        }
      })
    #expect(
      lab.trace == [
        "started", "committed", "finished", "started", "m:microtask", "committed", "m:two",
        "finished",
      ])
  }
}
