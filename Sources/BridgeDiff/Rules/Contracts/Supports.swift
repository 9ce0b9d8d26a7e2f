package import BridgeContract
internal import BridgeFindings
package import BridgeJSON

extension ChangeRule {
  static let supports = ChangeRule(
    [
      ChangeKind(
        "support-raised", "an app version in the field is supported no more",
        help: "look up how many still run it; what only it needed may be removed now",
        meaning: """
          A version of native that "supports" listed is gone. A new page no longer cares for it; \
          what only that version needed may be removed.
          """,
        cells: Change.Cells(
          webToNative: .init(newPageOldApp: .dangerous, oldPageNewApp: .ok),
          nativeToWeb: .init(newPageOldApp: .dangerous, oldPageNewApp: .ok)),
        mirror: .none(because: "supporting one more version changes nothing by itself"))
    ], .contracts(check))

  @Sendable private static func check(_ site: ContractSite) {
    let old = Supported.native(of: site.old)
    let new = Supported.native(of: site.new)
    let gone = old.filter { entry in
      !new.contains { $0.contract.utf8.elementsEqual(entry.contract.utf8) }
    }
    guard !gone.isEmpty, !new.isEmpty else { return }
    let names = gone.map { entry in
      (entry.label.map { "\($0) (contract \(entry.contract))" }) ?? "contract \(entry.contract)"
    }
    let cells = kind("support-raised").words.cells ?? Change.Cells()
    site.report(
      kind("support-raised"),
      "\(names.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") supported no more",
      cells: cells, key: "supports", advice: legal(site, new))
  }

  /// What every app that is left has deprecated: it may be removed now.
  private static func legal(_ site: ContractSite, _ apps: [Supported]) -> String? {
    let names = site.new.messages.filter { message in
      guard message.isLive(in: site.new),
        let since = message.source["deprecated"]?.string.flatMap({ SemanticVersion($0) })
      else { return false }
      return apps.allSatisfy { app in
        SemanticVersion(app.contract).map { !($0 < since) } ?? false
      }
    }.map { quoted($0.name) }
    return names.isEmpty ? nil : "may be removed now: \(names.joined(separator: ", "))"
  }
}

/// An entry of `supports`.
package struct Supported: Sendable {
  /// The app's or deployment's version.
  package var label: String?
  /// The contract's version.
  package var contract: String
  /// The last day.
  package var until: String?
  package let source: JSONValue

  /// The apps in the field.
  package static func native(of contract: Contract) -> [Supported] {
    list(contract, "native", "app")
  }

  /// The pages in the field.
  package static func web(of contract: Contract) -> [Supported] { list(contract, "web", "deploy") }

  private static func list(_ contract: Contract, _ side: String, _ label: String) -> [Supported] {
    (contract.document.root["supports"]?[side]?.items ?? []).compactMap { item in
      guard let version = item["contract"]?.string else { return nil }
      return Supported(
        label: item[label]?.string, contract: version, until: item["until"]?.string, source: item)
    }
  }
}
