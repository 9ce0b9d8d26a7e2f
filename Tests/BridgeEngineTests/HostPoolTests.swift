import BridgeBus
import BridgeEngine
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("Hosts that are used again", .serialized, .enabled(if: Host.isThere))
  struct HostPoolTests {
    private let page = Page(
      [],
      html: "<script>setInterval(() => webkit.messageHandlers.bridge.postMessage(1), 1)</script>")

    init() throws { setenv("BRIDGE_ENGINE_HOST", try Host.required(), 1) }

    /// Runs until the page has said something.
    private func listen(_ engine: any RealEngine) -> Int {
      var count = 0
      engine.onReport = { if case .message = $0 { count += 1 } }
      engine.register("bridge")
      engine.load(page, base: "app://page/")
      engine.run(until: engine.clock + 20_000) { count > 0 }
      return count
    }

    @Test("a session is closed in the midst of what its page says, and the next one works")
    func closedEarly() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      for _ in 0..<8 {
        let engine = try WebKitHostEngine(host)
        #expect(listen(engine) > 0)
        engine.close()
        #expect(engine.failure == .ended(signal: nil, status: 0, text: "the session is closed"))
      }
    }

    @Test(
      "the view is taken down or its process ended in each callback, and the host lives",
      arguments: ["destroy", "terminate"])
    func endedInside(_ end: String) throws {
      let command = end == "destroy" ? EngineCommand.destroy : .terminate
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      for word in [
        "policy", "started", "committed", "message", "dialog", "finished", "completion",
      ] {
        let engine = try WebKitHostEngine(host)
        var isDone = false
        var messages = 0
        func meet(_ met: String) {
          guard met == word, !isDone else { return }
          isDone = true
          engine.perform(command)
        }
        engine.navigationPolicy = { _ in
          meet("policy")
          return true
        }
        engine.onReport = { report in
          switch report {
          case .started: meet("started")
          case .committed: meet("committed")
          case .message:
            meet("message")
            messages += 1
          case .dialog: meet("dialog")
          case .finished:
            meet("finished")
            if word == "completion" { engine.evaluate("k", .text("1")) }
          case .completion: meet("completion")
          default: break
          }
        }
        engine.register("bridge")
        engine.load(
          Page(
            [],
            html: """
              <script>webkit.messageHandlers.bridge.postMessage(1);
              prompt('x');
              webkit.messageHandlers.bridge.postMessage(2)</script>
              """), base: "app://page/")
        engine.run(until: engine.clock + 20_000) { isDone }
        #expect(isDone, "\(word)")
        engine.run(until: engine.clock + 200)
        if word == "dialog", end == "destroy" { #expect(messages == 1) }
        engine.close()
        #expect(
          engine.failure == .ended(signal: nil, status: 0, text: "the session is closed"),
          "\(word)")
      }
    }

    @Test("a host that dies is replaced, what it played is played once more, and that is told")
    func replaced() throws {
      let pool = try HostPool(size: 2)
      var plays = 0
      var told: [String] = []
      let heard = try pool.play("the page", tell: { told.append($0) }) { engine in
        plays += 1
        if plays == 1 { (engine as? WebKitHostEngine)?.killHost() }
        return listen(engine)
      }
      #expect(heard > 0)
      #expect(plays == 2)
      #expect(
        told == [
          "the engine host died of signal 9, while the page was played: it is played once more"
        ])
    }

    @Test("a host that dies twice is a failure")
    func lost() throws {
      let pool = try HostPool(size: 1)
      var plays = 0
      #expect(throws: HostFailure.ended(signal: 9, status: nil, text: "")) {
        try pool.play("the page", tell: { _ in }) { engine in
          plays += 1
          (engine as? WebKitHostEngine)?.killHost()
          _ = listen(engine)
        }
      }
      #expect(plays == 2)
      // The next one gets a new host.
      #expect(try pool.play("the page", tell: { _ in }) { listen($0) } > 0)
    }
  }
#endif
