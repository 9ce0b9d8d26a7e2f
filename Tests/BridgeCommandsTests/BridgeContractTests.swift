import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import Testing

/// Holds the contract against itself, and traffic against the contract.
@Suite("Bridge contract")
struct BridgeContractTests {
  /// The project's folder: this file lies two folders below it.
  private static let project = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private struct Broken: Error, CustomStringConvertible {
    var description: String
  }

  private func contract() throws -> Contract {
    let file = "Contracts/sync.bridge.json"
    let text = try Data(contentsOf: Self.project.appendingPathComponent(file))
    switch Contract.load([UInt8](text), file: file) {
    case .loaded(let contract): return contract
    case .broken(let findings): throw Broken(description: describe(findings))
    }
  }

  private func describe(_ findings: [Finding]) -> String {
    findings.map { TextReport().concise($0) }.joined(separator: "\n")
  }

  private func judge(_ lines: String) throws -> LogReport {
    guard case .joined(let set) = ContractSet.join([try contract()]) else {
      throw Broken(description: "the contract cannot stand alone")
    }
    let validator = LogValidator(set)
    validator.beginFile("traffic")
    validator.feed(Array(lines.utf8))
    validator.endFile()
    return validator.finish()
  }

  @Test("examples and scenarios come out as the contract says")
  func contractHolds() throws {
    let findings = try #require(ContractCheck(try contract())).findings()
    #expect(findings.isEmpty, "\(describe(findings))")
  }

  // Replace the lines by what your app and BridgeFixture.html really say to each other: write one
  // line in the message handler, one before each call into the page, one in each navigation
  // callback.
  @Test("page and app shake hands")
  func handshake() throws {
    let report = try judge(
      """
      {"event": "@handlerRegistered"}
      {"event": "@loadStarted"}
      {"event": "@loadCommitted"}
      {"direction": "webToNative", "channel": "bridge", "body": {"kind": "ready", "version": 1}}
      {"event": "@loadFinished"}
      {"direction": "nativeToWeb", "channel": "receive", "body": {"kind": "sync", "value": "ok"}}

      """)
    #expect(report.findings.isEmpty, "\(describe(report.findings))")
    #expect(report.summary.messages == 2)
  }

  @Test("that the page is ready does not mean that it has loaded")
  func tooEarly() throws {
    let report = try judge(
      """
      {"event": "@handlerRegistered"}
      {"event": "@loadStarted"}
      {"event": "@loadCommitted"}
      {"direction": "webToNative", "channel": "bridge", "body": {"kind": "ready", "version": 1}}
      {"direction": "nativeToWeb", "channel": "receive", "body": {"kind": "sync", "value": "ok"}}

      """)
    #expect(report.findings.map(\.cause) == [.tooEarly])
  }
}
