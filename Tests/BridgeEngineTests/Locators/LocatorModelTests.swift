import BridgeBus
import BridgeEngine
import BridgeLocators
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite(
    "The script against a second reading of its rules", .enabled(if: Host.isThere), .serialized)
  struct LocatorModelTests {
    struct Planned: Decodable {
      var testId: String
      var action: String
      var label: String
    }

    @Test("every fixture page, both policies: the script does what the model says")
    func pages() throws {
      let folder = Project.url("Fixtures/locators")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix("html") }.sorted()
      #expect(names.count >= 70)
      // CI takes a third.
      let isSample = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_SAMPLE"] == "1"
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      var elements = 0
      for policy in LocatorConfiguration.Policy.allCases {
        let configuration = LocatorConfiguration(policy: policy)
        let model = LocatorModel(rules: try LocatorRuleTable(), configuration: configuration)
        for (place, name) in names.enumerated() where !isSample || place % 3 == 0 {
          let engine = try WebKitHostEngine(host, site: .init(folder: folder.path))
          defer { engine.close() }
          engine.quiet = 20
          LocatorScript(configuration: configuration).install(into: engine)
          engine.perform(.load(.url("app://page/\(name)")))
          engine.run(until: engine.clock + 10_000)
          while value(of: "Boolean(window.fixtureBusy)", .page, engine) == "true" {
            engine.run(until: engine.clock + 30) { false }
          }
          LocatorScript.refresh(engine)
          let document = try PageNode.read(
            try #require(
              value(of: PageNode.script, ScriptWorld(LocatorScript.world), engine), "\(name)"))
          let plan = try JSONDecoder().decode(
            [Planned].self, from: Data(try #require(LocatorScript.report(of: engine)).utf8))
          let expected = model.decisions(of: document)
          #expect(plan.count == expected.count, "\(name)")
          for (did, should) in zip(plan, expected) where did.action != "contested" {
            elements += 1
            let place = "\(name), \(policy): \(should.testID)"
            #expect(Array(did.testId.utf8) == Array(should.testID.utf8), "\(place)")
            #expect(did.action == should.action, "\(place)")
            #expect(Array(did.label.utf8) == Array(should.label.utf8), "\(place)")
          }
          // Nothing of the script's stays behind in any tree that it reached.
          #expect(LocatorScript.uninstall(from: engine), "\(name)")
          let bare = try PageNode.read(
            try #require(
              value(of: PageNode.script, ScriptWorld(LocatorScript.world), engine), "\(name)"))
          #expect(bare.attributeNames.allSatisfy { !$0.hasPrefix("data-locator") }, "\(name)")
        }
      }
      #expect(elements > (isSample ? 200 : 600))
    }

    private func value(
      of script: String, _ world: ScriptWorld, _ engine: WebKitHostEngine
    ) -> String? {
      var result: BridgeValue?
      engine.onReport = { report in
        if case .completion("value", .success(let value)) = report { result = value }
      }
      defer { engine.onReport = nil }
      engine.perform(.evaluate(call: "value", .text(script), world: world))
      engine.run(until: engine.clock + 10_000) { result != nil }
      return result?.string ?? result.map { "\($0)" }
    }
  }
#endif
