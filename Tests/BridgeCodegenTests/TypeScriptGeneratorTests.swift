import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

@Suite(.serialized)
struct TypeScriptGeneratorTests {
  /// A folder with the modules of contracts.
  private static func modules(_ contracts: [Contract]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for contract in contracts {
      for file in GeneratorTarget.typescript.generate(contract) {
        try folder.write(file.text, to: file.path)
      }
    }
    try folder.write("{\"type\": \"module\"}", to: "package.json")
    return folder
  }

  private static func compile(_ folder: TemporaryFolder, _ files: [String]) throws -> Run {
    try Run.command(
      "/usr/bin/env",
      [
        "tsc", "--strict", "--noEmit", "--target", "es2020", "--module", "es2020",
        "--moduleResolution", "node", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess",
      ] + files, in: folder.url)
  }

  @Test(
    "the types of every shipped contract pass tsc --strict; uses compile and misuses do not",
    .enabled(if: Programs.has("tsc")))
  func types() throws {
    let contracts = try ShippedContracts.all()
    let folder = try Self.modules(contracts)
    try folder.write(try Fixtures.text("generate/sync-types.ts"), to: "sync-types.ts")
    let run = try Self.compile(folder, contracts.map { $0.name + ".d.ts" } + ["sync-types.ts"])
    #expect(run.status == 0, "\(run.out)\(run.err)")
  }

  @Test(
    "clients of both sides over a simulated bridge: every message and reply, timeouts, late and second answers, taken ids",
    .enabled(if: Programs.has("node")))
  func clients() throws {
    let folder = try Self.modules(try ShippedContracts.all())
    let run = try Run.command(
      "/usr/bin/env",
      ["node", Fixtures.url("generate/clients.mjs").path, folder.url.path]
        + ShippedContracts.files.map(\.path))
    #expect(run.status == 0, "\(run.out)\(run.err)")
    #expect(run.out.hasSuffix(" checks, 0 failures\n"))
  }
}
