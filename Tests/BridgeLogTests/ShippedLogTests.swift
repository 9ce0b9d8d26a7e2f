import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

/// Every shipped contract with its good and its bad log.
@Suite("Shipped contracts and logs")
struct ShippedLogTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    var name: String
    var contract: URL
    var testDescription: String { name }
  }

  static let pairs: [Pair] = {
    let folder = Project.folder.appendingPathComponent("Contracts")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? [])
      .filter { $0.lastPathComponent.hasSuffix(".bridge.json") }
      .map { Pair(name: String($0.lastPathComponent.dropLast(12)), contract: $0) }
      .sorted { $0.name < $1.name }
  }()

  static let withLogs = pairs.filter {
    FileManager.default.fileExists(atPath: log($0, "good").path)
  }

  static func log(_ pair: Pair, _ kind: String) -> URL {
    Project.folder.appendingPathComponent("Fixtures/logs/\(pair.name).\(kind).jsonl")
  }

  static func load(_ url: URL) throws -> Contract {
    switch Contract.load(Array(try Data(contentsOf: url)), file: url.lastPathComponent) {
    case .loaded(let contract): return contract
    case .broken(let findings):
      throw SupportError(
        findings.map { "\($0.line ?? 0): \($0.instancePath ?? "") \($0.message)" }
          .joined(separator: "\n"))
    }
  }

  static func report(_ contract: Contract, _ log: URL) throws -> LogReport {
    guard case .joined(let set) = ContractSet.join([contract]) else {
      throw SupportError("the contract does not stand alone")
    }
    let validator = LogValidator(set)
    validator.beginFile(log.lastPathComponent)
    validator.feed(Array(try Data(contentsOf: log)))
    validator.endFile()
    return validator.finish()
  }

  @Test("at least twelve bridges are shipped, each with a good and a bad log")
  func enough() {
    #expect(Self.pairs.filter { $0.contract.path.contains("/bridges/") }.count >= 12)
    #expect(Self.withLogs.count >= 13)
  }

  @Test("passes its own check", arguments: pairs)
  func check(_ pair: Pair) throws {
    let check = try #require(ContractCheck(try Self.load(pair.contract)))
    let found = check.findings().filter { $0.severity > .info }
      .map { "\($0.instancePath ?? "") \($0.message)" }
    #expect(found.isEmpty)
  }

  @Test("the good log has no finding", arguments: withLogs)
  func good(_ pair: Pair) throws {
    let report = try Self.report(try Self.load(pair.contract), Self.log(pair, "good"))
    let found = report.findings.map {
      "line \($0.line ?? 0) \($0.severity) \($0.cause?.id ?? "") at \($0.instancePath ?? ""): \($0.message)"
    }
    #expect(found.isEmpty)
    #expect(report.summary.messages >= 10)
  }

  @Test("the bad log has exactly the expected findings", arguments: withLogs)
  func bad(_ pair: Pair) throws {
    let report = try Self.report(try Self.load(pair.contract), Self.log(pair, "bad"))
    var wanted: [String] = []
    let text = try String(contentsOf: Self.log(pair, "bad.expected"), encoding: .utf8)
    for line in text.split(separator: "\n") {
      let document = try JSONDocument(Array(line.utf8), limits: .traffic)
      let root = document.root
      wanted.append(
        "\(root["line"]?.text ?? "") \(root["severity"]?.string ?? "error") "
          + "\(root["cause"]?.string ?? "") \(root["at"]?.string ?? "")")
    }
    let found = report.findings.map {
      "\($0.line ?? 0) \($0.severity) \($0.cause?.id ?? "") \($0.instancePath ?? "")"
    }
    #expect(wanted.count >= 8)
    #expect(subtract(found, wanted).isEmpty, "found, but not expected")
    #expect(subtract(wanted, found).isEmpty, "expected, but not found")
  }

  private func subtract(_ a: [String], _ b: [String]) -> [String] {
    var left = a
    for item in b { if let at = left.firstIndex(of: item) { left.remove(at: at) } }
    return left
  }
}
