extension Command {
  private static let force = Option.flag("force", "overwrite files that are there")

  static let initialise = Command(
    name: "init", group: .start,
    summary: "write a contract, a fixture page and a test into a project",
    discussion: [
      "Writes a small contract (the page says that it is ready, native sends it a value), a page "
        + "that keeps it, and a test. Files that are there with other contents are never "
        + "overwritten without --force: then nothing is written at all."
    ],
    operands: .init(
      usage: "[FOLDER]", minimum: 0, maximum: 1, completion: .folders, noun: "a folder"),
    options: [OptionGroup(title: "Files", options: [force.declaration])],
    examples: [.init(line: "bridge-contract init", what: "start in this folder")]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    let folder = invocation.operands.first ?? "."
    do throws(FileError) {
      return try write(
        into: folder, isForced: invocation.value(of: force), console: console)
    } catch {
      console.fail("\(error.path): \(error.problem)")
      return .broken
    }
  }

  /// What is written, with paths from the project's folder.
  static let projectFiles: [(path: String, text: String)] = [
    ("Contracts/sync.bridge.json", ReadySyncContract.text),
    ("Tests/BridgeContractTests/BridgeFixture.html", FixturePage.text),
    ("Tests/BridgeContractTests/BridgeContractTests.swift", StarterTest.text),
  ]

  private static func write(
    into folder: String, isForced: Bool, console: Console
  ) throws(FileError) -> Outcome {
    var taken: [String] = []
    for file in projectFiles {
      let path = Path.join(folder, file.path)
      if Files.kind(of: path) == .missing || isForced { continue }
      let old = try? Files.read(path, limit: 1 << 20)
      if old != Array(file.text.utf8) { taken.append(path) }
    }
    if !taken.isEmpty {
      console.fail(
        "\(list(taken, "and")) \(taken.count == 1 ? "is" : "are") there already",
        help: ["nothing was written; --force overwrites"])
      return .broken
    }
    for file in projectFiles {
      let path = Path.join(folder, file.path)
      try Files.makeFolder(Path.folder(of: path))
      let isNew = Files.kind(of: path) == .missing
      let wrote = try Files.write(Array(file.text.utf8), to: path)
      console.out.writeLine("\(wrote ? isNew ? "wrote" : "overwrote" : "unchanged")  \(path)")
    }
    let change = folder == "." ? "" : "cd \(folder) && "
    console.out.write(
      """

      Next:
        \(change)bridge-contract
            checks the contract and its examples
        \(change)bridge-contract validate messages.jsonl
            judges recorded traffic
        (the test's target needs the product BridgeContract of this package)

      """)
    return .success
  }
}
