import BridgeContract
import BridgeJSON

/// Where a contract of a comparison is read from: a file, standard input, or an object of git.
enum ContractSource {
  /// Why it cannot be read, and what to do.
  struct Failure: Error {
    var problem: String
    var help: [String] = []
  }

  /// A contract that was read.
  struct Loaded {
    var contract: Contract
    var bytes: [UInt8]
  }

  /// Reads `FILE`, `-` or `REF:PATH`. A file of exactly that name comes first.
  static func bytes(_ name: String) throws(Failure) -> [UInt8] {
    let limit = JSONLimits.contract.bytes
    if name != "-", Files.kind(of: name) == .missing, let (ref, path) = split(name) {
      let bytes = try object(ref, path)
      guard bytes.count <= limit else {
        throw Failure(problem: "\(name): too large: the limit is \(limit >> 20) MiB")
      }
      return bytes
    }
    do throws(FileError) {
      return try Files.read(name, limit: limit)
    } catch {
      throw Failure(problem: "\(error.path): \(error.problem)")
    }
  }

  /// `REF:PATH`; the path is as git reads it: from the repository's root, or from here with `./`.
  static func split(_ name: String) -> (ref: String, path: String)? {
    guard let colon = name.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let ref = String(name[..<colon])
    let path = String(name[name.utf8.index(after: colon)...])
    // A scheme or a Windows drive is no ref.
    if ref.isEmpty || path.isEmpty || path.hasPrefix("//") || ref.hasPrefix("-") { return nil }
    return (ref, path)
  }

  /// The bytes of a file at a ref.
  static func object(_ ref: String, _ path: String) throws(Failure) -> [UInt8] {
    let commit = try commit(ref)
    guard let answer = Git.run(["cat-file", "blob", "\(commit):\(path)"]) else { throw noGit }
    if answer.status == 0 { return answer.out }
    throw missing(path, ref: ref, commit: commit)
  }

  /// The commit that a ref names.
  static func commit(_ ref: String) throws(Failure) -> String {
    guard let inside = Git.run(["rev-parse", "--git-dir"]) else { throw noGit }
    guard inside.status == 0 else {
      let words = String(decoding: inside.err, as: UTF8.self)
      if words.contains("dubious ownership") {
        throw Failure(
          problem: "git does not trust this repository: it belongs to somebody else",
          help: ["trust it with: git config --global --add safe.directory \(Host.workingFolder())"])
      }
      throw Failure(
        problem: "\(quoted(ref)) is a ref of git, and this folder is in no repository",
        help: ["name two files, or run it inside of the repository"])
    }
    guard
      let answer = Git.run([
        "rev-parse", "--verify", "--quiet", "--end-of-options", "\(ref)^{commit}",
      ])
    else { throw noGit }
    let lines = answer.text.split(separator: "\n")
    if answer.status == 0, let commit = lines.last { return String(commit) }
    throw Failure(
      problem: "there is no \(quoted(ref)) in this repository, and nothing is fetched",
      help: ["fetch it with: \(fetch(ref))"])
  }

  /// The command that brings an absent ref.
  static func fetch(_ ref: String) -> String {
    // What git adds to a name: ~1, ^2, @{…}.
    let name = String(ref.prefix { !"~^@".contains($0) })
    if name.utf8.count >= 7, name.utf8.count <= 64,
      name.utf8.allSatisfy({ ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) })
    {
      return "git fetch --depth=1 \(remote()) \(name)"
    }
    for remote in remotes() where name.hasPrefix(remote + "/") {
      let branch = name.dropFirst(remote.count + 1)
      return
        "git fetch --depth=1 \(remote) +refs/heads/\(branch):refs/remotes/\(remote)/\(branch)"
    }
    let digits = name.hasPrefix("v") ? name.dropFirst() : name[...]
    if digits.first?.isNumber == true {
      return "git fetch --depth=1 \(remote()) +refs/tags/\(name):refs/tags/\(name)"
    }
    return "git fetch --depth=1 \(remote()) +refs/heads/\(name):refs/heads/\(name)"
  }

  private static func remotes() -> [String] {
    (Git.run(["remote"])?.text.split(separator: "\n") ?? []).map(String.init)
  }

  private static func remote() -> String {
    let all = remotes()
    return all.contains("origin") ? "origin" : all.first ?? "origin"
  }

  /// The commit from which this branch and a ref went apart.
  static func mergeBase(_ ref: String) throws(Failure) -> String {
    let commit = try commit(ref)
    guard let answer = Git.run(["merge-base", commit, "HEAD"]) else { throw noGit }
    if answer.status == 0, !answer.text.isEmpty { return answer.text }
    let isShallow = Git.run(["rev-parse", "--is-shallow-repository"])?.text == "true"
    throw Failure(
      problem: "this branch and \(quoted(ref)) have no commit in common here",
      help: [
        isShallow
          ? "this clone is shallow; fetch the rest with: git fetch --unshallow \(remote())"
          : "compare with the ref itself: \(ref):PATH"
      ])
  }

  /// The path of a file as git has it, from the repository's root.
  static func pathInRepository(_ file: String) -> String? {
    guard let prefix = Git.run(["rev-parse", "--show-prefix"]), prefix.status == 0 else {
      return nil
    }
    if Path.isAbsolute(file) {
      guard let top = Git.run(["rev-parse", "--show-toplevel"])?.text, file.hasPrefix(top + "/")
      else {
        return nil
      }
      return String(file.dropFirst(top.utf8.count + 1))
    }
    var parts: [Substring] = []
    for part in (prefix.text + file).split(separator: "/") {
      if part == "." { continue }
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }

  /// The name that a file had at a commit, where git sees that it was renamed since.
  static func oldName(of path: String, since commit: String) -> String? {
    for range in [[commit], [commit, "HEAD"]] {
      let arguments = ["diff", "--no-ext-diff", "--find-renames", "--name-status", "-z"] + range
      guard let answer = Git.run(arguments), answer.status == 0 else { continue }
      let parts = answer.out.split(separator: 0, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
      var i = 0
      while i + 1 < parts.count {
        if parts[i].hasPrefix("R") || parts[i].hasPrefix("C") {
          if i + 2 < parts.count, parts[i + 2] == path { return parts[i + 1] }
          i += 3
        } else {
          i += 2
        }
      }
    }
    return nil
  }

  /// Whether a file is there at a commit.
  static func exists(_ path: String, at commit: String) -> Bool {
    Git.run(["cat-file", "-e", "\(commit):\(path)"])?.status == 0
  }

  private static func missing(_ path: String, ref: String, commit: String) -> Failure {
    var help: [String] = []
    if let listed = Git.run(["ls-tree", "-r", "--name-only", "--full-tree", "-z", commit]),
      listed.status == 0
    {
      let names = listed.out.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        .filter { Path.hasSuffix($0, ContractDiscovery.suffix) }
      if names.contains(where: { $0 == path }) {
        // It is there and cannot be read: a clone without its objects.
        return Failure(
          problem: "\(ref):\(path) is not in this clone, and nothing is fetched",
          help: ["fetch it with: git fetch --refetch \(remote())"])
      }
      let same = names.filter { Path.name(of: $0) == Path.name(of: path) }
      if let found = same.first ?? nearest(path, names) { help = ["did you mean \(ref):\(found)?"] }
      if help.isEmpty, !names.isEmpty {
        help = ["contracts there: " + list(Array(names.prefix(8)), "and")]
      }
    }
    return Failure(problem: "there is no \(quoted(path)) at \(quoted(ref))", help: help)
  }

  private static var noGit: Failure {
    Failure(problem: "git cannot be run", help: ["name two files instead of a ref"])
  }
}
