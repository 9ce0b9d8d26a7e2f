import BridgeContract
import BridgeDiff

extension Command {
  static let canShip = Command(
    name: "can-ship", group: .check,
    summary: "which versions in the field a contract breaks",
    discussion: [
      "Holds a contract against every version that its \"supports\" lists: apps in the field meet the "
        + "new page, pages in the field meet the new app. A break of the new page in an app of the "
        + "field is an error; with --policy full so is one of a page in the field. Without "
        + "\"supports\" every contract of the folder counts.",
      "Contracts of the field are files of a folder: --released DIR, else what the project file "
        + "names, else the folder released beside the contract. Where one is missing nobody can "
        + "tell: exit status 3. Everything is offline.",
    ],
    operands: .init(usage: "[CONTRACT...]", minimum: 0, maximum: nil, noun: "a contract"),
    options: [
      SharedOptions.contracts,
      OptionGroup(
        title: DiffSettings.group.title,
        options: [DiffSettings.released.declaration] + DiffSettings.group.options),
      SharedOptions.report, SharedOptions.settings,
    ],
    examples: [
      .init(line: "bridge-contract can-ship", what: "the contracts of this project"),
      .init(
        line: "bridge-contract can-ship --released Contracts/released Contracts/sync.bridge.json",
        what: "one contract, with the folder named"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation, named: invocation.operands) else {
      return .broken
    }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    if settings.contracts.isEmpty { return noContract(console) }
    let run = DiffRun(
      console: console, settings: settings, options: DiffSettings.options(invocation))
    let named = invocation.value(of: DiffSettings.released) ?? settings.projectFile?.released
    var inputs = DiffInputs(console)
    var pairs: [DiffRun.Pair] = []
    var notes: [String] = []
    var missing: [String] = []
    var isUndecided = false
    var read: [String: ReleasedContracts] = [:]
    let all = settings.contracts.compactMap { file in inputs.contract(file).map { (file, $0) } }
    for (file, new) in all {
      guard let folder = named ?? ReleasedContracts.folder(beside: file) else {
        console.fail(
          "\(file): there is no folder with contracts of the field",
          help: ["name one with --released DIR, or make released beside the contract"])
        isUndecided = true
        continue
      }
      let released = read[folder] ?? ReleasedContracts(folder, &inputs)
      read[folder] = released
      let field = released.field(of: new, today: run.options.today)
      pairs += field.pairs
      notes += field.notes
      missing += field.missing.map { "\($0) is in the field, and its contract is not in \(folder)" }
      if field.pairs.isEmpty, field.missing.isEmpty, field.notes.isEmpty {
        notes.append("\(file): no version in the field is listed")
      }
    }
    // Where somebody names a contract, only that one is meant.
    if invocation.operands.isEmpty, invocation.value(of: SharedOptions.contract).isEmpty {
      for (_, released) in read.sorted(by: { $0.key < $1.key }) {
        notes += released.strangers(to: all.map(\.1))
      }
    }
    if inputs.isBroken {
      inputs.complain()
      return .broken
    }
    var outcome = Outcome()
    if pairs.isEmpty {
      for note in notes { console.note("note: " + note) }
      if missing.isEmpty, !isUndecided {
        console.fail("there is nothing to compare with")
      }
      outcome.isUndecided = true
    } else {
      outcome = run.report(pairs, inputs, notes: notes)
    }
    for problem in missing { console.fail(problem) }
    outcome.isUndecided = outcome.isUndecided || !missing.isEmpty || isUndecided
    return outcome
  }
}
