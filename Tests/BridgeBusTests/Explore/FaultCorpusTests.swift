import BridgeBus
import BridgeContract
import BridgeFindings
import BridgeJSON
import Foundation
import TestSupport
import Testing

@Suite("Public faults of bridges: found in some order, and nothing in any order once mended")
struct FaultCorpusTests {
  private static let files: [URL] = {
    let all = try? FileManager.default.contentsOfDirectory(
      at: Fixtures.url("faults"), includingPropertiesForKeys: nil)
    return (all ?? []).filter { $0.path.hasSuffix(".bridge.json") }.sorted { $0.path < $1.path }
  }()

  /// Orders of each scenario; `make faults` takes ten thousand of each.
  private static let limit = 120

  private func runner(_ url: URL) throws -> ScenarioRunner {
    switch Contract.load([UInt8](try Data(contentsOf: url)), file: url.lastPathComponent) {
    case .loaded(let contract): return try #require(ScenarioRunner(contract))
    case .broken(let findings): throw SupportError("\(url.path): \(findings.map(\.message))")
    }
  }

  @Test("There are at least forty, and at least half pass in the usual order")
  func size() throws {
    #expect(Self.files.count >= 40)
    let hidden = try Self.files.filter { url in
      let outcome = try #require(try runner(url).run("fault"))
      return outcome.findings.isEmpty && outcome.problem == nil
    }
    #expect(hidden.count * 2 >= Self.files.count, "\(hidden.count) of \(Self.files.count)")
  }

  @Test("Found, small, with a token that repeats it", arguments: files)
  func fault(_ url: URL) throws {
    let runner = try runner(url)
    let explored = try #require(runner.explore("fault", Explorer(limit: Self.limit)))
    let scenario = try #require(
      runner.contract.document.root["scenarios"]?["fault"]?["x-explore"]?["finds"])
    let causes = scenario.items.compactMap(\.string)
    #expect(explored.problem == nil && explored.exploration.unstable == nil)
    let found = explored.exploration.failures.map(\.failure)
    #expect(!found.isEmpty)
    #expect(Set(found).isDisjoint(with: causes) == false, "\(found)")
    for example in explored.counterexamples {
      #expect(example.outcome.steps.count <= 12)
      let schedule = try #require(Schedule(token: example.token))
      for _ in 0..<3 {
        #expect(runner.run("fault", schedule: schedule)?.trace == example.outcome.trace)
      }
    }
  }

  @Test("Mended: clean in every order", arguments: files)
  func mended(_ url: URL) throws {
    let runner = try runner(url)
    let explored = try #require(runner.explore("mended", Explorer(limit: Self.limit)))
    #expect(explored.exploration.failures.map(\.failure) == [])
    #expect(explored.exploration.unstable == nil)
  }
}
