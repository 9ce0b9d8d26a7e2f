import BridgeCodegen
import BridgeContract

extension Command {
  private static let output = Option.text(
    "output", "DIR", "where files are written (default: Generated)", completion: .folders)
  private static let isCheck = Option.flag(
    "check", "write nothing; name the files that would change (exit status 1)")

  /// One command for each thing that can be generated.
  static func generate(_ target: GeneratorTarget) -> Command {
    Command(
      name: "generate \(target.rawValue)", group: .generate, summary: target.summary,
      discussion: [
        "Rewrites a file only where its bytes change. The same contract gives the same bytes on "
          + "every machine. With --check, in CI, it says which files are stale.",
        target.discussion,
      ],
      operands: .init(usage: "[CONTRACT...]", minimum: 0, maximum: nil, noun: "a contract"),
      options: [
        OptionGroup(title: "Files", options: [output.declaration, isCheck.declaration]),
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
        files.complain(console)
        return .broken
      }
      let folder = invocation.value(of: output) ?? "Generated"
      do throws(FileError) {
        return try write(
          target, files.contracts, into: folder, isCheck: invocation.value(of: isCheck), console)
      } catch {
        console.fail("\(error.path): \(error.problem)")
        return .broken
      }
    }
  }

  private static func write(
    _ target: GeneratorTarget, _ contracts: [Contract], into folder: String, isCheck: Bool,
    _ console: Console
  ) throws(FileError) -> Outcome {
    var outcome = Outcome.success
    var written: [String: String] = [:]
    for contract in contracts {
      for file in target.generate(contract) {
        let path = Path.join(folder, file.path)
        if let other = written[path] {
          // The runtime that modules share.
          if other == file.text { continue }
          console.fail("\(path): two contracts want this file", help: ["use --output for each"])
          return .broken
        }
        written[path] = file.text
        let bytes = Array(file.text.utf8)
        let old = Files.kind(of: path) == .missing ? nil : try Files.read(path, limit: 64 << 20)
        if old == bytes { continue }
        if isCheck {
          console.out.writeLine("\(old == nil ? "missing" : "stale")  \(path)")
          outcome.formUnion(.findings)
          continue
        }
        try Files.makeFolder(Path.folder(of: path))
        try Files.write(bytes, to: path)
        console.out.writeLine("\(old == nil ? "wrote" : "rewrote")  \(path)")
      }
    }
    return outcome
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
