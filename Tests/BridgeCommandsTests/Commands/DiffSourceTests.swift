import Foundation
import TestSupport
import Testing

@Suite("diff in repositories of git")
struct DiffSourceTests {
  private let run: ToolRun
  private static let old = DiffCommandTests.contract(up: DiffCommandTests.integer)
  private static let new = DiffCommandTests.contract(
    version: "2.0.0", up: DiffCommandTests.number)

  init() throws { run = try ToolRun() }

  @discardableResult
  private func git(_ arguments: String..., in folder: String = "") throws -> String {
    let result = try Run.command(
      "/usr/bin/env",
      [
        "git", "-c", "user.name=T", "-c", "user.email=t@example.com", "-c",
        "init.defaultBranch=main", "-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false",
      ] + arguments, in: run.folder.url.appendingPathComponent(folder))
    guard result.status == 0 else { throw SupportError("git \(arguments): \(result.err)") }
    return result.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private func tool(_ arguments: String..., in folder: String = "") throws -> Run {
    try Run.product(
      "bridge-contract", arguments, in: run.folder.url.appendingPathComponent(folder))
  }

  /// A repository with the contract on main, then changed in the working tree.
  private func repository(_ path: String = "Contracts/small.bridge.json") throws {
    try git("init", "-q")
    try run.write(Self.old, to: path)
    try git("add", "-A")
    try git("commit", "-qm", "one")
    try run.write(Self.new, to: path)
  }

  @Test("REF:PATH is read as git reads it, from the root or with ./ from here")
  func refs() throws {
    try repository()
    let path = "Contracts/small.bridge.json"
    #expect(try tool("diff", "main:\(path)", path).status == 1)
    #expect(try tool("diff", "HEAD:./\(path)", path).status == 1)
    let here = try tool("diff", "HEAD:./small.bridge.json", "small.bridge.json", in: "Contracts")
    #expect(here.status == 1)
    #expect(here.out.contains("type-widened"))
    try git("tag", "v1.0.0")
    #expect(try tool("diff", "v1.0.0:\(path)", "main:\(path)").status == 0)
    let commit = try git("rev-parse", "HEAD")
    #expect(try tool("diff", "\(commit.prefix(10)):\(path)", path).status == 1)
  }

  @Test("paths with spaces, quotes and letters of other scripts")
  func strangePaths() throws {
    let path = "Verträge der \"App\"/klein ✓.bridge.json"
    try repository(path)
    #expect(try tool("diff", "HEAD:\(path)", path).status == 1)
    #expect(try tool("diff", "--merge-base", "HEAD", path).status == 1)
  }

  @Test("an absent ref names the command that fetches it, and nothing is fetched")
  func absentRef() throws {
    try repository()
    let path = "Contracts/small.bridge.json"
    try git("remote", "add", "origin", "https://example.invalid/x.git")
    for (ref, command) in [
      ("origin/main", "git fetch origin +refs/heads/main:refs/remotes/origin/main"),
      (
        "release",
        "git fetch origin +refs/heads/release:refs/heads/release\n"
          + "  if it is a tag: git fetch origin +refs/tags/release:refs/tags/release"
      ),
      (
        "v1.4.0",
        "git fetch origin +refs/tags/v1.4.0:refs/tags/v1.4.0\n"
          + "  if it is a branch: git fetch origin +refs/heads/v1.4.0:refs/heads/v1.4.0"
      ),
      (
        "0123abc",
        "git fetch origin '+refs/heads/*:refs/remotes/origin/*' '+refs/tags/*:refs/tags/*'"
      ),
      (
        "0123456789012345678901234567890123456789",
        "git fetch origin 0123456789012345678901234567890123456789"
      ),
    ] {
      let result = try tool("diff", "\(ref):\(path)", path)
      #expect(result.status == 2)
      #expect(
        result.err.contains(
          "there is no '\(ref)' in this repository, and nothing is fetched\n  fetch it with: "
            + command), "\(result.err)")
    }
  }

  @Test("a path that is not there names those that are")
  func absentPath() throws {
    try repository()
    let result = try tool("diff", "main:small.bridge.json", "Contracts/small.bridge.json")
    #expect(result.status == 2)
    #expect(result.err.contains("there is no 'small.bridge.json' at 'main'"))
    #expect(result.err.contains("did you mean main:Contracts/small.bridge.json?"))
    try git("rm", "-q", "--cached", "Contracts/small.bridge.json")
    try git("commit", "-qm", "deleted")
    let deleted = try tool(
      "diff", "HEAD:Contracts/small.bridge.json", "Contracts/small.bridge.json")
    #expect(deleted.status == 2)
  }

  @Test("outside of a repository")
  func noRepository() throws {
    try run.write(Self.new, to: "new.json")
    let result = try run("diff", "main:new.json", "new.json")
    #expect(result.status == 2)
    #expect(result.err.contains("this folder is in no repository"))
  }

  @Test("--merge-base compares with the fork point, not with what main is now")
  func mergeBase() throws {
    try repository()
    let path = "Contracts/small.bridge.json"
    try git("checkout", "-qb", "work")
    try git("commit", "-qam", "two")
    try git("checkout", "-q", "main")
    // Main goes on to something that this branch did not break.
    try run.write(
      DiffCommandTests.contract(version: "3.0.0", down: DiffCommandTests.integer), to: path)
    try git("commit", "-qam", "three")
    try git("checkout", "-q", "work")
    let result = try tool("diff", "--merge-base", "main")
    #expect(result.status == 1)
    #expect(result.out.contains("type-widened"))
    #expect(result.out.split(separator: "\n").count == 2, "\(result.out)")
    #expect(try tool("diff", "main:\(path)", path).out.split(separator: "\n").count > 2)
  }

  @Test("a renamed contract is compared with what it was called, a new one with nothing")
  func renamed() throws {
    try repository()
    try git("mv", "-f", "Contracts/small.bridge.json", "Contracts/tiny.bridge.json")
    try run.write(
      DiffCommandTests.contract(version: "1.1.0").replacing("\"small\"", with: "\"other\""),
      to: "Contracts/other.bridge.json")
    let result = try tool("diff", "--merge-base", "HEAD")
    #expect(result.status == 1)
    #expect(
      result.err.contains(
        "note: 'Contracts/tiny.bridge.json' was 'Contracts/small.bridge.json' at 'HEAD'"))
    #expect(result.out.contains("warning[contract-added] the contract \"other\" is new"))
  }

  @Test("a shallow clone says how to get the rest")
  func shallow() throws {
    try repository()
    try git("commit", "-qam", "two")
    try git("checkout", "-qb", "work")
    try run.write(DiffCommandTests.contract(version: "3.0.0"), to: "Contracts/small.bridge.json")
    try git("commit", "-qam", "three")
    let origin = run.folder.url.path
    try git(
      "clone", "-q", "--depth=1", "--branch", "work", "file://\(origin)", "\(origin)/clone")
    let absent = try tool("diff", "--merge-base", "origin/main", in: "clone")
    #expect(absent.status == 2)
    #expect(
      absent.err.contains(
        "git fetch --unshallow origin +refs/heads/main:refs/remotes/origin/main"), "\(absent.err)")
    try git(
      "fetch", "-q", "--depth=1", "origin", "+refs/heads/main:refs/remotes/origin/main", in: "clone"
    )
    let apart = try tool("diff", "--merge-base", "origin/main", in: "clone")
    #expect(apart.status == 2)
    #expect(apart.err.contains("git fetch --unshallow origin"), "\(apart.err)")
    try git("fetch", "-q", "--unshallow", "origin", in: "clone")
    #expect(try tool("diff", "--merge-base", "origin/main", in: "clone").status != 2)
  }

  @Test("a clone without its objects does not fetch them")
  func partialClone() throws {
    try repository()
    try git("commit", "-qam", "two")
    try git("config", "uploadpack.allowFilter", "true")
    let origin = run.folder.url.path
    try git(
      "clone", "-q", "--filter=blob:none", "--no-checkout", "file://\(origin)", "\(origin)/clone")
    try run.write(Self.new, to: "clone/new.json")
    let result = try tool(
      "diff", "HEAD~1:Contracts/small.bridge.json", "new.json", in: "clone")
    #expect(result.status == 2)
    #expect(result.err.contains("nothing is fetched"), "\(result.err)")
  }

  @Test("a worktree reads the objects of its repository")
  func worktree() throws {
    try repository()
    try git("worktree", "add", "-q", "tree")
    try run.write(Self.new, to: "tree/Contracts/small.bridge.json")
    let path = "Contracts/small.bridge.json"
    #expect(try tool("diff", "main:\(path)", path, in: "tree").status == 1)
    #expect(try tool("diff", "--merge-base", "main", in: "tree").status == 1)
  }

  @Test("as a diff driver of git")
  func driver() throws {
    try repository()
    let products = Run.products.path
    try run.write("*.bridge.json diff=bridge\n", to: ".gitattributes")
    try git(
      "config", "diff.bridge.command",
      "sh -c 'bridge-contract diff --fail-on never \"$2\" \"$5\" || true' --")
    let result = try Run.command(
      "/usr/bin/env", ["PATH=\(products):/usr/bin:/bin", "git", "diff"], in: run.folder.url)
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("error[type-widened]"), "\(result.out) \(result.err)")
    // Files that are new or gone are no broken contracts.
    try git("mv", "-f", "Contracts/small.bridge.json", "Contracts/tiny.bridge.json")
    let moved = try Run.command(
      "/usr/bin/env",
      ["PATH=\(products):/usr/bin:/bin", "git", "diff", "--no-renames", "--cached"],
      in: run.folder.url)
    #expect(moved.out.contains("warning[contract-added]"), "\(moved.out) \(moved.err)")
    #expect(moved.out.contains("error[contract-removed]"), "\(moved.out) \(moved.err)")
  }
}
