import BridgeBus
import BridgeEngine
import TestSupport
import Testing

#if os(Linux)
  @Suite("WebKitGTK as an engine of the bus", .serialized, .enabled(if: Host.isThere))
  struct WebKitHostEngineTests {
    private func engine() throws -> WebKitHostEngine {
      try WebKitHostEngine(HostProcess(path: try Host.required()), ownsHost: true)
    }

    @Test("a message of an inline script comes after committed and before finished (R3)")
    func order() throws {
      let engine = try engine()
      defer { engine.close() }
      var seen: [String] = []
      engine.onReport = { report in
        switch report {
        case .started: seen.append("started")
        case .committed: seen.append("committed")
        case .finished: seen.append("finished")
        case .message(let message): seen.append("\(message.handler): \(message.body)")
        default: seen.append("\(report)")
        }
      }
      engine.register("bridge")
      engine.load(
        Page(
          [], html: "<script>webkit.messageHandlers.bridge.postMessage({a: [1, null]})</script>"),
        base: "app://page/")
      #expect(engine.run() == .idle)
      #expect(seen == ["started", "committed", "bridge: {\"a\":[1,null]}", "finished"])
    }

    @Test(
      "what native does in a report belongs to that turn: an evaluate sees the page after it (R2)")
    func lockstep() throws {
      let engine = try engine()
      defer { engine.close() }
      var results: [BridgeValue] = []
      engine.onReport = { report in
        if case .message(let message) = report, message.body == .number(1) {
          engine.evaluate("k", .text("n"))
        }
        if case .completion(_, .success(let value)) = report { results.append(value) }
      }
      engine.register("bridge")
      engine.load(
        Page(
          [],
          html: """
            <script>var n = 0; for (const i of [1, 2, 3]) {
              n = i; webkit.messageHandlers.bridge.postMessage(i) }</script>
            """), base: "app://page/")
      engine.run()
      #expect(results == [.number(3)])
    }

    @Test("values come back exactly: what JSON cannot say, long texts, cycles")
    func values() throws {
      let engine = try engine()
      defer { engine.close() }
      var results: [String: BridgeValue] = [:]
      engine.onReport = { report in
        if case .completion(let call, .success(let value)) = report { results[call] = value }
      }
      engine.evaluate("a", .text("[undefined, -0, NaN, new Date(5), '\\ud800', [1,,2]]"))
      engine.evaluate("b", .text("'x'.repeat(100000)"))
      engine.evaluate("c", .text("const o = {k: [1]}; o.o = o; o"))
      engine.run()
      let list = try #require(results["a"])
      #expect(list[0] == .undefined)
      #expect(list[1]?.number?.sign == .minus)
      #expect(list[2]?.number?.isNaN == true)
      #expect(list[3] == .date(milliseconds: 5))
      #expect(list[4]?.text?.utf16 == [0xD800])
      #expect(list[5]?.count == 3)
      #expect(results["b"]?.text?.utf16.count == 100_000)
      #expect(results["c"]?["o"]?["o"]?["k"]?[0] == .number(1))
    }

    @Test(
      "a failed call says why",
      arguments: [
        ("call App.receive", .functionMissing), ("call nowhere", .functionMissing),
        ("throw new Error('no')", .threw), ("let = =", .scriptError),
        ("(function () {})", .unsupportedResult),
      ] as [(String, ScriptFailure.Kind)])
    func failures(_ words: String, _ kind: ScriptFailure.Kind) throws {
      let script =
        words.hasPrefix("call ") ? Script.call(String(words.dropFirst(5)), []) : .text(words)
      let engine = try engine()
      defer { engine.close() }
      var found: ScriptFailure.Kind?
      engine.onReport = { report in
        if case .completion(_, .failure(let failure)) = report { found = failure.kind }
      }
      engine.evaluate("k", script)
      engine.run(until: 10_000) { found != nil }
      #expect(found == kind)
    }

    @Test("a request, its reply, its error")
    func replies() throws {
      let engine = try engine()
      defer { engine.close() }
      var said: [String] = []
      engine.onReport = { report in
        guard case .message(let message) = report else { return }
        if let reply = message.reply {
          engine.reply(
            reply,
            message.body == .number(1) ? .value(.object([("a", .number(1.5))])) : .error("no"))
        } else {
          said.append("\(message.body)")
        }
      }
      engine.register("ask", reply: true)
      engine.register("bridge")
      engine.load(
        Page(
          [],
          html: """
            <script>const {ask, bridge} = webkit.messageHandlers;
            for (const n of [1, 2]) ask.postMessage(n).then(
              v => bridge.postMessage(['ok', v]),
              e => bridge.postMessage(['no', e.message]))</script>
            """), base: "app://page/")
      engine.run()
      #expect(said == ["[\"ok\",{\"a\":1.5}]", "[\"no\",\"no\"]"])
    }

    @Test("calls that wait when the process goes fail as terminated, in either order")
    func termination() throws {
      let engine = try engine()
      defer { engine.close() }
      var kinds: [String] = []
      engine.onReport = { report in
        switch report {
        case .completion(_, .failure(let failure)): kinds.append(failure.kind.rawValue)
        case .terminated(let reason): kinds.append(reason.rawValue)
        default: break
        }
      }
      engine.load(Page([], html: "<p>"), base: "app://page/")
      engine.run()
      engine.callAsync("wait", .text("return new Promise(() => {})"))
      engine.run(until: engine.clock + 200)
      engine.terminate()
      engine.run()
      engine.evaluate("late", .text("1"))
      engine.run()
      #expect(kinds == ["terminated", "byAPI", "terminated"])
    }

    @Test("dialogs are answered, navigations refused, other machines never asked")
    func questions() throws {
      let engine = try engine()
      defer { engine.close() }
      var said: [String] = []
      engine.onReport = { report in
        switch report {
        case .dialog(let dialog):
          dialog.answer("\(dialog.message)!")
          dialog.confirm(true)
        case .message(let message): said.append("\(message.body)")
        default: break
        }
      }
      engine.navigationPolicy = { $0.url != "app://elsewhere/" }
      engine.register("bridge")
      engine.load(
        Page(
          [],
          html: """
            <script>const {bridge} = webkit.messageHandlers;
            bridge.postMessage([prompt('name', 'x'), confirm('sure')]);
            fetch('https://example.com/').catch(() => bridge.postMessage('refused'));
            location = 'app://elsewhere/';</script>
            """), base: "app://page/")
      engine.run()
      #expect(said == ["[\"name!\",true]", "\"refused\""])
      #expect(engine.remoteRequests == ["https://example.com/"])
    }

    @Test("a host that is killed is told of, and nothing goes on")
    func killed() throws {
      let host = try HostProcess(path: try Host.required())
      let engine = try WebKitHostEngine(host, ownsHost: true)
      defer { engine.close() }
      var terminated = 0
      engine.onReport = { if case .terminated = $0 { terminated += 1 } }
      engine.evaluate("k", .text("1"))
      engine.run()
      host.kill()
      #expect(engine.run() == .idle)
      #expect(terminated == 1)
      #expect(engine.failure == .ended(signal: 9, status: nil, text: ""))
    }
  }
#endif
