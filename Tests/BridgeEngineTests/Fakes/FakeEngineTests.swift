import BridgeBus
import BridgeCodegen
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

#if os(Linux)
  /// The generated stand-ins on WebKitGTK, where bridges are real.
  @Suite("Fakes on the real engine", .serialized, .enabled(if: Host.isThere))
  struct FakeEngineTests {
    private static func load(_ path: String) throws -> Contract {
      let file = Project.url(path)
      let bytes = [UInt8](try Data(contentsOf: file))
      guard case .loaded(let contract) = Contract.load(bytes, file: file.lastPathComponent) else {
        throw SupportError("\(path) cannot be loaded")
      }
      return contract
    }

    /// The contracts that ship.
    private static func shipped() throws -> [Contract] {
      let folder = Project.url("Contracts/bridges").resolvingSymlinksInPath()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        .filter { $0.hasSuffix(".bridge.json") }
      return try [load("Contracts/sync.bridge.json")]
        + names.map { try load("Contracts/bridges/\($0)") }
    }

    private static func errors(_ contract: Contract, _ log: String) throws -> [String] {
      guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("join") }
      let validator = LogValidator(set)
      validator.beginFile("log")
      validator.feed(Array(log.utf8))
      validator.endFile()
      let report = validator.finish()
      #expect(report.summary.messages > 0, "\(contract.name): nothing was judged\n\(log)")
      return report.findings.filter { $0.severity == .error }
        .map { "\($0.line ?? 0) \($0.cause?.id ?? ""): \($0.message)" }
    }

    /// Evaluates an expression until it gives a text.
    private static func text(
      _ expression: String, on engine: WebKitHostEngine, within limit: Double
    ) throws -> String {
      let end = engine.clock + limit
      var count = 0
      let before = engine.onReport
      defer { engine.onReport = before }
      while engine.clock < end {
        count += 1
        var found: BridgeValue?
        var isDone = false
        let call = "look\(count)"
        engine.onReport = { report in
          if case .completion(call, let result) = report {
            isDone = true
            found = try? result.get()
          }
          before?(report)
        }
        engine.evaluate(call, .text(expression))
        engine.run(until: end) { isDone }
        if let text = found?.string { return text }
        engine.run(until: engine.clock + 50) { false }
      }
      throw SupportError("no text within \(limit) ms: \(expression)")
    }

    /// What must not be said in this talk: of two versions of one message a page says one; what must
    /// come last is left out.
    private static let left = ["sync": ["ready"], "shopify-checkout-sheet": ["completed"]]

    private struct Outcome: Decodable {
      var errors: [String]
      var findings: [String]
      var logs: [String]
    }

    /// Has fakes say each of their messages; a text once that is over.
    private static func talk(_ fakes: [String], _ contract: Contract) -> String {
      let skipped = (left[contract.name] ?? []).map { "\"\($0)\"" }.joined(separator: ",")
      return """
        (async () => {
          const errors = [];
          const pause = (time) => new Promise((done) => setTimeout(done, time));
          const fakes = [\(fakes.joined(separator: ", "))];
          for (const fake of fakes) {
            for (const name of fake.names) {
              if ([\(skipped)].includes(name)) continue;
              try { await Promise.race([fake.say(name), pause(400)]); }
              catch (error) { errors.push(name + ": " + error.message); }
            }
          }
          await pause(200);
          window.outcome = JSON.stringify({
            errors, logs: fakes.map((fake) => fake.log()),
            findings: fakes.flatMap((fake) => fake.findings)
              .filter((one) => one.severity === "error").map((one) => one.cause + " " + one.at),
          });
        })();
        """
    }

    @Test("both fakes facing one another: all their traffic validates, on every contract")
    func facing() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      for contract in try Self.shipped() {
        let engine = try WebKitHostEngine(host)
        let html =
          "<!doctype html><meta charset=\"utf-8\"><body><script>"
          + FakeGenerator.native.text(contract) + "</script>" + FakeGenerator.web.text(contract)
          + "<script>"
          + Self.talk(["window.bridgeFakeWeb", "window.bridgeFakeNative"], contract)
          + "</script>"
        engine.load(Page([], html: html), base: "app://page/")
        let text = try Self.text("window.outcome", on: engine, within: 30_000)
        engine.close()
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(text.utf8))
        #expect(outcome.errors == [], "\(contract.name)")
        #expect(outcome.findings == [], "\(contract.name)")
        for log in outcome.logs {
          #expect(try Self.errors(contract, log) == [], "\(contract.name)")
        }
      }
    }

    @Test("the fake page speaks to a real app, and the app to it: all of it validates")
    func realApp() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      for contract in try Self.shipped() {
        let engine = try WebKitHostEngine(host)
        engine.quiet = 250
        let bus = try Bus(contract, on: engine)
        bus.fakeNative()
        bus.start(Page([], html: FakeGenerator.web.text(contract)))
        engine.run(until: engine.clock + 10_000)
        let before = engine.onReport
        engine.evaluate("talk", .text(Self.talk(["window.bridgeFakeWeb"], contract)))
        engine.onReport = before
        let text = try Self.text("window.outcome", on: engine, within: 30_000)
        engine.run(until: engine.clock + 5_000)
        let findings = bus.findings.filter { $0.severity == .error }
        let trace = bus.trace
        engine.close()
        let outcome = try JSONDecoder().decode(Outcome.self, from: Data(text.utf8))
        #expect(outcome.errors == [], "\(contract.name)")
        #expect(outcome.findings == [], "\(contract.name)")
        for log in outcome.logs {
          #expect(try Self.errors(contract, log) == [], "\(contract.name)")
        }
        #expect(
          findings.map { "\($0.line ?? 0) \($0.cause?.id ?? "") \($0.message)" } == [],
          "\(contract.name)\n\(trace.joined(separator: "\n"))")
      }
    }

    @Test("where the app has handlers of its own the fake still stands in for the contract's")
    func besideRealHandlers() throws {
      let engine = try WebKitHostEngine(HostProcess(path: try Host.required()), ownsHost: true)
      defer { engine.close() }
      let contract = try Self.load("Contracts/sync.bridge.json")
      engine.register("other")
      var others: [String] = []
      engine.onReport = { if case .message(let message) = $0 { others.append(message.handler) } }
      let html =
        "<!doctype html><body><script>" + FakeGenerator.native.text(contract)
          + """
          </script><script>
          window.bridgeReceive = (body) => { window.heard = JSON.stringify(body); };
          webkit.messageHandlers.other.postMessage(1);
          webkit.messageHandlers.bridge.postMessage({ kind: "ready", version: 2, id: 1, locale: "ja" });
          </script>
          """
      engine.load(Page([], html: html), base: "app://page/")
      let heard = try Self.text("window.heard", on: engine, within: 20_000)
      #expect(heard == #"{"id":1,"value":"ok","revision":7}"#)
      #expect(others == ["other"])
    }
  }
#endif
