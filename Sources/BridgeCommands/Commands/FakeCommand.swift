import BridgeCodegen
import BridgeContract

extension Command {
  private static let side = Option.choice(
    "as", FakeGenerator.self, "which side to stand in for: native or web")
  private static let file = Option.text(
    "output", "FILE", "where the file is written; - prints it (default: a name of its own, here)",
    completion: .files)
  private static let force = Option.flag("force", "overwrite a file that something else wrote")

  static let fake = Command(
    name: "fake", group: .generate, summary: "a stand-in for the other side of a contract",
    discussion: [
      "--as native writes one script that gives any browser the app's side of the bridge: it answers "
        + "from the examples and the states of the order, judges what the page says, and has dials for "
        + "delay, loss, error and version. Let it be the first script of the page.",
      "--as web writes one page that plays the web side for an app.",
      "Both show what was said in a small panel and save it as a log for validate.",
    ],
    operands: .init(usage: "[CONTRACT]", minimum: 0, maximum: 1, noun: "a contract"),
    options: [
      OptionGroup(title: "Fake", options: [side.declaration, file.declaration, force.declaration]),
      SharedOptions.contracts, SharedOptions.settings,
    ],
    examples: [
      .init(
        line: "bridge-contract fake --as native --output fake.js",
        what: "then in the page: <script src=\"fake.js\"></script>"),
      .init(line: "bridge-contract fake --as web", what: "a page for the app to load"),
    ]
  ) { (invocation) throws(UsageError) in
    let console = invocation.console
    guard let side = invocation.value(of: side) else {
      throw UsageError(problem: "--as native or --as web is missing", command: "fake")
    }
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
      files.complain(console, "nothing was written")
      return .broken
    }
    guard files.contracts.count == 1 else {
      console.fail(
        "a fake stands in for one contract, and \(files.contracts.count) were found",
        help: [
          "name one: bridge-contract fake --as \(side.rawValue) \(settings.contracts.first ?? "CONTRACT")"
        ])
      return .broken
    }
    let contract = files.contracts[0]
    let path = invocation.value(of: file) ?? side.fileName(contract)
    let text = Array(side.text(contract).utf8)
    if path == "-" {
      console.out.write(text)
      return .success
    }
    do throws(FileError) {
      if !invocation.value(of: force), Files.kind(of: path) == .file,
        !GeneratedText.isOurs(try Files.read(path, limit: 64 << 20))
      {
        console.fail(
          "\(path): written by something else, and stays",
          help: ["--output FILE writes somewhere else, --force overwrites"])
        return .broken
      }
      let folder = Path.folder(of: path)
      if !folder.isEmpty { try Files.makeFolder(folder) }
      let wrote = try Files.write(text, to: path)
      console.out.writeLine("\(wrote ? "wrote" : "unchanged")  \(path)")
      return .success
    } catch {
      console.fail(
        "\(error.path): \(error.problem)",
        help: ["--output FILE writes somewhere else, --output - prints it"])
      return .broken
    }
  }
}
