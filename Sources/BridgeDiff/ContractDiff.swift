public import BridgeContract
public import BridgeFindings
internal import BridgeJSON

/// What `diff` says of two contracts.
public struct DiffReport: Sendable {
  /// A finding for each change, worst first, then by message, place and id.
  public var findings: [Finding]
  /// What all pairs come to.
  public var cells: Change.Cells
  /// The version that the new contract should have.
  public var version: VersionAdvice
  /// What changed for people only.
  public var documentation: [DocumentationChange]
  /// The name and version of the old contract.
  public var old: String
  /// The name and version of the new contract.
  public var new: String
  /// Fingerprints of `accept` that fit a finding.
  public var usedAcceptances: Set<String>

  /// Whether a question was not decided.
  public var isUndecided: Bool {
    findings.contains { $0.cause?.id == "not-decided" && $0.severity > .info }
  }
}

/// Compares two contracts: what a change does to each pair of page and app that will meet.
///
///     let report = ContractDiff.compare(old, new)
///     for finding in report.findings where finding.severity == .error { print(finding.message) }
public enum ContractDiff {
  /// So many payloads are shown in one report.
  static let witnessLimit = 400

  /// Compares two contracts. Nothing is read from disk. Time is bounded: what would take too long
  /// is a finding `not-decided`.
  public static func compare(
    _ old: Contract, _ new: Contract, options: DiffOptions = DiffOptions()
  ) -> DiffReport {
    let comparison = Comparison(old, new, options)
    comparison.run()
    return DiffBuilder(comparison).report()
  }
}

/// Makes findings of what was found.
struct DiffBuilder {
  private let comparison: Comparison
  private let oldLines: LineIndex
  private let newLines: LineIndex
  private let witnesses: Witnesses

  init(_ comparison: Comparison) {
    self.comparison = comparison
    oldLines = LineIndex(comparison.old.document, file: comparison.old.file)
    newLines = LineIndex(comparison.new.document, file: comparison.new.file)
    witnesses = Witnesses(comparison, limit: ContractDiff.witnessLimit)
  }

  func report() -> DiffReport {
    var seen: Set<String> = []
    // Worst first, so that these have their payloads shown; then in a fixed order.
    let found = comparison.found.map { (found: $0, severity: severity($0)) }
      .sorted { a, b in
        if a.severity != b.severity { return a.severity > b.severity }
        return key(a.found).lexicographicallyPrecedes(key(b.found))
      }
    var acceptances = Acceptances(comparison.new, today: comparison.options.today)
    var findings: [Finding] = []
    var cells = Change.Cells()
    var bump = VersionAdvice.Bump.none
    var worst = Severity.info
    for (change, severity) in found {
      var finding = finding(change, severity)
      // One change is told once, even if two rules come to it.
      guard seen.insert(finding.fingerprint).inserted else { continue }
      cells.formWorst(change.cells)
      if change.severity == nil {
        bump = max(bump, severity == .error ? .major : .minor)
        worst = max(worst, severity)
      }
      acceptances.apply(to: &finding)
      findings.append(finding)
    }
    let documentation = comparison.documentation()
    if bump == .none, !documentation.isEmpty { bump = .patch }
    let version = VersionAdvice(bump, comparison.old.version, comparison.new.version)
    if var finding = versionFinding(version, worst) {
      acceptances.apply(to: &finding)
      findings.append(finding)
    }
    findings += leftOver(&acceptances)
    findings = findings.enumerated()
      .sorted { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) }
      .map(\.element)
    let unused = Set(acceptances.leftOver.unused.map(\.fingerprint))
    return DiffReport(
      findings: findings, cells: cells, version: version, documentation: documentation,
      old: "\(comparison.old.name) \(comparison.old.version)",
      new: "\(comparison.new.name) \(comparison.new.version)",
      usedAcceptances: Set(acceptances.entries.map(\.fingerprint)).subtracting(unused))
  }

  /// The day by which the last app of before is out of the field, as far as "supports" knows: until
  /// then an accepted finding is of use.
  private var lastDay: String? {
    let days = (Supported.native(of: comparison.new) + Supported.web(of: comparison.new))
      .filter { !$0.contract.utf8.elementsEqual(comparison.new.version.description.utf8) }
      .compactMap(\.until)
    let last = days.max { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    guard let last else { return nil }
    if let today = comparison.options.today, last.utf8.lexicographicallyPrecedes(today.utf8) {
      return nil
    }
    return last
  }

  /// By message, place and id.
  private func key(_ found: Found) -> [UInt8] {
    [found.subject, found.pointer ?? "", found.kind.id, found.keyword].map { Array($0.utf8) + [0] }
      .reduce([], +)
  }

  private func severity(_ found: Found) -> Severity {
    found.severity
      ?? comparison.options.severity(of: found.cells, isOpen: found.kind.id == "not-decided")
  }

  private func finding(_ found: Found, _ severity: Severity) -> Finding {
    var change = Change(cells: found.cells)
    change.old = found.old.map(oldLines.place)
    change.new = found.new.map(newLines.place)
    change.trace = found.trace
    change.advice = found.advice ?? Advice.of(found.cells)
    change.acceptUntil = lastDay
    change.witnesses = witnesses.of(found)
    return Finding(
      cause: found.kind.cause, severity: severity, message: found.sentence,
      direction: found.from?.direction, channel: found.channel, kind: found.message,
      instancePath: found.pointer, schemaPath: change.new?.pointer, contract: change.new?.place,
      change: change,
      fingerprint: Fingerprint.of(
        cause: found.kind.id, contract: comparison.new.name, message: found.subject,
        pointer: found.pointer ?? "", keyword: found.keyword))
  }

  /// A finding on a key at the top of the new contract.
  private func note(
    _ id: String, _ message: String, _ severity: Severity, at value: JSONValue?, keyword: String,
    advice: String? = nil
  ) -> Finding {
    let place = newLines.place(value ?? comparison.new.document.root)
    var change = Change(cells: Change.Cells(), new: place)
    change.advice = advice
    change.acceptUntil = lastDay
    return Finding(
      cause: ChangeRule.kind(id).cause, severity: severity, message: message,
      schemaPath: place.pointer, contract: place.place, change: change,
      fingerprint: Fingerprint.of(
        cause: id, contract: comparison.new.name, message: "", pointer: "", keyword: keyword))
  }

  /// A wrong version weighs as much as what it hides, at most a warning.
  private func versionFinding(_ version: VersionAdvice, _ worst: Severity) -> Finding? {
    let (old, new) = (comparison.old.version, comparison.new.version)
    let value = comparison.new.document.root["version"]
    let advice = "the smallest version that fits is \(version.smallest)"
    if new < old {
      return note(
        "version-lowered", "the version was \(old) and is \(new)", .warning, at: value,
        keyword: "version", advice: advice)
    }
    guard !version.isRight else { return nil }
    let severity = min(worst, .warning)
    if !(old < new) {
      return note(
        "version-not-raised", "the contract changed and is \(new) still", severity, at: value,
        keyword: "version", advice: advice)
    }
    return note(
      "version-raised-too-little", "the version went from \(old) to \(new) only", severity,
      at: value, keyword: "version", advice: advice)
  }

  private func leftOver(_ acceptances: inout Acceptances) -> [Finding] {
    let (unused, expired) = acceptances.leftOver
    return expired.map { entry in
      note(
        "accept-expired",
        "the finding \(quoted(entry.fingerprint)) was accepted until \(entry.until ?? "") and "
          + "counts again",
        .warning, at: entry.source, keyword: entry.fingerprint)
    }
      + unused.map { entry in
        note(
          "accept-unused", "the accepted finding \(quoted(entry.fingerprint)) fits nothing",
          .info, at: entry.source, keyword: entry.fingerprint)
      }
  }
}
