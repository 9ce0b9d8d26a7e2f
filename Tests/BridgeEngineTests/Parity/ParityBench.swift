import BridgeBus
import BridgeEngine
import Dispatch
import Foundation
import Synchronization
import TestSupport

#if os(Linux)
  /// Plays scenarios on both engines, on as many lanes as the machine has processors. Each lane has
  /// warm hosts of its own: while one is played, the web process of the next is being started.
  final class ParityBench: Sendable {
    /// A scenario that was played.
    struct Result: Sendable {
      var name: String
      var verdict: ParityVerdict
      var milliseconds: Double
      /// How often it was played, until the orders that were tried explained it.
      var plays = 1
      /// What the real engine said, where the headless one would not.
      var trace: [String] = []
      /// A smaller scenario with a difference, where there is one.
      var shrunk: String?
      /// Whether it came out on the real engine as it says that it does.
      var isAsSaid = true
    }

    /// What all came to.
    struct Summary: Sendable {
      var results: [Result] = []
      /// Seconds of the clock, and of all processes.
      var seconds = 0.0
      var cpu = 0.0
      var lanes = 0
      var problem: String?
    }

    let ledger: ParityLedger
    /// The version is the recorded one: else differences are drift, to be reported.
    let isRecordedEngine: Bool
    let engine: String
    /// Whether differences are made small.
    let shrinks: Bool
    /// Whether every scenario is told of as it is played.
    let isVerbose: Bool
    /// Where what the engine said is kept and read again instead of playing it once more.
    let kept: URL?

    init(shrinks: Bool = true, isVerbose: Bool = false) throws {
      kept = ProcessInfo.processInfo.environment["PARITY_KEPT"].map { URL(fileURLWithPath: $0) }
      ledger = try .read()
      setenv("BRIDGE_ENGINE_HOST", try Host.required(), 1)
      engine = try Self.version()
      isRecordedEngine = engine == ledger.engine
      self.shrinks = shrinks
      self.isVerbose = isVerbose
    }

    private static func version() throws -> String {
      let abilities =
        try JSONSerialization.jsonObject(
          with: Data(try RealEngines.abilities().utf8)) as? [String: Any]
      return "\(abilities?["engine"] ?? "?") \(abilities?["version"] ?? "?")"
    }

    /// Plays what `next` gives until it gives nothing more. `text` is that of a generated one.
    func play(
      _ next: @escaping @Sendable () throws -> (case: ParityCase, text: String?)?
    ) -> Summary {
      let lanes = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount))
      let summary = Mutex(Summary())
      let begin = Date()
      let cpu = Self.cpu()
      DispatchQueue.concurrentPerform(iterations: lanes) { _ in
        do {
          let pool = try HostPool(size: 2)
          while summary.withLock({ $0.problem == nil }), let job = try next() {
            let result = try play(job.case, job.text, pool)
            if isVerbose, result.verdict != .differs { tell(result) }
            if let shrunk = result.shrunk { Self.say("  smallest of \(result.name): \(shrunk)") }
            summary.withLock { $0.results.append(result) }
          }
        } catch {
          summary.withLock { $0.problem = $0.problem ?? "\(error)" }
        }
      }
      var out = summary.withLock { $0 }
      out.seconds = Date().timeIntervalSince(begin)
      out.cpu = Self.cpu() - cpu
      out.lanes = lanes
      return out
    }

    /// The same with a list.
    func play(_ cases: [ParityCase]) -> Summary {
      let rest = Mutex(cases[...])
      return play { rest.withLock { $0.popFirst() }.map { ($0, nil) } }
    }

    private func tell(_ result: Result) {
      Self.say("parity: \(result.name) \(Int(result.milliseconds)) ms, \(result.verdict)")
      if result.verdict == .differs {
        for line in result.trace { Self.say("  \(line)") }
      }
    }

    /// A line, at once: nobody waits for hours to see how far it is.
    static func say(_ line: String) {
      FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// Seconds that this process and all that it waited for have computed.
    static func cpu() -> Double {
      var sum = 0.0
      for who in [RUSAGE_SELF, RUSAGE_CHILDREN] {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        for time in [usage.ru_utime, usage.ru_stime] {
          sum += Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
      }
      return sum
    }

    // MARK: One scenario

    private func play(_ item: ParityCase, _ text: String?, _ pool: HostPool) throws -> Result {
      let begin = Date()
      let runner = try item.runner()
      let known = read(item)
      var real = try known ?? run(item, runner, pool)
      let milliseconds = Date().timeIntervalSince(begin) * 1000
      var verdict = ledger.verdict(runner, item.scenario, real)
      // Not every order is tried: a difference must come six times.
      var plays = 1
      while verdict == .differs, known == nil, plays < 6 {
        plays += 1
        real = try run(item, runner, pool)
        verdict = ledger.verdict(runner, item.scenario, real)
      }
      if known == nil { try keep(real, item) }
      // Nothing is called different before very many orders were tried.
      for limit in [30_000, 300_000] where verdict == .differs {
        verdict = ledger.verdict(runner, item.scenario, real, limit: limit, seconds: 100)
      }
      var result = Result(
        name: item.name, verdict: verdict, milliseconds: milliseconds, plays: plays)
      result.isAsSaid = known != nil || runner.finding(item.scenario, real) == nil
      guard verdict == .differs else { return result }
      let (agreeing, instead) = ledger.shortfall(runner, item.scenario, real)
      result.trace = real.trace
      result.trace.insert("-- here the headless engine says instead:", at: agreeing)
      result.trace.insert(contentsOf: instead.prefix(8) + ["--"], at: agreeing + 1)
      if let problem = real.problem { result.trace.append(problem) }
      if let text { result.trace.insert(text, at: 0) }
      tell(result)
      if shrinks, known == nil, let text {
        result.shrunk = try ParityShrinker(text).shrink { smaller in
          let item = try ParityCase.generated(smaller, name: item.name)
          let runner = try item.runner()
          for _ in 0..<2 {
            let real = try run(item, runner, pool)
            if ledger.verdict(runner, item.scenario, real, limit: 300) != .differs { return false }
            result.trace = real.trace
          }
          return true
        }
      }
      return result
    }

    private func run(
      _ item: ParityCase, _ runner: ScenarioRunner, _ pool: HostPool
    ) throws -> ScenarioRunner.Outcome {
      // Where the host dies it is played once more, and that is said.
      let played = try pool.play(item.name, tell: { print("parity: \($0)") }) {
        runner.run(item.scenario, on: $0)
      }
      guard let outcome = played else { throw SupportError("\(item.name) is no live scenario") }
      return outcome
    }

    /// What was kept of a scenario.
    private func read(_ item: ParityCase) -> ScenarioRunner.Outcome? {
      guard let file = kept?.appendingPathComponent(item.fileName),
        let text = try? String(contentsOf: file, encoding: .utf8)
      else { return nil }
      return ScenarioRunner.Outcome(kept: text.components(separatedBy: "\n"))
    }

    private func keep(_ outcome: ScenarioRunner.Outcome, _ item: ParityCase) throws {
      guard let kept else { return }
      try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
      let text = outcome.kept.joined(separator: "\n")
      try text.write(
        to: kept.appendingPathComponent(item.fileName), atomically: true, encoding: .utf8)
    }
  }

  extension ParityBench.Summary {
    /// A line for people: how many, how long each, what they came to.
    func sentence(_ name: String) -> String {
      var counts: [String: Int] = [:]
      for result in results {
        switch result.verdict {
        case .usual: counts["equal", default: 0] += 1
        case .permitted: counts["equal in another permitted order", default: 0] += 1
        case .ledger(let ids): counts["ledger \(ids.joined(separator: "+"))", default: 0] += 1
        case .differs: counts["different", default: 0] += 1
        }
      }
      let times = results.map(\.milliseconds).sorted()
      let words = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      func ms(_ place: Double) -> Int {
        times.isEmpty ? 0 : Int(times[Int(Double(times.count - 1) * place)])
      }
      let again = results.count { $0.plays > 1 }
      let each = results.isEmpty ? 0 : seconds / Double(results.count)
      return
        "parity of \(name): \(results.count) scenarios in \(Int(seconds)) s on \(lanes) lanes, "
        + "\(ms(0.5)) ms each (median; 9 of 10 within \(ms(0.9)), all within \(ms(1))), "
        + "100 in \(Int(each * 100)) s, \(Int(cpu / Double(max(1, results.count)) * 1000)) ms of "
        + "processor each: \(words)" + (again > 0 ? "; \(again) played more than once" : "")
    }
  }
#endif
