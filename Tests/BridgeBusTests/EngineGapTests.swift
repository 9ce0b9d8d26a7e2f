import BridgeBus
import Testing

@Suite("Requests of resources, cancelled and collected calls, frames and places of one document")
struct EngineGapTests {
  private let loaded = ["started", "committed", "finished"]

  @Test("ND9: a resource's request and the messages of the page come in any order")
  func nd9() {
    let page = Page([
      .script { try $0.say("before") }, .resource("image"), .script { try $0.say("after") },
    ])
    let box = Box()
    let orders = Explorer(mode: .exhaustive, profile: .gtk).explore { engine in
      let lab = Lab(engine)
      var trace: [String] = []
      engine.onRequest = { url in
        trace = lab.trace + ["request"]
        lab.engine.perform(.release(url))
      }
      lab.run(page)
      if !engine.isGivenUp { box.places.insert(trace) }
      return Observation(trace: lab.trace + trace, failure: nil)
    }
    #expect(orders.isComplete && orders.unstable == nil)
    // Anywhere before the end of the load, which waits for it: also before native has heard of the
    // load, since what the page's process says waits on the other way.
    #expect(
      box.places == [
        ["request"], ["started", "request"], ["started", "committed", "request"],
        ["started", "committed", "m:before", "request"],
        ["started", "committed", "m:before", "m:after", "request"],
      ])
    let lab = Lab(.gtk)
    lab.engine.onRequest = { [engine = lab.engine] in engine.perform(.release($0)) }
    #expect(lab.run(page) == ["started", "committed", "m:before", "m:after", "finished"])
  }

  private final class Box {
    var places: Set<[String]> = []
  }

  @Test("ND2: the rest of a page that navigates in its head runs, or does not")
  func nd2Head() {
    let page = Page([
      .script { window in
        try window.say("head")
        window.navigate(to: "app://b/")
      }, .script { try $0.say("body") },
    ])
    let orders = manyOrders(400, site: ["app://a/": page, "app://b/": .blank]) {
      $0.run("app://a/")
    }
    #expect(
      orders == [
        ["started", "committed", "m:head", "m:body", "finished"] + loaded,
        ["started", "committed", "m:head"] + loaded,
      ])
    #expect(
      Lab(site: ["app://a/": page, "app://b/": .blank]).run("app://a/")
        == ["started", "committed", "m:head", "m:body", "finished"] + loaded)
  }

  @Test(
    "ND2: a call given on the completion of one that came with a load races started as if given on it"
  )
  func nd2Completion() {
    let site = ["app://a/": Page.blank, "app://b/": Page.blank]
    func scenario(_ lab: Lab) {
      lab.on("finished") { lab in
        lab.engine.evaluate("k1", .value { _ in 1 })
        lab.engine.load("app://b/")
      }
      lab.on("k1=1") { $0.engine.evaluate("k2", .value { .string(.init($0.url)) }) }
      lab.run("app://a/")
    }
    let box = Box()
    let orders = Explorer(mode: .exhaustive, profile: .gtk, slack: 0).explore { engine in
      engine.site = site
      let lab = Lab(engine)
      scenario(lab)
      if !engine.isGivenUp { box.places.insert(lab.trace) }
      return Observation(trace: lab.trace, failure: nil)
    }
    #expect(orders.isComplete && orders.unstable == nil)
    let first = loaded + ["k1=1"]
    #expect(
      box.places == [
        first + ["k2=app://a/", "started", "committed", "finished"],
        first + ["started", "k2=app://a/", "committed", "finished"],
        first + ["started", "committed", "k2=app://b/", "finished"],
        first + ["started", "committed", "finished", "k2=app://b/"],
      ])
    let lab = Lab(site: site)
    scenario(lab)
    #expect(lab.trace == first + ["k2=app://a/", "started", "committed", "finished"])
  }

  @Test("R26: a promise that the collector takes fails its call, and nothing comes after that")
  func r26Collected() {
    let lab = Lab()
    lab.on("finished") { lab in
      lab.engine.callAsync(
        "k",
        .swift { window in
          let promise = window.promise()
          window.setTimeout(50) { promise.resolve(1) }
          return .promise(promise)
        })
      lab.engine.later(10) { #expect(lab.engine.collectPromise(of: "k")) }
      lab.engine.later(20) { #expect(!lab.engine.collectPromise(of: "k")) }
    }
    lab.run(.blank)
    #expect(
      lab.trace == loaded + ["k!Completion handler for function call is no longer reachable"])
    #expect(lab.engine.pendingCalls == [])
  }

  @Test("R42: on GTK a cancelled call still runs, and fails when it would have completed")
  func r42Cancel() {
    func run(_ profile: EngineProfile) -> [String] {
      let lab = Lab(profile)
      lab.on("finished") { lab in
        lab.engine.evaluate("a", .value { _ in 1 })
        lab.engine.evaluate(
          "b",
          .value { window in
            try window.say("ran")
            return 2
          })
        lab.engine.evaluate("c", .value { _ in 3 })
        #expect(lab.engine.cancel("b") == (profile.platform == .gtk))
        #expect(!lab.engine.cancel("nobody"))
      }
      return lab.run(.blank)
    }
    #expect(run(.gtk) == loaded + ["a=1", "m:ran", "b!Operation was cancelled", "c=3"])
    #expect(run(.apple) == loaded + ["a=1", "m:ran", "b=2", "c=3"])
  }

  @Test("R45: a body is what it was when it was posted")
  func r45() {
    let lab = Lab()
    lab.run(
      Page { window in
        window.globals["body"] = ["old"]
        try window.say(window.globals["body"] ?? .undefined)
        window.globals["body"] = ["new"]
      })
    #expect(lab.trace == ["started", "committed", #"m:["old"]"#, "finished"])
  }

  @Test("Fragment, pushState, replaceState: another URL, no event; going back is none either")
  func sameDocument() {
    let lab = Lab(site: ["app://h/a": Page { try $0.say("a") }])
    lab.on("finished") { lab in
      lab.engine.evaluate(
        "k1",
        .value { window in
          window.pushState("app://h/a#x")
          return .string(.init(window.url))
        })
      lab.engine.evaluate(
        "k2",
        .value { window in
          window.pushState("app://h/a?q=1")
          window.replaceState("app://h/a?q=2")
          return .string(.init(window.url))
        })
      lab.engine.perform(.goBack)
      lab.engine.evaluate("k3", .value { .string(.init($0.url)) })
    }
    lab.run("app://h/a")
    #expect(
      lab.trace == [
        "started", "committed", "m:a", "finished", "k1=app://h/a#x", "k2=app://h/a?q=2",
        "k3=app://h/a#x",
      ])
  }

  @Test("A frame that navigates posts from its new document; the page's load is not touched")
  func frameNavigation() {
    func frame(_ text: BridgeValue) -> Page {
      Page { window in
        try window.say(text)
        window.setTimeout(10) { try window.say("late") }
      }
    }
    let lab = Lab()
    lab.run(
      Page([
        .frame(.init(id: "f", origin: "https://a.test", page: frame("one"))),
        .script { window in
          window.on(.load) { _ in
            window.navigateFrame("f", to: frame("two"), origin: "https://b.test")
          }
        },
      ]))
    #expect(lab.trace == ["started", "committed", "m:one", "finished", "m:two", "m:late"])
  }

  @Test("A hidden frame's requests are all asked for; of locations only the last is gone to")
  func requests() {
    let lab = Lab(site: ["app://b/": .blank, "app://c/": .blank])
    var asked: [String] = []
    lab.engine.navigationPolicy = { request in
      asked.append(request.url)
      return true
    }
    lab.run(
      Page { window in
        window.request("bridge://1")
        window.request("bridge://2")
        window.navigate(to: "app://b/")
        window.navigate(to: "app://c/")
      })
    #expect(lab.trace == loaded + loaded)
    #expect(asked == ["https://app.test/", "bridge://1", "bridge://2", "app://c/"])
  }
}
