/// The commit at which this branch left a ref, and the contracts that were there.
struct ForkPoint {
  let ref: String
  let commit: String
  /// Contracts there, from the repository's root, in the order of their bytes.
  private let paths: [String]
  /// How many have names that are no UTF-8: nothing can ask for those.
  let unreadableNames: Int
  /// The way from the repository's root to the working folder, with a slash at its end.
  private let prefix: String
  private let top: String

  /// Finds it.
  init(_ ref: String) throws(ContractSource.Failure) {
    self.ref = ref
    let other = try ContractSource.commit(ref, for: .history)
    let head = try ContractSource.commit("HEAD")
    guard let answer = Git.run(["merge-base", other, head]) else { throw ContractSource.noGit }
    guard answer.status == 0, !answer.text.isEmpty else {
      let isShallow = Git.run(["rev-parse", "--is-shallow-repository"])?.text == "true"
      let remote = FetchAdvice.remote().map { ["fetch", "--unshallow", $0] }
      throw .init(
        problem: "this branch and \(quoted(ref)) have no commit in common here",
        help: isShallow && remote != nil
          ? [
            "this clone is shallow",
            "fetch it with: "
              + (["git"] + (remote ?? [])).map(FetchAdvice.shell).joined(separator: " "),
          ] : ["compare with the ref itself: \(FetchAdvice.shell(ref)):PATH"])
    }
    commit = answer.text
    prefix = Git.run(["rev-parse", "--show-prefix"])?.text ?? ""
    top = Git.run(["rev-parse", "--show-toplevel"])?.text ?? ""
    guard
      let listed = Git.run(["ls-tree", "-r", "--name-only", "--full-tree", "-z", answer.text]),
      listed.status == 0
    else {
      throw .init(
        problem:
          "the files of \(quoted(String(answer.text.prefix(12)))) are not in this clone, and "
          + "nothing is fetched",
        help: ["fetch it with: git ls-tree -r \(answer.text)"])
    }
    let names = listed.out.split(separator: 0).filter {
      $0.count > ContractDiscovery.suffix.utf8.count
        && $0.suffix(ContractDiscovery.suffix.utf8.count)
          .elementsEqual(ContractDiscovery.suffix.utf8)
    }
    let readable = names.compactMap { bytes -> String? in
      let text = String(decoding: bytes, as: UTF8.self)
      return text.utf8.elementsEqual(bytes) ? text : nil
    }
    unreadableNames = names.count - readable.count
    paths = readable
  }

  /// The bytes of a contract there.
  func bytes(_ path: String) throws(ContractSource.Failure) -> [UInt8] {
    try ContractSource.object(path, at: commit, name: ref)
  }

  /// Whether a contract was there.
  func has(_ path: String) -> Bool {
    if paths.contains(where: { $0.utf8.elementsEqual(path.utf8) }) { return true }
    return Git.run(["cat-file", "-e", "\(commit):\(path)"])?.status == 0
  }

  /// What people call a contract there.
  func name(_ path: String) -> String { "\(commit.prefix(12)):\(path)" }

  /// A path from the root as it is typed in the working folder.
  func here(_ path: String) -> String {
    if path.utf8.starts(with: prefix.utf8) {
      return String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }
    let depth = prefix.utf8.count { $0 == UInt8(ascii: "/") }
    return String(repeating: "../", count: depth) + path
  }

  // MARK: Paths

  /// The path of a file as git has it, from the repository's root.
  func path(of file: String) throws(ContractSource.Failure) -> String {
    let folder = Path.folder(of: file)
    // Asked in the file's own folder, git sees through links and knows its submodules. Where the
    // repository is named by variables, it is the same everywhere, and folders say nothing.
    if Host.variable("GIT_DIR") == nil, Files.kind(of: folder) == .folder {
      guard
        let answer = Git.run(["-C", folder, "rev-parse", "--show-toplevel", "--show-prefix"])
      else { throw ContractSource.noGit }
      let lines = answer.text.split(separator: "\n", omittingEmptySubsequences: false)
      guard answer.status == 0, let own = lines.first else {
        throw .init(problem: "\(quoted(file)) is not in this repository")
      }
      guard own.utf8.elementsEqual(top.utf8) else {
        throw .init(
          problem: "\(quoted(file)) is in a repository of its own, \(quoted(String(own)))",
          help: ["run it in there"])
      }
      let way = lines.count > 1 ? String(lines[1]) : ""
      return way + Path.name(of: file)
    }
    if Path.isAbsolute(file) {
      let path = Path.normal(file)
      guard path.utf8.starts(with: "\(top)/".utf8) else {
        throw .init(problem: "\(quoted(file)) is not in this repository")
      }
      return String(decoding: path.utf8.dropFirst(top.utf8.count + 1), as: UTF8.self)
    }
    let path = Path.normal(prefix + file)
    guard path != "..", !path.hasPrefix("../") else {
      throw .init(problem: "\(quoted(file)) is not in this repository")
    }
    return path
  }

  // MARK: What was there

  /// Contracts that were in a folder there, its sub-folders left out.
  func contracts(in folder: String) -> [String] {
    let folder = Path.normal(folder)
    return paths.filter { path in
      let own = Path.folder(of: path)
      return own == folder || own == "." && folder.isEmpty
    }
  }

  /// Contracts that the nearest folder `Contracts` upward had there.
  func nearest() -> [String] {
    var parts = prefix.split(separator: "/")
    while true {
      let found = contracts(
        in: (parts + [Substring(ContractDiscovery.folder)]).joined(separator: "/"))
      if !found.isEmpty || parts.isEmpty { return found }
      parts.removeLast()
    }
  }

  /// New names by the names that they had there, where git sees that files were renamed.
  func renames() -> [String: String] {
    var out: [String: String] = [:]
    for range in [[commit, "HEAD"], [commit]] {
      let arguments = ["diff", "--no-ext-diff", "--find-renames", "--name-status", "-z"] + range
      guard let answer = Git.run(arguments), answer.status == 0 else { continue }
      let parts = answer.out.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      var i = 0
      while i + 1 < parts.count {
        if parts[i].hasPrefix("R") || parts[i].hasPrefix("C") {
          if i + 2 < parts.count { out[parts[i + 2]] = parts[i + 1] }
          i += 3
        } else {
          i += 2
        }
      }
    }
    return out
  }
}
