import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeSchema

/// The annotation tests of the public suite, for 2020-12 and draft-07 where they are meant for it.
@Suite struct AnnotationTests {
  @Test(
    .enabled(if: Shared.has(SuiteTests.root)),
    arguments: Shared.filesIfPresent(
      in: "\(SuiteTests.root)/annotations/tests", withExtension: "json"))
  func file(_ url: URL) throws {
    let file = try JSONDocument([UInt8](try Data(contentsOf: url)), limits: .contract)
    let groups = try #require(file.root["suite"]).items
    #expect(!groups.isEmpty)
    for group in groups {
      let name = group["description"]?.string ?? ""
      for draft in [SchemaOptions.Draft.draft2020, .draft7]
      where Self.isMeant(group["compatibility"]?.string, for: draft) {
        let schema = try #require(group["schema"])
        if draft == .draft7, schema["$schema"] != nil { continue }
        let program = try compile(schema.text, SchemaOptions(draft: draft))
        for test in group["tests"]?.items ?? [] {
          try check(test, program, "\(url.lastPathComponent): \(name)")
        }
      }
    }
  }

  private func check(_ test: JSONValue, _ program: SchemaProgram, _ name: String) throws {
    let instance = try #require(test["instance"])
    let found = annotations(instance.cursor, program)
    for assertion in test["assertions"]?.items ?? [] {
      let location = try #require(assertion["location"]?.string)
      let keyword = try #require(assertion["keyword"]?.string)
      var expected: [String: String] = [:]
      for member in assertion["expected"]?.members ?? [] {
        expected[member.key] = Self.plain(member.value.text)
      }
      let here = found.filter { $0.location == location && $0.keyword == keyword }
      let given = Dictionary(
        here.map { ($0.schema, Self.plain($0.value)) }, uniquingKeysWith: { a, _ in a })
      #expect(given == expected, "\(name): \(location) \(keyword)")
    }
  }

  struct Annotation {
    var location: String
    var keyword: String
    var schema: String
    var value: String
  }

  private func annotations(_ instance: JSONCursor, _ program: SchemaProgram) -> [Annotation] {
    let tree = SchemaEvaluator().trace(
      instance, by: program.roots[0], of: program, limit: 100_000)
    guard let tree, tree.isValid else { return [] }
    var writer = OutputWriter(tree: tree)
    var out: [Annotation] = []
    var i = 0
    while i < tree.units.count {
      let unit = tree.units[i]
      if !unit.isValid || tree.keyword(of: unit) == .not {
        i = Int(unit.end)
        continue
      }
      writer.enter(i)
      if writer.hasAnnotation(i) {
        writer.out = []
        writer.writeAnnotation(i)
        let root = tree.document(of: unit.block).tape.root
        let node = Int(program.tables.blocks[unit.block].node)
        out.append(
          Annotation(
            location: String(decoding: writer.instanceLocation, as: UTF8.self),
            keyword: tree.source(of: unit).key.string ?? "",
            schema: Self.fragment(JSONPointer.text(to: node, from: root)),
            value: String(decoding: writer.out, as: UTF8.self)))
      }
      i += 1
    }
    return out
  }

  private static func fragment(_ pointer: String) -> String {
    var out = Array("#".utf8)
    OutputWriter.appendFragment(Array(pointer.utf8), to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private static func plain(_ json: String) -> String { json.filter { !$0.isWhitespace } }

  private static func isMeant(_ compatibility: String?, for draft: SchemaOptions.Draft) -> Bool {
    let number = draft == .draft7 ? 7 : 2020
    return (compatibility ?? "").split(separator: ",").allSatisfy { part in
      if part.hasPrefix("<=") { return number <= Int(part.dropFirst(2)) ?? 0 }
      if part.hasPrefix("=") { return number == Int(part.dropFirst()) }
      return number >= Int(part) ?? 0
    }
  }
}

/// A program of a schema text.
func compile(_ schema: String, _ options: SchemaOptions = SchemaOptions()) throws -> SchemaProgram {
  try SchemaCompiler.compile(
    try JSONDocument(Array(schema.utf8), limits: .traffic), options: options)
}

/// Whether `instance` is valid by `schema`; both evaluators and the tracer must agree.
func isValid(
  _ schema: String, _ instance: String, _ options: SchemaOptions = SchemaOptions()
) throws -> Bool {
  let program = try compile(schema, options)
  let document = try JSONDocument(Array(instance.utf8), limits: .traffic)
  let evaluator = SchemaEvaluator()
  let verdict = evaluator.isValid(document.root.cursor, by: program.roots[0], of: program)
  #expect(
    evaluator.evaluate(document.root.cursor, by: program.roots[0], of: program) == verdict)
  #expect(evaluator.issues.isEmpty == verdict)
  let tree = evaluator.trace(
    document.root.cursor, by: program.roots[0], of: program, limit: 1_000_000)
  #expect(tree?.isValid == verdict)
  return verdict
}
