import BridgeCodegen
import BridgeContract
import BridgeJSON
import BridgeLog

/// `init --from`: a contract drafted from logs.
enum DraftRun {
  static func run(
    _ invocation: Invocation, name: String?, output: String?
  ) throws(UsageError) -> Outcome {
    let console = invocation.console
    let name = name ?? "draft"
    guard name.utf8.first.map({ $0 >= 0x61 && $0 <= 0x7A }) == true,
      name.utf8.allSatisfy({
        ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
      })
    else {
      throw UsageError(
        problem: "--name takes small letters, digits and dashes, a letter first", command: "init")
    }
    guard !invocation.operands.isEmpty else {
      throw UsageError(problem: "--from needs a log", command: "init")
    }
    var map = LogMap()
    do throws(LogMap.Refusal) {
      for entry in invocation.value(of: LogMapping.option) {
        try map.add(key: entry.name, value: entry.place)
      }
    } catch {
      throw UsageError(problem: "the log map: \(error.message)", command: "init")
    }
    let log = DraftLog(map: map)
    for path in invocation.operands {
      do throws(FileError) {
        log.beginFile()
        log.feed(try Files.read(path, limit: DraftLog.byteLimit))
        log.endFile()
      } catch {
        console.fail("\(error.path): \(error.problem)")
        return .broken
      }
    }
    guard let draft = ContractDraft(log, name: name) else {
      console.fail(
        "no message was found in the log",
        help: ["a line needs a body and a direction; --map says where they are"])
      return .undecided
    }
    let path = output ?? "Contracts/\(name).bridge.json"
    return write(draft, log, to: path, console)
  }

  private static func write(
    _ draft: ContractDraft, _ log: DraftLog, to path: String, _ console: Console
  ) -> Outcome {
    if path == "-" {
      console.out.write(draft.text)
      return .success
    }
    do throws(FileError) {
      var text = draft.text
      let isNew = Files.kind(of: path) == .missing
      if !isNew {
        let old = try Files.read(path, limit: JSONLimits.contract.bytes)
        guard let widened = ContractDraft.widened(old, by: draft) else {
          console.fail("\(path): this is no contract that a draft could widen")
          return .broken
        }
        text = widened
      }
      try Files.makeFolder(Path.folder(of: path))
      let wrote = try Files.write(text, to: path)
      console.out.writeLine("\(isNew ? "wrote" : wrote ? "widened" : "unchanged")  \(path)")
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
    let framing = draft.bridge.map { "the framing is that of \($0)" } ?? "the framing is a guess"
    console.out.writeLine("\(draft.messageCount) messages; \(framing)")
    if draft.unread + log.passedOver + log.leftOut > 0 {
      console.fail(
        "\(log.passedOver) lines held nothing to learn from, \(draft.unread) bodies could not be "
          + "read, \(log.leftOut) lines were too many")
    }
    console.out.write(
      """

      Next: read it. Each x-evidence says what a rule rests on; take it out where the rule is right.
        bridge-contract check --contract \(path)

      """)
    return .success
  }
}
