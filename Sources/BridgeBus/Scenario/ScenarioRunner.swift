public import BridgeContract
public import BridgeFindings
internal import BridgeJSON
internal import BridgeScript

/// Runs the live scenarios of a contract on the headless engine and judges their traces.
///
/// ```swift
/// let runner = ScenarioRunner(contract)
/// #expect(runner?.findings() == [])
/// ```
public struct ScenarioRunner {
  /// The contract.
  public let contract: Contract
  /// Which engine is imitated.
  public let profile: EngineProfile
  let set: ContractSet

  /// A runner of a contract's scenarios; nil if the contract cannot stand alone.
  public init?(_ contract: Contract, profile: EngineProfile = .apple) {
    guard case .joined(let set) = ContractSet.join([contract]) else { return nil }
    self.contract = contract
    self.profile = profile
    self.set = set
  }

  /// The names of the live scenarios, in the order of the contract.
  public var names: [String] {
    contract.scenarios.compactMap {
      if case .live = $0.form { return $0.name }
      return nil
    }
  }

  /// A line of a trace in the contract's words: no values, which reports do not show.
  public struct Step: Sendable, Hashable {
    /// Where it stands.
    public enum Lane: Sendable, Hashable {
      /// What native sees happen.
      case native
      /// From native to the page.
      case toPage
      /// From the page to native.
      case toNative
    }

    /// Virtual milliseconds since the run began.
    public var milliseconds: Double
    /// Where it stands.
    public var lane: Lane
    /// An event, a message's name, `reply:NAME`, or the channel of what is no message.
    public var words: String
    /// How delivery failed.
    public var cause: String?
  }

  /// What came of one run.
  public struct Outcome: Sendable {
    /// The trace: lines of a log, which `validate` reads.
    public var trace: [String]
    /// The trace in the contract's words, a step for each line.
    public var steps: [Step] = []
    /// What the trace shows, as in a log; lines count from 1.
    public var findings: [Finding]
    /// What the engine could not tell, such as the frame a message came from on WebKitGTK: no rule
    /// that needs it has been judged.
    public var notObservable: [Finding] = []
    /// Why the scenario could not be run to its end, if so.
    public var problem: String?
    /// What the engine wrote into its log: what native must not do and this engine overlooks.
    public var notes: [String] = []
    /// What makes another run take the same choices.
    public var token: String
    /// Why the token that was given names no order of this scenario, if so: the run took another one.
    public var misfit: String?
    /// The trace before it was judged and written down.
    var lines: [TraceLine] = []

    /// The first error, or the first warning where there is no error.
    public var first: Finding? {
      findings.first { $0.severity == .error } ?? findings.first
    }
  }

  /// Plays one scenario on a stage; nil if there is no live one of this name.
  package func run(_ name: String, on stage: any ScenarioStage) -> Outcome? {
    play(name) { $0.run(on: stage) }
  }

  /// Plays native's half of a scenario on a page of somebody's in place of the scenario's own; nil if
  /// there is no live one of this name.
  package func run(_ name: String, on stage: any ScenarioStage, page url: String) -> Outcome? {
    play(name) { $0.run(on: stage, ownPage: url) }
  }

  /// Runs one scenario; nil if there is no live one of this name.
  public func run(_ name: String, schedule: Schedule = .standard) -> Outcome? {
    play(name) { $0.run(on: HeadlessEngine(profile: profile, schedule: schedule)) }
  }

  /// A live scenario, ready to be run; nil where there is none of this name, or it has no body.
  func program(_ name: String) -> ScenarioProgram? {
    guard let scenario = contract.scenarios.first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
      case .live = scenario.form
    else { return nil }
    return try? ScenarioProgram(scenario, contract: contract, set: set)
  }

  private func play(_ name: String, _ body: (ScenarioProgram) -> Outcome) -> Outcome? {
    guard let scenario = contract.scenarios.first(where: { $0.name.utf8.elementsEqual(name.utf8) }),
      case .live = scenario.form
    else { return nil }
    let program: ScenarioProgram
    do throws(ContractEncodingError) {
      program = try ScenarioProgram(scenario, contract: contract, set: set)
    } catch {
      return Outcome(trace: [], findings: [], problem: "\(error)", token: "-")
    }
    return body(program)
  }

  /// What is wrong with the live scenarios: those that do not come out as they say. Findings without
  /// a cause, whose `instancePath` points into the contract.
  public func findings() -> [Finding] {
    contract.scenarios.compactMap { scenario in
      guard case .live = scenario.form else { return nil }
      if let step = impossibleStep(of: scenario) { return finding(step, scenario) }
      guard let outcome = run(scenario.name) else { return nil }
      return verdict(scenario, outcome).map { finding($0, scenario) }
    }
  }

  /// A step that can never come: a side waits for what it says itself, or for a reply to what it never
  /// asks.
  private func impossibleStep(of scenario: Scenario) -> String? {
    for side in Side.allCases {
      for reaction in scenario.source[side == .web ? "page" : "native"]?.items ?? [] {
        guard let word = reaction["when"]?.string else { continue }
        let isReply = word.hasPrefix("reply:")
        let name = isReply ? String(word.dropFirst("reply:".count)) : word
        guard
          let program = set.messages.first(where: { $0.message.name.utf8.elementsEqual(name.utf8) })
        else { continue }
        let start =
          "the scenario \"\(scenario.name)\" waits on the \(side.rawValue) side for \"\(word)\", which can never come"
        if isReply, program.message.reply == nil { return "\(start): \"\(name)\" has no reply" }
        if isReply != (program.requester == side) {
          return "\(start): \"\(name)\" is said by \(program.requester.rawValue)"
        }
      }
    }
    return nil
  }

  /// What is wrong with how a scenario came out: nil where it came out as it says. What a trace of a
  /// scenario that must not fail shows is for the caller to report; here it is one finding.
  public func finding(_ name: String, _ outcome: Outcome) -> Finding? {
    guard let scenario = contract.scenarios.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return nil }
    return verdict(scenario, outcome).map { finding($0, scenario) }
  }

  /// The cause with which a scenario says that it fails.
  public func wanted(_ name: String) -> String? {
    contract.scenarios.first { $0.name.utf8.elementsEqual(name.utf8) }?.fails
  }

  /// A finding at a scenario's place in the contract.
  public func finding(
    _ message: String, cause: Cause? = nil, severity: Severity = .error, at name: String
  ) -> Finding? {
    guard let scenario = contract.scenarios.first(where: { $0.name.utf8.elementsEqual(name.utf8) })
    else { return nil }
    var finding = finding(message, scenario)
    finding.cause = cause
    finding.severity = severity
    if cause != nil {
      // It stands in a trace that nobody has; the contract's place is where to look.
      finding.line = nil
      finding.offset = nil
    }
    return finding
  }

  /// What is wrong with how a scenario came out.
  private func verdict(_ scenario: Scenario, _ outcome: Outcome) -> String? {
    let name = "the scenario \"\(scenario.name)\""
    if let problem = outcome.problem { return "\(name) cannot be run: \(problem)" }
    switch (scenario.fails, outcome.first) {
    case (nil, nil): return nil
    case (nil, let first?): return "\(name) fails: \(describe(first))"
    case (let wanted?, nil): return "\(name) must fail with \(wanted), but nothing was found"
    case (let wanted?, let first?):
      return first.cause?.id == wanted
        ? nil
        : "\(name) must fail with \(wanted), but what was found first is \(describe(first))"
    }
  }

  private func describe(_ finding: Finding) -> String {
    let place = finding.instancePath.map { " at \"\($0)\"" } ?? ""
    let line = finding.line.map { " (line \($0) of the trace)" } ?? ""
    return "\(finding.cause?.id ?? "an error")\(place)\(line): \(finding.message)"
  }

  private func finding(_ message: String, _ scenario: Scenario) -> Finding {
    let value = scenario.source
    let position = value.position
    let pointer = value.pointer
    return Finding(
      cause: nil, severity: .error, message: message, file: contract.file, line: position.line,
      offset: contract.document.offset(of: value.cursor), instancePath: pointer,
      contract: .init(file: contract.file, line: position.line, column: position.column),
      fingerprint: Fingerprint.of(
        cause: "", contract: contract.name, message: "", pointer: pointer, keyword: "scenario"))
  }
}
