import BridgeJSON
import Testing

@testable import BridgeSchema

/// A contract's `types` compiled, with one value judged by the first of them.
struct Judged {
  var isValid: Bool
  var issues: [SchemaIssue]
  var evaluator: SchemaEvaluator

  /// The issues as short lines: kind, keyword, pointer.
  var lines: [String] {
    issues.map {
      let kind =
        switch $0.kind {
        case .failure: ""
        case .unknownField: "unknown "
        case .unsafeInteger: "unsafe "
        case .deprecated: "deprecated "
        }
      return "\(kind)\($0.keyword.rawValue) \($0.instancePointer)"
    }
  }
}

/// Judges `value` by the schema `types.T` of a contract whose `types` are given.
func judge(
  _ types: String, _ value: String, rootFields: SchemaEvaluator.RootFields = .judge
) throws -> Judged {
  let program = try compileTypes(types)
  let document = try JSONDocument(Array(value.utf8), limits: .traffic)
  let evaluator = SchemaEvaluator(patternSteps: 10_000)
  let isValid = evaluator.evaluate(
    document.root.cursor, by: program.roots[0], of: program, rootFields: rootFields)
  #expect(
    isValid == evaluator.isValid(document.root.cursor, by: program.roots[0], of: program))
  #expect(isValid == evaluator.issues.allSatisfy { !$0.isFailure })
  return Judged(isValid: isValid, issues: evaluator.issues, evaluator: evaluator)
}

/// The program of a contract with these `types`, the first of them the first root.
func compileTypes(_ types: String) throws -> SchemaProgram {
  let document = try JSONDocument(Array("{\"types\": \(types)}".utf8), limits: .contract)
  let roots = document.root["types"]?.members.map(\.value.index) ?? []
  return try SchemaCompiler.compile(contract: document, roots: roots)
}

/// The faults of a contract with these `types`, as "pointer: message (suggestion)".
func faults(_ types: String) -> [String] {
  do {
    _ = try compileTypes(types)
    return []
  } catch let errors as SchemaErrors {
    return errors.list.map {
      "\($0.pointer): \($0.message)" + ($0.suggestion.map { " (\($0))" } ?? "")
    }
  } catch {
    return ["\(error)"]
  }
}
