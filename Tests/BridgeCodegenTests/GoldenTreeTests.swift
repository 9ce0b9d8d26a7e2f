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
    for (name, text) in [
      ("fake-panel.js", Scripts.fakePanel), ("fake-native.js", Scripts.fakeNative),
      ("fake-web.js", Scripts.fakeWeb),
    ] {
      let source = try Self.script(name)
      #expect(text.description + "\n" == source, "run embed-scripts")
    }
  }

  @Test("the runtime is its parts in the order of their numbers, each short enough to be read")
  func runtime() throws {
    let folder = Project.url("Sources/BridgeCodegen/Scripts/runtime").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.count > 10)
    let numbers = names.indices.map { String(format: "%02d-", $0 + 1) }
    #expect(names.map { String($0.prefix(3)) } == numbers)
    let parts = try names.map { try Self.script("runtime/" + $0) }
    #expect(Scripts.runtime.description + "\n" == parts.joined(), "run embed-scripts")
    for (name, part) in zip(names, parts) {
      #expect(part.split(separator: "\n", omittingEmptySubsequences: false).count <= 400, "\(name)")
    }
  }

  private static func script(_ name: String) throws -> String {
    try String(
      contentsOf: Project.url("Sources/BridgeCodegen/Scripts/" + name), encoding: .utf8)
  }
}
