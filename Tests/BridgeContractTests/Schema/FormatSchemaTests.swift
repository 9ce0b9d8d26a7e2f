import BridgeContract
import BridgeJSON
import BridgeSchema
import Foundation
import TestSupport
import Testing

/// The format's own JSON Schema, held against every shipped contract and against small faults.
@Suite("The JSON Schema of the contract format")
struct FormatSchemaTests {
  static let contracts: [String] = {
    let names = FileManager.default.enumerator(atPath: Project.url("Contracts").path)
    return (names?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".bridge.json") }
      .sorted()
  }()

  static func read(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: Project.url("Contracts/\(path)")))
  }

  static func schema() throws -> SchemaProgram {
    var options = SchemaOptions()
    options.assertsFormat = true
    return try SchemaCompiler.compile(
      JSONDocument(read("bridge-contract.schema.json"), limits: .contract), options: options)
  }

  static func accepts(_ contract: [UInt8]) throws -> Bool {
    let program = try schema()
    let document = try JSONDocument(contract, limits: .contract)
    let evaluator = SchemaEvaluator()
    return evaluator.isValid(document.root.cursor, by: program.roots[0], of: program)
  }

  @Test(arguments: contracts)
  func acceptsShipped(_ path: String) throws {
    #expect(try Self.accepts(Self.read(path)))
  }

  @Test(arguments: contracts)
  func shippedTextIsCanonical(_ path: String) throws {
    let text = try Self.read(path)
    let canonical = try ContractFormatter.format(text)
    #expect(String(decoding: canonical, as: UTF8.self) == String(decoding: text, as: UTF8.self))
  }

  /// A change of the sync contract's text, and what is wrong with it.
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var old: String
    var new: String
  }

  static let faults = [
    Fault(
      testDescription: "another format", old: #""bridgeContract": 1"#, new: #""bridgeContract": 2"#),
    Fault(
      testDescription: "a name with a capital", old: #""name": "sync""#, new: #""name": "Sync""#),
    Fault(
      testDescription: "no semantic version", old: #""version": "2.0.0""#, new: #""version": "2.0""#
    ),
    Fault(testDescription: "a misspelt key", old: #""messages": {"#, new: #""mesages": {"#),
    Fault(
      testDescription: "a misspelt key of a channel", old: #""from": "web", "via""#,
      new: #""form": "web", "via""#),
    Fault(
      testDescription: "a side that does not send this way", old: #""from": "web", "via""#,
      new: #""from": "native", "via""#),
    Fault(
      testDescription: "a function path with window", old: #""bridgeReceive""#,
      new: #""window.bridgeReceive""#),
    Fault(testDescription: "an unknown keyword", old: #""minimum": 0"#, new: #""minimun": 0"#),
    Fault(
      testDescription: "an unknown annotation value", old: #""log": "value""#,
      new: #""log": "show""#),
    Fault(
      testDescription: "a reference out of the file", old: ##""#/types/Revision""##,
      new: #""other.json#/types/Revision""#),
    Fault(
      testDescription: "a duration without unit", old: #""within": "5s""#, new: #""within": "5""#),
    Fault(
      testDescription: "an unknown cause", old: #""fails": "wrong-type""#,
      new: #""fails": "wrong-kind""#),
    Fault(
      testDescription: "a rule of another kind's key", old: #""first": "@loadFinished""#,
      new: #""of": "@loadFinished""#),
    Fault(
      testDescription: "an action with two verbs", old: #"{ "send": "sync" }"#,
      new: #"{ "send": "sync", "throw": "x" }"#),
  ]

  @Test(arguments: faults)
  func refuses(_ fault: Fault) throws {
    let text = String(decoding: try Self.read("sync.bridge.json"), as: UTF8.self)
    let range = try #require(text.range(of: fault.old))
    let changed = text.replacingCharacters(in: range, with: fault.new)
    #expect(try !Self.accepts(Array(changed.utf8)))
  }

  @Test("names beginning with x- are free")
  func freeNames() throws {
    let text = String(decoding: try Self.read("sync.bridge.json"), as: UTF8.self)
    let changed = text.replacing(#""minimum": 0"#, with: #""minimum": 0, "x-unit": "changes""#)
    #expect(try Self.accepts(Array(changed.utf8)))
  }
}
