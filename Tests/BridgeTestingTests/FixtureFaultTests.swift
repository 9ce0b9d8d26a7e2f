import BridgeBus
import BridgeEngine
import BridgeTesting
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The seed's fixture, and each of its faults, on WebKitGTK: each has one cause, and its own.
  @Suite(
    "Faults of the fixture on WebKitGTK", .serialized, .enabled(if: realEngineHost != nil))
  struct FixtureFaultTests {
    private static let page = "app://page/"

    /// Plays a changed fixture, served as a page; gives the failure of `body`, or of the end.
    private func failure(
      _ change: (String) -> String = { $0 }, held: [String] = [],
      contract: (String) -> String = { $0 }, starts: Bool = true, _ body: (Bus) throws -> Void
    ) throws -> BridgeFailure? {
      let html = try String(contentsOf: Project.url("Fixtures/BridgeFixture.html"), encoding: .utf8)
      let changed = change(html)
      let text = contract(
        try String(contentsOf: Project.url("Contracts/sync.bridge.json"), encoding: .utf8))
      guard case .loaded(let contract) = Contract.load(Array(text.utf8), file: "sync.bridge.json")
      else { throw SupportError("the contract cannot be loaded") }
      let engine = try WebKitHostEngine(
        HostProcess(path: try #require(realEngineHost)),
        site: .init(pages: [Self.page: changed], held: held), ownsHost: true)
      defer { engine.close() }
      let bus = try Bus(contract, on: engine)
      if starts {
        try bus.register("bridge")
        bus.load(Self.page)
      }
      do {
        try body(bus)
        try bus.finish(within: 500)
        return nil
      } catch let failure as BridgeFailure {
        return failure
      }
    }

    private func both(_ bus: Bus) throws {
      bus.on(.loadFinished) { [unowned bus] in try bus.send("sync") }
      try bus.expect(.webToNative("ready"), within: 5000)
      try bus.expect(.nativeToWeb("sync"), within: 5000)
    }

    @Test("no fault: ready received, sync accepted, the page's dataset reads ok")
    func good() throws {
      let failed = try failure { bus in
        try both(bus)
        let received = try bus.observe("document.body.dataset.received") { _ in .undefined }
        #expect(received == "ok")
      }
      #expect(failed == nil, "\(String(describing: failed))")
    }

    @Test("the handler comes late")
    func lateHandler() throws {
      let failed = try failure(starts: false) { bus in
        bus.on(.loadFinished) { [unowned bus] in try bus.register("bridge") }
        bus.load(Self.page)
        try bus.expect(.webToNative("ready"), within: 3000)
      }
      #expect(failed?.cause == .handlerMissing)
      #expect(failed?.headline == #"native did not receive "ready""#)
    }

    @Test("another handler is there, the one the page wants is not")
    func otherHandler() throws {
      let failed = try failure(starts: false) { bus in
        bus.engine.register("other")
        bus.load(Self.page)
        try bus.expect(.webToNative("ready"), within: 3000)
      }
      #expect(failed?.cause == .handlerMissing)
    }

    @Test("ready has no version")
    func noVersion() throws {
      let failed = try failure({ $0.replacing(", version: 1", with: "") }, both)
      #expect(failed?.cause == .versionMissing)
    }

    @Test("ready's version is a string")
    func stringVersion() throws {
      let failed = try failure({ $0.replacing("version: 1", with: #"version: "1""#) }, both)
      #expect(failed?.cause == .versionType)
    }

    @Test("the page's message has a wrong kind")
    func wrongKind() throws {
      let failed = try failure({ $0.replacing(#"kind: "ready""#, with: #"kind: "redy""#) }, both)
      #expect(failed?.cause == .unknownKind)
    }

    @Test("the page's receiver throws: it knows another kind, or has a fault of its own")
    func throwingReceiver() throws {
      let other = try failure({ $0.replacing(#"=== "sync""#, with: #"=== "synk""#) }, both)
      #expect(other?.cause == .webRejected)
      #expect(other?.headline == #"the page did not accept "sync""#)
      let faulty = try failure({ $0.replacing("const known", with: "null.x; const known") }, both)
      #expect(faulty?.cause == .webRejected)
    }

    @Test("the page has no receiver")
    func noReceiver() throws {
      let failed = try failure({ $0.replacing("window.bridgeReceive", with: "window.other") }, both)
      #expect(failed?.cause == .functionMissing)
    }

    @Test("the page never finishes: a picture does not come, or a script does not end")
    func neverFinishes() throws {
      let picture = try failure(
        { $0.replacing("<body>", with: "<body><img src=never.png>") },
        held: ["app://page/never.png"]
      ) { bus in
        try bus.expect(.webToNative("ready"), within: 5000)
        try bus.expect(.event(.loadFinished), within: 2000)
      }
      #expect(picture?.cause == .loadNotFinished)
      #expect(picture?.headline == "the page load did not finish")
      let script = try failure({ $0.replacing("<body>", with: "<body><script>for (;;);</script>") })
      {
        try $0.expect(.webToNative("ready"), within: 2000)
      }
      #expect(script?.cause == .loadNotFinished)
    }

    @Test("the page is reloaded between a request and its reply: the answer is of the page before")
    func reload() throws {
      let asking: (String) -> String = {
        // A window keeps its name over a reload: the second page asks under the number 2.
        $0.replacing("version: 1 }", with: "version: 2, id: window.name = 1 + +window.name }")
          .replacing("id: window.name", with: "id: +(window.name")
          .replacing("+window.name }", with: "+window.name) }")
          .replacing(#"message.kind === "sync""#, with: "true")
      }
      var first: BusRequest?
      let failed = try failure(asking) { bus in
        try bus.on("ready.v2") { [unowned bus] request in
          guard let old = first else {
            first = request
            return bus.reload()
          }
          try old.answer(payload: ["value": "for the page before"])
        }
        try bus.expect(.webToNative("ready.v2"), within: 5000)
        try bus.expect(.webToNative("ready.v2"), within: 5000)
        try bus.expect(.reply(to: "ready.v2"), within: 2000)
      }
      #expect(failed?.cause == .staleID)
    }

    @Test("what this engine cannot tell is not passed: the contract trusts the main frame only")
    func notObservable() throws {
      let bound: (String) -> String = {
        $0.replacing(
          #""via": "messageHandler" }"#, with: #""via": "messageHandler", "frames": "main" }"#)
      }
      let failed = try failure(contract: bound, both)
      #expect(failed?.cause == .notObservable)
      let known = try failure(contract: bound) { bus in
        try both(bus)
        try bus.expect(.failure(.notObservable), within: 100)
      }
      #expect(known == nil, "\(String(describing: known))")
    }
  }
#endif
