import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeJSON

/// The scenarios that a command line names, with the contracts they belong to.
struct ScenarioSelection {
  /// A live scenario of a contract.
  struct Item {
    var runner: ScenarioRunner
    var name: String
    /// The words that name it on a command line.
    var label: String
  }

  var items: [Item] = []

  /// Operands that are contracts: all their scenarios are meant.
  static func contracts(_ operands: [String]) -> [String] { operands.filter(isContract) }

  /// Whether an operand names a contract's file.
  static func isContract(_ operand: String) -> Bool {
    Path.hasSuffix(operand, ContractDiscovery.suffix)
  }

  /// The scenarios that the operands name: contracts, files with one scenario, names, or
  /// `CONTRACT/NAME`; without operands every live scenario of the contracts.
  /// - Throws: a name that no scenario has, or one of a log, which no engine runs.
  init(
    _ operands: [String], in contracts: [Contract], _ profile: EngineProfile, command: String
  ) throws(UsageError) {
    let runners = contracts.compactMap { ScenarioRunner($0, profile: profile) }
    let files = Self.contracts(operands)
    var all: [Item] = []
    for runner in runners {
      for name in runner.names {
        all.append(Item(runner: runner, name: name, label: "\(runner.contract.name)/\(name)"))
      }
    }
    if operands.isEmpty {
      items = all
      return
    }
    for operand in operands {
      if files.contains(operand) {
        items += all.filter { $0.runner.contract.file == operand }
      } else if Path.hasSuffix(operand, ".json"), Files.kind(of: operand) == .file {
        items.append(try Self.item(file: operand, contracts, profile, command))
      } else {
        items += try Self.items(named: operand, all, contracts, command)
      }
    }
  }

  private static func items(
    named name: String, _ all: [Item], _ contracts: [Contract], _ command: String
  ) throws(UsageError) -> [Item] {
    let found = all.filter { $0.name == name || $0.label == name }
    if !found.isEmpty { return found }
    let isLog = contracts.contains { $0.scenarios.contains { $0.name == name } }
    if isLog {
      throw UsageError(
        problem: "the scenario \"\(name)\" is a log, which no engine runs", command: command,
        suggestion: "bridge-contract check, which judges it")
    }
    let near = nearest(name, all.map(\.name))
    let names = all.prefix(6).map { "\"\($0.name)\"" }.joined(separator: ", ")
    let list =
      all.isEmpty
      ? ": the contracts have none"
      : near == nil ? "; there are: \(names)\(all.count > 6 ? ", …" : "")" : ""
    throw UsageError(
      problem: "there is no live scenario \"\(name)\"" + list, command: command,
      suggestion: near.map { "\"\($0)\"" })
  }

  /// A file with one scenario is played as if it stood in the contract.
  private static func item(
    file: String, _ contracts: [Contract], _ profile: EngineProfile, _ command: String
  ) throws(UsageError) -> Item {
    let problem: String
    do throws(FileError) {
      let bytes = try Files.read(file, limit: JSONLimits.contract.bytes)
      for contract in contracts {
        let text = contract.replacingScenarios(file, String(decoding: bytes, as: UTF8.self))
        guard case .loaded(let whole) = Contract.load(text, file: file),
          let runner = ScenarioRunner(whole, profile: profile), runner.names == [file]
        else { continue }
        return Item(runner: runner, name: file, label: file)
      }
      problem =
        contracts.isEmpty
        ? "no contract to play it by" : "no contract takes it as a live scenario"
    } catch {
      problem = error.problem
    }
    throw UsageError(problem: "\(file): \(problem)", command: command)
  }
}

extension Contract {
  /// The contract's text with this as its only scenario.
  fileprivate func replacingScenarios(_ name: String, _ text: String) -> [UInt8] {
    var parts = document.root.members.filter { $0.key != "scenarios" }.map {
      "\(JSONString.quoted($0.key)): \($0.value.text)"
    }
    parts.append("\"scenarios\": {\(JSONString.quoted(name)): \(text)}")
    return Array("{\(parts.joined(separator: ", "))}".utf8)
  }
}
