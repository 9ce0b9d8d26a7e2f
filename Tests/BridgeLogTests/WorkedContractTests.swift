import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

/// The worked contracts at the end of the format's page, as they stand there.
@Suite("Worked contracts of the format's page", .enabled(if: Shared.has("spec/contract-format.md")))
struct WorkedContractTests {
  @Test("all five load and pass their own check")
  func check() throws {
    let page = String(decoding: try Shared.bytes("spec/contract-format.md"), as: UTF8.self)
    let blocks = page.components(separatedBy: "```json\n").dropFirst()
      .compactMap { $0.components(separatedBy: "\n```").first }
    #expect(blocks.count == 5)
    for block in blocks {
      switch Contract.load(Array(block.utf8), file: "worked.bridge.json") {
      case .broken(let findings):
        Issue.record("\(findings.map { "\($0.instancePath ?? ""): \($0.message)" })")
      case .loaded(let contract):
        let found = try #require(ContractCheck(contract)).findings()
        let loud = found.filter { $0.severity > .info }.map {
          "\($0.instancePath ?? ""): \($0.message)"
        }
        #expect(loud.isEmpty, "\(contract.name)")
        #expect(!contract.messages.isEmpty)
      }
    }
  }
}
