import Foundation
import TestSupport
import Testing

/// What is printed for a ref that is not there is typed into a shell, in a real clone: after it the
/// comparison must work.
@Suite("The command that fetches an absent ref")
struct FetchAdviceTests {
  private let git: GitRun

  /// A repository with some history on two branches and tags.
  init() throws {
    git = try GitRun()
    try git.repository()
    for number in 2...6 {
      try git.write("\(number)", to: "other.txt")
      try git.commit("\(number)")
    }
    try git.git("tag", "v1.4.0", "HEAD~1")
    try git.git("tag", "-a", "-m", "one", "first-release", "HEAD~2")
    try git.git("checkout", "-qb", "feature/it's-$HOME&co", "HEAD~4")
    try git.write("x", to: "third.txt")
    try git.commit("x")
    try git.git("branch", "release")
    try git.git("checkout", "-qb", "work", "main~1")
    try git.write(GitRun.new, to: GitRun.path)
    try git.commit("work")
    // A server that keeps refs of its own.
    try git.git("update-ref", "refs/pull/7/head", "release")
  }

  /// Diffs against the ref in the clone: the message of the first try, after the command the second.
  private func check(
    _ ref: String, in clone: String, status: Int32 = 1, sourceLocation: SourceLocation
  ) throws {
    let absent = try git.tool("diff", "\(ref):\(GitRun.path)", GitRun.path, in: clone)
    #expect(absent.status == 2, "\(ref)", sourceLocation: sourceLocation)
    #expect(
      absent.err.contains("there is no '\(ref)' in this repository, and nothing is fetched"),
      sourceLocation: sourceLocation)
    let command = try #require(
      git.command(in: absent), "\(ref): \(absent.err)", sourceLocation: sourceLocation)
    let typed = try git.shell(command, in: clone)
    #expect(typed.status == 0, "\(command): \(typed.err)", sourceLocation: sourceLocation)
    let there = try git.tool("diff", "\(ref):\(GitRun.path)", GitRun.path, in: clone)
    #expect(there.status == status, "\(command): \(there.err)", sourceLocation: sourceLocation)
  }

  private static let refs = [
    "main", "origin/main", "release", "origin/release", "refs/heads/release", "heads/release",
    "refs/remotes/origin/main", "remotes/origin/release", "v1.4.0", "refs/tags/v1.4.0",
    "tags/first-release", "refs/pull/7/head", "feature/it's-$HOME&co",
    "origin/feature/it's-$HOME&co", "main~2", "release~1", "v1.4.0^",
  ]

  @Test("in a clone of one branch that is complete, which stays complete", arguments: refs)
  func complete(_ ref: String) throws {
    try git.clone("--single-branch", "--no-tags", "--branch", "work", to: "clone")
    try check(ref, in: "clone", sourceLocation: #_sourceLocation)
    #expect(try git.git("rev-parse", "--is-shallow-repository", in: "clone") == "false")
  }

  @Test("in a clone of one commit", arguments: refs)
  func shallow(_ ref: String) throws {
    try git.clone("--depth=1", "--no-tags", "--branch", "work", to: "clone")
    try check(ref, in: "clone", sourceLocation: #_sourceLocation)
  }

  @Test("a commit by its name, whole or as git prints it")
  func commits() throws {
    let commit = try git.git("rev-parse", "release")
    for (folder, options) in [("complete", "--single-branch"), ("shallow", "--depth=1")] {
      for name in [commit, String(commit.prefix(10)), String(commit.prefix(7))] {
        let clone = "\(folder)-\(name.count)"
        try git.clone(options, "--no-tags", "--branch", "work", to: clone)
        try check(name, in: clone, sourceLocation: #_sourceLocation)
      }
    }
  }

  @Test(
    "what is older than a shallow clone", arguments: ["HEAD~1", "HEAD~3", "@~2", "HEAD^", "work~2"])
  func older(_ ref: String) throws {
    try git.clone("--depth=1", "--no-tags", "--branch", "work", to: "clone")
    try check(ref, in: "clone", sourceLocation: #_sourceLocation)
  }

  @Test("a remote of another name, with a slash in it")
  func remotes() throws {
    try git.clone("--depth=1", "--origin", "up/stream", "--branch", "work", to: "clone")
    try check("up/stream/main", in: "clone", sourceLocation: #_sourceLocation)
    try check("release", in: "clone", sourceLocation: #_sourceLocation)
  }

  @Test("what the remote calls its head, and what a branch follows")
  func heads() throws {
    try git.git("checkout", "-q", "main")
    try git.clone("--depth=1", "--branch", "work", to: "clone")
    _ = try? git.git("remote", "set-head", "origin", "--delete", in: "clone")
    try check("origin/HEAD", in: "clone", sourceLocation: #_sourceLocation)
    try git.git("update-ref", "-d", "refs/remotes/origin/work", in: "clone")
    // The branch is what it follows.
    try check("@{upstream}", in: "clone", status: 0, sourceLocation: #_sourceLocation)
  }

  @Test("a merge base needs history, at once", arguments: ["origin/main", "main", "v1.4.0"])
  func mergeBase(_ ref: String) throws {
    for (folder, options) in [("complete", "--single-branch"), ("shallow", "--depth=1")] {
      try git.clone(options, "--no-tags", "--branch", "work", to: folder)
      let absent = try git.tool("diff", "--merge-base", ref, in: folder)
      #expect(absent.status == 2)
      let command = try #require(git.command(in: absent), "\(absent.err)")
      #expect(try git.shell(command, in: folder).status == 0, "\(command)")
      let there = try git.tool("diff", "--merge-base", ref, in: folder)
      #expect(there.status == 1, "\(command): \(there.err)")
      #expect(there.out.contains("type-widened"))
    }
  }

  @Test("a merge base that a shallow clone does not have, also of a detached merge as in CI")
  func shallowMergeBase() throws {
    try git.git("update-ref", "refs/pull/8/merge", "work")
    for (folder, ref) in [("branch", "refs/heads/work"), ("merge", "refs/pull/8/merge")] {
      try git.write("", to: ".keep", in: folder)
      try git.git("init", "-q", in: folder)
      try git.git("remote", "add", "origin", "file://\(git.path)/origin", in: folder)
      for name in [ref, "refs/heads/main"] {
        try git.git(
          "fetch", "-q", "--depth=1", "origin",
          "+\(name):refs/remotes/origin/\(name.split(separator: "/").last ?? "")",
          in: folder)
      }
      try git.git(
        "checkout", "-q", "--detach",
        "refs/remotes/origin/\(ref.split(separator: "/").last ?? "")", in: folder)
      let apart = try git.tool("diff", "--merge-base", "origin/main", in: folder)
      #expect(apart.status == 2)
      #expect(apart.err.contains("this clone is shallow"))
      let command = try #require(git.command(in: apart), "\(apart.err)")
      #expect(try git.shell(command, in: folder).status == 0, "\(command)")
      #expect(try git.tool("diff", "--merge-base", "origin/main", in: folder).status == 1)
    }
  }

  @Test("a file of a clone without its objects")
  func partialClone() throws {
    try git.git("config", "uploadpack.allowFilter", "true")
    for filter in ["blob:none", "tree:0"] {
      let clone = filter.replacing(":", with: "-")
      try git.clone("--filter=\(filter)", "--no-checkout", to: clone)
      try git.write(GitRun.new, to: "new.json", in: clone)
      let absent = try git.tool("diff", "HEAD~1:\(GitRun.path)", "new.json", in: clone)
      #expect(absent.status == 2)
      #expect(absent.err.contains("is not in this clone, and nothing is fetched"), "\(absent.err)")
      let command = try #require(git.command(in: absent))
      #expect(try git.shell(command, in: clone).status == 0, "\(command)")
      #expect(try git.tool("diff", "HEAD~1:\(GitRun.path)", "new.json", in: clone).status == 1)
    }
  }

  @Test("where no command helps, none is printed, and the reason is said")
  func hopeless() throws {
    try git.git("reflog", "expire", "--expire=all", "--all")
    try git.git("remote", "add", "origin", "https://example.invalid/x.git")
    for (ref, reason) in [
      ("HEAD~99", "the history of 'HEAD' is whole here, and has no '~99'"),
      ("main^2", "the history of 'main' is whole here, and has no '^2'"),
      ("HEAD@{40}", "an entry of this clone's own log, which nothing can fetch"),
      ("my branch", "git allows no such name"),
      ("mian", "did you mean main?"),
      ("FETCH_HEAD", "git writes 'FETCH_HEAD' itself"),
      ("main@{upstream}", "the branch 'main' follows no other"),
    ] {
      let result = try git.tool("diff", "\(ref):\(GitRun.path)", GitRun.path)
      #expect(result.status == 2)
      #expect(result.err.contains(reason), "\(ref): \(result.err)")
      if ref != "mian" { #expect(git.command(in: result) == nil, "\(ref)") }
    }
    try git.git("remote", "remove", "origin")
    let alone = try git.tool("diff", "elsewhere:\(GitRun.path)", GitRun.path)
    #expect(alone.err.contains("this repository has no remote to fetch it from"))
    #expect(git.command(in: alone) == nil)
  }

  @Test("what is here under the name of the remote is not fetched")
  func tracked() throws {
    try git.clone("--branch", "work", to: "clone")
    let result = try git.tool("diff", "release:\(GitRun.path)", GitRun.path, in: "clone")
    #expect(result.err.contains("did you mean origin/release?"))
    #expect(git.command(in: result) == nil)
  }
}
