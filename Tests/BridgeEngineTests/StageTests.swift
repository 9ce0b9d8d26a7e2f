import BridgeBus
import BridgeContract
import BridgeEngine
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("Live scenarios on the real engine", .serialized, .enabled(if: Host.isThere))
  struct StageTests {
    /// Every contract of this repository that has live scenarios.
    private static func contracts() throws -> [Contract] {
      let folder = Project.url("Contracts").resolvingSymlinksInPath()
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      var found: [Contract] = []
      while let file = all?.nextObject() as? URL {
        guard file.lastPathComponent.hasSuffix(".bridge.json") else { continue }
        let bytes = [UInt8](try Data(contentsOf: file))
        if case .loaded(let contract) = Contract.load(bytes, file: file.lastPathComponent),
          ScenarioRunner(contract)?.names.isEmpty == false
        {
          found.append(contract)
        }
      }
      return found.sorted { $0.file < $1.file }
    }

    @Test("every live scenario of the shipped contracts comes out as it says")
    func shipped() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      var count = 0
      for contract in try Self.contracts() {
        let runner = try #require(ScenarioRunner(contract, profile: .gtk))
        for name in runner.names {
          let engine = try WebKitHostEngine(host)
          engine.quiet = 250
          let outcome = try #require(runner.run(name, on: engine))
          engine.close()
          count += 1
          #expect(
            runner.finding(name, outcome) == nil,
            "\(contract.name)/\(name):\n\(outcome.trace.joined(separator: "\n"))")
        }
      }
      #expect(count > 0)
    }
  }
#endif
