import BridgeEngine
import BridgeTesting
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The engine host that these tests use: `BRIDGE_ENGINE_HOST`, or what `make engine-host` built.
  let realEngineHost: String? = {
    var places = ["debug", "release"].map {
      Project.url(".build/engine/\($0)/bridge-engine-host").path
    }
    if let named = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_HOST"] {
      places.insert(named, at: 0)
    }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    if found == nil {
      FileHandle.standardError.write(
        Data("SKIPPED: no bridge-engine-host; `make engine-host` builds it\n".utf8))
    }
    return found
  }()

  @Suite("The same expectations on WebKitGTK", .serialized, .enabled(if: realEngineHost != nil))
  struct RealEngineTests {
    private func bus(_ change: (String) -> String = { $0 }) throws -> (Bus, Page, WebKitHostEngine)
    {
      let html = try String(contentsOf: Project.url("Fixtures/BridgeFixture.html"), encoding: .utf8)
      let text = try Data(contentsOf: Project.url("Contracts/sync.bridge.json"))
      guard case .loaded(let contract) = Contract.load(Array(text), file: "sync.bridge.json")
      else { throw SupportError("the contract cannot be loaded") }
      let engine = try WebKitHostEngine(
        HostProcess(path: try #require(realEngineHost)), ownsHost: true)
      return (try Bus(contract, on: engine), Page([], html: change(html)), engine)
    }

    @Test("J5, J14, J21: the fixture itself, both directions, looked at from outside")
    func handshake() throws {
      let (bus, page, engine) = try bus()
      defer { engine.close() }
      bus.on(.loadFinished) { [unowned bus] in
        try bus.send("sync", payload: ["value": "it's\n\"ok\""])
      }
      bus.start(page)
      try bus.expect(.webToNative("ready"), within: 20_000)
      try bus.expect(.nativeToWeb("sync"), within: 20_000)
      let received = try bus.observe("document.body.dataset.received") { _ in .undefined }
      #expect(received == "it's\n\"ok\"")
      try bus.finish(within: 500)
    }

    @Test("J27: the sentences are the same where the engine is real")
    func failures() throws {
      func failed(
        _ change: (String) -> String, _ body: (Bus, Page) throws -> Void
      ) throws -> (cause: Cause, headline: String)? {
        let (bus, page, engine) = try bus(change)
        defer { engine.close() }
        bus.on(.loadFinished) { [unowned bus] in try bus.send("sync") }
        do {
          try body(bus, page)
        } catch let failure as BridgeFailure {
          return (failure.cause, failure.headline)
        }
        return nil
      }
      func both(_ bus: Bus, _ page: Page) throws {
        bus.start(page)
        try bus.expect(.webToNative("ready"), within: 3000)
        try bus.expect(.nativeToWeb("sync"), within: 3000)
      }
      let missing = try failed({ $0.replacing("window.bridgeReceive", with: "window.other") }, both)
      #expect(missing?.cause == .functionMissing)
      #expect(missing?.headline == #"the page did not accept "sync""#)
      let rejected = try failed({ $0.replacing("const known", with: "throw 5; const known") }, both)
      #expect(rejected?.cause == .webRejected)
      let silent = try failed(
        { $0.replacing(#"window.webkit.messageHandlers.bridge.postMessage"#, with: "void") }, both)
      #expect(silent?.cause == .nativeNotReceived)
      #expect(silent?.headline == #"native did not receive "ready""#)
      let typed = try failed({ $0.replacing("version: 1 }", with: #"version: "1" }"#) }, both)
      #expect(typed?.cause == .versionType)
      let load = try failed({ $0 }) { bus, _ in
        bus.load("app://nowhere/")
        try bus.expect(.webToNative("ready"), within: 3000)
      }
      #expect(load?.cause == .loadFailed)
    }

    @Test("J40, J44: a question is answered under its number, once")
    func reply() throws {
      let (bus, page, engine) = try bus {
        $0.replacing("version: 1 }", with: "version: 2, id: 1 }")
          .replacing(#"message.kind === "sync""#, with: "true")
      }
      defer { engine.close() }
      try bus.on("ready.v2") { try $0.answer(payload: ["value": "fine"]) }
      bus.start(page)
      let ready = try bus.expect(.webToNative("ready.v2"), within: 20_000)
      try bus.expect(.reply(to: ready), within: 20_000)
      #expect(
        try bus.observe("document.body.dataset.received") { _ in .undefined } == "fine")
      bus.tearDown()
      try bus.finish(within: 500)
    }
  }
#endif
