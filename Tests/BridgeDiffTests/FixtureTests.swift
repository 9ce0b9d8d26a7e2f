import BridgeDiff
import BridgeFindings
import Foundation
import TestSupport
import Testing

/// Every row of the taxonomy as a pair of contracts with the same change in both directions of
/// messages, compared in both orders: the exact set of findings, with all four cells.
@Suite("Fixture pairs")
struct FixtureTests {
  private static let header = """
    # severity  cause  cells (page to app: new page + old app, old page + new app; app to page: the
    # same)  message  channel  place  [run]

    """

  @Test(arguments: FixturePair.names)
  func bothOrders(_ name: String) throws {
    let pair = try FixturePair(name)
    var text = Self.header + "new against old\n"
    for finding in ContractDiff.compare(pair.old, pair.new).findings {
      text += line(finding) + "\n"
    }
    text += "old against new\n"
    for finding in ContractDiff.compare(pair.new, pair.old).findings {
      text += line(finding) + "\n"
    }
    let url = Fixtures.url("diff/\(name)/expected.txt")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: url)
      Issue.record("recorded \(name)")
      return
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test("there is a pair for every kind of change that the rules know")
  func allKinds() throws {
    #expect(FixturePair.names.count >= 130)
    var seen: Set<String> = []
    for name in FixturePair.names {
      let text = try Fixtures.text("diff/\(name)/expected.txt")
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", omittingEmptySubsequences: true)
        if words.count > 1 { seen.insert(String(words[1])) }
      }
    }
    let without = ChangeRules.kinds.map(\.id).filter { !seen.contains($0) }
    // Entries of `accept` have tests of their own: they need a fingerprint. So have contracts that
    // stand alone: they are no pair.
    #expect(
      Set(without) == ["accept-expired", "accept-unused", "contract-added", "contract-removed"])
  }

  @Test("a contract has no change against itself", arguments: FixturePair.names)
  func reflexive(_ name: String) throws {
    let pair = try FixturePair(name)
    #expect(ContractDiff.compare(pair.old, pair.old).findings.isEmpty)
    #expect(ContractDiff.compare(pair.new, pair.new).findings.isEmpty)
  }

  @Test("what is said of a message of the page is said of one of native with the cells swapped")
  func directions() throws {
    for name in FixturePair.names {
      let pair = try FixturePair(name)
      var up: [String] = []
      var down: [String] = []
      for finding in ContractDiff.compare(pair.old, pair.new).findings {
        guard let cells = finding.change?.cells else { continue }
        let place = "\(finding.cause?.id ?? "") \(finding.instancePath ?? "")"
        if finding.kind == "up" {
          let row = finding.direction == "webToNative" ? cells.webToNative : cells.nativeToWeb
          up.append("\(place) \(row.newPageOldApp) \(row.oldPageNewApp)")
        } else if finding.kind == "down" {
          let row = finding.direction == "nativeToWeb" ? cells.nativeToWeb : cells.webToNative
          down.append("\(place) \(row.oldPageNewApp) \(row.newPageOldApp)")
        }
      }
      // Some pairs change one direction only.
      if !up.isEmpty, !down.isEmpty { #expect(up.sorted() == down.sorted(), "\(name)") }
    }
  }

  @Test("most breaks are shown by a payload, and each payload is good on the one side only")
  func witnesses() throws {
    var breaks = 0
    var shown = 0
    for name in FixturePair.names {
      let pair = try FixturePair(name)
      for finding in ContractDiff.compare(pair.old, pair.new).findings {
        guard let change = finding.change, change.cells.worst == .breaking,
          finding.instancePath != nil, finding.kind == "up"
        else { continue }
        breaks += 1
        if !change.witnesses.isEmpty { shown += 1 }
      }
    }
    #expect(breaks > 50)
    #expect(shown * 100 >= breaks * 90, "\(shown) of \(breaks)")
  }
}
