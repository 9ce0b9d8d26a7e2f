import BridgeFindings
import BridgeLog

extension Command {
  static let merge = Command(
    name: "merge", group: .check,
    summary: "add up what validate --summary counted in parts of a log",
    discussion: [
      "A log that is too large for one machine is cut into parts, each with whole sessions, and "
        + "each part is judged by validate --summary where it is. The sum is, byte for byte, what one "
        + "run over the whole log prints. A file may hold several summaries, a line each.",
      "Exit status 2: a file is no summary, or was made by another contract.",
    ],
    operands: .init(
      usage: "SUMMARY...", minimum: 1, maximum: nil, noun: "a summary, or - for the input"),
    options: [OptionGroup(title: "Report", options: [SharedOptions.failOn.declaration])],
    examples: [
      .init(
        line: "bridge-contract merge part-*.json", what: "one summary of all parts")
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    var sum: LogTally?
    for path in invocation.operands {
      do throws(FileError) {
        let bytes = try Files.read(path, limit: 1 << 30)
        for line in bytes.split(separator: 0x0A) where line.contains(where: { $0 > 0x20 }) {
          try add(Array(line), of: path, to: &sum)
        }
      } catch {
        console.fail("\(error.path): \(error.problem)")
        return .broken
      }
    }
    guard let sum else {
      console.fail("no summary was given")
      return .broken
    }
    console.out.write(sum.text + "\n")
    console.out.flush()
    return Outcome(of: sum, invocation.value(of: SharedOptions.failOn) ?? .error)
  }

  private static func add(
    _ line: [UInt8], of path: String, to sum: inout LogTally?
  ) throws(FileError) {
    do throws(LogTally.Refusal) {
      let part = try LogTally(text: line)
      if sum == nil {
        sum = part
      } else {
        try sum?.add(part)
      }
    } catch {
      throw FileError(path: path, problem: error.message)
    }
  }
}

extension Outcome {
  /// What a tally comes to.
  init(of tally: LogTally, _ failOn: FailOn) {
    self.init()
    let summary = tally.summary
    switch failOn {
    case .error: hasFindings = summary.errors > 0
    case .warning: hasFindings = summary.errors + summary.warnings > 0
    case .never: break
    }
    isUndecided = summary.messages == 0 || summary.causes[Cause.notObservable.id] != nil
  }
}
