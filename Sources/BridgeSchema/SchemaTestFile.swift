package import BridgeJSON

/// A test file in the form of the public JSON Schema suite:
/// `[{"description", "schema", "tests": [{"description", "data", "valid"}]}]`.
package enum SchemaTestFile {
  /// What came out of a file.
  package struct Outcome: Sendable {
    /// Tests whose verdict was the expected one.
    package var passed = 0
    /// The others, in order.
    package var list: [Failure] = []
  }

  /// One test that was not passed.
  package struct Failure: Sendable, CustomStringConvertible {
    /// The description of the group.
    package var group: String
    /// The description of the test.
    package var test: String
    /// What was wrong, in words.
    package var reason: String

    package var description: String { "\(group) / \(test): \(reason)" }
  }

  /// Why a document is no test file.
  package struct NotATestFile: Error, Sendable {
    /// One sentence.
    package var message: String
    /// The JSON Pointer to what is wrong.
    package var pointer: String
    /// Its byte offset.
    package var offset: Int
  }

  /// Runs all tests of a file. A schema that does not compile fails all of its tests.
  package static func run(
    _ file: JSONDocument, options: SchemaOptions
  ) throws(NotATestFile) -> Outcome {
    var outcome = Outcome()
    guard file.root.kind == .array else {
      throw fault(file.root, "a test file is an array of groups")
    }
    let evaluator = SchemaEvaluator()
    for group in file.root.items {
      guard let schema = group["schema"] else { throw fault(group, "a group has no 'schema'") }
      guard let tests = group["tests"], tests.kind == .array else {
        throw fault(group, "a group has no array 'tests'")
      }
      let name = group["description"]?.string ?? ""
      let program = compile(schema, options)
      for test in tests.items {
        guard let data = test["data"] else { throw fault(test, "a test has no 'data'") }
        guard let valid = test["valid"]?.bool else { throw fault(test, "a test has no 'valid'") }
        let reason = judge(data, valid, program, evaluator)
        if let reason {
          outcome.list.append(
            Failure(group: name, test: test["description"]?.string ?? "", reason: reason))
        } else {
          outcome.passed += 1
        }
      }
    }
    return outcome
  }

  private static func fault(_ value: JSONValue, _ message: String) -> NotATestFile {
    NotATestFile(
      message: message, pointer: value.pointer, offset: value.document.offset(of: value.cursor))
  }

  private static func compile(
    _ schema: JSONValue, _ options: SchemaOptions
  ) -> Result<SchemaProgram, SchemaErrors> {
    let document: JSONDocument
    do throws(JSONError) {
      document = try JSONDocument(Array(schema.cursor.text), limits: .traffic)
    } catch {
      return .failure(
        SchemaErrors([SchemaError(pointer: "", offset: error.offset, message: error.sentence)]))
    }
    do throws(SchemaErrors) {
      return .success(try SchemaCompiler.compile(document, options: options))
    } catch {
      return .failure(error)
    }
  }

  private static func judge(
    _ data: JSONValue, _ valid: Bool, _ program: Result<SchemaProgram, SchemaErrors>,
    _ evaluator: SchemaEvaluator
  ) -> String? {
    switch program {
    case .failure(let errors):
      let first = errors.list.first
      return "the schema does not compile: \(first?.pointer ?? ""): \(first?.message ?? "")"
    case .success(let program):
      return withExtendedLifetime(data.document) {
        let isValid = evaluator.evaluate(data.cursor, by: program.roots[0], of: program)
        if isValid != valid {
          return valid ? "should be valid, is not" : "should be invalid, is not"
        }
        // Both evaluators must say the same; if they do not, one of them is wrong.
        if isValid != evaluator.issues.allSatisfy({ !$0.isFailure }) {
          return "the verdict and the issues disagree"
        }
        return nil
      }
    }
  }
}
