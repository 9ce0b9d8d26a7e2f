import BridgeBus
import BridgeContract
import BridgeEngine
import Foundation
import TestSupport

#if os(Linux)
  /// A live scenario that is played on both engines.
  struct ParityCase: Sendable {
    /// Where it stands, for people.
    var name: String
    /// The contract's text and file, and the scenario in it.
    var contract: [UInt8]
    var file: String
    var scenario: String

    /// A name for a file of its own.
    var fileName: String {
      String(name.map { $0.isLetter || $0.isNumber || $0 == "-" ? $0 : "_" }) + ".trace"
    }

    /// A runner with GTK's profile, which is the engine that is at hand.
    func runner() throws -> ScenarioRunner {
      guard case .loaded(let contract) = Contract.load(contract, file: file),
        let runner = ScenarioRunner(contract, profile: .gtk)
      else { throw SupportError("\(file) is no contract that can stand alone") }
      return runner
    }

    /// All live scenarios of the contracts in a folder of this project.
    static func all(in path: String) throws -> [ParityCase] {
      let folder = Project.url(path).resolvingSymlinksInPath()
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      var found: [ParityCase] = []
      while let file = files?.nextObject() as? URL {
        guard file.lastPathComponent.hasSuffix(".bridge.json") else { continue }
        let bytes = [UInt8](try Data(contentsOf: file))
        guard case .loaded(let contract) = Contract.load(bytes, file: file.lastPathComponent),
          let runner = ScenarioRunner(contract)
        else { throw SupportError("\(file.path) is no contract") }
        for name in runner.names {
          found.append(
            ParityCase(
              name: "\(file.lastPathComponent.dropLast(".bridge.json".count))/\(name)",
              contract: bytes, file: file.lastPathComponent, scenario: name))
        }
      }
      return found.sorted { ($0.file, $0.scenario) < ($1.file, $1.scenario) }
    }

    /// Recorded scenarios, as far as live ones can say the same.
    static func recorded() throws -> [ParityCase] {
      let data = try Data(contentsOf: Project.url("Fixtures/parity/recorded.json"))
      let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      guard let list = file?["scenarios"] as? [[String: Any]] else {
        throw SupportError("the recorded scenarios cannot be read")
      }
      return try list.map { item in
        guard let name = item["recorded"] as? String, let scenario = item["scenario"] else {
          throw SupportError("a recorded scenario is not complete")
        }
        let text = try JSONSerialization.data(withJSONObject: scenario, options: [.sortedKeys])
        return try generated(String(decoding: text, as: UTF8.self), name: name)
      }
    }

    /// A scenario over the contract of parity, which has none of its own.
    static func generated(_ text: String, name: String) throws -> ParityCase {
      ParityCase(
        name: name,
        contract: try Fixtures.contract("parity/parity.bridge.json", scenario: text),
        file: "parity.bridge.json", scenario: "s")
    }
  }

  /// What is known to differ between the engines: at most twelve entries, each with its rule.
  struct ParityLedger: Sendable {
    /// A known difference.
    struct Entry: Sendable {
      var id: String
      var rule: String
      /// Lines of the page with this cause are told by the headless engine alone.
      var unobserved: String
      /// A scenario that shows it, as JSON text.
      var shownBy: String
    }

    /// The engine on which all of it was seen.
    var engine: String
    var entries: [Entry]

    static func read() throws -> ParityLedger {
      let data = try Data(contentsOf: Project.url("Fixtures/parity/ledger.json"))
      guard let file = try JSONSerialization.jsonObject(with: data) as? [String: Any],
        let engine = file["engine"] as? String, let list = file["entries"] as? [[String: Any]]
      else { throw SupportError("the ledger cannot be read") }
      let entries = try list.map { entry in
        guard let id = entry["id"] as? String, let rule = entry["rule"] as? String,
          let cause = entry["unobserved"] as? String, let scenario = entry["shownBy"]
        else { throw SupportError("an entry of the ledger is not complete") }
        let text = try JSONSerialization.data(withJSONObject: scenario, options: [.sortedKeys])
        return Entry(
          id: id, rule: rule, unobserved: cause, shownBy: String(decoding: text, as: UTF8.self))
      }
      return ParityLedger(engine: engine, entries: entries)
    }
  }

  /// What a comparison came to.
  enum ParityVerdict: Sendable, Equatable {
    /// The usual order of the headless engine.
    case usual
    /// Another order that is permitted (ND1 to ND10): its token.
    case permitted(String)
    /// So but for lines that these entries of the ledger explain.
    case ledger([String])
    case differs
  }

  extension ParityLedger {
    /// Holds what the real engine said against all that the headless one may say. `seconds`: how long
    /// may be looked for, at most.
    func verdict(
      _ runner: ScenarioRunner, _ name: String, _ real: ScenarioRunner.Outcome, limit: Int = 3000,
      seconds: Double = 60
    ) -> ParityVerdict {
      let causes = Set(entries.map(\.unobserved))
      let end = Date(timeIntervalSinceNow: seconds)
      let effort = ScenarioRunner.Effort(limit: limit) { Date() > end }
      guard let found = runner.agreement(name, with: real, unobserved: causes, effort: effort)
      else { return .differs }
      // An entry is named only where no order does without it.
      let plain =
        found.unobserved.isEmpty
        ? found : runner.agreement(name, with: real, effort: .init(limit: 100))
      if let plain { return plain.token == "-" ? .usual : .permitted(plain.token) }
      return .ledger(entries.filter { found.unobserved.contains($0.unobserved) }.map(\.id))
    }

    /// How many lines of the real engine the headless one says too, at most, and what it says then.
    func shortfall(
      _ runner: ScenarioRunner, _ name: String, _ real: ScenarioRunner.Outcome
    ) -> (lines: Int, instead: [String]) {
      runner.shortfall(name, with: real, unobserved: Set(entries.map(\.unobserved)))
    }
  }
#endif
