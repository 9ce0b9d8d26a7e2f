import BridgeBus
import Testing

@Suite("Calls of native (R10 to R27)")
struct CallTests {
  /// What comes after the page has loaded.
  private func after(
    _ profile: EngineProfile = .gtk, page: Page = .blank, site: [String: Page] = [:],
    asking: [String] = [], _ act: @escaping (Lab) -> Void
  ) -> [String] {
    let lab = Lab(profile, asking: asking, site: site)
    lab.on("finished", act)
    lab.run(page)
    let start = lab.trace.firstIndex(of: "finished") ?? -1
    return Array(lab.trace[(start + 1)...])
  }

  @Test("R10: scripts run and complete in the order of their issue, in any world")
  func r10() {
    let trace = after { lab in
      for n in 0..<50 {
        lab.engine.evaluate(
          "k\(n)",
          .value { window in
            window.dataset["n"] = String(n)
            return .number(Double(n))
          }, world: n % 2 == 0 ? .page : "tool")
      }
    }
    #expect(trace == (0..<50).map { "k\($0)=\($0)" })
  }

  @Test(
    "R11: posts of a script and of its microtasks, then its completion, then its timers and frames; the value is from before the microtasks"
  )
  func r11() {
    let trace = after { lab in
      lab.engine.evaluate(
        "k",
        .value { window in
          window.globals["n"] = 1
          window.setTimeout(0) { try window.say("timer") }
          window.requestAnimationFrame { try window.say("frame") }
          window.queueMicrotask {
            window.globals["n"] = 2
            try window.say("microtask")
            window.queueMicrotask { try window.say("chained") }
          }
          try window.say("sync")
          return window.globals["n"] ?? .undefined
        })
    }
    #expect(
      trace == ["m:sync", "m:microtask", "m:chained", "k=1", "m:timer", "m:frame"])
  }

  @Test(
    "R12: microtasks of one script come before the next; its zero timer after those of its turn, in every order"
  )
  func r12() {
    let orders = everyOrder { lab in
      lab.on("finished") { lab in
        lab.engine.evaluate(
          "a",
          .run { window in
            window.queueMicrotask { try window.say("microtask") }
            window.setTimeout(0) { try window.say("timer") }
          })
        lab.engine.evaluate("b", .run { try $0.say("b") })
      }
      lab.run(.blank)
    }
    #expect(
      orders.traces == [
        [
          "started", "committed", "finished", "m:microtask", "a=undefined", "m:b", "b=undefined",
          "m:timer",
        ]
      ])
  }

  @Test("R13: asynchronous calls complete as their promises settle; posts made before come before")
  func r13() {
    let trace = after { lab in
      func wait(_ name: String, _ milliseconds: Double) {
        lab.engine.callAsync(
          name,
          .swift { window in
            try window.say(.string(.init("\(name) starts")))
            let promise = window.promise()
            window.setTimeout(milliseconds) { promise.resolve(.string(.init(name))) }
            return .promise(promise)
          })
      }
      wait("slow", 120)
      wait("fast", 10)
      wait("fast too", 10)
      lab.engine.callAsync("settled", .value { _ in 1 })
      lab.engine.evaluate("sync", .value { _ in 2 })
    }
    #expect(
      trace == [
        "m:slow starts", "m:fast starts", "m:fast too starts", "settled=1", "sync=2", "fast=fast",
        "fast too=fast too", "slow=slow",
      ])
  }

  @Test("R14: register and unregister take effect in the page in line with evaluates")
  func r14() {
    let trace = after { lab in
      let look = Script.value { .boolean($0.handler("late") != nil) }
      lab.engine.evaluate("a", look)
      lab.engine.register("late")
      lab.engine.evaluate("b", look)
      lab.engine.unregister("late")
      lab.engine.evaluate("c", look)
    }
    #expect(trace == ["a=false", "b=true", "c=false"])
  }

  @Test("R15: replies settle in the order native sent them")
  func r15() {
    let page = Page { window in
      for n in 1...3 {
        try window.post("ask", .number(Double(n))).then { _ in try window.say("settled \(n)") }
      }
    }
    let lab = Lab(asking: ["ask"])
    lab.on("ask#3:3") { lab in
      for n in [2, 3, 1] { lab.engine.reply(n, .value(.null)) }
    }
    lab.run(page)
    #expect(lab.trace.suffix(3) == ["m:settled 2", "m:settled 3", "m:settled 1"])
  }

  @Test("R17: before any load scripts run in the empty document, where handlers are")
  func r17() {
    let lab = Lab()
    lab.engine.evaluate("k", .value { .string(.init("\($0.url) \($0.hasHandlers)")) })
    lab.engine.run()
    #expect(lab.trace == ["k=about:blank true"])
  }

  @Test("R18: globals live as long as the document")
  func r18() {
    let lab = Lab(site: ["app://a/": .blank])
    let look = Script.value { .boolean($0.globals["x"] != nil) }
    lab.on("finished") { lab in
      lab.engine.evaluate("set", .run { $0.globals["x"] = 1 })
      lab.engine.evaluate("same", look)
      lab.engine.reload()
    }
    lab.on("finished", nth: 2) { $0.engine.evaluate("next", look) }
    lab.run("app://a/")
    #expect(lab.trace.filter { $0.contains("=") } == ["set=undefined", "same=true", "next=false"])
  }

  @Test(
    "R20, R24: a promise as result is unsupported for evaluate, with the message delivered; callAsync waits for it"
  )
  func r20() {
    let script = Script.swift { .promise(try $0.say("posted")) }
    #expect(
      after { $0.engine.evaluate("k", script) } == ["m:posted", "k!Unsupported result type"])
    #expect(after { $0.engine.callAsync("k", script) } == ["m:posted", "k=undefined"])
    var codes: [Int] = []
    for profile in [EngineProfile.gtk, .apple] {
      let engine = HeadlessEngine(profile: profile)
      engine.onReport = { report in
        if case .completion(_, .failure(let failure)) = report { codes.append(failure.code) }
      }
      engine.evaluate("k", .value { _ in .host(.function) })
      engine.run()
    }
    #expect(codes == [601, 5])
  }

  @Test(
    "R22: a throw fails its call only; posts before it and of the error event come before the completion"
  )
  func r22() {
    let page = Page { window in
      window.on(.error) { text in try window.say(.string(.init("error event: \(text)"))) }
      window.on(.unhandledRejection) { text in
        try window.say(.string(.init("unhandled: \(text)")))
      }
    }
    let trace = after(page: page) { lab in
      lab.engine.evaluate(
        "a",
        .run { window in
          try window.say("before")
          window.queueMicrotask { try window.say("microtask") }
          throw PageError("no", name: "RangeError")
        })
      lab.engine.evaluate("b", .run { $0.promise().reject(PageError("ignored")) })
      lab.engine.evaluate("c", .value { _ in 3 })
    }
    #expect(
      trace == [
        "m:before", "m:microtask", "m:error event: RangeError: no", "a!RangeError: no",
        "b=undefined", "c=3", "m:unhandled: Error: ignored",
      ])
  }

  @Test(
    "R23: the error text is the string conversion of what was thrown",
    arguments: [
      (PageError("m", name: "TypeError"), "TypeError: m"), (PageError(""), "Error"),
      (PageError(value: "text"), "text"), (PageError(value: 1.5), "1.5"),
      (PageError(value: .number(.nan)), "NaN"), (PageError(value: .null), "null"),
      (PageError(value: .undefined), "undefined"), (PageError(value: ["a": 1]), "[object Object]"),
      (PageError(value: .symbol), ""), (PageError(value: [1, "b", .null]), "1,b,"),
    ])
  func r23(_ error: PageError, _ text: String) {
    #expect(after { $0.engine.evaluate("k", .run { _ in throw error }) } == ["k!\(text)"])
  }

  @Test("R25: an argument that no page could receive fails before earlier calls complete")
  func r25() {
    func issue(_ lab: Lab) {
      lab.engine.evaluate("earlier", .value { _ in 1 })
      lab.engine.callAsync("k", .value { _ in 2 }, arguments: [.host(.map)])
    }
    #expect(
      after(.gtk, issue) == ["k!an argument has no form that a page could receive", "earlier=1"])
    #expect(
      after(.apple, issue).sorted() == [
        "earlier=1", "k!an argument has no form that a page could receive",
      ])
    #expect(!EngineProfile.gtk.acceptsArgument(true))
    #expect(EngineProfile.apple.acceptsArgument(["a": [true, .null, 1]]))
  }

  @Test("R25: arguments become parameters; a rejection is an error without position")
  func r25Arguments() {
    let page = Page { window in
      window.define("add") { .value(.number(($0[0].number ?? 0) + ($0[1].number ?? 0))) }
      window.define("refuse") { _ in
        let promise = window.promise()
        promise.reject(PageError("no"))
        return .promise(promise)
      }
    }
    let trace = after(page: page) { lab in
      lab.engine.callAsync("a", .call("add", []), arguments: [1, 2])
      lab.engine.callAsync("b", .call("refuse", []))
      lab.engine.callAsync("c", .call("nowhere", []))
    }
    #expect(trace.count == 3)
    #expect(trace[0...1] == ["a=3", "b!Error: no"])
    #expect(trace[2].hasPrefix("c!TypeError: window.nowhere is not a function"))
  }

  @Test(
    "R26: a call whose promise never settles stays pending, across a reload too; one that waits for a reply completes after it"
  )
  func r26() {
    let lab = Lab(asking: ["ask"], site: ["app://a/": .blank])
    lab.on("finished") { lab in
      lab.engine.callAsync(
        "never",
        .swift { window in
          let promise = window.promise()
          window.setTimeout(50) { promise.resolve(.null) }
          return .promise(promise)
        })
      lab.engine.callAsync("reply", .swift { .promise(try $0.post("ask", .null)) })
      lab.engine.reload()
    }
    lab.on("finished", nth: 2) { $0.engine.reply(1, .value("late")) }
    lab.run("app://a/")
    #expect(lab.trace.last == "reply=late")
    #expect(lab.engine.pendingCalls == ["never"])
  }

  @Test("R27: a script that navigates completes first")
  func r27() {
    let trace = after(site: ["app://b/": Page { try $0.say("b") }]) { lab in
      lab.engine.evaluate(
        "k",
        .value { window in
          window.navigate(to: "app://b/")
          return 1
        })
    }
    #expect(trace == ["k=1", "started", "committed", "m:b", "finished"])
  }

  @Test("A dialog blocks the page and keeps its place in the order")
  func dialogs() {
    let lab = Lab()
    lab.answersDialogs = ["name?": "Ada"]
    lab.run(
      Page { window in
        try window.say("before")
        try window.say(.string(.init(window.prompt("name?") ?? "none")))
        try window.say(.boolean(window.confirm("sure?")))
      })
    #expect(
      lab.trace == [
        "started", "committed", "m:before", "prompt:name?", "m:Ada", "confirm:sure?", "m:false",
        "finished",
      ])
  }
}
