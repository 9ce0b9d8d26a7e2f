import BridgeBus
import BridgeContract
import BridgeEngine
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("Parity of the headless and the real engine", .serialized, .enabled(if: Host.isThere))
  struct ParityTests {
    private static func number(_ name: String, _ otherwise: Int) -> Int {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? otherwise
    }

    private func runner(_ scenario: String) throws -> ScenarioRunner {
      let text = try String(
        contentsOf: Project.url("Fixtures/parity/parity.bridge.json"), encoding: .utf8)
      let end = try #require(text.lastIndex(of: "}"))
      let whole = text[..<end] + ",\"scenarios\":{\"s\":\(scenario)}}"
      guard case .loaded(let contract) = Contract.load(Array(whole.utf8), file: "parity") else {
        throw SupportError("not loaded: \(scenario)")
      }
      return try #require(ScenarioRunner(contract, profile: .gtk))
    }

    @Test("the ledger is short, and every entry has its rule")
    func ledger() throws {
      let entries = try Parity.ledger()
      #expect(entries.count <= 12)
      #expect(entries.allSatisfy { $0.rule.hasPrefix("R") || $0.rule.hasPrefix("ND") })
    }

    /// `PARITY_COUNT` scenarios from `PARITY_SEED`, or for `PARITY_SECONDS`: `make parity` asks for
    /// them.
    @Test(
      "random pages and native actions give traces that the rules permit",
      .enabled(if: ProcessInfo.processInfo.environment["PARITY_COUNT"] != nil))
    func generated() throws {
      let ledger = try Parity.ledger()
      let seed = UInt64(Self.number("PARITY_SEED", 1))
      let count = Self.number("PARITY_COUNT", 40)
      let until = Date(timeIntervalSinceNow: Double(Self.number("PARITY_SECONDS", 1_000_000)))
      setenv("BRIDGE_ENGINE_HOST", try Host.required(), 1)
      let pool = try HostPool(size: 2)
      var verdicts: [String: Int] = [:]
      let begin = Date()
      var played = 0
      for index in 0..<count where Date() < until {
        var generator = ParityGenerator(seed: seed &+ UInt64(index))
        let text = generator.next()
        let (verdict, trace) = try play(text, pool, ledger)
        played += 1
        switch verdict {
        case .equal: verdicts["equal", default: 0] += 1
        case .permitted: verdicts["permitted (ND1 to ND10)", default: 0] += 1
        case .ledger(let entries): verdicts["ledger \(entries)", default: 0] += 1
        case .differs:
          verdicts["differs", default: 0] += 1
          let small = try shrink(text, pool, ledger)
          let usual = try runner(small).run("s")?.trace ?? []
          Issue.record(
            """
            seed \(seed &+ UInt64(index)): \(small)
            real:
            \(trace.joined(separator: "\n"))
            headless, the usual order of the shrunk one:
            \(usual.joined(separator: "\n"))
            """)
        }
      }
      let each = played == 0 ? 0 : Date().timeIntervalSince(begin) / Double(played)
      print("parity: \(played) scenarios, \(Int(each * 1000)) ms each: \(verdicts)")
      #expect(played > 0)
    }

    private func play(
      _ text: String, _ pool: HostPool, _ ledger: [Parity.Entry]
    ) throws -> (Parity.Verdict, [String]) {
      let runner = try runner(text)
      var verdict = Parity.Verdict.differs
      var trace: [String] = []
      // A machine under load is not the engine's fault: a difference must come three times.
      for _ in 0..<3 {
        let engine = try pool.engine()
        let outcome = try #require(runner.run("s", on: engine))
        if let failure = engine.failure { throw failure }
        engine.close()
        trace = outcome.trace
        verdict = Parity().verdict(runner, "s", outcome, ledger)
        if verdict != .differs { break }
      }
      return (verdict, trace)
    }

    /// Leaves out reactions and actions as long as the difference stays.
    private func shrink(
      _ text: String, _ pool: HostPool, _ ledger: [Parity.Entry]
    ) throws -> String {
      guard
        var scenario = try JSONSerialization.jsonObject(with: Data(text.utf8))
          as? [String: [[String: Any]]]
      else { return text }
      var tries = 0
      func differs(_ candidate: [String: [[String: Any]]]) throws -> Bool {
        tries += 1
        return try play(Self.text(candidate), pool, ledger).0 == .differs
      }
      for side in ["page", "native"] {
        var index = 0
        while index < (scenario[side] ?? []).count, tries < 12 {
          var smaller = scenario
          smaller[side]?.remove(at: index)
          if try differs(smaller) {
            scenario = smaller
          } else {
            index += 1
          }
        }
      }
      return Self.text(scenario)
    }

    private static func text(_ scenario: [String: [[String: Any]]]) -> String {
      let data = try? JSONSerialization.data(withJSONObject: scenario, options: [.sortedKeys])
      return String(decoding: data ?? Data(), as: UTF8.self)
    }
  }
#endif
