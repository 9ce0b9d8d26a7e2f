import BridgeBus
import BridgeContract
import BridgeFindings
import TestSupport
import Testing

@Suite("Expectations, one per direction")
struct ExpectationTests {
  @Test("A handshake in both directions, looked at from both sides")
  func handshake() throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { try bus.send("sync", payload: ["value": "ok"]) }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.expect(.nativeToWeb("sync"), within: 1000)
    #expect(try bus.received() == "ok")
    try bus.finish()
    #expect(
      bus.trace == [
        #"{"t":0,"event":"@handlerRegistered"}"#, #"{"t":0,"event":"@loadStarted"}"#,
        #"{"t":0,"event":"@loadCommitted"}"#,
        #"{"t":0,"direction":"webToNative","channel":"bridge","body":{"kind":"ready","version":1}}"#,
        #"{"t":0,"event":"@loadFinished"}"#,
        #"{"t":0,"direction":"nativeToWeb","channel":"receive","body":{"kind":"sync","value":"ok"}}"#,
      ])
  }

  // MARK: Never confused

  @Test("The page load did not finish")
  func loadNotFinished() throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { try bus.send("sync") }
    bus.start(Page([.resource("picture")]))
    let failed = try failure { try bus.expect(.nativeToWeb("sync"), within: 5000) }
    #expect(failed.cause == .loadNotFinished)
    #expect(failed.headline == "the page load did not finish")
    #expect(failed.evidence == "nothing is left to do at 0 ms")
  }

  @Test("The page load failed")
  func loadFailed() throws {
    let bus = try Bus(.sync())
    bus.load("app://nowhere/")
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == .loadFailed)
    #expect(failed.headline == "the page load failed")
  }

  @Test("Native did not receive: no handler")
  func handlerMissing() throws {
    let bus = try Bus(.sync())
    bus.load(.fixture())
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == .handlerMissing)
    #expect(failed.headline == #"native did not receive "ready""#)
  }

  @Test("Native did not receive: the handler went while the message was on its way")
  func nativeNotReceived() throws {
    let bus = try Bus(.sync())
    bus.on(.loadCommitted) { try bus.unregister("bridge") }
    bus.start(.fixture())
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == .nativeNotReceived)
    #expect(failed.headline == #"native did not receive "ready""#)
  }

  @Test("Native did not receive: the page is silent")
  func silentPage() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: nil))
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == .missingStep)
    #expect(failed.headline == #"native did not receive "ready": the page is silent"#)
  }

  @Test("The page did not accept: it threw, or has no function")
  func webRejected() throws {
    let bus = try Bus(.sync())
    bus.start(
      .fixture { window in window.receive("bridgeReceive") { _ in throw PageError("no") } })
    try bus.expect(.event(.loadFinished), within: 5000)
    try bus.send("sync")
    try bus.expect(.webToNative("ready"), within: 1)
    let failed = try failure { try bus.expect(.nativeToWeb("sync"), within: 1000) }
    #expect(failed.cause == .webRejected)
    #expect(failed.headline == #"the page did not accept "sync""#)

    let other = try Bus(.sync())
    other.start(Page { try $0.post("bridge", ["kind": "ready", "version": 1]) })
    try other.expect(.webToNative("ready"), within: 5000)
    try other.expect(.event(.loadFinished), within: 5000)
    try other.send("sync")
    let missing = try failure { try other.expect(.nativeToWeb("sync"), within: 1000) }
    #expect(missing.cause == .functionMissing)
    #expect("\(missing)".contains(#"the page has no function "bridgeReceive""#))
  }

  @Test("Native is silent")
  func silentNative() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.expect(.nativeToWeb("sync"), within: 1000) }
    #expect(failed.cause == .missingStep)
    #expect(failed.headline == #"native did not send "sync": native is silent"#)
  }

  @Test("A limit is evidence: what comes after it is late, and said so")
  func late() throws {
    let bus = try Bus(.sync())
    bus.start(
      .fixture(saying: nil) { window in
        window.setTimeout(700) { try window.post("bridge", ["kind": "ready", "version": 1]) }
      })
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 500) }
    #expect(failed.cause == .tooLate)
    #expect(failed.headline == #"web → native "ready" came after its limit"#)
    #expect(failed.evidence == "the limit of 500 ms was reached")
  }

  // MARK: Replies

  @Test("Replies are matched by id, not by order")
  func replies() throws {
    let bus = try Bus(.sync())
    var waiting: [BusRequest] = []
    try bus.on("ready.v2") { waiting.append($0) }
    bus.exhaustivity = .off
    bus.start(
      .fixture(saying: ["kind": "ready", "version": 2, "id": 1]) { window in
        window.receive("bridgeReceive") { _ in }
        try window.post("bridge", ["kind": "ready", "version": 2, "id": 2])
      })
    let first = try bus.expect(.webToNative("ready.v2"), within: 5000)
    let second = try bus.expect(.webToNative("ready.v2"), within: 5000)
    #expect([first.id, second.id] == ["1", "2"])
    try waiting[1].answer(payload: ["value": "two"])
    try waiting[0].refuse("signedOut")
    let reply = try bus.expect(.reply(to: second), within: 5000)
    #expect(reply.body["value"]?.string == "two")
    #expect(reply.id == "2")
    try bus.expect(.errorReply("signedOut", to: first), within: 5000)
  }

  @Test("No reply, a late one, one under another number")
  func badReplies() throws {
    func bus(_ answer: @escaping (Bus, BusRequest) throws -> Void) throws -> Bus {
      let bus = try Bus(.sync())
      try bus.on("ready.v2") { try answer(bus, $0) }
      bus.start(
        .fixture(saying: ["kind": "ready", "version": 2, "id": 1]) { window in
          window.receive("bridgeReceive") { _ in }
        })
      try bus.expect(.webToNative("ready.v2"), within: 5000)
      return bus
    }
    func cause(_ bus: Bus) throws -> Cause {
      try failure { try bus.expect(.reply(to: "ready.v2"), within: 6000) }.cause
    }
    #expect(try cause(bus { _, _ in }) == .replyMissing)
    #expect(
      try cause(bus { bus, request in bus.later(5500) { try request.answer() } }) == .replyLate)
    #expect(
      try cause(bus { bus, request in bus.later(7000) { try request.answer() } }) == .replyLate)
    #expect(
      try cause(bus { bus, _ in try bus.send(body: ["id": 2, "value": "ok"], on: "receive") })
        == .replyUnknownID)
    #expect(
      try cause(bus { bus, _ in try bus.send(body: ["id": 1, "value": 5], on: "receive") })
        == .wrongType)
    #expect(try cause(bus { _, request in try request.refuse("signedOut") }) == .replyMismatch)
  }

  // MARK: Exhaustive

  @Test("What was not expected is left over")
  func leftovers() throws {
    let bus = try Bus(.sync())
    bus.on(.loadFinished) { try bus.send("sync") }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.finish() }
    #expect(failed.cause == .repeated)
    #expect(failed.headline == #"native → web "sync" came once and was expected never"#)
    #expect(failed.finding.line == 6)

    var skipped: [String] = []
    bus.onSkipped = { skipped.append($0) }
    bus.exhaustivity = .offShowingSkipped
    try bus.finish()
    #expect(
      skipped == [
        #"native → web "sync" came once and was expected never (line 6): it came once more than the test expects: expect it, or find out why it came"#
      ])
    bus.exhaustivity = .off
    try bus.finish()
  }

  @Test("A message in front of the expected one")
  func order() throws {
    let bus = try Bus(.sync())
    bus.start(
      .fixture { window in try window.post("bridge", ["kind": "ready", "version": 2, "id": 1]) })
    let failed = try failure { try bus.expect(.webToNative("ready.v2"), within: 5000) }
    #expect(failed.cause == .tooEarly)
    #expect(failed.headline == #""ready" came before "ready.v2""#)
  }

  @Test("What goes wrong can be expected too, and counts for nothing else")
  func refusals() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready"]))
    try bus.expect(.failure(.versionMissing), within: 5000)
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.cause == .missingStep)
  }

  @Test("A body of a known kind is told by it; one of another message is no answer for this one")
  func mistaken() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready", "version": "1"]))
    let failed = try failure { try bus.expect(.webToNative("ready"), within: 5000) }
    #expect(failed.headline == #"native did not accept "ready""#)
    #expect(failed.diagram.contains("─ ready? ─"))
    #expect(!failed.diagram.contains("? on bridge"))
    let other = try Bus(.sync())
    other.start(.fixture(saying: ["kind": "redy", "version": 1]))
    let unknown = try failure { try other.expect(.webToNative("ready"), within: 5000) }
    #expect(unknown.cause == .unknownKind)
    #expect(unknown.diagram.contains("─ ? on bridge ─"))
  }

  @Test("A conversation holds in many orders, and a failure's token takes the same order again")
  func orders() throws {
    let contract = try Contract.sync()
    func play(_ schedule: Schedule) throws -> Bus {
      let bus = try Bus(contract, on: HeadlessEngine(schedule: schedule))
      try bus.on("ready.v2") { request in bus.later(20) { try request.answer() } }
      bus.on(.loadFinished) { try bus.send("sync") }
      bus.start(
        .fixture(saying: nil) { window in
          window.receive("bridgeReceive") { _ in }
          window.setTimeout(0) {
            try window.post("bridge", ["kind": "ready", "version": 2, "id": 1])
          }
        })
      return bus
    }
    var traces: Set<[String]> = []
    for seed in 0..<100 {
      let bus = try play(.random(seed: UInt64(seed)))
      try bus.expect(.webToNative("ready.v2"), within: 5000)
      try bus.expect(.reply(to: "ready.v2"), within: 5000)
      try bus.expect(.nativeToWeb("sync"), within: 5000)
      try bus.finish()
      traces.insert(bus.trace)
      let failing = try play(.random(seed: UInt64(seed)))
      let failed = try failure { try failing.expect(.webToNative("ready"), within: 5000) }
      let token = try #require(failed.token)
      let again = try play(try #require(Schedule(token: token)))
      #expect(
        try failure { try again.expect(.webToNative("ready"), within: 5000) }.trace == failed.trace)
    }
    #expect(traces.count > 1)
  }

  @Test("A payload that the contract refuses is never sent")
  func badPayload() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.send("sync", payload: ["value": 1]) }
    #expect(failed.cause == .wrongType)
    #expect(failed.finding.instancePath == "/value")
    try bus.finish()
  }

  // MARK: Misuse

  @Test("Misuse is an error at the caller's line, without a cause")
  func misuses() throws {
    let bus = try Bus(.sync())
    #expect(
      try misuse { try bus.expect(.webToNative("redy"), within: 1) }
        == #"the contract has no message "redy"; did you mean "ready"?"#)
    #expect(
      try misuse { try bus.expect(.webToNative("sync"), within: 1) }
        == #""sync" is said by native (native → web), not by web"#)
    #expect(
      try misuse { try bus.send("ready") }
        == #""ready" is said by web (web → native), not by native"#)
    #expect(
      try misuse { try bus.send(body: 1, on: "bridge") }
        == #"channel "bridge" is web's: native says nothing there"#)
    #expect(
      try misuse { try bus.expect(.webToNative("ready"), within: 1) }
        == #"nothing was loaded, so web → native "ready" can never come: call start(page) or load(page) before"#
    )
    #expect(
      try misuse { try bus.expect(.reply(to: "sync"), within: 1) }
        == #""sync" has no reply in the contract, so none can come"#)
    #expect(
      try misuse { try bus.expect(.errorReply("signdOut", to: "ready.v2"), within: 1) }
        == #"the reply to "ready.v2" declares no error "signdOut"; did you mean "signedOut"?"#)
    #expect(
      try misuse { try bus.expect(.nativeToWeb("sync"), within: 0) }
        == "a limit is a number of milliseconds above 0")
    bus.start(.fixture())
    bus.destroy()
    #expect(
      try misuse { try bus.expect(.webToNative("ready"), within: 1) }
        == #"the view was destroyed: web → native "ready" can never come"#)
    do {
      try bus.expect(.webToNative("nobody"), within: 1)
    } catch let misuse as BridgeMisuse {
      #expect(misuse.site.line == #line - 2)
      #expect(misuse.site.fileID == #fileID)
    }
  }

  // MARK: Words

  @Test("A failure says cause, evidence, two lanes and advice, and no value")
  func description() throws {
    let bus = try Bus(.sync())
    try bus.on("ready.v2") { try $0.answer(payload: ["value": "secret"]) }
    bus.on(.loadFinished) { try bus.send("sync") }
    bus.start(
      .fixture(saying: ["kind": "ready", "version": 2, "id": 1, "locale": "ja"]) { window in
        window.receive("bridgeReceive") { message in
          if message["kind"] != nil { throw PageError("Invalid native message") }
        }
      })
    try bus.expect(.webToNative("ready.v2"), within: 5000)
    try bus.expect(.reply(to: "ready.v2"), within: 5000)
    let failed = try failure { try bus.expect(.nativeToWeb("sync"), within: 1000) }
    #expect(
      failed.description == """
        the page did not accept "sync"
          cause     web-rejected
          expected  native → web "sync", within 1000 ms
          because   the page's receiver threw or rejected (line 7)
          evidence  known at 0 ms
          do        read the page's error; catch it in the receiver and answer with a declared error
          more      bridge-contract explain web-rejected

          line     t  native                                      page
             1  0 ms  │  @handlerRegistered                        │
             2  0 ms  │  @loadStarted                              │
             3  0 ms  │  @loadCommitted                            │
             4  0 ms  │◀─────────────── ready.v2 #1 ───────────────│
             5  0 ms  │────────── reply to ready.v2 #1 ───────────▶│
             6  0 ms  │  @loadFinished                             │
             7  0 ms  │────────────────── sync ───────────────────✗│  web-rejected
                      ✗ here native → web "sync", within 1000 ms was expected

        """)
  }
}
