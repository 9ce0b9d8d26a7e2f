/// How a ref comes into a repository that does not have it: the exact command, or why none helps.
/// Nothing here talks to another machine; the user does, with the command that is printed.
struct FetchAdvice {
  /// What of the ref is needed.
  enum Need {
    /// The files of its commit.
    case files
    /// Its history, down to where branches went apart.
    case history
  }

  private let ref: String
  private let need: Need
  private let remote: String?
  private let isShallow: Bool
  /// The name without what git adds to names: `~1`, `^2`, `@{…}`.
  private let base: String
  private let suffix: String

  private init(_ ref: String, _ need: Need) {
    self.ref = ref
    self.need = need
    (base, suffix) = Self.split(ref)
    remote = Self.remote()
    isShallow = Git.run(["rev-parse", "--is-shallow-repository"])?.text == "true"
  }

  /// Lines for people. A line that begins with `fetch it with: ` has a command for a POSIX shell,
  /// after which the ref is there; every part of it is quoted where the shell would read it.
  static func lines(_ ref: String, _ need: Need) -> [String] { FetchAdvice(ref, need).lines }

  private var lines: [String] {
    if suffix.hasPrefix("@{") { return reflog }
    if Self.resolves(base) { return ancestor }
    if base == "HEAD" { return ["this branch has no commit yet"] }
    if base.hasSuffix("_HEAD") {
      return ["git writes \(quoted(base)) itself", "name a branch, a tag or a commit"]
    }
    let alike = Self.alike(base).map { ["did you mean \($0)?"] } ?? []
    guard Git.run(["check-ref-format", "refs/heads/\(base)"])?.status == 0 else {
      return ["git allows no such name"] + alike
    }
    // What is here under the name of a remote needs no fetching.
    let tracked = Self.remotes().map { "\($0)/\(base)" }.filter(Self.resolves)
    if !tracked.isEmpty { return tracked.map { "did you mean \($0)\(suffix)?" } }
    guard let remote else {
      return alike + ["this repository has no remote to fetch it from"]
    }
    return alike + absent(remote)
  }

  // MARK: What is not there at all

  private func absent(_ remote: String) -> [String] {
    for (short, full) in [("heads/", "refs/heads/"), ("tags/", "refs/tags/")]
    where base.hasPrefix(short) {
      let name = full + base.dropFirst(short.count)
      return [fetch(remote, ["+\(name):\(name)"])]
    }
    // What a remote calls its head is a ref of its own here.
    for other in Self.remotes()
    where [other, "\(other)/HEAD", "remotes/\(other)/HEAD", "refs/remotes/\(other)/HEAD"].contains(
      base)
    {
      return [fetch(other, ["+HEAD:refs/remotes/\(other)/HEAD"])]
    }
    // The longest name first: a remote's name may have slashes.
    for other in Self.remotes().sorted(by: { $0.utf8.count > $1.utf8.count }) {
      for prefix in ["refs/remotes/\(other)/", "remotes/\(other)/", "\(other)/"]
      where base.hasPrefix(prefix) {
        let branch = base.dropFirst(prefix.count)
        return [fetch(other, ["+refs/heads/\(branch):refs/remotes/\(other)/\(branch)"])]
      }
    }
    if base.hasPrefix("refs/") { return [fetch(remote, ["+\(base):\(base)"])] }
    if Self.isCommit(base) { return [fetch(remote, [base])] }
    let branch = fetch(remote, ["+refs/heads/\(base):refs/heads/\(base)"])
    let tag = fetch(remote, ["+refs/tags/\(base):refs/tags/\(base)"])
    if Self.isAbbreviation(base) {
      // No server knows a commit by the beginning of its name: everything must come.
      let all = ["+refs/heads/*:refs/remotes/\(remote)/*", "+refs/tags/*:refs/tags/*"]
      return [
        fetch(remote, all, everything: true),
        "the beginning of a commit's name cannot be fetched by itself, the whole name can",
      ]
    }
    return Self.isTagLike(base)
      ? [tag, "if it is a branch: \(command(branch))"]
      : [branch, "if it is a tag: \(command(tag))"]
  }

  private func command(_ line: String) -> String { String(line.dropFirst(Self.lead.count)) }

  private static let lead = "fetch it with: "

  /// The command. A complete clone stays complete: a depth would cut it.
  private func fetch(
    _ remote: String, _ refspecs: [String], everything: Bool = false
  ) -> String {
    var words = ["git", "fetch"]
    if isShallow {
      words.append(
        everything || need == .history ? "--unshallow" : "--depth=\(steps.map { $0 + 1 } ?? 1)")
    }
    return Self.lead + (words + [remote] + refspecs).map(Self.shell).joined(separator: " ")
  }

  // MARK: What is there, and its past is not

  /// `main~3` where `main` is there.
  private var ancestor: [String] {
    guard let steps else {
      return ["\(quoted(base)) is here, and nothing of it is \(quoted(suffix))"]
    }
    guard isShallow, let remote else {
      return ["the history of \(quoted(base)) is whole here, and has no \(quoted(suffix))"]
    }
    let words =
      need == .history
      ? ["git", "fetch", "--unshallow", remote] : ["git", "fetch", "--deepen=\(steps)", remote]
    return [
      "this clone is shallow", Self.lead + words.map(Self.shell).joined(separator: " "),
    ]
  }

  /// How many commits `~2^2~` goes back; nil for anything else.
  private var steps: Int? {
    var sum = 0
    var rest = suffix[...]
    while let sign = rest.first {
      guard sign == "~" || sign == "^" else { return nil }
      rest = rest.dropFirst()
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let number = digits.isEmpty ? 1 : Int(digits), number <= 1_000_000 else { return nil }
      sum += sign == "~" ? number : number == 0 ? 0 : 1
    }
    return sum
  }

  // MARK: What only this clone knows

  /// `HEAD@{1}`, `main@{upstream}`.
  private var reflog: [String] {
    let inside = suffix.dropFirst(2).prefix { $0 != "}" }.lowercased()
    guard ["u", "upstream", "push"].contains(inside) else {
      return [
        "\(quoted(ref)) is an entry of this clone's own log, which nothing can fetch",
        "name a branch, a tag or a commit",
      ]
    }
    let branch =
      base.isEmpty || base == "HEAD"
      ? Git.run(["symbolic-ref", "--short", "--quiet", "HEAD"])?.text ?? "" : base
    func configured(_ key: String) -> String? {
      guard let answer = Git.run(["config", "--get", "branch.\(branch).\(key)"]), answer.status == 0
      else { return nil }
      return answer.text
    }
    guard let other = configured("remote"), let merge = configured("merge"),
      merge.hasPrefix("refs/heads/")
    else {
      return ["the branch \(quoted(branch)) follows no other: name the one that is meant"]
    }
    let name = merge.dropFirst("refs/heads/".count)
    return [fetch(other, ["+\(merge):refs/remotes/\(other)/\(name)"])]
  }

  // MARK: Names

  private static func split(_ ref: String) -> (base: String, suffix: String) {
    var end = ref.endIndex
    for sign in ["~", "^", "@{"] {
      if let range = ref.firstRange(of: sign) { end = min(end, range.lowerBound) }
    }
    let base = String(ref[..<end])
    return (base == "@" ? "HEAD" : base, String(ref[end...]))
  }

  private static func resolves(_ name: String) -> Bool {
    !name.isEmpty
      && Git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", "\(name)^{commit}"])?
        .status == 0
  }

  private static func isHex(_ name: String) -> Bool {
    name.utf8.allSatisfy {
      ($0 >= 0x30 && $0 <= 0x39) || ($0 >= 0x61 && $0 <= 0x66) || ($0 >= 0x41 && $0 <= 0x46)
    }
  }

  /// The whole name of a commit: SHA-1 or SHA-256.
  private static func isCommit(_ name: String) -> Bool {
    (name.utf8.count == 40 || name.utf8.count == 64) && isHex(name)
  }

  /// The beginning of one, as git prints it. Words such as `feed` are names of branches.
  private static func isAbbreviation(_ name: String) -> Bool {
    guard name.utf8.count >= 4, name.utf8.count <= 64, isHex(name) else { return false }
    let digits = name.utf8.count { $0 < 0x3A }
    return name.utf8.count >= 7 || digits > 0 && digits < name.utf8.count
  }

  /// `v1`, `1.4`, `sync-2.0.0`.
  private static func isTagLike(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    func isDigit(_ index: Int) -> Bool {
      bytes.indices.contains(index) && bytes[index] >= 0x30 && bytes[index] <= 0x39
    }
    if isDigit(0) || bytes.first == UInt8(ascii: "v") && isDigit(1) { return true }
    return !bytes.contains(UInt8(ascii: "/"))
      && bytes.indices.contains {
        bytes[$0] == UInt8(ascii: ".") && isDigit($0 - 1) && isDigit($0 + 1)
      }
  }

  /// A name that is here and spelled nearly so.
  private static func alike(_ name: String) -> String? {
    guard
      let answer = Git.run([
        "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes",
      ]), answer.status == 0
    else { return nil }
    return nearest(name, answer.text.split(separator: "\n").map(String.init))
  }

  static func remotes() -> [String] {
    (Git.run(["remote"])?.text.split(separator: "\n") ?? []).map(String.init)
  }

  /// Whom this branch is fetched from; nil where there is no remote.
  static func remote() -> String? {
    let all = remotes()
    if let branch = Git.run(["symbolic-ref", "--short", "--quiet", "HEAD"]), branch.status == 0,
      let own = Git.run(["config", "--get", "branch.\(branch.text).remote"]), own.status == 0,
      all.contains(own.text)
    {
      return own.text
    }
    return all.contains("origin") ? "origin" : all.first
  }

  /// A word for a POSIX shell: as it is, or in single quotes.
  static func shell(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5A)
        || (byte >= 0x61 && byte <= 0x7A) || "-_./:+@%=,".utf8.contains(byte)
    }
    if isPlain, !word.isEmpty { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
