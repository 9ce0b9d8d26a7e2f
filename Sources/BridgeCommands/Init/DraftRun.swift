import BridgeCodegen
import BridgeContract
import BridgeFindings
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
    let path = output ?? "Contracts/\(name).bridge.json"
    do throws(FileError) {
      let log = DraftLog(map: map)
      let reading = Reading(console)
      for operand in invocation.operands { try add(operand, to: log, reading) }
      let old = try present(path)
      let draft = ContractDraft(log, name: name, reading: old)
      reading.progress.finish()
      if let error = reading.error { throw error }
      guard let draft else { return refuse(log, invocation.operands, console) }
      return try write(draft, log, widening: old, to: path, console)
    } catch {
      console.fail("\(error.path): \(error.problem)", help: help(error, path))
      return .broken
    }
  }

  // MARK: Refusing

  private static let lineForm = [
    "a line is {\"direction\": \"webToNative\", \"channel\": \"bridge\", \"body\": {…}};"
      + " --map says where those are in other logs,",
    "such as --map body=/message,direction=/dir,direction.out=nativeToWeb",
  ]

  /// Says why there is no draft, with the status that `validate` has for these files.
  private static func refuse(_ log: DraftLog, _ paths: [String], _ console: Console) -> Outcome {
    var outcome = Outcome()
    for (path, file) in zip(paths, log.files) where file.isNoLog {
      let name = Harmless.text(path)
      let hasNoJSON = file.withoutJSON * 2 > file.foreign
      let number = Words.grouped(hasNoJSON ? file.withoutJSON : file.foreign)
      let what = hasNoJSON ? "are no JSON" : "hold no message"
      let place = file.firstForeign.map { ":\($0)" } ?? ""
      console.fail(
        "\(name)\(place): this is no log: \(number) of \(Words.count(file.lines, "line")) \(what)",
        help: (NotALog.description(of: path).map { [$0] } ?? lineForm) + ["nothing was written"])
      outcome.hasFindings = true
    }
    guard !outcome.hasFindings else { return outcome }
    console.fail("\(list(paths)): no message was found", help: lineForm)
    return log.files.contains { $0.foreign > 0 } ? .findings : .undecided
  }

  private static func list(_ paths: [String]) -> String {
    paths.count > 3 ? "\(paths.count) logs" : paths.joined(separator: ", ")
  }

  private static let noContract = "this is no contract, so no draft can widen it"

  private static func help(_ error: FileError, _ path: String) -> [String] {
    guard error.path == path else { return [] }
    return error.problem == noContract
      ? ["nothing was written; --name NAME or --output FILE writes elsewhere"]
      : ["--output FILE writes elsewhere, --output - prints the draft"]
  }

  // MARK: Reading

  /// How far the reading has come, which goes over the files several times.
  private final class Reading {
    let progress: Progress
    /// The first file that could not be read, found while it is.
    var error: FileError?

    init(_ console: Console) { progress = Progress(console.error) }
  }

  /// Adds a file, which is read from its beginning whenever the draft asks for it.
  private static func add(_ path: String, to log: DraftLog, _ reading: Reading) throws(FileError) {
    if path == "-" {
      // A stream is not read twice.
      let text = try Files.read(path, limit: 256 << 20)
      log.add { take in _ = text.withUnsafeBytes(take) }
      return
    }
    Files.close(try Files.open(path))
    let name = Harmless.text(path)
    var times = 0
    log.add { take in
      times += 1
      do throws(FileError) {
        try read(path) { block, done, size in
          reading.progress.tell(
            "\(name): \(done >> 20) MB" + (size > 0 ? " (\(done * 100 / size) %)" : "")
              + (times > 1 ? ", reading \(times)" : ""))
          return take(block)
        }
      } catch {
        reading.error = reading.error ?? error
      }
    }
  }

  /// Reads a file until `take` has enough: it is given a block, how much was read and how much there
  /// is.
  private static func read(
    _ path: String, _ take: (UnsafeRawBufferPointer, Int, Int) -> Bool
  ) throws(FileError) {
    let descriptor = try Files.open(path)
    defer { Files.close(descriptor) }
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { block.deallocate() }
    let size = Files.size(of: descriptor)
    var done = 0
    do throws(SystemError) {
      while true {
        let count = try Descriptor.read(into: block, from: descriptor)
        let piece = UnsafeRawBufferPointer(rebasing: block[..<count])
        done += count
        if count == 0 || !take(piece, done, size) { return }
      }
    } catch {
      throw FileError(path: path, problem: error.words)
    }
  }

  /// The contract that is there already.
  private static func present(_ path: String) throws(FileError) -> [UInt8]? {
    guard path != "-", Files.kind(of: path) != .missing else { return nil }
    let old = try Files.read(path, limit: JSONLimits.contract.bytes)
    guard case .loaded = Contract.load(old, file: path) else {
      throw FileError(path: path, problem: noContract)
    }
    return old
  }

  // MARK: Writing

  private static func write(
    _ draft: ContractDraft, _ log: DraftLog, widening old: [UInt8]?, to path: String,
    _ console: Console
  ) throws(FileError) -> Outcome {
    if path == "-" {
      console.out.write(draft.text)
      note(draft, log, console)
      return .success
    }
    var text = draft.text
    if let old {
      guard let widened = ContractDraft.widened(old, by: draft) else {
        throw FileError(path: path, problem: noContract)
      }
      text = widened
    }
    try Files.makeFolder(Path.folder(of: path))
    let wrote = try Files.write(text, to: path)
    console.out.writeLine("\(old == nil ? "wrote" : wrote ? "widened" : "unchanged")  \(path)")
    let framing =
      draft.bridge.map { "the framing is that of \($0)" }
      ?? (old == nil ? "the framing is a guess" : "read by the contract that was there")
    console.out.writeLine("\(Words.count(draft.messageCount, "message")); \(framing)")
    note(draft, log, console)
    console.out.write(
      """

      Next: read it. Each x-evidence says what a rule rests on; take it out where the rule is right.
        bridge-contract check --contract \(path)

      """)
    return .success
  }

  /// What of the traffic is not in the draft.
  private static func note(_ draft: ContractDraft, _ log: DraftLog, _ console: Console) {
    var parts: [String] = []
    func part(_ count: Int, _ one: String, _ many: String) {
      if count > 0 { parts.append("\(count) \(count == 1 ? one : many)") }
    }
    part(log.passedOver, "line holds no message", "lines hold no message")
    part(log.leftOut, "line is too long", "lines are too long")
    part(draft.unread, "body could not be read", "bodies could not be read")
    part(draft.early, "reply is to a request from before", "replies are to requests from before")
    if !parts.isEmpty { console.note("note: \(parts.joined(separator: ", "))") }
    guard draft.disagreements > 0 else { return }
    console.note(
      "note: the log breaks its own draft in \(draft.disagreements) "
        + "\(draft.disagreements == 1 ? "place" : "places"): faults of the traffic, or of the guess; "
        + "validate shows them")
  }
}
