public import BridgeContract
public import BridgeFindings
internal import BridgeJSON

/// Checks a loaded contract against itself: its examples, its log scenarios, rules that can never
/// fire, messages that nothing shows.
public struct ContractCheck {
  let contract: Contract
  private let set: ContractSet

  /// A check of one contract; nil if the contract cannot stand alone.
  public init?(_ contract: Contract) {
    guard case .joined(let set) = ContractSet.join([contract]) else { return nil }
    self.contract = contract
    self.set = set
  }

  /// What is wrong: findings without a cause whose `instancePath` points into the contract.
  public func findings() -> [Finding] {
    var out: [Finding] = []
    for index in contract.messages.indices where !contract.messages[index].isRemoved {
      out += examples(of: index)
    }
    for scenario in contract.scenarios {
      if let finding = check(scenario) { out.append(finding) }
    }
    out += vacuousRules()
    out += unreviewed()
    return out.sorted { ($0.offset ?? 0) < ($1.offset ?? 0) }
  }

  func finding(
    _ severity: Severity, _ message: String, at value: JSONValue, keyword: String,
    suggest: String? = nil
  ) -> Finding {
    let position = value.position
    let pointer = value.pointer
    return Finding(
      cause: nil, severity: severity, message: message, file: contract.file, line: position.line,
      offset: contract.document.offset(of: value.cursor), instancePath: pointer,
      contract: .init(file: contract.file, line: position.line, column: position.column),
      suggest: suggest,
      fingerprint: Fingerprint.of(
        cause: "", contract: contract.name, message: "", pointer: pointer, keyword: keyword))
  }

  // MARK: Examples

  private func examples(of index: Int) -> [Finding] {
    let message = contract.messages[index]
    var out: [Finding] = []
    if !message.examples.contains(where: { $0.fails == nil }) {
      out.append(
        finding(
          .warning,
          "the message \"\(message.name)\" has no good example, so no body of it can be built",
          at: message.source, keyword: "examples"))
    }
    for example in message.examples {
      if let finding = check(example, of: index) { out.append(finding) }
    }
    return out
  }

  private func check(_ example: Example, of index: Int) -> Finding? {
    let outcome = ExampleRun(set).run(example, of: index)
    let found = outcome.findings.filter { $0.cause?.group != .order }
    guard let wanted = example.fails else {
      if let first = found.first(where: { $0.severity != .info }) {
        return finding(
          .error, "the example is refused: \(describe(first))", at: example.source,
          keyword: "example")
      }
      if let other = outcome.readAs, other != index {
        return finding(
          .error,
          "the example is read as the message \"\(contract.messages[other].name)\"",
          at: example.source, keyword: "example")
      }
      if example.reply != nil, !outcome.replyIsReply {
        return finding(
          .error, "the reply of the example is not read as a reply", at: example.source,
          keyword: "example")
      }
      return nil
    }
    let judged = example.reply == nil ? found : found.filter { $0.line == 2 }
    let fits = judged.contains {
      $0.cause?.id == wanted && (example.at == nil || $0.instancePath ?? "" == example.at)
    }
    if fits { return nil }
    let expectation =
      "the example must fail with \(wanted)" + (example.at.map { " at \"\($0)\"" } ?? "")
    guard let first = judged.first(where: { $0.cause?.id == wanted }) ?? judged.first ?? found.first
    else {
      return finding(
        .error, "\(expectation), but it is accepted", at: example.source, keyword: "example")
    }
    return finding(
      .error, "\(expectation), but what was found is \(describe(first))", at: example.source,
      keyword: "example")
  }

  func describe(_ finding: Finding) -> String {
    let place = finding.instancePath.map { " at \"\($0)\"" } ?? ""
    let line = finding.line.map { " (line \($0))" } ?? ""
    return "\(finding.cause?.id ?? "an error")\(place)\(line): \(finding.message)"
  }

  // MARK: Scenarios

  private func check(_ scenario: Scenario) -> Finding? {
    guard case .log(let lines) = scenario.form else { return nil }
    var options = LogOptions()
    options.showsValues = false
    let validator = LogValidator(set, options: options)
    validator.beginFile(scenario.name)
    for line in lines.items {
      // A scenario may be written over several lines; a log line is one.
      validator.feed(Array(line.cursor.text).map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
      validator.feed([0x0A])
    }
    validator.endFile()
    let found = validator.finish().findings.filter {
      $0.severity != .info
        && ($0.cause != .notObservable || scenario.fails == Cause.notObservable.id)
    }
    let first = found.first { $0.severity == .error } ?? found.first
    switch (scenario.fails, first) {
    case (nil, nil): return nil
    case (nil, let first?):
      return finding(
        .error, "the scenario \"\(scenario.name)\" fails: \(describe(first))", at: scenario.source,
        keyword: "scenario")
    case (let wanted?, nil):
      return finding(
        .error, "the scenario \"\(scenario.name)\" must fail with \(wanted), but nothing was found",
        at: scenario.source, keyword: "scenario")
    case (let wanted?, let first?):
      if first.cause?.id == wanted { return nil }
      return finding(
        .error,
        "the scenario \"\(scenario.name)\" must fail with \(wanted), but what was found first is "
          + describe(first), at: scenario.source, keyword: "scenario")
    }
  }
}
