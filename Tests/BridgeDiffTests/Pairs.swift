import BridgeContract
import BridgeDiff
import BridgeFindings
import Foundation
import TestSupport

/// A pair of contracts and what is said of it.
struct FixturePair {
  let name: String
  let old: Contract
  let new: Contract

  /// All pairs under `Fixtures/diff`.
  static let names: [String] = {
    let folder = Fixtures.url("diff").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }()

  init(_ name: String) throws {
    self.name = name
    old = try load(Fixtures.bytes("diff/\(name)/old.bridge.json"), "old.bridge.json")
    new = try load(Fixtures.bytes("diff/\(name)/new.bridge.json"), "new.bridge.json")
  }
}

func load(_ bytes: [UInt8], _ file: String) throws -> Contract {
  switch Contract.load(bytes, file: file) {
  case .loaded(let contract): return contract
  case .broken(let findings):
    throw SupportError("\(file): " + findings.map(\.message).joined(separator: "; "))
  }
}

func load(_ text: String, _ file: String = "c.bridge.json") throws -> Contract {
  try load(Array(text.utf8), file)
}

/// `error required-field-added ok BRK - - down /data/b`.
func line(_ finding: Finding) -> String {
  let cells = finding.change?.cells ?? Change.Cells()
  let words = [
    cells.webToNative.newPageOldApp, cells.webToNative.oldPageNewApp,
    cells.nativeToWeb.newPageOldApp, cells.nativeToWeb.oldPageNewApp,
  ].map { level in
    switch level {
    case .none: "-"
    case .ok: "ok"
    case .dangerous: "DNG"
    case .breaking: "BRK"
    }
  }
  var parts = [finding.severity.rawValue, finding.cause?.id ?? "", words.joined(separator: " ")]
  parts += [finding.kind, finding.channel, finding.instancePath].compactMap { $0 }
  if let trace = finding.change?.trace, !trace.isEmpty {
    parts.append("[" + trace.joined(separator: ", ") + "]")
  }
  return parts.joined(separator: "  ")
}
