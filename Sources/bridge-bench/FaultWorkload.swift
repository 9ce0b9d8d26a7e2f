import BridgeBus
import BridgeContract
import BridgeFindings

extension Workload {
  /// The corpus of public faults: what the explorer finds in how many orders, and how small.
  static let faults = Workload(
    name: "faults", arguments: "FILE...",
    summary: "scenarios of public faults: found, how small, replayed; a table on the way"
  ) { arguments in
    var found = 0
    var hidden = 0
    var clean = 0
    var incomplete = 0
    var orders = 0
    var events: [Int] = []
    var replays = 0
    var same = 0
    var tokens: [(runner: ScenarioRunner, token: String, trace: [String])] = []
    var measure = try Measure(bytes: 0) {
      for path in arguments {
        let contract = try contract(path)
        guard let runner = ScenarioRunner(contract),
          let usual = runner.run("fault"), let bad = runner.explore("fault"),
          let good = runner.explore("mended")
        else { throw BenchError("\(path): no scenarios \"fault\" and \"mended\"") }
        orders += bad.exploration.runs + good.exploration.runs
        if usual.findings.isEmpty, usual.problem == nil { hidden += 1 }
        let isClean = good.exploration.failures.isEmpty && good.exploration.unstable == nil
        if isClean { clean += 1 }
        if !good.exploration.isComplete { incomplete += 1 }
        let example = bad.counterexamples.min { $0.outcome.steps.count < $1.outcome.steps.count }
        if let example {
          found += 1
          events.append(example.outcome.steps.count)
          tokens.append((runner, example.token, example.outcome.trace))
        }
        print(
          row(path, bad, example), good.exploration.runs,
          isClean ? "" : "THE TWIN FAILS: \(good.exploration.failures.map(\.failure))")
      }
      while replays < 1000, !tokens.isEmpty {
        let one = tokens[replays % tokens.count]
        replays += 1
        guard let schedule = Schedule(token: one.token) else { continue }
        if one.runner.run("fault", schedule: schedule)?.trace == one.trace { same += 1 }
      }
    }
    measure.counts = [
      ("faults", arguments.count), ("found", found), ("hiddenInTheUsualOrder", hidden),
      ("cleanTwins", clean), ("twinsNotComplete", incomplete), ("orders", orders),
      ("medianEvents", events.sorted().dropFirst(events.count / 2).first ?? 0),
      ("replays", replays), ("same", same),
    ]
    return measure
  }

  private static func contract(_ path: String) throws -> Contract {
    switch Contract.load(try readFile(path), file: path) {
    case .loaded(let contract): return contract
    case .broken(let findings):
      throw BenchError("\(path): \(findings.first.map { $0.message } ?? "broken")")
    }
  }

  private static func row(
    _ path: String, _ bad: ScenarioRunner.Explored, _ example: ScenarioRunner.Counterexample?
  ) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let example else { return "\(name): NOT FOUND in \(bad.exploration.runs) orders;" }
    let failures = bad.exploration.failures.map { "\($0.failure) \($0.count)" }
    return "\(name): \(failures.joined(separator: ", ")) of \(bad.exploration.runs) orders, "
      + "\(example.outcome.steps.count) events, \(example.token); twin clean in"
  }
}
