import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// Random schemas and values: all our evaluators agree, and they agree with jsonschema-rs (PyPI),
/// where a Python of this machine has it.
@Suite struct DifferentialTests {
  struct Sample {
    var schema: String
    var instances: [String]
    var verdicts: [Bool] = []
  }

  private func samples(
    _ count: Int, seed: UInt64, draft: RandomSchema.Draft = .draft2020
  ) -> [Sample] {
    var random = RandomSchema(seed: seed, draft: draft)
    return (0..<count).map { _ in
      let schema = random.schema()
      return Sample(schema: schema, instances: (0..<12).map { _ in random.value() })
    }
  }

  /// Our verdicts; flag, issues and trace must be one.
  private func judge(_ sample: inout Sample) throws {
    let program = try compile(sample.schema)
    let evaluator = SchemaEvaluator()
    for instance in sample.instances {
      let document = try JSONDocument(Array(instance.utf8), limits: .contract)
      let cursor = document.root.cursor
      let verdict = evaluator.isValid(cursor, by: program.roots[0], of: program)
      sample.verdicts.append(verdict)
      _ = evaluator.evaluate(cursor, by: program.roots[0], of: program)
      #expect(evaluator.issues.isEmpty == verdict, "issues: \(sample.schema) \(instance)")
      let tree = evaluator.trace(cursor, by: program.roots[0], of: program, limit: 1_000_000)
      #expect(tree?.isValid == verdict, "trace: \(sample.schema) \(instance)")
    }
  }

  /// `DIFFERENTIAL_SEED` begins elsewhere.
  private static let seeds: [UInt64] = {
    let first = ProcessInfo.processInfo.environment["DIFFERENTIAL_SEED"].flatMap(UInt64.init) ?? 1
    return (0..<4).map { first + $0 }
  }()

  @Test(arguments: seeds, RandomSchema.Draft.allCases)
  func againstJSONSchemaRS(_ seed: UInt64, _ draft: RandomSchema.Draft) throws {
    var samples = samples(400, seed: seed, draft: draft)
    for i in samples.indices { try judge(&samples[i]) }
    let valid = samples.reduce(0) { $0 + $1.verdicts.filter { $0 }.count }
    // The vocabulary is such that both verdicts are common.
    #expect(valid > 400 && valid < 4_400)
    let lines = samples.map {
      "{\"s\": \($0.schema), \"i\": [\($0.instances.joined(separator: ", "))]}"
    }
    let run = try Run.command(
      "/usr/bin/env", ["python3", "-c", Self.script],
      stdin: Array(lines.joined(separator: "\n").utf8))
    guard run.status == 0 else {
      FileHandle.standardError.write(
        Data("SKIPPED: no Python with jsonschema-rs: \(run.err.suffix(200))\n".utf8))
      if ProcessInfo.processInfo.environment["CI"] != nil {
        Issue.record("jsonschema-rs must be installed in CI")
      }
      return
    }
    let answers = run.out.split(separator: "\n")
    #expect(answers.count == samples.count)
    for (sample, answer) in zip(samples, answers) {
      let theirs = answer.map { $0 == "1" }
      for (i, pair) in zip(sample.verdicts, theirs).enumerated() where pair.0 != pair.1 {
        Issue.record("we say \(pair.0): \(sample.schema) \(sample.instances[i])")
      }
    }
  }

  /// Under contract rules, where more is collected, the verdict is the same.
  @Test func contractRulesChangeNoVerdict() throws {
    for sample in samples(300, seed: 9) {
      let plain = try compile(sample.schema)
      let text = sample.schema.replacingOccurrences(
        of: "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\", ", with: "")
      let root = try JSONDocument(Array(text.utf8), limits: .contract)
      let contract = try SchemaCompiler.compile(contract: root, roots: [0])
      let evaluator = SchemaEvaluator()
      for instance in sample.instances {
        let cursor = try JSONDocument(Array(instance.utf8), limits: .contract)
        let verdict = evaluator.isValid(cursor.root.cursor, by: plain.roots[0], of: plain)
        for fields in [SchemaEvaluator.RootFields.judge, .report] {
          let other = evaluator.evaluate(
            cursor.root.cursor, by: contract.roots[0], of: contract, rootFields: fields)
          #expect(other == verdict, "\(text) \(instance)")
          #expect(evaluator.issues.allSatisfy { !$0.isFailure } == verdict, "\(text) \(instance)")
        }
      }
    }
  }

  private static let script = """
    import sys, json, jsonschema_rs
    for line in sys.stdin:
        case = json.loads(line)
        validator = jsonschema_rs.validator_for(case['s'])
        print(''.join('1' if validator.is_valid(i) else '0' for i in case['i']))
    """
}
