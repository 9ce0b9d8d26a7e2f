import Foundation
import TestSupport
import Testing

@Suite("diff --merge-base")
struct ForkPointTests {
  private let git: GitRun
  private let path = GitRun.path

  init() throws {
    git = try GitRun()
    try git.repository()
  }

  private func remove(_ path: String) throws {
    try FileManager.default.removeItem(
      at: git.run.folder.url.appendingPathComponent("origin/\(path)"))
  }

  @Test("a contract that was deleted is a finding, whatever else is there")
  func deleted() throws {
    try git.write(
      DiffCommandTests.contract().replacing("\"small\"", with: "\"other\""),
      to: "Contracts/other.bridge.json")
    try git.commit("two")
    try remove(path)
    let result = try git.tool("diff", "--merge-base", "HEAD", "--format", "text")
    #expect(result.status == 1)
    #expect(
      result.out.contains("error[contract-removed] the contract \"small\" was deleted: 2 messages"))
    #expect(result.out.contains("1 error in 1 comparison, 1 deleted"))
    #expect(!result.out.contains("accept "), "there is no contract that could accept it")
    // Also once it is committed, by its name, and as the last of the folder.
    try git.commit("three")
    #expect(try git.tool("diff", "--merge-base", "HEAD").status == 0)
    try git.git("checkout", "-qb", "work", "HEAD~1")
    try remove(path)
    try git.commit("gone")
    #expect(try git.tool("diff", "--merge-base", "main~1").status == 1)
    #expect(try git.tool("diff", "--merge-base", "main~1", path).status == 1)
    #expect(try git.tool("diff", "--merge-base", "main~1", "Contracts").status == 1)
    try remove("Contracts")
    let last = try git.tool("diff", "--merge-base", "main~1")
    #expect(last.status == 1)
    #expect(last.out.split(separator: "\n").count { $0.contains("error[contract-removed]") } == 2)
    #expect(try git.tool("diff", "--merge-base", "main~1", "Contracts").status == 1)
  }

  @Test("a contract whose messages are all removed may go")
  func removedMessages() throws {
    try git.write(
      DiffCommandTests.contract(version: "2.0.0").replacing(
        "\"on\":", with: "\"removed\": \"2.0.0\", \"on\":"), to: path)
    try git.commit("two")
    try remove(path)
    let result = try git.tool("diff", "--merge-base", "HEAD")
    #expect(result.status == 0)
    #expect(result.out.contains("info[contract-removed]"))
  }

  @Test("a contract that is new is said to be, with nothing compared")
  func added() throws {
    try git.write(
      DiffCommandTests.contract().replacing("\"small\"", with: "\"other\""),
      to: "Contracts/other.bridge.json")
    let result = try git.tool("diff", "--merge-base", "HEAD", "Contracts/other.bridge.json")
    #expect(result.status == 0)
    #expect(result.out.contains("warning[contract-added] the contract \"other\" is new"))
    #expect(!result.out.contains("no change"))
    let json = try git.tool("diff", "--merge-base", "HEAD", "--format", "json").out
    #expect(json.contains("\"new\":\"other 1.0.0\",\"newFile\":\"Contracts/other.bridge.json\""))
  }

  @Test("nothing here and nothing there is no success")
  func nothing() throws {
    try remove("Contracts")
    try git.write("x", to: "x")
    try git.commit("two")
    let result = try git.tool("diff", "--merge-base", "HEAD")
    #expect(result.status == 3)
    let named = try git.tool("diff", "--merge-base", "HEAD", "Contracts/none.bridge.json")
    #expect(named.status == 2)
    #expect(named.err.contains("'Contracts/none.bridge.json' is not here, and was not at 'HEAD'"))
  }

  @Test("what was deleted and was no contract is told, and is no success")
  func deletedText() throws {
    try git.write("{", to: path)
    try git.commit("two")
    try remove(path)
    let result = try git.tool("diff", "--merge-base", "HEAD")
    #expect(result.status == 3)
    #expect(
      result.err.contains(
        "note: 'Contracts/small.bridge.json' was deleted; at 'HEAD' it was no contract"))
  }

  @Test("a contract keeps its name in a file that is new and rewritten")
  func renamed() throws {
    try remove(path)
    let rewritten = GitRun.new.replacing(
      "\"messages\": {",
      with: "\"messages\": {"
        + (0..<40).map {
          "\"m\($0)\": {\"on\": \"bridge\", \"payload\": {}},\n"
        }.joined())
    try git.write(rewritten, to: "Contracts/other.bridge.json")
    let result = try git.tool("diff", "--merge-base", "HEAD")
    #expect(result.status == 1)
    #expect(result.out.contains("type-widened"))
    #expect(!result.out.contains("contract-removed") && !result.out.contains("contract-added"))
    #expect(
      result.err.contains(
        "note: 'Contracts/other.bridge.json' was 'Contracts/small.bridge.json' at 'HEAD'"))
  }

  @Test("from a subfolder, by any path to the file")
  func subfolders() throws {
    try git.write("x", to: "App/Sources/x")
    try git.commit("two")
    try git.write(GitRun.new, to: path)
    let root = "\(git.path)/origin"
    for (folder, name) in [
      ("origin/App/Sources", "../../\(path)"), ("origin/Contracts", "small.bridge.json"),
      ("origin/Contracts", "./small.bridge.json"), ("origin/App", "\(root)/\(path)"),
      ("origin", "App/../\(path)"),
    ] {
      #expect(try git.tool("diff", "--merge-base", "HEAD", name, in: folder).status == 1, "\(name)")
    }
    #expect(try git.tool("diff", "--merge-base", "HEAD", in: "origin/App/Sources").status == 1)
    try remove(path)
    let gone = try git.tool("diff", "--merge-base", "HEAD", in: "origin/App/Sources")
    #expect(gone.status == 1)
    #expect(gone.out.contains("../../Contracts/small.bridge.json"))
  }

  @Test("through links, of files and of folders")
  func links() throws {
    let folder = git.run.folder.url.appendingPathComponent("origin")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: folder.appendingPathComponent("Linked").path, withDestinationPath: "Contracts")
    try files.createSymbolicLink(
      atPath: folder.appendingPathComponent("one.bridge.json").path,
      withDestinationPath: "Contracts/small.bridge.json")
    try files.createSymbolicLink(
      atPath: folder.appendingPathComponent("out.bridge.json").path,
      withDestinationPath: "/nowhere/x.bridge.json")
    try git.commit("two")
    try git.write(GitRun.new, to: path)
    for name in ["Linked/small.bridge.json", "one.bridge.json"] {
      #expect(try git.tool("diff", "--merge-base", "HEAD", name).status == 1, "\(name)")
      #expect(try git.tool("diff", "HEAD:\(name)", path).status == 1, "\(name)")
    }
    let out = try git.tool("diff", "HEAD:out.bridge.json", path)
    #expect(out.status == 2)
    #expect(
      out.err.contains(
        "'out.bridge.json' at 'HEAD' is a link out of the repository, to '/nowhere/x.bridge.json'"))
    // The whole repository behind a link.
    try files.createSymbolicLink(
      atPath: git.run.folder.url.appendingPathComponent("door").path, withDestinationPath: "origin")
    #expect(
      try git.tool("diff", "--merge-base", "HEAD", "\(git.path)/door/\(path)").status == 1)
  }

  @Test("a submodule is a repository of its own")
  func submodules() throws {
    try git.write("x", to: "x", in: "outer")
    try git.git("init", "-q", in: "outer")
    try git.git("submodule", "--quiet", "add", "file://\(git.path)/origin", "sub", in: "outer")
    try git.commit("outer", in: "outer")
    let inside = try git.tool("diff", "HEAD:sub/\(path)", "sub/\(path)", in: "outer")
    #expect(inside.status == 2)
    #expect(inside.err.contains("is in the submodule 'sub', a repository of its own"))
    let base = try git.tool("diff", "--merge-base", "HEAD", "sub/\(path)", in: "outer")
    #expect(base.status == 2)
    #expect(base.err.contains("is in a repository of its own"))
    try git.write(GitRun.new, to: path, in: "outer/sub")
    #expect(try git.tool("diff", "--merge-base", "HEAD", in: "outer/sub").status == 1)
  }

  @Test("line ends and a byte order mark are no change")
  func lineEnds() throws {
    let text = "\u{FEFF}" + GitRun.old.replacing("\n", with: "\r\n")
    try git.write(text, to: path)
    let result = try git.tool("diff", "HEAD:\(path)", path)
    #expect(result.status == 0)
    #expect(result.out.contains("no change"))
    try git.commit("two")
    try git.write(GitRun.new, to: path)
    #expect(try git.tool("diff", "--merge-base", "HEAD").status == 1)
  }

  @Test("a repository that variables name, as in a hook")
  func environment() throws {
    try git.write(GitRun.new, to: path)
    let own = ["GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index"]
    #expect(try git.tool("diff", "--merge-base", "HEAD", environment: own).status == 1)
    #expect(try git.tool("diff", "HEAD:\(path)", path, environment: own).status == 1)
    let away = ["GIT_DIR": "\(git.path)/origin/.git", "GIT_WORK_TREE": "\(git.path)/origin"]
    try git.write("x", to: "x", in: "elsewhere")
    let result = try git.tool(
      "diff", "HEAD:\(path)", "HEAD:\(path)", in: "elsewhere", environment: away)
    #expect(result.status == 0, "\(result.err)")
  }

  @Test("a bare repository has objects, and no files")
  func bare() throws {
    try git.write(GitRun.new, to: path)
    try git.commit("two")
    try git.clone("--bare", to: "bare")
    #expect(try git.tool("diff", "HEAD~1:\(path)", "HEAD:\(path)", in: "bare").status == 1)
    try git.write(GitRun.new, to: "new.bridge.json", in: "bare")
    let base = try git.tool("diff", "--merge-base", "HEAD~1", "new.bridge.json", in: "bare")
    #expect(base.status == 2)
    #expect(base.err.contains("is not in this repository"))
  }

  #if os(Linux)
    @Test("names that are no text are said, not taken for deleted")
    func names() throws {
      let folder = "\(git.path)/origin/Contracts"
      let made = try git.shell(
        "cp small.bridge.json \"$(printf 'a\\377.bridge.json')\"", in: "origin/Contracts")
      #expect(made.status == 0, "\(folder)")
      try git.commit("two")
      let result = try git.tool("diff", "--merge-base", "HEAD", path)
      #expect(result.status == 0)
      #expect(result.err.contains("note: contracts with names that are no UTF-8 were left out: 1"))
      #expect(!result.out.contains("contract-removed"))
    }
  #endif
}
