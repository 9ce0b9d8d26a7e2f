import BridgeJSON
import BridgeSchema
import BridgeSubset

extension Command {
  static let schemaCompare = Command(
    name: "schema compare", group: .lookUp,
    summary: "is every value of one JSON Schema a value of the other?",
    discussion: [
      "Asked both ways and answered in one line of JSON: newSubsetOfOld and oldSubsetOfNew are yes "
        + "(proved), no (with witnessNewNotOld or witnessOldNotNew, a value that the validator "
        + "accepts by the one and refuses by the other), or undecided (with the reason).",
      "With --lines each line of standard input is an object with id, old and new, both schemas, "
        + "and is answered by a line with that id. format is an annotation unless --assert-format "
        + "is given.",
      "Exit status 2: a schema is wrong or a line is no request; 3: a question was not decided.",
    ],
    operands: .init(usage: "OLD NEW", minimum: 0, maximum: 2, noun: "two schemas"),
    options: [SchemaArguments.group, linesGroup],
    examples: [
      .init(
        line: "bridge-contract schema compare old.schema.json new.schema.json",
        what: "both answers, with a witness for each no"),
      .init(
        line: "bridge-contract schema compare --lines < pairs.jsonl", what: "an answer a line"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    var options: SchemaOptions
    do throws(FileError) {
      options = try SchemaArguments.options(of: invocation)
    } catch {
      throw UsageError(problem: "\(error.path): \(error.problem)", command: "schema compare")
    }
    if invocation.value(of: lines) {
      guard invocation.operands.isEmpty else {
        throw UsageError(
          problem: "--lines reads schemas from standard input and takes no files",
          command: "schema compare")
      }
      return CompareLines(options: options, console: console).run()
    }
    guard invocation.operands.count == 2 else {
      throw UsageError(problem: "two schemas are needed", command: "schema compare")
    }
    var sides: [SchemaSide] = []
    for path in invocation.operands {
      guard let document = NamedDocument(path, console) else { return .broken }
      options.uri = SchemaArguments.fileURI(path)
      guard let program = SchemaArguments.compile(document, options, console),
        let side = SchemaSide(program)
      else { return .broken }
      sides.append(side)
    }
    let result = ComparedPair(old: sides[0], new: sides[1])
    console.out.write("{" + result.members + "}\n")
    return result.isDecided ? .success : .undecided
  }

  private static let lines = Option.flag(
    "lines", "pairs of schemas as JSON Lines on standard input")
  private static let linesGroup = OptionGroup(title: "Input", options: [lines.declaration])
}

/// Both answers for a pair of schemas, as the members of a JSON object.
struct ComparedPair {
  let members: String
  let isDecided: Bool

  init(old: SchemaSide, new: SchemaSide) {
    let comparison = SchemaComparison()
    let ways = [
      (comparison.isSubset(new, of: old), "newSubsetOfOld", "witnessNewNotOld", "reasonNewNotOld"),
      (comparison.isSubset(old, of: new), "oldSubsetOfNew", "witnessOldNotNew", "reasonOldNotNew"),
    ]
    var words: [String] = []
    var more: [String] = []
    var isDecided = true
    for (answer, name, witness, why) in ways {
      switch answer {
      case .yes: words.append("\"\(name)\":\"yes\"")
      case .no(let text):
        words.append("\"\(name)\":\"no\"")
        more.append("\"\(witness)\":\(text)")
      case .undecided(let reason):
        words.append("\"\(name)\":\"undecided\"")
        more.append("\"\(why)\":\(JSONString.quoted(reason))")
        isDecided = false
      }
    }
    members = (words + more).joined(separator: ",")
    self.isDecided = isDecided
  }
}
