import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// The output tests of the public suite; and what we write is held against the suite's schema of
/// outputs, for every test of 2020-12.
@Suite struct OutputSuiteTests {
  @Test(
    .enabled(if: Shared.has(SuiteTests.root)),
    arguments: Shared.filesIfPresent(
      in: "\(SuiteTests.root)/output-tests/draft2020-12/content", withExtension: "json"))
  func file(_ url: URL) throws {
    let file = try JSONDocument([UInt8](try Data(contentsOf: url)), limits: .contract)
    for group in file.root.items {
      let program = try compile(try #require(group["schema"]).text)
      for test in group["tests"]?.items ?? [] {
        let data = try #require(test["data"])
        for wanted in try #require(test["output"]).members {
          let format = try #require(SchemaOutput(rawValue: wanted.key))
          let output = try #require(
            SchemaEvaluator().output(format, data.cursor, by: program.roots[0], of: program))
          var options = SchemaOptions()
          options.resolver = Self.outputSchema
          let text = String(decoding: output.json, as: UTF8.self)
          #expect(try isValid(wanted.value.text, text, options), "\(text)")
        }
      }
    }
  }

  static let outputSchema: @Sendable (String) -> [UInt8]? = { uri in
    guard uri == "https://json-schema.org/draft/2020-12/output/schema" else { return nil }
    return try? Shared.bytes("\(SuiteTests.root)/output-tests/draft2020-12/output-schema.json")
  }

  @Test(
    .enabled(if: Shared.has(SuiteTests.root)),
    arguments: Shared.filesIfPresent(
      in: "\(SuiteTests.root)/tests/draft2020-12", withExtension: "json"))
  func outputsAreOutputs(_ url: URL) throws {
    var options = SchemaOptions()
    options.resolver = Self.outputSchema
    let output = try compile(
      ##"{"$ref": "https://json-schema.org/draft/2020-12/output/schema#/$defs/outputUnit"}"##,
      options)
    var schemaOptions = SchemaOptions()
    schemaOptions.resolver = SuiteTests.remote
    let file = try JSONDocument([UInt8](try Data(contentsOf: url)), limits: .traffic)
    let evaluator = SchemaEvaluator()
    for group in file.root.items {
      guard let schema = group["schema"],
        let program = try? compile(schema.text, schemaOptions)
      else { continue }
      for test in group["tests"]?.items ?? [] {
        guard let data = test["data"] else { continue }
        let flag = evaluator.isValid(data.cursor, by: program.roots[0], of: program)
        for format in [SchemaOutput.basic, .detailed, .verbose] {
          let written = try #require(
            evaluator.output(format, data.cursor, by: program.roots[0], of: program))
          #expect(written.isValid == flag)
          let json = try JSONDocument(written.json, limits: .traffic)
          let text = String(decoding: written.json, as: UTF8.self)
          #expect(
            SchemaEvaluator().isValid(json.root.cursor, by: output.roots[0], of: output),
            "\(format) of \(schema.text): \(text)")
          #expect(json.root["valid"]?.bool == flag)
          #expect(flag || (json.root["errors"]?.count ?? 1) > 0)
        }
        // The people's report tells something of every invalid value.
        let report = try #require(
          evaluator.report(data.cursor, by: program.roots[0], of: program))
        #expect(report.entries.isEmpty == flag, "\(schema.text)")
      }
    }
  }
}
