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

  /// Compares and reports.
  func report(_ pairs: [Pair], _ inputs: DiffInputs, notes: [String] = []) -> Outcome {
    let reporter: Reporter
    do throws(FileError) {
      reporter = try Reporter(
        .init(
          files: unique(pairs.map(\.new.file)), words: words(pairs), sourceLine: inputs.sourceLine,
          changes: ChangeRules.kinds.map(\.cause)),
        plan: settings.report, maxFindings: settings.maxFindings, failOn: settings.failOn,
        console: console)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    var summary = DiffSummary(policy: options.policy.rawValue, pairs: [])
    var all: [Finding] = []
    var unused: [String: Int] = [:]
    for pair in pairs {
      let report = ContractDiff.compare(pair.old, pair.new, options: options)
      var cells = Change.Cells()
      for finding in report.findings.map({ limited($0, pair) }) {
        var finding = finding
        finding.change?.against = pair.label
        if finding.cause?.id == "accept-unused" {
          // Unused is what fits nothing at all.
          unused[finding.fingerprint, default: 0] += 1
          if unused[finding.fingerprint] != pairs.count { continue }
          finding.change?.against = nil
        }
        // In the field is what is in the field, whatever its version.
        if pair.label != nil, finding.cause?.id.hasPrefix("version-") == true,
          finding.change?.cells.worst == Change.Level.none
        {
          continue
        }
        if finding.change?.accepted == nil { cells.formWorst(finding.change?.cells ?? .init()) }
        // Of one pair in the field only what goes wrong is asked for.
        if pair.isNewPageOldApp != nil, finding.severity == .info,
          finding.change?.accepted == nil, finding.cause?.id != "accept-unused"
        {
          continue
        }
        if let cause = finding.cause {
          summary.titles[cause.id] = Explanation.of(cause).title
        }
        all.append(finding)
      }
      summary.pairs.append(
        .init(
          old: report.old, oldFile: pair.old.file, new: report.new, newFile: pair.new.file,
          label: pair.label, cells: cells, smallestVersion: report.version.smallest,
          isVersionRight: report.version.isRight,
          documentation: report.documentation.map(\.subject)))
    }
    for finding in all.enumerated()
      .sorted(by: { ($1.element.severity, $0.offset) < ($0.element.severity, $1.offset) })
      .map(\.element)
    {
      reporter.add(finding)
    }
    reporter.diff = summary
    let outcome = reporter.finish()
    for note in notes { console.note(note) }
    return outcome
  }

  /// The finding as far as one pair of page and app goes.
  private func limited(_ finding: Finding, _ pair: Pair) -> Finding {
    guard let isNewPageOldApp = pair.isNewPageOldApp, var change = finding.change,
      change.cells.worst != Change.Level.none
    else { return finding }
    var finding = finding
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

  private func words(_ pairs: [Pair]) -> String {
    guard pairs.count == 1, let pair = pairs.first else { return "\(pairs.count) comparisons" }
    let label = pair.label.map { "\($0): " } ?? ""
    return "\(label)\(pair.old.name) \(pair.old.version) -> \(pair.new.name) \(pair.new.version)"
  }

  private func unique(_ files: [String]) -> [String] {
    var seen: Set<String> = []
    return files.filter { seen.insert($0).inserted }
  }
}
