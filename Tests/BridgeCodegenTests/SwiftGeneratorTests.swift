import BridgeContract
import Foundation
import TestSupport
import Testing

@testable import BridgeCodegen

@Suite(.serialized)
struct SwiftGeneratorTests {
  @Test(
    "good uses of generated Swift compile, each misuse is an error of its own line",
    .enabled(if: Programs.has("swiftc")))
  func misuses() throws {
    let contract = try ShippedContracts.load(Project.url("Contracts/sync.bridge.json"))
    let generated = GeneratorTarget.swift.generate(contract)
    let uses = GeneratedFile(
      path: "Uses.swift", text: try Fixtures.text("generate/SyncUses.swift"))
    #expect(try GeneratedSwift().typeCheck(generated + [uses]) == nil)

    let text = try Fixtures.text("generate/SyncMisuses.swift")
    let words = try GeneratedSwift().typeCheck(
      generated + [GeneratedFile(path: "Misuses.swift", text: text)])
    let refused = Set((words ?? "").matches(of: /Misuses\.swift:([0-9]+):[0-9]+: error/).map(\.1))
    let wanted = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .filter { $0.element.hasSuffix("// no") }.map { Substring(String($0.offset + 1)) }
    #expect(refused == Set(wanted))
    #expect(wanted.count >= 12)
  }

  @Test("names: decided in the contract's order, reserved and taken ones marked")
  func names() throws {
    let contract = try ShippedContracts.load(
      Array(
        #"""
        {"bridgeContract": 1, "name": "names", "version": "1.0.0", "framing": {"kind": "/k"},
         "channels": {"c": {"from": "web", "via": "messageHandler"}}, "messages": {
         "a.b": {"on": "c", "payload": {"type": "object", "properties": {
           "class": true, "self": true, "a-b": true, "a b": true, "1st": true, "": true, "é": true}}},
         "a-b": {"on": "c", "payload": true}, "string": {"on": "c", "payload": true},
         "names": {"on": "c", "payload": true}, "日本": {"on": "c", "payload": true},
         "🎉": {"on": "c", "payload": true}, "...": {"on": "c", "payload": true}}}
        """#.utf8))
    let model = ModelBuilder.build(contract)
    let names = SwiftNames(model)
    #expect(
      names.messages == [
        "AB", "AB2", "StringMessage", "NamesMessage", "U65e5U672c", "U1f389", "Message",
      ])
    #expect(names.members[0] == ["class", "self_", "aB", "aB2", "n1st", "field", "ue9"])
  }
}
