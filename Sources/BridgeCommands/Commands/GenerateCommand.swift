import BridgeCodegen
import BridgeContract

extension Command {
  private static let output = Option.text(
    "output", "DIR", "where files are written (default: Generated)", completion: .folders)
  private static let isCheck = Option.flag(
    "check", "write nothing; name the files that would change (exit status 1)")
  private static let force = Option.flag("force", "overwrite files that something else wrote")

  /// One command for each thing that can be generated.
  static func generate(_ target: GeneratorTarget) -> Command {
    Command(
      name: "generate \(target.rawValue)", group: .generate, summary: target.summary,
      discussion: [
        "Rewrites a file only where its bytes change. The same contract gives the same bytes on "
          + "every machine. With --check, in CI, it says which files are stale. A file that something "
          + "else wrote stays, and then nothing is written at all, unless --force says so.",
        target.discussion,
      ],
      operands: .init(usage: "[CONTRACT...]", minimum: 0, maximum: nil, noun: "a contract"),
      options: [
        OptionGroup(
          title: "Files",
          options: [output.declaration, isCheck.declaration, force.declaration]),
        SharedOptions.contracts, SharedOptions.settings,
      ],
      examples: [
        .init(
          line: "bridge-contract generate \(target.rawValue) --output Sources/Generated",
          what: "the contracts of this project"),
        .init(
          line: "bridge-contract generate \(target.rawValue) --output Sources/Generated --check",
          what: "in CI: say which files are stale"),
      ]
    ) { (invocation) throws(UsageError) in
      let console = invocation.console
      guard let settings = try Settings.resolve(invocation, named: invocation.operands) else {
        return .broken
      }
      if invocation.value(of: SharedOptions.showSettings) {
        console.out.write(settings.text)
        return .success
      }
      if settings.contracts.isEmpty { return noContract(console) }
      let files = ContractFiles(settings.contracts, .perhapsOneBridge, console: console)
      if files.isBroken {
        files.complain(console, "nothing was generated")
        return .broken
      }
      let folder = invocation.value(of: output) ?? "Generated"
      do throws(FileError) {
        guard let list = try compare(target, files.contracts, into: folder, console) else {
          return .broken
        }
        if invocation.value(of: isCheck) { return report(list, console) }
        return try write(list, isForced: invocation.value(of: force), console)
      } catch {
        console.fail(
          "\(error.path): \(error.problem)", help: ["--output DIR writes somewhere else"])
        return .broken
      }
    }
  }

  /// A file that is not there as it would be generated.
  private struct Stale {
    var path: String
    var text: [UInt8]
    var old: [UInt8]?
  }

  /// The files that are not as they would be generated; nil where two contracts want the same.
  private static func compare(
    _ target: GeneratorTarget, _ contracts: [Contract], into folder: String, _ console: Console
  ) throws(FileError) -> [Stale]? {
    var list: [Stale] = []
    var written: [String: String] = [:]
    for contract in contracts {
      for file in target.generate(contract) {
        let path = Path.join(folder, file.path)
        if let other = written[path] {
          // The runtime that modules share.
          if other == file.text { continue }
          console.fail("\(path): two contracts want this file", help: ["use --output for each"])
          return nil
        }
        written[path] = file.text
        let bytes = Array(file.text.utf8)
        let old = Files.kind(of: path) == .missing ? nil : try Files.read(path, limit: 64 << 20)
        if old != bytes { list.append(Stale(path: path, text: bytes, old: old)) }
      }
    }
    return list
  }

  private static func report(_ list: [Stale], _ console: Console) -> Outcome {
    for file in list {
      console.out.writeLine("\(file.old == nil ? "missing" : "stale")  \(file.path)")
    }
    var outcome = Outcome.success
    if !list.isEmpty { outcome.formUnion(.findings) }
    return outcome
  }

  private static func write(
    _ list: [Stale], isForced: Bool, _ console: Console
  ) throws(FileError) -> Outcome {
    if !isForced {
      let foreign = list.filter { !GeneratedText.isOurs($0.old) }.map(\.path)
      guard foreign.isEmpty else {
        console.fail(
          foreign.prefix(3).joined(separator: ", ")
            + (foreign.count > 3 ? " and \(foreign.count - 3) more" : "")
            + ": written by something else, and \(foreign.count == 1 ? "stays" : "stay")",
          help: ["nothing was written; --output DIR writes somewhere else, --force overwrites"])
        return .broken
      }
    }
    for file in list {
      try Files.makeFolder(Path.folder(of: file.path))
      try Files.write(file.text, to: file.path)
      console.out.writeLine("\(file.old == nil ? "wrote" : "rewrote")  \(file.path)")
    }
    return .success
  }
}

/// What this tool writes says so.
enum GeneratedText {
  /// Whether a file may be replaced: it is empty, not there, or says that this tool wrote it.
  static func isOurs(_ old: [UInt8]?) -> Bool {
    guard let old, !old.isEmpty else { return true }
    let mark = Array("by bridge-contract from ".utf8)
    let shared = Array("by bridge-contract: ".utf8)
    guard old.count >= shared.count else { return false }
    return old.indices.contains { start in
      old[start] == mark[0]
        && (old[start...].starts(with: mark) || old[start...].starts(with: shared))
    }
  }
}

extension GeneratorTarget {
  fileprivate var summary: String {
    switch self {
    case .swift: "Swift types, a typed client and a handler protocol"
    case .typescript: "an ES module with types, validator and typed client"
    case .jsonSchema: "a JSON Schema bundle for each message"
    case .docs: "Markdown: a table for each message, a diagram for each scenario"
    }
  }

  fileprivate var discussion: String {
    switch self {
    case .swift:
      "One file a contract, for Swift 6. It needs the product BridgeContract of this package and "
        + "nothing else."
    case .typescript:
      "NAME.js is a plain ES module without dependencies, NAME.d.ts its types (tsc --strict)."
    case .jsonSchema:
      "One file a message: the payload, and the reply and the errors under $defs."
    case .docs: "One file a contract. The diagrams are Mermaid."
    }
  }
}
