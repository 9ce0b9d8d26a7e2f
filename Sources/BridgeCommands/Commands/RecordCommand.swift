import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeRecorder
import BridgeScript

extension Command {
  private static let output = Option.text(
    "output", "LOG", "write the log here (default: standard output)", completion: .files)
  private static let handler = Option.texts(
    "listen", "NAME", "a message handler that the app has, besides those of the contract")
  private static let send = Option.texts(
    "send", "MESSAGE", "native sends this message, built from the contract's example, when loaded")
  private static let wait = Option.number(
    "settle", "MS", "record on until nothing happened for so long (default: 1000)", minimum: 1)
  private static let limit = Option.number(
    "at-most", "MS", "the longest time (default: 30000)", minimum: 1)
  private static let silent = Option.flag(
    "silent", "native answers nothing: the page's requests stay open")
  private static let showValues = Option.flag(
    "show-values", "keep all values, not only those the contract allows")

  static let record = Command(
    name: "record", group: .check, summary: "run a page on the real engine, keep its traffic",
    discussion: [
      "Loads an HTML file, or the index.html of a folder, in WebKitGTK in a process of its own, with "
        + "the app's message handlers, and writes what is said and what happens as a log for "
        + "validate. Only the file's folder is served; what the page asks of another machine is "
        + "refused and told.",
      "Requests of the page are answered at once, from the contract's examples: a promise that nobody "
        + "settles would leave the page waiting. What the contract has no answer to is rejected and "
        + "told; --silent leaves all requests open.",
      "Values are redacted by the contract, as the recorder in an app does it. Exit status 4: there "
        + "is no engine or it was lost, the page did not load, or it stopped answering: that is a "
        + "matter of the build or the server, not of the contract.",
    ],
    operands: .init(usage: "PAGE", minimum: 1, maximum: 1, noun: "a page or folder"),
    options: [
      OptionGroup(
        title: "Record",
        options: [
          output.declaration, handler.declaration, send.declaration, silent.declaration,
          wait.declaration, limit.declaration, showValues.declaration,
        ]),
      SharedOptions.contracts, SharedOptions.settings,
    ],
    examples: [
      .init(
        line:
          "bridge-contract record dist --output page.jsonl && bridge-contract validate page.jsonl",
        what: "a built web app against the contract"),
      .init(
        line: "bridge-contract record page.html --send sync", what: "native has the second word"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let settings = try Settings.resolve(invocation) else { return .broken }
    if invocation.value(of: SharedOptions.showSettings) {
      console.out.write(settings.text)
      return .success
    }
    let files = ContractFiles(settings.contracts, .perhapsOneBridge, console: console)
    if files.isBroken {
      files.complain(console)
      return .broken
    }
    guard let page = LocalPage(invocation.operands[0], console) else { return .broken }
    var messages: [(channel: String, sent: EncodedMessage)] = []
    for name in invocation.value(of: send) {
      messages.append(try PageRecording.message(name, of: files.contracts))
    }
    do throws(FileError) {
      let path = invocation.value(of: output)
      let descriptor = try path.map { (path) throws(FileError) in try Files.create(path) }
      defer { if let descriptor { Files.close(descriptor) } }
      do throws(HostFailure) {
        let engine = try RealEngines.open(folder: page.folder)
        defer { engine.close() }
        engine.quiet = Double(invocation.value(of: wait) ?? 1000)
        let recorder = BridgeRecorder(
          to: descriptor ?? Descriptor.standardOutput, contracts: files.set,
          options: RecorderOptions(
            values: invocation.value(of: showValues) ? .all : .redacted, capacity: 64 << 20,
            maxBodyBytes: 16 << 20))
        let recording = PageRecording(
          files.contracts, files.set, extra: invocation.value(of: handler),
          answers: !invocation.value(of: silent), on: engine, to: recorder.session())
        recording.add(messages)
        let isLoaded = recording.run(page.url, limit: Double(invocation.value(of: limit) ?? 30_000))
        let written = recorder.finish(timeout: 60_000)
        for line in recording.notes { console.note(line) }
        LocalPage.tell(of: engine, console)
        var outcome = Outcome(isEngineMissing: !isLoaded)
        if let problem = problem(with: written) {
          console.fail("\(path ?? "standard output"): \(problem)")
          outcome.isBroken = true
        }
        if let failure = engine.failure {
          console.fail(failure.sentence)
          outcome.isEngineMissing = true
        }
        return outcome
      } catch {
        console.fail(error.sentence)
        return Outcome(isEngineMissing: true)
      }
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }

  /// Why a log is not whole; a reader that went away knows it himself.
  private static func problem(with written: RecorderSummary) -> String? {
    if let number = written.failure {
      let error = SystemError(code: number)
      return error.isClosedPipe ? nil : "the log could not be written: \(error.words)"
    }
    guard written.dropped > 0 else { return nil }
    let verb = written.dropped == 1 ? "was" : "were"
    return "\(Words.count(written.dropped, "line")) of the log did not fit and \(verb) dropped"
  }
}
