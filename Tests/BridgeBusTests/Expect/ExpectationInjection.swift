import BridgeBus
import BridgeContract
import BridgeFindings

/// One fault in a whole conversation, and the cause that the first failing expectation must name.
struct ExpectationInjection {
  /// When the page says its `hello`.
  enum Moment: String, CaseIterable {
    case inline, microtask, deferred, domContentLoaded, load, timer, lateTimer, frame
  }

  var name: String
  var cause: Cause
  /// What the page does beside or instead.
  var page: PagePlan = PagePlan()
  /// What native does.
  var native: NativePlan = NativePlan()

  /// The page: what it says, how it takes what native says.
  struct PagePlan {
    var hello: BridgeValue? = ["kind": "hello", "v": 1, "id": 1, "data": ["name": "Ada"]]
    var times = 1
    var delay = 0.0
    var holds = false
    var takesPush: ((BridgeValue) throws -> Void)? = { _ in }
    var takesAsk: (PageWindow) throws -> PageResult = { _ in .value(3) }
    var listens = true
  }

  /// Native: how it begins, how it answers, what it says.
  struct NativePlan {
    enum Beginning { case usual, unregistered, missing }
    var beginning = Beginning.usual
    var answer: ((Bus, BusRequest) throws -> Void)? = { _, request in try request.answer() }
    var pushesAt: Event? = .loadFinished
    var push: (Bus) throws -> Void = { try $0.send("push") }
    var onHello: (Bus) throws -> Void = { _ in }
    var atEnd: (Bus) throws -> Void = { _ in }
    /// Whether the engine tells of every message twice.
    var repeats = false
  }

  static let contract = """
    {"bridgeContract": 1, "name": "inject", "version": "1.0.0", "unknownFields": "reject",
     "framing": {"kind": "/kind", "version": "/v", "id": "/id", "payload": "/data",
       "ids": {"type": "integer"}, "reply": {"error": "/error", "code": "/error/code"}},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"},
       "receive": {"from": "native", "via": "evaluate", "call": "App.receive"},
       "ask": {"from": "native", "via": "callAsync", "call": "App.ask", "framing": {"kind": "/kind"}},
       "event": {"from": "native", "via": "dispatchEvent", "event": "told", "framing": {"kind": "/kind"}}},
     "errors": {"busy": {"payload": {"type": "object", "required": ["code"], "properties": {"code": {"const": "busy"}}}}},
     "messages": {
       "hello": {"on": "bridge", "version": 1,
         "payload": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}},
         "reply": {"on": "receive", "payload": {"type": "integer"}, "errors": ["busy"], "within": "2s"},
         "examples": [{"body": {"kind": "hello", "v": 1, "id": 1, "data": {"name": "Ada"}}, "reply": {"id": 1, "data": 5}},
           {"body": {"kind": "hello", "v": 1, "id": 1, "data": {"name": "Ada"}}, "reply": {"id": 1, "error": {"code": "busy"}}}]},
       "push": {"on": "receive", "id": "none", "payload": {"type": "string"}, "examples": [{"body": {"kind": "push", "data": "x"}}]},
       "size": {"on": "ask", "payload": true, "reply": {"payload": {"type": "integer"}}, "examples": [{"body": {"kind": "size"}, "reply": 3}]},
       "tell": {"on": "event", "payload": true, "examples": [{"body": {"kind": "tell"}}]}},
     "order": [{"id": "push-after-load", "rule": "precedes", "first": "@loadFinished", "then": "push"},
       {"id": "hello-once", "rule": "exactlyOnce", "of": "hello"}]}
    """

  // MARK: Playing

  /// The failure of the conversation; nil where nothing failed.
  func play(
    _ contract: Contract, _ moment: Moment, noise: Int, _ profile: EngineProfile
  ) throws -> BridgeFailure? {
    let engine = HeadlessEngine(profile: profile)
    if native.repeats { engine.repeats = { _ in true } }
    let bus = try Bus(contract, on: engine)
    try bus.on("hello") { [unowned bus] request in
      try native.onHello(bus)
      try native.answer?(bus, request)
    }
    if let event = native.pushesAt {
      var pushed = false
      bus.on(event) { [unowned bus] in
        guard !pushed else { return }
        pushed = true
        for _ in 0..<noise { try bus.send("tell") }
        try native.push(bus)
      }
    }
    switch native.beginning {
    case .usual: bus.start(page(moment))
    case .unregistered: bus.load(page(moment))
    case .missing:
      try bus.register("bridge")
      bus.load("app://missing/")
    }
    do {
      try bus.expect(.webToNative("hello"), within: 1000)
      try bus.expect(.reply(to: "hello"), within: 2500)
      for _ in 0..<noise { try bus.expect(.nativeToWeb("tell"), within: 1000) }
      try bus.expect(.nativeToWeb("push"), within: 1000)
      try bus.send("size")
      try bus.expect(.nativeToWeb("size"), within: 1000)
      try bus.expect(.reply(to: "size"), within: 1000)
      try native.atEnd(bus)
      try bus.finish(within: 4000)
    } catch let failed as BridgeFailure {
      return failed
    }
    return nil
  }

  private func page(_ moment: Moment) -> Page {
    let plan = self.page
    var parts: [Page.Part] = []
    let say: (PageWindow) throws -> Void = { window in
      func post() throws {
        guard let hello = plan.hello else { return }
        for _ in 0..<plan.times { try window.post("bridge", hello) }
      }
      if plan.delay > 0 { window.setTimeout(plan.delay, post) } else { try post() }
    }
    if plan.holds { parts.append(.resource("never")) }
    parts.append(
      .script { window in
        if let take = plan.takesPush { window.receive("App.receive", take) }
        window.define("App.ask") { _ in try plan.takesAsk(window) }
        if plan.listens { window.listen("told") { _ in } }
        switch moment {
        case .inline: try say(window)
        case .microtask: window.queueMicrotask { try say(window) }
        case .deferred: break
        case .domContentLoaded: window.on(.domContentLoaded) { _ in try say(window) }
        case .load: window.on(.load) { _ in try say(window) }
        case .timer: window.setTimeout(0) { try say(window) }
        case .lateTimer: window.setTimeout(150) { try say(window) }
        case .frame: window.requestAnimationFrame { try say(window) }
        }
      })
    if moment == .deferred { parts.append(.deferred(say)) }
    return Page(parts)
  }
}
