import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeLog
import BridgeScript
import Foundation
import TestSupport
import Testing

// The checklist of the first seed document, item by item: `Contracts/sync.bridge.json` with the mirror
// of `Fixtures/BridgeFixture.html`. What needs a Mac (J28 to J31, J33) is not here; the bundle of a
// test target (J7, J32) is with BridgeTesting.

@Suite("Checklist J: contract, page and load")
struct LoadAndContractTests {
  private let html: String
  private let text: String

  init() throws {
    html = try String(contentsOf: Project.url("Fixtures/BridgeFixture.html"), encoding: .utf8)
    text = try String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8)
  }

  @Test("J1: no ready is the load's order, the fields or the handler's life, never the network")
  func suspects() throws {
    let order = try Bus(.sync())
    order.load(.fixture())
    let fields = try Bus(.sync())
    fields.start(.fixture(saying: ["kind": "ready", "version": "1"]))
    let life = try Bus(.sync())
    life.on(.loadCommitted) { try life.unregister("bridge") }
    life.start(.fixture())
    let causes = try [order, fields, life].map { bus in
      try failure { try bus.expect(.webToNative("ready"), within: 5000) }.cause
    }
    #expect(causes == [.handlerMissing, .versionType, .nativeNotReceived])
  }

  @Test("J2: the page is local and reaches for nothing outside")
  func local() {
    for word in ["http:", "https:", "src=", "href=", "fetch(", "import "] {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test("J3: the contract comes first and holds against itself")
  func contractFirst() throws {
    let contract = try Contract.sync()
    #expect(ContractCheck(contract)?.findings() == [])
    #expect(ScenarioRunner(contract)?.findings() == [])
  }

  @Test("J4: ready of version 1 to native, sync with a text to the page")
  func messages() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready", "version": 1]))
    try bus.expect(.event(.loadFinished), within: 5000)
    try bus.send(body: ["kind": "sync", "value": "ok"], on: "receive")
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.expect(.nativeToWeb("sync"), within: 5000)
    try bus.finish()
  }

  @Test("J5: a message handler one way, a script that is evaluated the other way")
  func ways() throws {
    #expect(html.contains("window.webkit.messageHandlers.bridge.postMessage("))
    #expect(html.contains("window.bridgeReceive ="))
    let encoded = try ContractEncoder(.sync()).encode(message: "sync", json: nil)
    #expect(encoded.call?.source.hasPrefix("bridgeReceive(JSON.parse(") == true)
  }

  @Test("J6: arrival and the types of fields are two questions")
  func arrivalAndTypes() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture(saying: ["kind": "ready", "version": "1"]))
    // It arrived, and is no ready.
    let arrived = try bus.expect(.failure(.versionType), within: 5000)
    #expect(arrived.channel == "bridge")
    #expect(
      try failure { try bus.expect(.webToNative("ready"), within: 5000) }.cause == .missingStep)
  }

  @Test(
    "J8: the page throws on a wrong kind and on a value that is no text, else keeps the value",
    arguments: [
      (["kind": "snyc", "value": "ok"], false), (["value": "ok"], false),
      (["kind": "sync", "value": 5], false), (["kind": "sync"], false), ("sync", false),
      (["kind": "sync", "value": "fine"], true),
    ] as [(BridgeValue, Bool)])
  func fixtureRefuses(_ body: BridgeValue, _ isTaken: Bool) throws {
    let bus = try Bus(.sync(), exhaustivity: .off)
    bus.start(.fixture())
    try bus.expect(.event(.loadFinished), within: 5000)
    try bus.send(body: body, on: "receive")
    try bus.finish()
    #expect(bus.findings.contains { $0.cause == .webRejected } == !isTaken)
    #expect(try bus.received() == (isTaken ? "fine" : nil))
    #expect(html.contains(#"throw new Error("Invalid native message")"#))
  }

  @Test("J9: what the page keeps for tests is no part of the protocol")
  func observationPoint() {
    #expect(html.contains("dataset.received"))
    #expect(!text.contains("received") && !text.contains("dataset"))
  }

  @Test("J10: the page's own words are those of the contract")
  func sharedWords() throws {
    let said = try #require(html.firstMatch(of: /postMessage\(\{ (.*) \}\)/))
    #expect(said.1 == #"kind: "ready", version: 1"#)
    let bus = try Bus(.sync())
    bus.start(.fixture())
    let ready = try bus.expect(.webToNative("ready"), within: 5000)
    #expect(ready.body == ["kind": "ready", "version": 1])
  }

  @Test("J11: an incompatible change makes a test fail, with the field")
  func incompatible() throws {
    let renamed = text.replacing(
      #""required": ["value"],\#n        "properties": { "value": { "type": "string" }"#,
      with: #""required": ["text"],\#n        "properties": { "text": { "type": "string" }"#)
    #expect(renamed != text)
    let bus = try Bus(.load(renamed))
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    let failed = try failure { try bus.send("sync", payload: ["value": "ok"]) }
    #expect(failed.cause == .missingField)
    #expect(failed.finding.instancePath == "/text")
  }

  @Test("J12: the end of the load is waited for, however long it takes, and no second is slept")
  func noSleep() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture { _ in }.with(.resource("slow")))
    bus.later(40_000) { bus.engine.perform(.release("slow")) }
    let began = ContinuousClock.now
    let finished = try bus.expect(.event(.loadFinished), within: 60_000)
    #expect(finished.t == 40_000)
    #expect(began.duration(to: .now) < .seconds(20))
  }

  @Test(
    "J13, J36: the handler is registered before the load; a page that is earlier loses its word")
  func registeredFirst() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    #expect(
      bus.trace.prefix(2) == [
        #"{"t":0,"event":"@handlerRegistered"}"#, #"{"t":0,"event":"@loadStarted"}"#,
      ])
    let early = try Bus(.sync())
    early.load(.fixture())
    early.on(.loadFinished) { try early.register("bridge") }
    #expect(
      try failure { try early.expect(.webToNative("ready"), within: 5000) }.cause
        == .handlerMissing)
  }

  @Test(
    "J14, J22: the page is handed over under a base URL; that it was asked for is only a beginning")
  func loadBegins() throws {
    let bus = try Bus(.sync())
    bus.start(.fixture())
    #expect(bus.trace == [#"{"t":0,"event":"@handlerRegistered"}"#])
    #expect((bus.engine as? HeadlessEngine)?.window.url == "about:blank")
    try bus.expect(.event(.loadFinished), within: 5000)
    #expect((bus.engine as? HeadlessEngine)?.window.url == "app://page/")
  }

  @Test("J34: no network: what is not in the test fails to load at once, whatever the network does")
  func noNetwork() throws {
    let bus = try Bus(.sync())
    bus.load("https://example.com/")
    let failed = try failure { try bus.expect(.event(.loadFinished), within: 60_000) }
    #expect(failed.cause == .loadFailed)
    #expect(bus.engine.clock == 0)
  }

  @Test(
    "J35, J46: a broken deployment and a broken contract have causes that nobody takes for another")
  func separable() throws {
    let deploy = try Bus(.sync())
    deploy.load("https://app.example/")
    let contract = try Bus(.sync())
    contract.start(.fixture(saying: ["kind": "ready"]))
    let causes = try [deploy, contract].map { bus in
      try failure { try bus.expect(.webToNative("ready"), within: 5000) }.cause.group
    }
    #expect(causes == [.load, .shape])
  }

  @Test("J45: another engine, the same outcome", arguments: [EngineProfile.apple, .gtk])
  func engines(_ profile: EngineProfile) throws {
    let bus = try Bus(.sync(), on: HeadlessEngine(profile: profile))
    bus.on(.loadFinished) { try bus.send("sync") }
    bus.start(.fixture())
    try bus.expect(.webToNative("ready"), within: 5000)
    try bus.expect(.nativeToWeb("sync"), within: 1000)
    try bus.finish()
    #expect(try bus.received() == "ok")
  }
}

extension Page {
  /// With one more piece in front.
  func with(_ part: Part) -> Page { Page([part] + parts, html: html) }
}
