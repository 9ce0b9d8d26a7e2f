internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeLog
internal import BridgeScript

/// A live scenario, read once and run as often as somebody wants.
///
/// Remembers the bodies that were built and what traces came to, so that thousands of runs cost
/// little more than their steps.
final class ScenarioProgram {
  let name: String
  let set: ContractSet
  let bodies: ScenarioBodies
  let page: [Reaction]
  let native: [Reaction]
  /// The answers that the page's reactions give: how they come out, and their payloads.
  let pageAnswers: [(word: String, payload: String?)]
  /// How many actions there are.
  let actionCount: Int
  /// The cause with which the scenario says it fails.
  let wanted: String?
  /// What may go wrong in its explorations: the list `faults` of its `x-explore`.
  let faults: Set<Fault>

  init(
    _ scenario: Scenario, contract: Contract, set: ContractSet
  ) throws(ContractEncodingError) {
    name = scenario.name
    self.set = set
    bodies = ScenarioBodies(set: set, encoder: try ContractEncoder(contract))
    var count = 0
    page = Reaction.list(scenario.source["page"], count: &count)
    native = Reaction.list(scenario.source["native"], count: &count)
    pageAnswers = Self.answers(in: page)
    actionCount = count
    wanted = scenario.fails
    let listed = scenario.source["x-explore"]?["faults"]?.items ?? []
    faults = Set(listed.compactMap { $0.string.flatMap { Fault(rawValue: $0) } })
  }

  private static func answers(
    in reactions: [Reaction]
  ) -> [(word: String, payload: String?)] {
    var answers: [(word: String, payload: String?)] = []
    var open = reactions.flatMap(\.actions)
    while let action = open.popLast() {
      switch action.verb {
      case .answer(let word, let payload):
        if !answers.contains(where: { $0 == (word, payload) }) { answers.append((word, payload)) }
      case .after(_, let inner): open += inner
      default: break
      }
    }
    return answers
  }

  /// Plays the scenario and judges its trace.
  ///
  /// - Parameter ownPage: the URL of a page that takes the place of the scenario's.
  func run(on engine: any Engine, ownPage: String? = nil) -> ScenarioRunner.Outcome {
    let run = ScenarioRun(self, engine: engine, ownPage: ownPage)
    run.run()
    let lines = run.lines
    let all = findings(of: run)
    let findings = all.filter { !isOpen($0) }
    let headless = engine as? HeadlessEngine
    return ScenarioRunner.Outcome(
      trace: run.lines.map { String(decoding: $0.json, as: UTF8.self) },
      steps: run.lines.enumerated().map { Self.step($0.element, number: $0.offset + 1, findings) },
      findings: findings, notObservable: all.filter(isOpen), problem: run.problem,
      notes: run.port.engineLog,
      token: headless?.token ?? "-", misfit: misfit(of: headless), lines: lines)
  }

  /// What could not be told and the scenario does not speak of.
  private func isOpen(_ finding: Finding) -> Bool {
    finding.cause == .notObservable && wanted != Cause.notObservable.id
  }

  /// Why a token does not fit the run that it was given to.
  private func misfit(of engine: HeadlessEngine?) -> String? {
    guard let engine else { return nil }
    if let misfit = engine.scheduleMisfit { return misfit }
    guard let number = engine.chooser.schedule.omitted.max(), number >= actionCount else {
      return nil
    }
    return "there is no action \(number) to leave out: the scenario has \(actionCount)"
  }

  /// What is wrong with a run; of one that could not be played to its end nothing is claimed.
  private func findings(of run: ScenarioRun) -> [Finding] {
    if run.problem != nil { return [] }
    let findings = judge(run.lines.map(\.json), fault: run.port.fault)
    // What the page refused is wrong by the contract's own rules of replies; where it is not, the
    // page's refusal is what there is to say.
    let isChanged = run.noteRefusals { line in
      findings.contains { $0.line == line && $0.severity == .error }
    }
    return isChanged ? judge(run.lines.map(\.json), fault: run.port.fault) : findings
  }

  static func step(
    _ line: TraceLine, number: Int, _ findings: [Finding]
  ) -> ScenarioRunner.Step {
    var lane = ScenarioRunner.Step.Lane.native
    if line.direction == Side.native.direction {
      lane = .toPage
    } else if line.direction == Side.web.direction {
      lane = .toNative
    } else if line.answers != nil {
      lane = line.isAnswerOfPage ? .toNative : .toPage
    }
    return ScenarioRunner.Step(
      milliseconds: line.t, lane: lane,
      words: words(line),
      cause: line.cause
        ?? (line.isRefused
          ? findings.first { $0.line == number && $0.severity == .error }?.cause?.id : nil))
  }

  private static func words(_ line: TraceLine) -> String {
    if let known = line.event ?? line.what { return known }
    if let channel = line.channel { return "on \(channel)" }
    // A line that has nothing but a cause tells how the run was left.
    return line.answers == nil ? "the end" : "answer"
  }

  /// What a trace shows, but for what a fault of the exploration itself brought about.
  func judge(_ lines: [[UInt8]], fault: Fault?) -> [Finding] {
    Self.judge(lines, by: set, name).filter { !isOwn($0, fault) }
  }

  /// Errors and warnings of a trace.
  static func judge(_ lines: [[UInt8]], by set: ContractSet, _ name: String) -> [Finding] {
    var options = LogOptions()
    options.showsValues = false
    let validator = LogValidator(set, options: options)
    validator.beginFile(name)
    for line in lines {
      validator.feed(line)
      validator.feed([0x0A])
    }
    validator.endFile()
    return validator.finish().findings.filter { $0.severity != .info }
  }

  private func isOwn(_ finding: Finding, _ fault: Fault?) -> Bool {
    switch fault {
    case .duplicateDelivery: finding.cause == .duplicateDelivery
    case .termination:
      // What was open when the process died can have no answer.
      finding.cause == .processTerminated || finding.cause == .loadNotFinished
        || (finding.severity == .warning
          && (finding.cause == .replyMissing || finding.cause == .notClosed))
    case .reload:
      // So with what the old page waited for.
      finding.severity == .warning && finding.cause == .replyMissing
    case .lateRegistration, .delayedReply, nil: false
    }
  }

  // MARK: Exploring

  private struct Verdict {
    var failure: String?
  }
  private var verdicts: [UInt64: Verdict] = [:]

  /// Plays the scenario as one run of an exploration.
  func observe(on engine: HeadlessEngine) -> Observation {
    let run = ScenarioRun(self, engine: engine)
    run.run()
    if engine.isGivenUp { return Observation(hash: 0, failure: nil, events: 0) }
    if run.isEndless {
      return Observation(
        hash: 0, failure: ScenarioRunner.problem + (run.problem ?? ""), events: run.lines.count,
        isEndless: true)
    }
    var hash = TraceHash()
    for line in run.lines { line.mix(into: &hash) }
    hash.mix(UInt64(run.port.fault.map { $0.letter.asciiValue ?? 0 } ?? 0))
    if let problem = run.problem { hash.mix(problem.utf8) }
    let verdict: Verdict
    if let known = verdicts[hash.value] {
      verdict = known
    } else {
      verdict = self.verdict(run)
      verdicts[hash.value] = verdict
    }
    return Observation(hash: hash.value, failure: verdict.failure, events: run.lines.count)
  }

  private func verdict(_ run: ScenarioRun) -> Verdict {
    if let problem = run.problem { return Verdict(failure: ScenarioRunner.problem + problem) }
    let findings = findings(of: run).filter { !isOpen($0) }
    let first = findings.first { $0.severity == .error } ?? findings.first
    let cause = first.map { $0.cause?.id ?? ScenarioRunner.problem + $0.message }
    if cause == wanted { return Verdict(failure: nil) }
    return Verdict(failure: cause ?? ScenarioRunner.nothing)
  }
}

extension ScenarioRunner {
  /// What `Observation.failure` begins with for a run that could not be played to its end; the reason
  /// follows.
  public static let problem = "cannot be played to its end: "
  /// What it says where nothing was found and the scenario says that something must be.
  public static let nothing = "nothing"
}
