import BridgeJSON
import BridgeSchema

extension Command {
  static let schemaTest = Command(
    name: "schema test", group: .lookUp, summary: "run test files for JSON Schema validators",
    discussion: [
      "Test files are of the form of the public JSON Schema suite: an array of groups, each with a "
        + "schema and tests with data and the verdict that is right. Each failure is printed, then "
        + "how many passed and failed. A folder stands for all .json files in it.",
      "Exit status 1: a test failed; 2: a file is no test file.",
    ],
    operands: .init(usage: "FILE...", minimum: 1, maximum: nil, noun: "a test file"),
    options: [SchemaArguments.group],
    examples: [
      .init(
        line:
          "bridge-contract schema test --remotes suite/remotes suite/tests/draft2020-12/ref.json",
        what: "failures, and a count"),
      .init(
        line:
          "bridge-contract schema test --draft 7 --assert-format suite/tests/draft7/optional/format",
        what: "all files of a folder"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    let options: SchemaOptions
    var files: [String] = []
    do throws(FileError) {
      options = try SchemaArguments.options(of: invocation)
      for path in invocation.operands { files += try testFiles(path) }
    } catch {
      throw UsageError(problem: "\(error.path): \(error.problem)", command: "schema test")
    }
    var outcome = Outcome.success
    var (passed, failed) = (0, 0)
    for path in files {
      guard let file = NamedDocument(path, console) else {
        outcome.formUnion(.broken)
        continue
      }
      do throws(SchemaTestFile.NotATestFile) {
        let result = try SchemaTestFile.run(file.json, options: options)
        passed += result.passed
        failed += result.list.count
        for failure in result.list { console.out.writeLine("\(path): \(failure)") }
      } catch {
        console.fail("\(file.place(error.offset)): \(error.message)")
        outcome.formUnion(.broken)
      }
    }
    console.out.writeLine("\(passed) passed, \(failed) failed")
    if failed > 0 { outcome.formUnion(.findings) }
    return outcome
  }

  /// A file, or the `.json` files of a folder, deeply and in the order of their paths.
  private static func testFiles(_ path: String) throws(FileError) -> [String] {
    guard Files.kind(of: path) == .folder else { return [path] }
    var found: [String] = []
    var open = [path]
    while let folder = open.popLast() {
      for name in try Files.names(in: folder) {
        let inside = Path.join(folder, name)
        if Files.kind(of: inside) == .folder { open.append(inside) }
        if Path.hasSuffix(name, ".json"), Files.kind(of: inside) == .file { found.append(inside) }
      }
    }
    guard !found.isEmpty else {
      throw FileError(path: path, problem: "no .json file in this folder")
    }
    return found.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
