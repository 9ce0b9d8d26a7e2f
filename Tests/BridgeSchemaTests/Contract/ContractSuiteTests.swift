import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// The public suite's required tests of 2020-12 under contract rules, as far as those permit the
/// schema. Both evaluators must agree with the suite, and so with each other.
@Suite struct ContractSuiteTests {
  @Test(
    .enabled(if: Shared.has("suites/json-schema-test-suite")),
    arguments: Shared.filesIfPresent(
      in: "suites/json-schema-test-suite/tests/draft2020-12", withExtension: "json"))
  func file(_ url: URL) throws {
    // Expected by the suite to annotate only; under contract rules it asserts.
    if url.lastPathComponent == "format.json" { return }
    let document = try JSONDocument(
      [UInt8](try Data(contentsOf: url)), limits: .traffic)
    let evaluator = SchemaEvaluator()
    for group in document.root.items {
      guard let schema = group["schema"], let tests = group["tests"] else { continue }
      let text = schema.text.replacingOccurrences(
        of: #""\$schema": *"[^"]*",?"#, with: "", options: .regularExpression)
      guard let root = try? JSONDocument(Array(text.utf8), limits: .traffic),
        let program = try? SchemaCompiler.compile(contract: root, roots: [0])
      else { continue }
      for test in tests.items {
        guard let data = test["data"], let expected = test["valid"]?.bool else { continue }
        let name = "\(group["description"]?.string ?? "") / \(test["description"]?.string ?? "")"
        let flag = evaluator.isValid(data.cursor, by: program.roots[0], of: program)
        #expect(flag == expected, "\(url.lastPathComponent): \(name)")
        _ = evaluator.evaluate(data.cursor, by: program.roots[0], of: program)
        let failures = evaluator.issues.filter(\.isFailure)
        #expect(failures.isEmpty == expected, "collector, \(url.lastPathComponent): \(name)")
      }
    }
  }
}
