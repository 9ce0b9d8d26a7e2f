import BridgeContract
import BridgeDiff
import BridgeFindings
import BridgeJSON

/// The contracts of versions that are in the field: a folder with one file each.
struct ReleasedContracts {
  private(set) var contracts: [Contract] = []
  let folder: String

  /// Reads all `*.json` of the folder that are contracts. Broken ones are errors.
  init(_ folder: String, _ inputs: inout DiffInputs) {
    self.folder = folder
    do throws(FileError) {
      let names = try Files.names(in: folder).filter {
        Path.hasSuffix($0, ".json") && $0.utf8.first != UInt8(ascii: ".")
      }
      for name in names {
        let path = Path.join(folder, name)
        switch Files.kind(of: path) {
        case .file: break
        case .folder: continue
        case .other:
          inputs.fail(.init(problem: "\(quoted(path)) is no file"))
          continue
        case .missing:
          // A link that leads nowhere, or a name that is no text: nobody may think that it counted.
          inputs.fail(
            .init(problem: "\(quoted(path)) cannot be opened: is it a broken link, or no UTF-8?"))
          continue
        }
        guard let contract = inputs.contract(path) else { continue }
        guard let other = contracts.first(where: { Self.isSame($0, contract) }) else {
          contracts.append(contract)
          continue
        }
        if !contract.document.bytes.elementsEqual(other.document.bytes) {
          inputs.fail(
            .init(
              problem: "\(quoted(other.file)) and \(quoted(path)) are both "
                + "\(contract.name) \(contract.version), and differ",
              help: ["a version in the field is one thing: keep the file that was released"]))
        }
      }
    } catch {
      inputs.fail(.init(problem: "\(error.path): \(error.problem)"))
    }
  }

  private static func isSame(_ a: Contract, _ b: Contract) -> Bool {
    a.name.utf8.elementsEqual(b.name.utf8)
      && a.version.description.utf8.elementsEqual(b.version.description.utf8)
  }

  /// Released contracts of other names than these: something in the field that nobody looks after any
  /// more.
  func strangers(to contracts: [Contract]) -> [String] {
    self.contracts.filter { released in
      !contracts.contains { $0.name.utf8.elementsEqual(released.name.utf8) }
    }.map {
      "\(quoted($0.file)) is of the contract \(quoted($0.name)), which is not here: it was not compared"
    }
  }

  /// Where released contracts are looked for without being named: in `released` beside the contract.
  static func folder(beside contract: String) -> String? {
    if contract == "-"
      || ContractSource.split(contract) != nil && Files.kind(of: contract) == .missing
    {
      return nil
    }
    let folder = Path.join(Path.folder(of: contract), "released")
    return Files.kind(of: folder) == .folder ? folder : nil
  }

  /// What of the field must be compared with a contract.
  struct Field {
    var pairs: [DiffRun.Pair] = []
    /// Versions in the field without a contract.
    var missing: [String] = []
    var notes: [String] = []
  }

  /// The supported versions of a contract with their contracts: those that it lists, or all of its
  /// name where it lists none.
  func field(of new: Contract, today: String?) -> Field {
    var field = Field()
    let own = contracts.filter { $0.name.utf8.elementsEqual(new.name.utf8) }
    let native = Supported.native(of: new)
    let web = Supported.web(of: new)
    guard !native.isEmpty || !web.isEmpty else {
      for contract in own {
        field.pairs.append(.init(old: contract, new: new, label: "contract \(contract.version)"))
      }
      return field
    }
    for (list, isApp) in [(native, true), (web, false)] {
      for entry in list {
        let noun = isApp ? "app" : "page"
        let label =
          entry.label.map { "\(noun) \($0) (contract \(entry.contract))" }
          ?? "\(noun) with contract \(entry.contract)"
        if let until = entry.until, let today, until.utf8.lexicographicallyPrecedes(today.utf8) {
          field.notes.append("\(label) is past its day, \(until), and was left out")
          continue
        }
        if let contract = own.first(where: { $0.version.description == entry.contract }) {
          field.pairs.append(.init(old: contract, new: new, label: label, isNewPageOldApp: isApp))
        } else if entry.contract == new.version.description {
          // The contract itself.
          continue
        } else {
          field.missing.append(label)
        }
      }
    }
    return field
  }
}
