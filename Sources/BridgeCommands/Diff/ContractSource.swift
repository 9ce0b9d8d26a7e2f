import BridgeContract
import BridgeJSON

/// Where a contract of a comparison is read from: a file, standard input, or an object of git.
enum ContractSource {
  /// Why it cannot be read, and what to do.
  struct Failure: Error {
    var problem: String
    var help: [String] = []
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
    let path = fromRoot(path)
    return try object(path, at: commit, name: ref)
  }

  /// The bytes of a file at a commit; links inside of the repository are followed as the file system
  /// would. `name` is what people call the commit.
  static func object(_ path: String, at commit: String, name: String) throws(Failure) -> [UInt8] {
    // One object is asked for by a line: a path with a line end has no links followed.
    if path.utf8.contains(0x0A) {
      guard let answer = Git.run(["cat-file", "blob", "\(commit):\(path)"]) else { throw noGit }
      if answer.status == 0 { return answer.out }
      throw missing(path, ref: name, commit: commit)
    }
    guard
      let answer = Git.run(
        ["cat-file", "--batch", "--follow-symlinks"], input: Array("\(commit):\(path)\n".utf8))
    else { throw noGit }
    guard answer.status == 0, let end = answer.out.firstIndex(of: 0x0A) else {
      throw missing(path, ref: name, commit: commit)
    }
    let head = String(decoding: answer.out[..<end], as: UTF8.self)
    let words = head.split(separator: " ")
    if words.count == 3, let size = Int(words[2]), words[1] == "blob" || words[1] == "tree",
      words[0].utf8.count >= 40
    {
      guard words[1] == "blob" else {
        throw Failure(problem: "\(quoted(path)) is a folder at \(quoted(name))")
      }
      let rest = answer.out[(end + 1)...]
      if rest.count > size { return Array(rest.prefix(size)) }
    }
    if let kind = words.first, ["symlink", "dangling", "loop", "notdir"].contains(kind) {
      let target = answer.out[(end + 1)...].prefix { $0 != 0x0A }
      throw Failure(
        problem: kind == "symlink"
          ? "\(quoted(path)) at \(quoted(name)) is a link out of the repository, to "
            + quoted(String(decoding: target, as: UTF8.self))
          : "\(quoted(path)) at \(quoted(name)) is a link that leads nowhere")
    }
    throw missing(path, ref: name, commit: commit)
  }

  /// The commit that a ref names.
  static func commit(
    _ ref: String, for need: FetchAdvice.Need = .files
  ) throws(Failure) -> String {
    guard let inside = Git.run(["rev-parse", "--git-dir"]) else { throw noGit }
    guard inside.status == 0 else {
      let words = String(decoding: inside.err, as: UTF8.self)
      if words.contains("dubious ownership") {
        throw Failure(
          problem: "git does not trust this repository: it belongs to somebody else",
          help: [
            "trust it with: git config --global --add safe.directory "
              + FetchAdvice.shell(Host.workingFolder())
          ])
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
      help: FetchAdvice.lines(ref, need))
  }

  /// A path of `REF:PATH` from the repository's root: `./` and `../` begin here.
  private static func fromRoot(_ path: String) -> String {
    guard path == "." || path == ".." || path.hasPrefix("./") || path.hasPrefix("../") else {
      return path
    }
    return Path.normal((Git.run(["rev-parse", "--show-prefix"])?.text ?? "") + path)
  }

  private static func missing(_ path: String, ref: String, commit: String) -> Failure {
    var help: [String] = []
    // It is there and cannot be read: a clone without its objects.
    let absent = Failure(
      problem: "\(quoted("\(ref):\(path)")) is not in this clone, and nothing is fetched",
      help: ["fetch it with: git cat-file -e \(FetchAdvice.shell("\(ref):\(path)"))"])
    if let listed = Git.run(["ls-tree", "-r", "--name-only", "--full-tree", "-z", commit]) {
      guard listed.status == 0 else { return absent }
      let all = listed.out.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      if all.contains(where: { $0.utf8.elementsEqual(path.utf8) }) { return absent }
      if let module = submodule(path, commit) {
        return Failure(
          problem: "\(quoted(path)) is in the submodule \(quoted(module)), a repository of its own",
          help: ["run it in there"])
      }
      let names = all.filter { Path.hasSuffix($0, ContractDiscovery.suffix) }
      let same = names.filter { Path.name(of: $0) == Path.name(of: path) }
      if let found = same.first ?? nearest(path, names) { help = ["did you mean \(ref):\(found)?"] }
      if help.isEmpty, !names.isEmpty {
        help = ["contracts there: " + list(Array(names.prefix(8)), "and")]
      }
    }
    return Failure(problem: "there is no \(quoted(path)) at \(quoted(ref))", help: help)
  }

  /// The submodule in which a path lies.
  private static func submodule(_ path: String, _ commit: String) -> String? {
    guard
      let answer = Git.run(["ls-tree", "-r", "-z", "--full-tree", commit]), answer.status == 0
    else { return nil }
    for line in answer.out.split(separator: 0) where line.starts(with: "160000 ".utf8) {
      guard let tab = line.firstIndex(of: 0x09) else { continue }
      let name = String(decoding: line[(tab + 1)...], as: UTF8.self)
      if path.utf8.starts(with: "\(name)/".utf8) { return name }
    }
    return nil
  }

  static var noGit: Failure {
    Failure(problem: "git cannot be run", help: ["name two files instead of a ref"])
  }
}
