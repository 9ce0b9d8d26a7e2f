import BridgeContract
import BridgeDiff
import BridgeFindings

/// Compares pairs of contracts and reports all of it as one.
struct DiffRun {
  /// Two contracts, and who has the old one.
  struct Pair {
    var old: Contract
    var new: Contract
    var label: String?
    /// Which pair of page and app this is about; nil for both.
    var isNewPageOldApp: Bool?
  }

  let console: Console
  let settings: Settings
  let options: DiffOptions

  /// What a run compares: pairs, and contracts that are new or gone as a whole.
  struct Changes {
    var pairs: [Pair] = []
    var added: [(file: String, contract: Contract)] = []
    var removed: [(file: String, contract: Contract)] = []

    /// The files that annotations can stand in.
    var files: [String] { pairs.map(\.new.file) + added.map(\.file) + removed.map(\.file) }
    var count: Int { pairs.count + added.count + removed.count }
  }

  /// Compares pairs and reports.
  func report(_ pairs: [Pair], _ inputs: DiffInputs, notes: [String] = []) -> Outcome {
    report(Changes(pairs: pairs), inputs, notes: notes)
  }

  /// Compares and reports.
  func report(_ changes: Changes, _ inputs: DiffInputs, notes: [String] = []) -> Outcome {
    let reporter: Reporter
    do throws(FileError) {
      reporter = try Reporter(
        .init(
          files: unique(changes.files), words: words(changes), sourceLine: inputs.sourceLine,
          changes: ChangeRules.kinds.map(\.cause)),
        plan: settings.report, maxFindings: settings.maxFindings, failOn: settings.failOn,
        console: console)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    var collected = Collected(summary: DiffSummary(policy: options.policy.rawValue, pairs: []))
    for pair in changes.pairs {
      let report = ContractDiff.compare(pair.old, pair.new, options: options)
      let findings = report.findings.map { limited($0, pair) }
      collected.add(
        findings.filter { isAsked($0, pair, changes.pairs.count, &collected.unused) },
        all: findings,
        .init(
          old: report.old, oldFile: pair.old.file, new: report.new, newFile: pair.new.file,
          label: pair.label, cells: Change.Cells(), smallestVersion: report.version.smallest,
          isVersionRight: report.version.isRight,
          documentation: report.documentation.map(\.subject)))
    }
    for (file, contract) in changes.added {
      let finding = ContractDiff.added(contract, file: file, options: options)
      collected.add(
        [finding], all: [finding],
        .init(new: "\(contract.name) \(contract.version)", newFile: file))
    }
    for (file, contract) in changes.removed {
      let finding = ContractDiff.removed(contract, file: file, options: options)
      collected.add(
        [finding], all: [finding],
        .init(old: "\(contract.name) \(contract.version)", oldFile: contract.file))
    }
    for finding in collected.findings.enumerated()
      .sorted(by: { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) })
      .map(\.element)
    {
      reporter.add(finding)
    }
    reporter.diff = collected.summary
    let outcome = reporter.finish()
    for note in notes { console.note("note: " + note) }
    return outcome
  }

  /// What was found in all comparisons.
  private struct Collected {
    var summary: DiffSummary
    var findings: [Finding] = []
    /// How often an entry of `accept` fitted nothing.
    var unused: [String: Int] = [:]

    mutating func add(_ asked: [Finding], all: [Finding], _ pair: DiffSummary.Pair) {
      var pair = pair
      for finding in all {
        guard let change = finding.change else { continue }
        if change.accepted == nil {
          pair.cells.formWorst(change.cells)
        } else {
          let print = finding.fingerprint
          if change.cells.newPageOldApp == .breaking {
            pair.acceptedBreaks.newPageOldApp.insert(print)
          }
          if change.cells.oldPageNewApp == .breaking {
            pair.acceptedBreaks.oldPageNewApp.insert(print)
          }
        }
      }
      for finding in asked {
        if let cause = finding.cause { summary.titles[cause.id] = Explanation.of(cause).title }
      }
      findings += asked
      summary.pairs.append(pair)
    }
  }

  /// Whether a finding belongs into a report of several comparisons; `unused` counts entries of
  /// `accept` that fit nothing.
  private func isAsked(
    _ finding: Finding, _ pair: Pair, _ count: Int, _ unused: inout [String: Int]
  ) -> Bool {
    if finding.cause?.id == "accept-unused" {
      // Unused is what fits nothing at all.
      unused[finding.fingerprint, default: 0] += 1
      return unused[finding.fingerprint] == count
    }
    // In the field is what is in the field, whatever its version.
    if pair.label != nil, finding.cause?.id.hasPrefix("version-") == true,
      finding.change?.cells.worst == Change.Level.none
    {
      return false
    }
    // Of one pair in the field only what goes wrong is asked for.
    return pair.isNewPageOldApp == nil || finding.severity > .info
      || finding.change?.accepted != nil
  }

  /// The finding as far as one pair of page and app goes.
  private func limited(_ finding: Finding, _ pair: Pair) -> Finding {
    var finding = finding
    if finding.cause?.id != "accept-unused" { finding.change?.against = pair.label }
    guard let isNewPageOldApp = pair.isNewPageOldApp, var change = finding.change,
      change.cells.worst != Change.Level.none
    else { return finding }
    func keep(_ pairs: Change.Pairs) -> Change.Pairs {
      isNewPageOldApp
        ? .init(newPageOldApp: pairs.newPageOldApp) : .init(oldPageNewApp: pairs.oldPageNewApp)
    }
    change.cells = .init(
      webToNative: keep(change.cells.webToNative), nativeToWeb: keep(change.cells.nativeToWeb))
    change.witnesses.removeAll { $0.isNewPageOldApp != isNewPageOldApp }
    if change.accepted == nil {
      let isError =
        change.cells.worst == .breaking && (isNewPageOldApp || options.policy != .webFirst)
        || options.policy == .strict && change.cells.worst == .dangerous
          && finding.cause?.id != "not-decided"
      finding.severity = isError ? .error : change.cells.worst >= .dangerous ? .warning : .info
    }
    finding.change = change
    return finding
  }

  private func words(_ changes: Changes) -> String {
    guard changes.count == 1 else {
      var out = changes.pairs.count == 1 ? "1 comparison" : "\(changes.pairs.count) comparisons"
      if !changes.added.isEmpty { out += ", \(changes.added.count) new" }
      if !changes.removed.isEmpty { out += ", \(changes.removed.count) deleted" }
      return out
    }
    if let new = changes.added.first?.contract { return "\(new.name) \(new.version), which is new" }
    if let old = changes.removed.first?.contract {
      return "\(old.name) \(old.version), which was deleted"
    }
    guard let pair = changes.pairs.first else { return "" }
    let label = pair.label.map { "\($0): " } ?? ""
    return "\(label)\(pair.old.name) \(pair.old.version) -> \(pair.new.name) \(pair.new.version)"
  }

  private func unique(_ files: [String]) -> [String] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }
}
