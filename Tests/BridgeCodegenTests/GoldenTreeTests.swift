import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// What is generated from the shipped contracts, byte by byte: `Fixtures/golden/generate`.
/// `.ci/generated --write` records it, as does RECORD_GOLDEN=1.
@Suite
struct GoldenTreeTests {
  @Test("generated files are those of the golden trees", arguments: GeneratorTarget.allCases)
  func tree(_ target: GeneratorTarget) throws {
    var wanted: Set<String> = []
    for contract in try ShippedContracts.all() {
      for file in target.generate(contract) {
        let path = "generate/\(target.rawValue)/\(file.path)"
        wanted.insert(file.path)
        #expect(throws: Never.self) { try Golden.check(file.text, path) }
      }
    }
    let folder = Fixtures.url("golden/generate/\(target.rawValue)").resolvingSymlinksInPath()
    let all = FileManager.default.enumerator(atPath: folder.path)
    var extra: [String] = []
    while let path = all?.nextObject() as? String {
      if path.contains("."), !wanted.contains(path) { extra.append(path) }
    }
    #expect(extra == [])
  }

  @Test("the scripts that are embedded are those that stand beside")
  func scripts() throws {
    let folder = Project.url("Sources/BridgeCodegen/Scripts")
    for (name, text) in [
      ("runtime.js", Scripts.runtime), ("fake-panel.js", Scripts.fakePanel),
      ("fake-native.js", Scripts.fakeNative), ("fake-web.js", Scripts.fakeWeb),
    ] {
      let source = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(text.description + "\n" == source || text.description == source, "run embed-scripts")
    }
  }
}
