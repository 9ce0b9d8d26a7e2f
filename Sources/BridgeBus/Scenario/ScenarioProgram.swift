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
    actionCount = count
    wanted = scenario.fails
    let listed = scenario.source["x-explore"]?["faults"]?.items ?? []
    faults = Set(listed.compactMap { $0.string.flatMap { Fault(rawValue: $0) } })
  }

  /// Plays the scenario and judges its trace.
  func run(on engine: any Engine) -> ScenarioRunner.Outcome {
    let run = ScenarioRun(self, engine: engine)
    run.run()
    let lines = run.lines.map(\.json)
    return ScenarioRunner.Outcome(
      trace: lines.map { String(decoding: $0, as: UTF8.self) },
      steps: run.lines.map(step),  // Of one that could not be played to its end nothing is claimed.
      findings: run.problem == nil ? judge(lines, fault: run.fault) : [], problem: run.problem,
      token: (engine as? HeadlessEngine)?.token ?? "-")
  }

  private func step(_ line: TraceLine) -> ScenarioRunner.Step {
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
      words: line.event ?? line.what ?? line.channel.map { "on \($0)" } ?? "answer",
      cause: line.cause)
  }

  /// What a trace shows, but for what a fault of the exploration itself brought about.
  func judge(_ lines: [[UInt8]], fault: Fault?) -> [Finding] {
    var options = LogOptions()
    options.showsValues = false
    let validator = LogValidator(set, options: options)
    validator.beginFile(name)
    for line in lines {
      validator.feed(line)
      validator.feed([0x0A])
    }
    validator.endFile()
    return validator.finish().findings.filter { finding in
      guard finding.severity != .info else { return false }
      if finding.cause == .notObservable { return wanted == Cause.notObservable.id }
      return !isOwn(finding, fault)
    }
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
    var hash = TraceHash()
    for line in run.lines { line.mix(into: &hash) }
    hash.mix(UInt64(run.fault.map { $0.letter.asciiValue ?? 0 } ?? 0))
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
    if run.problem != nil { return Verdict(failure: ScenarioRunner.problem) }
    let findings = judge(run.lines.map(\.json), fault: run.fault)
    let first = findings.first { $0.severity == .error } ?? findings.first
    let cause = first.map { $0.cause?.id ?? ScenarioRunner.problem }
    if cause == wanted { return Verdict(failure: nil) }
    return Verdict(failure: cause ?? ScenarioRunner.nothing)
  }
}

extension ScenarioRunner {
  /// What `Observation.failure` says of a run that could not be played to its end.
  static let problem = "problem"
  /// What it says where nothing was found and the scenario says that something must be.
  static let nothing = "nothing"
}
