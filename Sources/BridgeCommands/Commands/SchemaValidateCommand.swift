import BridgeJSON
import BridgeSchema

extension Command {
  static let schemaValidate = Command(
    name: "schema validate", group: .lookUp, summary: "hold JSON files against a JSON Schema",
    discussion: [
      "JSON Schema 2020-12, 2019-09 and draft-07, by $schema or --draft. The first file is the "
        + "schema, the others are judged. Without --output the report is for people: what is wrong, "
        + "where, and the keyword that says so; of a union that fails the likeliest branch is told.",
      "Other documents come from --remotes; nothing is ever fetched. Exit status 1: a file is not "
        + "valid; 2: the schema is wrong, or a file is no JSON; 3: a pattern could not be decided.",
    ],
    operands: .init(
      usage: "SCHEMA INSTANCE...", minimum: 2, maximum: nil, noun: "a schema and an instance"),
    options: [SchemaArguments.group, outputGroup],
    examples: [
      .init(
        line: "bridge-contract schema validate Contracts/bridge-contract.schema.json "
          + "Contracts/sync.bridge.json",
        what: "nothing, or what is wrong"),
      .init(
        line: "bridge-contract schema validate --output detailed schema.json instance.json",
        what: "the specification's output"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    var options: SchemaOptions
    do throws(FileError) {
      options = try SchemaArguments.options(of: invocation)
    } catch {
      throw UsageError(problem: "\(error.path): \(error.problem)", command: "schema validate")
    }
    guard let schema = NamedDocument(invocation.operands[0], console) else { return .broken }
    options.uri = SchemaArguments.fileURI(invocation.operands[0])
    guard let program = SchemaArguments.compile(schema, options, console) else { return .broken }
    let run = SchemaRun(
      schema: schema, program: program, output: invocation.value(of: output), console: console)
    var outcome = Outcome.success
    for path in invocation.operands.dropFirst() { outcome.formUnion(run.judge(path)) }
    return outcome
  }

  private static let output = Option.choice(
    "output", SchemaOutput.self, "an output of the specification instead of the report")
  private static let outputGroup = OptionGroup(title: "Report", options: [output.declaration])
}

/// One schema and what is done with each instance.
private struct SchemaRun {
  let schema: NamedDocument
  let program: SchemaProgram
  let output: SchemaOutput?
  let console: Console
  let evaluator = SchemaEvaluator()

  func judge(_ path: String) -> Outcome {
    guard let instance = NamedDocument(path, console) else { return .broken }
    return withExtendedLifetime(instance.json) {
      output.map { write($0, instance) } ?? report(instance)
    }
  }

  private func write(_ format: SchemaOutput, _ instance: NamedDocument) -> Outcome {
    let written = evaluator.output(
      format, instance.json.root.cursor, by: program.roots[0], of: program)
    guard let written else { return tooMuch(instance) }
    console.out.write(written.json)
    console.out.write("\n")
    return written.isValid ? .success : .findings
  }

  private func report(_ instance: NamedDocument) -> Outcome {
    let report = evaluator.report(instance.json.root.cursor, by: program.roots[0], of: program)
    guard let report else { return tooMuch(instance) }
    if report.isValid {
      if console.out.isTerminal { console.out.writeLine("\(instance.name): valid") }
      return .success
    }
    for entry in report.entries {
      let cursor = instance.json.root.cursor.at(entry.instance)
      let pointer = entry.instancePointer.isEmpty ? "the value" : entry.instancePointer
      let source =
        entry.document == 0
        ? schema.place(entry.schemaOffset) : "\(entry.documentURI)#\(entry.schemaPointer)"
      var line = String(repeating: "  ", count: entry.depth)
      line +=
        "\(instance.place(instance.json.offset(of: cursor))): error: \(pointer) \(entry.message)"
      if let told = entry.toldBranch {
        line += entry.foldedBranches == 1 ? "; closest is \(told)" : "; closest is number \(told)"
      }
      console.out.writeLine("\(line) [\(entry.keyword.rawValue), \(source)]")
    }
    let isOnlyUndecided = !report.entries.isEmpty && report.entries.allSatisfy(\.isUndecided)
    return isOnlyUndecided ? .undecided : .findings
  }

  private func tooMuch(_ instance: NamedDocument) -> Outcome {
    console.fail("\(instance.name): the evaluation is too large to be told")
    return .undecided
  }
}
