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
  private static let showValues = Option.flag(
    "show-values", "keep all values, not only those the contract allows")

  static let record = Command(
    name: "record", group: .check, summary: "run a page on the real engine, keep its traffic",
    discussion: [
      "Loads an HTML file, or the index.html of a folder, in WebKitGTK in a process of its own, with "
        + "the app's message handlers, and writes what is said and what happens as a log for "
        + "validate. Only the file's folder is served; what the page asks of another machine is "
        + "refused and told.",
      "Values are redacted by the contract, as the recorder in an app does it. Exit status 4: there "
        + "is no engine, or the page did not load: that is a matter of the build or the server, not "
        + "of the contract.",
    ],
    operands: .init(usage: "PAGE", minimum: 1, maximum: 1, noun: "a page or folder"),
    options: [
      OptionGroup(
        title: "Record",
        options: [
          output.declaration, handler.declaration, send.declaration, wait.declaration,
          limit.declaration, showValues.declaration,
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
    let page = invocation.operands[0]
    let isFolder = Files.kind(of: page) == .folder
    let folder = isFolder ? page : Path.folder(of: page)
    let name = isFolder ? "index.html" : String(page.split(separator: "/").last ?? "")
    guard Files.kind(of: isFolder ? "\(page)/\(name)" : page) == .file else {
      console.fail("\(page): there is no such page")
      return .broken
    }
    var recording = PageRecording(files.contracts, extra: invocation.value(of: handler))
    for message in invocation.value(of: send) { try recording.add(message) }
    do throws(FileError) {
      let path = invocation.value(of: output)
      let descriptor = try path.map { (path) throws(FileError) in try Files.create(path) }
      defer { if let descriptor { Files.close(descriptor) } }
      do throws(HostFailure) {
        let engine = try RealEngines.open(folder: folder.isEmpty ? "." : folder)
        defer { engine.close() }
        engine.quiet = Double(invocation.value(of: wait) ?? 1000)
        let recorder = BridgeRecorder(
          to: descriptor ?? Descriptor.standardOutput, contracts: files.set,
          options: RecorderOptions(
            values: invocation.value(of: showValues) ? .all : .redacted, capacity: 64 << 20,
            maxBodyBytes: 16 << 20))
        let isLoaded = recording.run(
          on: engine, url: "app://page/\(name)",
          limit: Double(invocation.value(of: limit) ?? 30_000),
          recorder.session())
        recorder.finish(timeout: 60_000)
        for line in recording.notes { console.note(line) }
        for url in engine.remoteRequests {
          console.note("warning: the page asked another machine for \(url); that was refused")
        }
        if let failure = engine.failure { throw failure }
        return Outcome(isEngineMissing: !isLoaded)
      } catch {
        console.fail(error.sentence)
        return Outcome(isEngineMissing: true)
      }
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }
}
