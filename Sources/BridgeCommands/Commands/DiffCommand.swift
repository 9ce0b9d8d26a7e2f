import BridgeContract
import BridgeDiff
import BridgeFindings

extension Command {
  private static let mergeBase = Option.text(
    "merge-base", "REF", "compare with the commit at which this branch left REF")

  static let diff = Command(
    name: "diff", group: .check,
    summary: "what a change of a contract does to each pair of page and app",
    discussion: [
      "Holds two contracts against each other and says for every change what becomes of a new page "
        + "in an old app and of an old page in a new app, with a payload that shows it and with the "
        + "advice which side ships first. Breaking is an error, dangerous a warning, compatible an "
        + "info.",
      "OLD and NEW are files, - for standard input, /dev/null for none, or REF:PATH for a file as git has it; nothing is "
        + "fetched. With --merge-base the old side of each NEW is the same file (or the one it was "
        + "renamed from) where this branch left REF, and contracts that were deleted since are "
        + "findings too; with --released it is every version in the field.",
    ],
    operands: .init(usage: "[OLD] NEW", minimum: 0, maximum: nil, noun: "two contracts"),
    options: [
      OptionGroup(
        title: DiffSettings.group.title,
        options: [mergeBase.declaration, DiffSettings.released.declaration]
          + DiffSettings.group.options),
      SharedOptions.report, SharedOptions.settings,
    ],
    examples: [
      .init(line: "bridge-contract diff old.bridge.json new.bridge.json", what: "two files"),
      .init(
        line: "bridge-contract diff main:Contracts/sync.bridge.json Contracts/sync.bridge.json",
        what: "what this branch changes"),
      .init(
        line: "bridge-contract diff --merge-base origin/main --format md=comment.md",
        what: "a comment for a pull request"),
      .init(
        line: "bridge-contract diff --released Contracts/released Contracts/sync.bridge.json",
        what: "against every version in the field"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation) else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    let run = DiffRun(
      console: console, settings: settings, options: DiffSettings.options(invocation))
    var inputs = DiffInputs(console)
    let operands = invocation.operands
    let base = invocation.value(of: mergeBase)
    let released = invocation.value(of: DiffSettings.released)
    if base != nil, released != nil {
      throw UsageError(
        problem: "--merge-base and --released contradict each other", command: "diff")
    }
    if let base {
      return run.report(since: base, operands, &inputs)
    }
    if let folder = released {
      return againstField(folder, operands.isEmpty ? settings.contracts : operands, run, &inputs)
    }
    guard operands.count == 2 else {
      throw UsageError(
        problem:
          "diff needs two contracts, old and new; there \(operands.count == 1 ? "is" : "are") "
          + "\(operands.count)", command: "diff")
    }
    if operands[0] == "-", operands[1] == "-" {
      throw UsageError(problem: "only one of the two can be standard input", command: "diff")
    }
    // What git calls a file that is not there, for its diff drivers.
    let none = "/dev/null"
    if operands[0] == none || operands[1] == none, operands[0] != operands[1] {
      let isNew = operands[0] == none
      let name = isNew ? operands[1] : operands[0]
      guard let contract = inputs.contract(name) else {
        inputs.complain()
        return .broken
      }
      var changes = DiffRun.Changes()
      if isNew { changes.added = [(name, contract)] } else { changes.removed = [(name, contract)] }
      return run.report(changes, inputs)
    }
    let (old, new) = (inputs.contract(operands[0]), inputs.contract(operands[1]))
    guard let old, let new, !inputs.isBroken else {
      inputs.complain()
      return .broken
    }
    return run.report([.init(old: old, new: new)], inputs)
  }

  /// Each contract against every version in the field.
  private static func againstField(
    _ folder: String, _ files: [String], _ run: DiffRun, _ inputs: inout DiffInputs
  ) -> Outcome {
    if files.isEmpty { return noContract(run.console) }
    let released = ReleasedContracts(folder, &inputs)
    var pairs: [DiffRun.Pair] = []
    var notes: [String] = []
    var missing: [String] = []
    for file in files {
      guard let new = inputs.contract(file) else { continue }
      let field = released.field(of: new, today: run.options.today)
      pairs += field.pairs.map { .init(old: $0.old, new: $0.new, label: $0.label) }
      notes += field.notes
      missing += field.missing
    }
    if inputs.isBroken {
      inputs.complain()
      return .broken
    }
    if pairs.isEmpty, missing.isEmpty {
      run.console.fail(
        "there is nothing to compare with",
        help: ["put the contract of each version in the field into \(folder)"])
      return .undecided
    }
    var outcome = run.report(unique(pairs), inputs, notes: notes)
    for label in missing {
      run.console.fail("\(label) is in the field, and its contract is not in \(folder)")
      outcome.isUndecided = true
    }
    return outcome
  }

  /// Each old contract once, though both an app and a page in the field have it.
  private static func unique(_ pairs: [DiffRun.Pair]) -> [DiffRun.Pair] {
    var out: [DiffRun.Pair] = []
    for pair in pairs {
      if let index = out.firstIndex(where: { $0.old === pair.old && $0.new === pair.new }) {
        out[index].label = [out[index].label, pair.label].compactMap { $0 }.joined(separator: ", ")
      } else {
        out.append(pair)
      }
    }
    return out
  }
}
