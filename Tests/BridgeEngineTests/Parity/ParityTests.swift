import BridgeBus
import BridgeContract
import BridgeEngine
import Foundation
import Synchronization
import TestSupport
import Testing

#if os(Linux)
  /// The same scenarios on the headless bus and on the real engine: equal traces, or such as the rules
  /// permit, or an entry of the ledger.
  @Suite("Parity of the headless and the real engine", .serialized, .enabled(if: Host.isThere))
  struct ParityTests {
    private static func number(_ name: String) -> Int? {
      ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    private func expectParity(_ name: String, _ bench: ParityBench, _ summary: ParityBench.Summary)
    {
      ParityBench.say(summary.sentence(name))
      if let problem = summary.problem { Issue.record("\(name): \(problem)") }
      #expect(summary.results.isEmpty == false)
      for result in summary.results where result.verdict == .differs {
        let words = """
          \(result.name) comes out otherwise on \(bench.engine) than any rule permits
          \(result.shrunk.map { "smallest: \($0)\n" } ?? "")\(result.trace.joined(separator: "\n"))
          """
        if bench.isRecordedEngine {
          Issue.record("\(words)")
        } else {
          ParityBench.say("DRIFT: \(words)")
        }
      }
      if !bench.isRecordedEngine {
        ParityBench.say("DRIFT: recorded with \(bench.ledger.engine), played on \(bench.engine)")
      }
    }

    @Test("the ledger is short, and every entry has its rule")
    func ledger() throws {
      let ledger = try ParityLedger.read()
      #expect(ledger.entries.count <= 12)
      #expect(Set(ledger.entries.map(\.id)).count == ledger.entries.count)
      #expect(
        ledger.entries.allSatisfy { entry in
          entry.rule.split(separator: ",").allSatisfy { rule in
            let rule = rule.trimmingPrefix(while: \.isWhitespace)
            return rule.hasPrefix("R") || rule.hasPrefix("ND")
          }
        })
    }

    @Test("every entry of the ledger is shown by five runs of the engine, and needed in each")
    func shown() throws {
      let bench = try ParityBench(shrinks: false)
      let runs = try bench.ledger.entries.flatMap { entry in
        try (1...5).map { try ParityCase.generated(entry.shownBy, name: "\(entry.id), run \($0)") }
      }
      let summary = bench.play(runs)
      expectParity("the ledger", bench, summary)
      for entry in bench.ledger.entries where bench.isRecordedEngine {
        let own = summary.results.filter { $0.name.hasPrefix("\(entry.id), run ") }
        #expect(own.map(\.verdict) == Array(repeating: .ledger([entry.id]), count: 5))
      }
    }

    @Test("the shipped contracts' live scenarios, which also come out as they say")
    func shipped() throws {
      let bench = try ParityBench(isVerbose: true)
      let summary = bench.play(try ParityCase.all(in: "Contracts"))
      expectParity("the shipped contracts", bench, summary)
      for result in summary.results { #expect(result.isAsSaid, "\(result.name)") }
    }

    @Test("the faults of real bridges, and how they are mended")
    func faults() throws {
      let bench = try ParityBench(isVerbose: true)
      // CI plays a third, as it does of the recorded scenarios; `make parity` plays all.
      let isSample = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_SAMPLE"] != nil
      let cases = try ParityCase.all(in: "Fixtures/faults").enumerated()
        .filter { !isSample || $0.offset % 3 == 0 }.map(\.element)
      expectParity("the faults", bench, bench.play(cases))
    }

    @Test("what was recorded of the engine, as far as live scenarios can say it")
    func recorded() throws {
      let bench = try ParityBench(isVerbose: true)
      let isSample = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_SAMPLE"] != nil
      let cases = try ParityCase.recorded().enumerated()
        .filter { !isSample || $0.offset % 4 == 0 }.map(\.element)
      expectParity("what was recorded", bench, bench.play(cases))
    }

    /// CI plays a few of a fixed seed. `make parity` asks for more: `PARITY_COUNT` scenarios from
    /// `PARITY_SEED` on, for at most `PARITY_SECONDS`.
    @Test("random pages and native actions")
    func generated() throws {
      let first = UInt64(Self.number("PARITY_SEED") ?? 7)
      let count = Self.number("PARITY_COUNT") ?? 20
      let seconds = Double(Self.number("PARITY_SECONDS") ?? 1_000_000)
      let until = Date(timeIntervalSinceNow: seconds)
      let bench = try ParityBench(
        shrinks: Self.number("PARITY_SHRINK") != 0,
        isVerbose: Self.number("PARITY_COUNT") != nil)
      let next = Mutex(0)
      let summary = bench.play {
        let index = next.withLock { number in
          defer { number += 1 }
          return number
        }
        guard index < count, Date() < until else { return nil }
        let seed = first &+ UInt64(index)
        var generator = ParityGenerator(seed: seed)
        let text = generator.next()
        return (try .generated(text, name: "seed \(seed)"), text)
      }
      expectParity("random scenarios from seed \(first)", bench, summary)
    }
  }
#endif
