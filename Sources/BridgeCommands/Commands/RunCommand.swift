import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings

extension Command {
  private static let engine = Option.choice(
    "engine", EngineChoice.self, "what plays the scenarios (default: headless)")
  private static let page = Option.text(
    "page", "FILE|DIR", "this page, served locally, in place of the scenario's (engine webkit)",
    completion: .files)
  private static let seed = Option.number(
    "seed", "N", "draw an order that the engine permits, instead of the usual one",
    minimum: 0, maximum: .max)
  private static let schedule = Option.text(
    "schedule", "TOKEN", "the order that a token of run or explore names")

  static let run = Command(
    name: "run", group: .check, summary: "play a contract's live scenarios on an engine",
    discussion: [
      "Plays the page's and native's reactions and judges the trace as validate judges a log. A "
        + "scenario that does not come out as it says is a finding. Without an operand every live "
        + "scenario is played.",
      "On the engine webkit, WebKitGTK in a process of its own (Linux), the page plays in real "
        + "JavaScript, in the order that the engine takes.",
      "With --page, or an HTML file as operand, a page of your own plays in place of the scenario's, in "
        + "webkit, against native's half of the scenarios that are named; against a native side made "
        + "from the contract's examples where none is. Its folder is served, no other machine is ever "
        + "asked, and what the page asks of one is told. Exit status 4: it did not load.",
      "The headless engine keeps the order of a real one, has a clock of its own, and comes out the "
        + "same every time. A seed or a token makes it take another order that real engines permit.",
    ],
    operands: .init(
      usage: "[SCENARIO...]", minimum: 0, maximum: nil, noun: "a scenario"),
    options: [
      SharedOptions.contracts,
      OptionGroup(
        title: "Engine",
        options: [
          engine.declaration, page.declaration, RunOptions.profile.declaration, seed.declaration,
          schedule.declaration, RunOptions.trace.declaration,
        ]),
      SharedOptions.report, SharedOptions.settings,
    ],
    examples: [
      .init(line: "bridge-contract run", what: "every live scenario of this project's contracts"),
      .init(
        line: "bridge-contract run \"first sync\" --trace trace.jsonl",
        what: "one of them, with its trace for validate"),
      .init(
        line: "bridge-contract run --page dist/index.html",
        what: "a real page against the contract, on the real engine"),
      .init(
        line: "bridge-contract run \"first sync\" --schedule 4-1",
        what: "in the order that explore found"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    var operands = invocation.operands
    let path = try ownPage(invocation, &operands)
    guard
      let settings = try Settings.resolve(
        invocation, named: ScenarioSelection.contracts(operands))
    else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    let engine = invocation.value(of: engine) ?? (path == nil ? .headless : .webkit)
    try refuse(invocation, engine, hasPage: path != nil)
    let order = try order(invocation)
    let files = ContractFiles(settings.contracts, .perhapsOneBridge, console: console)
    if files.isBroken {
      files.complain(console)
      return .broken
    }
    let profile =
      invocation.value(of: RunOptions.profile)?.profile ?? (engine == .webkit ? .gtk : .apple)
    var page: LocalPage?
    if let path {
      page = LocalPage(path, console)
      if page == nil { return .broken }
    }
    let isAlone = page != nil && operands.allSatisfy { ScenarioSelection.isContract($0) }
    let items =
      isAlone
      ? [] : try ScenarioSelection(operands, in: files.contracts, profile, command: "run").items
    if items.isEmpty, !isAlone { return noScenario(console) }
    do throws(FileError) {
      let report = try RunReport(
        settings, files, isAlone ? files.contracts.count : items.count,
        invocation.value(of: RunOptions.trace), console)
      var isEngineMissing = false
      var misfits: [String] = []
      do throws(HostFailure) {
        let player: ScenarioPlayer =
          if let page { .page(page, console) } else { try engine.player(console) }
        // A token belongs to one scenario: nothing is told of any before it is known to fit all.
        if invocation.isGiven(schedule) {
          misfits = try player.misfits(items, order)
        }
        for item in items where misfits.isEmpty {
          guard let outcome = try player.play(item, order) else { continue }
          report.add(item, outcome)
          if page != nil, item.runner.finding(item.name, outcome) != nil, outcome.isNotLoaded {
            isEngineMissing = true
          }
        }
        if isAlone, let page, let path {
          for contract in files.contracts {
            let outcome = try ScenarioPlayer.play(page, console) {
              ScenarioRunner(contract, profile: profile)?.run(page: page.url, on: $0)
            }
            guard let outcome else { continue }
            report.add(page: path, outcome)
            if outcome.isNotLoaded { isEngineMissing = true }
          }
        }
      } catch {
        console.fail(error.sentence)
        isEngineMissing = true
      }
      if !misfits.isEmpty {
        console.fail(
          "--schedule \(invocation.value(of: schedule) ?? "") fits "
            + (misfits.count == items.count ? "nothing that is played" : "not all that is played"),
          help: misfits + ["explore and run --seed print tokens that do"])
        return .broken
      }
      var outcome = try report.finish()
      outcome.isEngineMissing = isEngineMissing
      return outcome
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }

  /// The page that the command line names, by the option or as an operand.
  private static func ownPage(
    _ invocation: Invocation, _ operands: inout [String]
  ) throws(UsageError) -> String? {
    let named = operands.filter { Path.hasSuffix($0, ".html") || Path.hasSuffix($0, ".htm") }
    operands.removeAll { named.contains($0) }
    let pages = [invocation.value(of: page)].compactMap { $0 } + named
    if pages.count > 1 {
      throw UsageError(problem: "one page is played at a time", command: "run")
    }
    return pages.first
  }

  private static func refuse(
    _ invocation: Invocation, _ engine: EngineChoice, hasPage: Bool
  ) throws(UsageError) {
    if engine != .headless, invocation.isGiven(seed) || invocation.isGiven(schedule) {
      throw UsageError(
        problem: "a real engine takes its own order: --seed and --schedule are for headless",
        command: "run")
    }
    if engine == .headless, hasPage {
      throw UsageError(
        problem: "the headless engine runs no JavaScript: a page is for --engine webkit",
        command: "run")
    }
  }

  private static func order(_ invocation: Invocation) throws(UsageError) -> Schedule {
    let seed = invocation.value(of: seed)
    guard let token = invocation.value(of: schedule) else {
      return seed.map { .random(seed: UInt64($0)) } ?? .standard
    }
    if seed != nil {
      throw UsageError(
        problem: "--seed and --schedule contradict each other", command: "run")
    }
    guard let schedule = Schedule(token: token) else {
      throw UsageError(
        problem: "\"\(token)\" is no token of an order, such as 4-1.7-2", command: "run")
    }
    return schedule
  }

  /// Nothing to play is no success.
  static func noScenario(_ console: Console) -> Outcome {
    console.fail(
      "the contracts have no live scenario",
      help: ["one has \"page\" and \"native\" under \"scenarios\"; check judges those with a log"])
    return .undecided
  }
}
