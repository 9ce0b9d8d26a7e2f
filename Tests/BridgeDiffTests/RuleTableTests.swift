import BridgeDiff
import BridgeFindings
import Foundation
import TestSupport
import Testing

@Suite("The table of rules")
struct RuleTableTests {
  @Test("ids are unique, and never those of a cause in traffic")
  func ids() {
    let ids = ChangeRules.kinds.map(\.id)
    #expect(Set(ids).count == ids.count)
    for id in ids {
      #expect(Cause(id: id) == nil, "\(id)")
      #expect(id.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(id)")
    }
    #expect(ids.count == 126)
  }

  @Test("every kind has its mirror, or a reason why not", arguments: ChangeRules.kinds.map(\.id))
  func symmetry(_ id: String) throws {
    let kind = try #require(ChangeRules.kind(id))
    switch kind.mirror {
    case .itself:
      if let cells = kind.words.cells {
        #expect(cells.webToNative.newPageOldApp == cells.webToNative.oldPageNewApp)
        #expect(cells.nativeToWeb.newPageOldApp == cells.nativeToWeb.oldPageNewApp)
      }
    case .kind(let other):
      let mirror = try #require(ChangeRules.kind(other), "\(other) is no kind")
      guard case .kind(let back) = mirror.mirror else {
        Issue.record("\(other) does not lead back to \(id)")
        return
      }
      // Several kinds may have one mirror; it leads back to one of them.
      #expect(back == id || Self.sharesMirror.contains(id), "\(other) leads back to \(back)")
    case .oneWay(let other, let reason):
      #expect(ChangeRules.kind(other) != nil)
      #expect(reason.count > 10)
    case .none(let reason): #expect(reason.count > 10)
    }
  }

  /// Kinds whose mirror has another first mirror; each needs a reason here.
  private static let sharesMirror: Set<String> = []

  @Test(
    "what is found backwards is the mirror of what is found forwards", arguments: FixturePair.names)
  func backwards(_ name: String) throws {
    let pair = try FixturePair(name)
    func ids(_ report: DiffReport) -> Set<String> {
      Set(report.findings.compactMap { $0.cause?.id })
        .filter { !$0.hasPrefix("version-") || $0 == "version-added" || $0 == "version-removed" }
        .subtracting([
          "removed-without-deprecation", "support-raised", "name-reused", "message-planned",
        ])
    }
    let forwards = ids(ContractDiff.compare(pair.old, pair.new))
    let backwards = ids(ContractDiff.compare(pair.new, pair.old))
    var expected: Set<String> = []
    for id in forwards {
      switch try #require(ChangeRules.kind(id)).mirror {
      case .kind(let other), .oneWay(let other, _): expected.insert(other)
      case .itself: expected.insert(id)
      case .none: break
      }
    }
    // One way: what goes may be called by its own name.
    #expect(expected == backwards, "\(name)")
  }

  @Test("words fit their places")
  func words() {
    for kind in ChangeRules.kinds {
      #expect(kind.words.title.count <= 80, "\(kind.id)")
      #expect(kind.words.help.count <= 88, "\(kind.id): \(kind.words.help.count)")
      #expect(kind.words.title.last != "." && kind.words.help.last != ".")
      for line in Explanation.of(kind.cause).text().split(separator: "\n") {
        #expect(DisplayWidth.of(String(line)) <= 80, "\(line)")
      }
    }
  }

  @Test("the documentation's table is that of the rules")
  func documentation() throws {
    let url = Project.url("Sources/BridgeContract/BridgeContract.docc/DiffRules.md")
    if ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1" {
      try Data(ChangeRules.table.utf8).write(to: url)
      Issue.record("recorded the table")
      return
    }
    #expect(try String(contentsOf: url, encoding: .utf8) == ChangeRules.table)
  }

  @Test("the list of rules is that of the folder")
  func registry() throws {
    let script = Project.url("Sources/BridgeDiff/Rules/generate-registry").path
    let run = try Run.command(script, ["--check"])
    #expect(run.status == 0, "\(run.err)")
  }
}
