import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeReports

extension Command {
  private enum Walk: String, CaseIterable, Sendable {
    case automatic, exhaustive, bounded, random
  }

  private static let mode = Option.choice(
    "mode", Walk.self,
    "exhaustive: every order; bounded: those near the usual one; random: drawn ones; automatic: "
      + "every order if half of the limit is enough, else drawn ones too (default)")
  private static let bound = Option.number(
    "bound", "N", "bounded: how many choices may differ from the usual order (default: 2)",
    minimum: 0)
  private static let limit = Option.number(
    "limit", "N", "the most runs of a scenario (default: 10000)", minimum: 1)
  private static let seed = Option.number(
    "seed", "N", "random: the first seed (default: 1)", minimum: 0, maximum: .max)
  private static let faults = Option.texts(
    "fault", "FAULT",
    "what may go wrong, once in a run: "
      + Fault.allCases.map(\.rawValue).joined(separator: ", "),
    completion: .choices(Fault.allCases.map(\.rawValue)))

  static let explore = Command(
    name: "explore", group: .check,
    summary: "play live scenarios in every order that engines permit",
    discussion: [
      "Real engines leave some things open: whether a timer comes before a call of native, whether a "
        + "handler that is registered late is there in time. Each such order is played and judged; "
        + "of orders that differ only in steps that cannot see each other one is played. What goes "
        + "wrong is made as small as it goes and named by a token, with which run plays it again.",
      "A scenario that says how it fails must fail so in every order.",
    ],
    operands: .init(
      usage: "[SCENARIO...]", minimum: 0, maximum: nil, noun: "a scenario"),
    options: [
      SharedOptions.contracts,
      OptionGroup(
        title: "Orders",
        options: [
          mode.declaration, bound.declaration, limit.declaration, seed.declaration,
          faults.declaration, RunOptions.profile.declaration, RunOptions.trace.declaration,
        ]),
      SharedOptions.report, SharedOptions.settings,
    ],
    examples: [
      .init(
        line: "bridge-contract explore", what: "every live scenario of this project's contracts"),
      .init(
        line: "bridge-contract explore handshake --fault reload --fault delayed-reply",
        what: "also where the page is loaded again, or an answer comes late"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard
      let settings = try Settings.resolve(
        invocation, named: ScenarioSelection.contracts(invocation.operands))
    else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    let explorer = try explorer(invocation)
    let files = ContractFiles(settings.contracts, .perhapsOneBridge, console: console)
    if files.isBroken {
      files.complain(console)
      return .broken
    }
    let profile = invocation.value(of: RunOptions.profile)?.profile ?? .apple
    let items = try ScenarioSelection(
      invocation.operands, in: files.contracts, profile, command: "explore"
    ).items
    if items.isEmpty { return noScenario(console) }
    do throws(FileError) {
      let report = try RunReport(
        settings, files, items.count, invocation.value(of: RunOptions.trace), console)
      var isOpen = false
      var isEndless = false
      for item in items {
        let progress = Progress(console.error)
        let explored = item.runner.explore(item.name, explorer) { runs in
          progress.tell("\(item.label): \(Words.count(runs, "order"))")
        }
        progress.finish()
        guard let explored else { continue }
        tell(
          item, explored,
          isNamed: settings.contractsSource.hasPrefix("--contract")
            || settings.contractsSource == "the command line", report)
        let isClean = explored.exploration.failures.isEmpty
        if let token = explored.exploration.endless {
          isEndless = true
          let reason = explored.exploration.endlessReason ?? "it does not come to an end"
          report.note(
            "\(item.label): \(token == "-" ? "the usual order" : "order \(token)") \(reason); the "
              + "exploration stopped there, after \(Words.count(explored.exploration.runs, "order"))"
          )
        }
        if explorer.mode == .exhaustive, isClean, !explored.exploration.isComplete { isOpen = true }
      }
      var outcome = try report.finish()
      if isOpen {
        console.note("not every order was played: the limit is \(explorer.limit) (--limit N)")
        outcome.isUndecided = true
      }
      if isEndless { outcome.isUndecided = true }
      return outcome
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }

  private static func explorer(_ invocation: Invocation) throws(UsageError) -> Explorer {
    var explorer = Explorer()
    switch invocation.value(of: mode) ?? .automatic {
    case .automatic: break
    case .exhaustive: explorer.mode = .exhaustive
    case .bounded: explorer.mode = .bounded(invocation.value(of: bound) ?? 2)
    case .random: explorer.mode = .random(seed: UInt64(invocation.value(of: seed) ?? 1))
    }
    if let limit = invocation.value(of: limit) { explorer.limit = limit }
    for word in invocation.value(of: faults) {
      guard let fault = Fault(rawValue: word) else {
        throw UsageError(
          problem: "--fault \(word): no such fault; there are "
            + list(Fault.allCases.map(\.rawValue), "and"),
          command: "explore", suggestion: nearest(word, Fault.allCases.map(\.rawValue)))
      }
      explorer.faults.insert(fault)
    }
    return explorer
  }

  /// Tells what the orders of a scenario came to.
  private static func tell(
    _ item: ScenarioSelection.Item, _ explored: ScenarioRunner.Explored, isNamed: Bool,
    _ report: RunReport
  ) {
    let contract = isNamed ? "--contract \(Words.quoted(item.runner.contract.file)) " : ""
    func add(_ message: String, _ failure: String? = nil) {
      let cause = failure.flatMap { Cause(id: $0) }
      if let finding = item.runner.finding(message, cause: cause, at: item.name) {
        report.add(finding)
      }
    }
    if let problem = explored.problem {
      add("the scenario \"\(item.name)\" cannot be run: \(problem)")
      return
    }
    let exploration = explored.exploration
    let wanted = item.runner.wanted(item.name)
    let state =
      exploration.failures.isEmpty
      ? exploration.endless != nil
        ? "was not decided" : wanted.map { "fails with \($0), as it says," } ?? "is clean"
      : "goes wrong"
    let some = exploration.failures.isEmpty ? "" : "\(exploration.failing) of "
    report.say("\(item.label) \(state) in \(some)\(orders(exploration))")
    for (failure, example) in zip(exploration.failures, explored.counterexamples) {
      let words = words(failure.failure, wanted)
      let orders = "in \(failure.count) of \(Words.count(exploration.runs, "order"))"
      report.say("")
      let distance =
        failure.deviations == 0
        ? "the usual order" : "\(Words.count(failure.deviations, "choice")) off the usual order"
      report.say(
        "  \(words) \(orders); the smallest: "
          + "\(Words.count(example.outcome.steps.count, "event")), \(distance)")
      for line in TraceText.lines(example.outcome.steps, indent: "    ") { report.say(line) }
      report.say(
        "    again: bridge-contract run \(contract)\(Words.quoted(item.label)) "
          + "--schedule \(example.token)")
      report.keep("\(item.label) \(example.token)", example.outcome.trace)
      add(
        "the scenario \"\(item.name)\": \(words) \(orders), such as --schedule \(example.token)",
        failure.failure)
    }
    if let token = exploration.unstable {
      add(
        "the scenario \"\(item.name)\" came out otherwise when order \(token) was run again: "
          + "something chooses that the schedule does not know of")
    }
    if !exploration.failures.isEmpty { report.say("") }
  }

  private static func words(_ failure: String, _ wanted: String?) -> String {
    switch failure {
    case ScenarioRunner.nothing: "does not fail with \(wanted ?? "anything")"
    default: failure
    }
  }

  /// `36 orders (all there are; 4 traces)`.
  private static func orders(_ exploration: Exploration) -> String {
    "\(Words.count(exploration.runs, "order")) ("
      + (exploration.isComplete ? "all there are" : "of more")
      + "; \(Words.count(exploration.traces, "trace")))"
  }
}
