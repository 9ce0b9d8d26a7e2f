import BridgeContract
import BridgeFindings

extension DiffRun {
  /// A contract by itself, with the path from the repository's root that it has or had.
  private struct Alone {
    var path: String
    var file: String
    var contract: Contract
  }

  /// Each contract against what it was where the branch left a ref, those that are gone since
  /// included.
  func report(since ref: String, _ operands: [String], _ inputs: inout DiffInputs) -> Outcome {
    do throws(ContractSource.Failure) {
      return try report(since: ForkPoint(ref), operands, &inputs)
    } catch {
      inputs.fail(error)
      inputs.complain()
      return .broken
    }
  }

  private func report(
    since fork: ForkPoint, _ operands: [String], _ inputs: inout DiffInputs
  ) throws(ContractSource.Failure) -> Outcome {
    let ref = quoted(fork.ref)
    var notes: [String] = []
    if fork.unreadableNames > 0 {
      notes.append("contracts with names that are no UTF-8 were left out: \(fork.unreadableNames)")
    }
    let (files, before) = try scope(fork, operands)
    if files.isEmpty, before.isEmpty { return Command.noContract(console) }

    var changes = DiffRun.Changes()
    var added: [Alone] = []
    var used: Set<[UInt8]> = []
    lazy var renames = fork.renames()
    for file in files {
      let path = try fork.path(of: file)
      used.insert(Array(path.utf8))
      var old = path
      if !fork.has(path) {
        guard let name = renames[path], fork.has(name) else {
          if let contract = inputs.contract(file) {
            added.append(Alone(path: path, file: file, contract: contract))
          }
          continue
        }
        old = name
        used.insert(Array(name.utf8))
        notes.append("\(quoted(file)) was \(quoted(name)) at \(ref)")
      }
      if let a = inputs.contract(try fork.bytes(old), fork.name(old)),
        let b = inputs.contract(file)
      {
        changes.pairs.append(.init(old: a, new: b))
      }
    }

    var removed: [Alone] = []
    for path in before where !used.contains(Array(path.utf8)) {
      let file = fork.here(path)
      // It is there and was not asked for.
      if Files.kind(of: file) != .missing { continue }
      let bytes = try fork.bytes(path)
      if case .loaded(let contract) = Contract.load(bytes, file: fork.name(path)) {
        removed.append(Alone(path: path, file: file, contract: contract))
      } else {
        notes.append("\(quoted(file)) was deleted; at \(ref) it was no contract")
      }
    }
    // A contract keeps its name where a file got another one and much of it was rewritten.
    for new in added {
      let index = removed.firstIndex {
        $0.contract.name.utf8.elementsEqual(new.contract.name.utf8)
      }
      guard let index else {
        changes.added.append((new.file, new.contract))
        continue
      }
      let old = removed.remove(at: index)
      notes.append("\(quoted(new.file)) was \(quoted(old.path)) at \(ref)")
      let name = fork.name(old.path)
      if let contract = inputs.contract(try fork.bytes(old.path), name) {
        changes.pairs.append(.init(old: contract, new: new.contract))
      }
    }
    changes.removed = removed.map { ($0.file, $0.contract) }
    if inputs.isBroken {
      inputs.complain()
      return .broken
    }
    var outcome = report(changes, inputs, notes: notes)
    if changes.count == 0 { outcome.isUndecided = true }
    return outcome
  }

  /// The files that are looked at, and the contracts that were there in the same places.
  private func scope(
    _ fork: ForkPoint, _ operands: [String]
  ) throws(ContractSource.Failure) -> (files: [String], before: [String]) {
    let named = operands.isEmpty ? settings.projectFile?.contracts ?? [] : operands
    var files: [String] = []
    var before: [String] = []
    if named.isEmpty {
      files = settings.contracts
      let folders = Set(files.map(Path.folder))
      for folder in folders.sorted() {
        let path = Path.folder(of: try fork.path(of: Path.join(folder, "x")))
        before += fork.contracts(in: path)
      }
      for path in fork.nearest() where !before.contains(path) { before.append(path) }
    }
    for name in named {
      switch Files.kind(of: name) {
      case .folder:
        // A folder whose last contract was deleted is no mistake.
        files += (try? ContractDiscovery.files(named: [name])) ?? []
        before += fork.contracts(in: Path.folder(of: try fork.path(of: Path.join(name, "x"))))
      case .missing:
        let path = try fork.path(of: name)
        // A file that was there, or a folder of them.
        var inside = fork.contracts(in: path)
        if inside.isEmpty, fork.has(path) { inside = [path] }
        guard !inside.isEmpty else {
          throw .init(problem: "\(quoted(name)) is not here, and was not at \(quoted(fork.ref))")
        }
        before += inside
      case .file, .other:
        files.append(name)
      }
    }
    return (files, before)
  }
}
