import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

/// Every shipped contract agrees with itself, and its two logs have exactly their findings.
@Suite("Shipped contracts and their logs")
struct ShippedContractTests {
  /// A finding as `NAME.bad.expected.jsonl` has it.
  struct Line: Hashable, CustomStringConvertible {
    var line: Int
    var cause: String
    var severity: String
    var at: String
    var description: String { "\(line) \(severity) \(cause) \(at)" }
  }

  static let contracts: [String] = {
    let folder = Project.url("Contracts")
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String }
    return (names ?? []).filter { $0.hasSuffix(".bridge.json") }.sorted()
  }()

  @Test("There are contracts to hold")
  func present() {
    #expect(Self.contracts.count >= 20)
  }

  @Test(arguments: contracts)
  func agreesWithItself(_ path: String) throws {
    let contract = try Self.load(path)
    let findings = try #require(ContractCheck(contract)).findings()
    #expect(findings.map { "\($0.instancePath ?? "") \($0.message)" } == [])
  }

  @Test(arguments: contracts.filter { !$0.hasPrefix("released/") })
  func logsHaveTheirFindings(_ path: String) throws {
    let contract = try Self.load(path)
    let good = try Self.judge(contract, "\(contract.name).good.jsonl")
    #expect(good.map(\.description) == [])
    let bad = try Self.judge(contract, "\(contract.name).bad.jsonl")
    let text = try Self.read("Fixtures/logs/\(contract.name).bad.expected.jsonl")
    let wanted = try text.split(separator: UInt8(ascii: "\n")).map { line in
      let value = try JSONDocument(Array(line), limits: .traffic).root
      return Line(
        line: Int(value["line"]?.smallInteger ?? 0), cause: value["cause"]?.string ?? "",
        severity: value["severity"]?.string ?? "", at: value["at"]?.string ?? "")
    }
    #expect(Self.without(wanted, bad).map(\.description) == [], "expected, but not found")
    #expect(Self.without(bad, wanted).map(\.description) == [], "found, but not expected")
  }

  private static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Project.url(path)))
  }

  private static func load(_ path: String) throws -> Contract {
    switch Contract.load(try read("Contracts/\(path)"), file: path) {
    case .loaded(let contract): return contract
    case .broken(let findings):
      struct Broken: Error { var findings: [String] }
      throw Broken(findings: findings.map { "\($0.instancePath ?? "") \($0.message)" })
    }
  }

  private static func judge(_ contract: Contract, _ log: String) throws -> [Line] {
    guard case .joined(let set) = ContractSet.join([contract]) else { return [] }
    let validator = LogValidator(set)
    validator.beginFile(log)
    validator.feed(try read("Fixtures/logs/\(log)"))
    validator.endFile()
    return validator.finish().findings.map {
      Line(
        line: $0.line ?? 0, cause: $0.cause?.id ?? "", severity: $0.severity.rawValue,
        at: $0.instancePath ?? "")
    }
  }

  /// What is in the first list and not in the second, counted.
  private static func without(_ list: [Line], _ other: [Line]) -> [Line] {
    var left = other
    return list.filter { line in
      guard let index = left.firstIndex(of: line) else { return true }
      left.remove(at: index)
      return false
    }
  }
}
