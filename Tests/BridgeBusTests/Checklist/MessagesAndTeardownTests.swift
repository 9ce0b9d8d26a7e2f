import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeScript
import TestSupport
import Testing

@Suite("Checklist J: messages, replies, teardown")
struct MessagesAndTeardownTests {
  // MARK: What native takes

  @Test(
    "J15, J16, J17, J39: native checks the object, the kind, the version, and counts nothing else",
    arguments: [
      ("ready", .notAnObject), (5, .notAnObject), ([1], .notAnObject), (.null, .notAnObject),
      (["knd": "ready", "version": 1], .kindMissing), (["kind": 5, "version": 1], .unknownKind),
      (["kind": "redy", "version": 1], .unknownKind), (["kind": "ready"], .versionMissing),
      (["kind": "ready", "version": "1"], .versionType),
      (["kind": "ready", "version": true], .versionType),
      (["kind": "ready", "version": 3], .versionUnsupported),
    ] as [(BridgeValue, Cause)])
  func refused(_ body: BridgeValue, _ cause: Cause) throws {
    var counted = 0
    let bus = try Bus(.sync())
    try bus.on("ready") { _ in counted += 1 }
    bus.start(.fixture(saying: body))
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == cause)
    #expect(failed.headline.hasPrefix("native did not accept"))
    #expect(counted == 0)
  }

  @Test("J16: 1.0 is 1")
  func sameNumber() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready", "version": 1.0]))
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.finish()
  }

  // MARK: What native says

  @Test("J18: native waits for the end of the load")
  func afterLoad() throws {
    let bus = try Bus(.sync())
    try bus.on("ready") { _ in try bus.send("sync") }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.expect(.nativeToWeb("sync"), within: 1000) }
    #expect(failed.cause == .tooEarly)
  }

  @Test(
    "J19, J20, J21: any text arrives as it is, and is looked at after the call",
    arguments: [
      "ok", "it's", #""quoted""#, "two\nlines\r\n", "\u{2028}\u{2029}", #"\"#,
      "</script><!--", "${x}`", "'); alert('x", "日本語 🙂", "",
    ])
  func anyText(_ value: String) throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { try bus.send("sync", payload: ["value": .string(JSText(value))]) }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.expect(.nativeToWeb("sync"), within: 1000)
    #expect(try bus.received() == value)
    try bus.finish()
    // The script for a real engine holds it as data.
    let json = BridgeValue.object([(key: "value", value: .string(JSText(value)))]).description
    let script = try ContractEncoder(.sync()).encode(message: "sync", json: json).call?.source
    #expect(script?.contains { $0.isNewline } == false)
  }

  // MARK: Which side

  @Test("J23: ready has come, and the load has not ended")
  func readyIsNotFinished() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture().with(.resource("picture")))
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.expect(.event(.loadFinished), within: 5000) }
    #expect(failed.cause == .loadNotFinished)
  }

  @Test("J24: the side that went silent is named")
  func silentSide() throws {
    let page = try Bus(.sync())
    page.start(.fixture(saying: nil))
    let native = try Bus(.sync())
    native.start(.fixture())
    try native.expect(.webToNative("ready"), within: 5000)
    let headlines = [
      try failure { try page.expect(.webToNative("ready"), within: 5000) }.headline,
      try failure { try native.expect(.nativeToWeb("sync"), within: 5000) }.headline,
    ]
    #expect(
      headlines == [
        #"native did not receive "ready": the page is silent"#,
        #"native did not send "sync": native is silent"#,
      ])
  }

  @Test("J25: a load that fails and a script that fails have paths of their own")
  func failurePaths() throws {
    let load = try Bus(.sync())
    load.load("app://missing/")
    try load.expect(.event(.loadFailed), within: 5000)
    try load.expect(.failure(.loadFailed), within: 5000)
    let script = try Bus(.sync())
    script.start(Page { try $0.post("bridge", ["kind": "ready", "version": 1]) })
    script.on(.loadFinished) { try script.send("sync") }
    try script.expect(.webToNative("ready"), within: 5000)
    try script.expect(.failure(.functionMissing), within: 5000)
    try script.finish()
  }

  @Test("J26: each expectation has a limit of its own, in virtual time")
  func limits() throws {
    let bus = try Bus(.sync())
    bus.start(
      .fixture(saying: nil) { window in
        window.setTimeout(900) { try window.post("bridge", ["kind": "ready", "version": 1]) }
      })
    bus.on(.loadFinished) { bus.later(300) { try bus.send("sync") } }
    try bus.expect(.nativeToWeb("sync"), within: 300)
    #expect(bus.engine.clock == 300)
    try bus.expect(.webToNative("ready"), within: 600)
    #expect(bus.engine.clock == 900)
    try bus.finish()
  }

  /// One fault, and what a failing test says.
  struct Silence: Sendable, CustomStringConvertible {
    var description: String
    var page: @Sendable () -> Page
    var headline: String
  }

  @Test(
    "J27: not finished, not received, not accepted: three sentences, and no bare timeout",
    arguments: [
      Silence(
        description: "load", page: { .fixture().with(.held("script", { _ in })) },
        headline: "the page load did not finish"),
      Silence(
        description: "native", page: { .fixture(saying: nil) },
        headline: #"native did not receive "ready": the page is silent"#),
      Silence(
        description: "web",
        page: {
          .fixture { window in window.receive("bridgeReceive") { _ in throw PageError("no") } }
        }, headline: #"the page did not accept "sync""#),
    ])
  func threeSilences(_ silence: Silence) throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { try bus.send("sync") }
    bus.start(silence.page())
    let failed = try failure {
      try bus.expect(.webToNative("ready"), within: 5000)
      try bus.expect(.nativeToWeb("sync"), within: 5000)
    }
    #expect(failed.headline == silence.headline)
    #expect(!failed.headline.contains("time"))
    #expect(failed.description.contains("\n  do        "))
    #expect(failed.diagram.contains("✗ here"))
  }

  // MARK: Replies

  @Test("J40, J41: replies go by number; a late one of the page before fulfils nothing")
  func staleReply() throws {
    var id = 0.0
    let page = Page { window in
      id += 1
      window.receive("bridgeReceive") { _ in }
      try window.post("bridge", ["kind": "ready", "version": 2, "id": .number(id)])
    }
    let bus = try Bus(.sync())
    try bus.on("ready.v2") { request in
      if request.message.id == "1" { bus.later(3000) { try request.answer() } }
    }
    bus.start(page)
    try bus.expect(.webToNative("ready.v2"), within: 5000)
    bus.later(1000) { bus.reload() }
    let second = try bus.expect(.webToNative("ready.v2"), within: 5000)
    #expect(second.id == "2")
    let failed = try failure { try bus.expect(.reply(to: second), within: 5000) }
    #expect(failed.cause == .staleID)
    #expect(bus.engine.clock == 3000)
  }

  @Test("J40: two requests, answered the other way round")
  func byNumber() throws {
    let bus = try Bus(.sync(), exhaustivity: .off)
    var waiting: [BusRequest] = []
    try bus.on("ready.v2") { waiting.append($0) }
    bus.start(
      .fixture(saying: ["kind": "ready", "version": 2, "id": 7]) { window in
        window.receive("bridgeReceive") { _ in }
        try window.post("bridge", ["kind": "ready", "version": 2, "id": 8])
      })
    let first = try bus.expect(.webToNative("ready.v2"), within: 5000)
    let second = try bus.expect(.webToNative("ready.v2"), within: 5000)
    for request in waiting.reversed() {
      try request.answer(payload: ["value": .string(JSText(request.message.id ?? ""))])
    }
    #expect(try bus.expect(.reply(to: first), within: 5000).body["value"]?.string == "7")
    #expect(try bus.expect(.reply(to: second), within: 5000).body["value"]?.string == "8")
  }

  @Test("J42: a failure shows names and types, never a value of the user")
  func privacy() throws {
    let secret = "4111-1111-secret"
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready", "version": .string(JSText(secret))]))
    let refused = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    let other = try Bus(.sync())
    other.start(
      .fixture(saying: [
        "kind": "ready", "version": 2, "id": 1, "locale": .string(JSText(secret)),
      ]))
    let pattern = try failure { try other.expect(.webToNative("ready.v2"), within: 5000) }
    #expect([refused.cause, pattern.cause] == [.versionType, .pattern])
    for failed in [refused, pattern] { #expect(!failed.description.contains("secret")) }
    // The trace is the traffic itself: whoever keeps it knows.
    #expect(refused.trace.contains { $0.contains(secret) })
  }

  // MARK: The end

  @Test("J37: a handler of before still holds the name")
  func takenName() throws {
    let bus = try Bus(.sync())
    try bus.register("bridge")
    #expect(try bus.register("bridge") == false)
    bus.start(.fixture())
    let message = try misuse { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(message == "native registers a handler whose name is taken")
  }

  @Test("J38: at the end the handler is removed, and nothing reaches native any more")
  func teardown() throws {
    var counted = 0
    let bus = try Bus(.sync())
    try bus.on("ready") { _ in counted += 1 }
    bus.start(
      .fixture { window in
        window.setInterval(100) { try window.post("bridge", ["kind": "ready", "version": 1]) }
      })
    try bus.expect(.webToNative("ready"), within: 50)
    bus.tearDown()
    try bus.finish()
    #expect(counted == 1)
    #expect(
      bus.trace.suffix(2) == [
        #"{"t":0,"event":"@handlerRemoved"}"#, #"{"t":0,"event":"@teardown"}"#,
      ])
    #expect(bus.engine.run(until: 10_000) == .idle)
  }

  @Test("J38: what is said after the end is told of")
  func afterTeardown() throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { bus.later(500) { try bus.send("sync") } }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.expect(.event(.loadFinished), within: 5000)
    bus.tearDown()
    let failed = try failure { try bus.finish() }
    #expect(failed.cause == .afterTeardown)
  }

  @Test("J43, J44: a hundred runs give one trace, and each message comes once")
  func repeated() throws {
    var traces: Set<[String]> = []
    for _ in 0..<100 {
      var counted = 0
      let bus = try Bus(.sync())
      try bus.on("ready") { _ in counted += 1 }
      bus.on(.loadFinished) { try bus.send("sync") }
      bus.start(.fixture())
      try bus.expect(.webToNative("ready"), within: 5000)
      try bus.expect(.nativeToWeb("sync"), within: 1000)
      bus.tearDown()
      try bus.finish()
      #expect(counted == 1)
      traces.insert(bus.trace)
    }
    #expect(traces.count == 1)
  }

  @Test("J44: a page that says ready twice is a duplicate, by the contract's own rule")
  func duplicate() throws {
    let bus = try Bus(.sync())
    bus.start(
      .fixture { window in
        try window.post("bridge", ["kind": "ready", "version": 1])
      })
    try bus.expect(.webToNative("ready"), within: 5000)
    #expect(try failure { try bus.finish() }.cause == .repeated)
  }
}
