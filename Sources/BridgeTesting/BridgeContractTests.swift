internal import BridgeBus
internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeLog
public import Foundation

/// Every example and every scenario of a contract as a test case of its own.
///
/// ```swift
/// @Test(arguments: BridgeContractTests("Contracts/sync.bridge.json"))
/// func contract(_ test: BridgeContractTests.Case) { test.check() }
/// ```
///
/// In XCTest: `BridgeContractTests("Contracts/sync.bridge.json").checkAll()`.
public struct BridgeContractTests: RandomAccessCollection, Sendable {
  /// One example, one scenario, or the contract as a whole.
  public struct Case: Sendable, CustomStringConvertible {
    /// `example 2 of "ready" fails with version-missing`, `scenario "handshake"`.
    public let description: String
    /// What is wrong with it, a line for each finding; empty for a good one.
    public let problems: [String]
  }

  private let cases: [Case]

  /// The first case.
  public var startIndex: Int { cases.startIndex }
  /// Behind the last case.
  public var endIndex: Int { cases.endIndex }
  /// A case by its position.
  public subscript(position: Int) -> Case { cases[position] }

  /// The cases of a contract file. A relative path is looked for beside the test's file and in every
  /// folder above it. A file that cannot be loaded gives one case, which fails.
  public init(_ path: String, filePath: StaticString = #filePath) {
    cases = Self.cases(ContractFile.load(path, near: "\(filePath)"), path)
  }

  /// The cases of a contract in a bundle, such as `Bundle.module`: where tests run on a device there
  /// is no source folder.
  public init(_ name: String, in bundle: Bundle) {
    let url = bundle.url(forResource: name, withExtension: nil)
    cases = Self.cases(
      url.map { ContractFile.load($0, named: name) }
        ?? .broken(BridgeFixture.missing(name, in: bundle)), name)
  }

  // MARK: Cases

  private static func cases(_ file: ContractFile.Result, _ name: String) -> [Case] {
    guard case .loaded(let contract) = file else {
      guard case .broken(let text) = file else { return [] }
      return [Case(description: name, problems: [text])]
    }
    var findings = ContractCheck(contract)?.findings() ?? []
    findings += ScenarioRunner(contract)?.findings() ?? []
    var byPointer: [String: [String]] = [:]
    for finding in findings where finding.severity == .error {
      byPointer[finding.instancePath ?? "", default: []].append(
        "\(name):\(finding.line ?? 0): \(finding.message)")
    }
    var out: [Case] = []
    for message in contract.messages {
      for (index, example) in message.examples.enumerated() {
        let what = example.fails.map { " fails with \($0)" } ?? ""
        out.append(
          Case(
            description: "example \(index + 1) of \"\(message.name)\"\(what)",
            problems: byPointer.removeValue(forKey: example.source.pointer) ?? []))
      }
    }
    for scenario in contract.scenarios {
      let what = scenario.fails.map { " fails with \($0)" } ?? ""
      out.append(
        Case(
          description: "scenario \"\(scenario.name)\"\(what)",
          problems: byPointer.removeValue(forKey: scenario.source.pointer) ?? []))
    }
    let rest = byPointer.sorted { $0.key < $1.key }.flatMap(\.value)
    return [Case(description: "the contract \"\(contract.name)\"", problems: rest)] + out
  }

  /// Checks all cases, each failure at the caller's line: for XCTest.
  public func checkAll(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    for test in self {
      test.check(fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}

extension BridgeContractTests.Case {
  /// Records what is wrong at the caller's line.
  public func check(
    fileID: String = #fileID, filePath: StaticString = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    guard !problems.isEmpty else { return }
    TestReport.record(
      ([description] + problems).joined(separator: "\n"),
      at: TestSite(fileID, filePath, line, column))
  }
}
