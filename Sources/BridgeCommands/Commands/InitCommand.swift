extension Command {
  private static let force = Option.flag("force", "overwrite files that are there")
  private static let from = Option.flag(
    "from", "draft a contract from the logs that are named, instead of writing the starter")
  private static let draftName = Option.text(
    "name", "NAME", "the drafted contract's name (default: draft)")
  private static let draftOutput = Option.text(
    "output", "FILE",
    "where the draft is written (default: Contracts/NAME.bridge.json; - prints it)",
    completion: .files)

  static let initialise = Command(
    name: "init", group: .start,
    summary: "write a contract, a fixture page and a test into a project",
    discussion: [
      "Writes a small contract (the page says that it is ready, native sends it a value), a page "
        + "that keeps it, and a test. Files that are there with other contents are never "
        + "overwritten without --force: then nothing is written at all.",
      "With --from it drafts a contract from recorded traffic: kinds, directions, framing, fields "
        + "with their types, ids and replies. Each rule bears what it rests on as x-evidence, which "
        + "fmt keeps and check reports until somebody has read the rule and taken it out. No value of "
        + "the traffic is kept. Where the file is there already, only rules that still bear x-evidence "
        + "are changed, and only widened.",
    ],
    operands: .init(
      usage: "[FOLDER] | --from LOG...", minimum: 0, maximum: nil, completion: .files,
      noun: "a folder"),
    options: [
      OptionGroup(title: "Files", options: [force.declaration]),
      OptionGroup(
        title: "Drafting",
        options: [from.declaration, draftName.declaration, draftOutput.declaration]
          + [LogMapping.option.declaration]),
    ],
    examples: [
      .init(line: "bridge-contract init", what: "start in this folder"),
      .init(
        line: "bridge-contract init --from messages.jsonl --name shop",
        what: "draft Contracts/shop.bridge.json from traffic"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    if invocation.value(of: from) {
      return try DraftRun.run(
        invocation, name: invocation.value(of: draftName),
        output: invocation.value(of: draftOutput))
    }
    if invocation.operands.count > 1 {
      throw UsageError(problem: "one folder, not \(invocation.operands.count)", command: "init")
    }
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
        \(change)swift test
            runs the test, once Package.swift has these lines (Swift 6.2, no other library):

          dependencies: [
            .package(url: "…/bridge-contract", branch: "main"),
          ],
          targets: [
            .testTarget(
              name: "BridgeContractTests",
              dependencies: [.product(name: "BridgeTesting", package: "bridge-contract")],
              resources: [.copy("BridgeFixture.html")]),
          ]

      """)
    return .success
  }
}
