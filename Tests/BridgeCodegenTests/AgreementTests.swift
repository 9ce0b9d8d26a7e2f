import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

/// Both sides of every shipped contract, generated, compiled and run.
@Suite(.serialized)
struct AgreementTests {
  @Test(
    "generated Swift compiles in Swift 6 without a warning, and agrees with generated JavaScript on every example",
    .enabled(if: Programs.has("node") && Programs.has("swiftc")))
  func bothSides() throws {
    let contracts = try ShippedContracts.all()
    let swift = try GeneratedSwift()
    let probe = try swift.probe(contracts)
    let modules = try TemporaryFolder()
    for contract in contracts {
      for file in GeneratorTarget.typescript.generate(contract) {
        try modules.write(file.text, to: file.path)
      }
    }
    try modules.write("{\"type\": \"module\"}", to: "package.json")
    let run = try Run.command(
      "/usr/bin/env",
      ["node", Fixtures.url("generate/agree.mjs").path, modules.url.path, probe.path]
        + ShippedContracts.files.map(\.path))
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(run.out.hasSuffix(" agreements, 0 differences\n"))
  }
}
