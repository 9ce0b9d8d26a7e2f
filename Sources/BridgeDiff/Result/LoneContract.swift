public import BridgeContract
public import BridgeFindings
internal import BridgeJSON

// One contract that has no counterpart.

extension ContractDiff {
  /// What is said of a contract that is new: `contract-added`. `file` is its file.
  public static func added(
    _ contract: Contract, file: String, options: DiffOptions = DiffOptions()
  ) -> Finding {
    finding(
      "contract-added", contract, Claim(.dangerous, .ok),
      "the contract \(quoted(contract.name)) is new, and nothing is known of before",
      file: file, isNew: true, options)
  }

  /// What is said of a contract that was deleted: `contract-removed`. `file` is where it was.
  public static func removed(
    _ contract: Contract, file: String, options: DiffOptions = DiffOptions()
  ) -> Finding {
    finding(
      "contract-removed", contract, Claim(.ok, .breaking),
      "the contract \(quoted(contract.name)) was deleted", file: file, isNew: false, options)
  }

  private static func finding(
    _ id: String, _ contract: Contract, _ claim: Claim, _ words: String, file: String,
    isNew: Bool, _ options: DiffOptions
  ) -> Finding {
    let live = contract.messages.filter { $0.isLive(in: contract) }
    var cells = Change.Cells()
    for message in live {
      cells.formWorst(Change.Cells(claim, from: contract.channels[message.channel].from))
    }
    if live.isEmpty { cells = Change.Cells(.ok) }
    let place = LineIndex(contract.document, file: contract.file).place(contract.document.root)
    var change = Change(cells: cells)
    change.advice = Advice.of(cells)
    // There is no file that an entry could stand in, or nothing to take back.
    change.canBeAccepted = false
    if isNew { change.new = place } else { change.old = place }
    let count = live.count
    return Finding(
      cause: ChangeRule.kind(id).cause, severity: options.severity(of: cells, isOpen: false),
      message: "\(words): \(count) \(count == 1 ? "message" : "messages")",
      contract: .init(file: file, line: 1, column: 1), change: change,
      fingerprint: Fingerprint.of(
        cause: id, contract: contract.name, message: "", pointer: "", keyword: ""))
  }
}

extension DiffOptions {
  /// How much cells weigh by the policy; `isOpen` where they say that nobody can tell.
  func severity(of cells: Change.Cells, isOpen: Bool) -> Severity {
    let mild: Severity = cells.worst >= .dangerous ? .warning : .info
    switch policy {
    case .webFirst: return cells.newPageOldApp == .breaking ? .error : mild
    case .full: return cells.worst == .breaking ? .error : mild
    case .strict: return cells.worst >= .dangerous && !isOpen ? .error : mild
    }
  }
}
