import BridgeBus
import BridgeContract
import BridgeEngine
import Foundation
import TestSupport

#if os(Linux)
  /// Holds traces of the real engine against those that the headless one permits.
  struct Parity {
    /// What a comparison came to.
    enum Verdict: Equatable {
      /// The usual order of the headless engine.
      case equal
      /// Another order that is permitted (ND1 to ND10): its token.
      case permitted(String)
      /// Equal but for what these entries of the ledger say.
      case ledger([String])
      case differs
    }

    /// A known difference of the engines.
    struct Entry {
      var id: String
      var rule: String
      /// Lines of the page with this cause are left out on both sides.
      var leavesOut: String
    }

    static func ledger() throws -> [Entry] {
      let data = try Data(contentsOf: Project.url("Fixtures/parity/ledger.json"))
      let list = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      return try (list?["entries"] as? [[String: Any]] ?? []).map { entry in
        guard let id = entry["id"] as? String, let rule = entry["rule"] as? String,
          let cause = entry["leavesOut"] as? String
        else { throw SupportError("an entry of the ledger is not complete") }
        return Entry(id: id, rule: rule, leavesOut: cause)
      }
    }

    /// Orders that are tried to find the engine's.
    var orders = 400

    func verdict(
      _ runner: ScenarioRunner, _ name: String, _ real: ScenarioRunner.Outcome, _ ledger: [Entry]
    ) -> Verdict {
      let wanted = Self.timeless(real.trace)
      if let usual = runner.run(name), Self.timeless(usual.trace) == wanted { return .equal }
      var seen: [[String]] = []
      for seed in 0..<orders {
        guard let other = runner.run(name, schedule: .random(seed: UInt64(seed))) else { break }
        let trace = Self.timeless(other.trace)
        if trace == wanted { return .permitted(other.token) }
        if !seen.contains(trace) { seen.append(trace) }
      }
      if let usual = runner.run(name) { seen.append(Self.timeless(usual.trace)) }
      for entry in ledger {
        let reduced = Self.without(entry, wanted)
        if seen.contains(where: { Self.without(entry, $0) == reduced }) {
          return .ledger([entry.id])
        }
      }
      let all = ledger.reduce(wanted) { Self.without($1, $0) }
      if seen.contains(where: { trace in ledger.reduce(trace) { Self.without($1, $0) } == all }) {
        return .ledger(ledger.map(\.id))
      }
      return .differs
    }

    private static func without(_ entry: Entry, _ trace: [String]) -> [String] {
      trace.filter {
        !$0.contains("\"cause\":\"\(entry.leavesOut)\"")
          || !$0.contains("\"direction\":\"webToNative\"")
      }
    }

    /// The lines without their times, which no two engines share, and with their keys in one order:
    /// that of a body's keys is not specified (`webkit-semantics`, section 8).
    static func timeless(_ trace: [String]) -> [String] {
      trace.map { line in
        guard
          var members = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        else { return line }
        members["t"] = nil
        let data = try? JSONSerialization.data(withJSONObject: members, options: [.sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
      }
    }
  }
#endif
