import Foundation
import TestSupport

/// A folder with real repositories of git in it, and the built command beside them.
struct GitRun {
  let run: ToolRun
  init() throws { run = try ToolRun() }

  var path: String { run.folder.url.path }

  static let path = "Contracts/small.bridge.json"
  static let old = DiffCommandTests.contract(up: DiffCommandTests.integer)
  static let new = DiffCommandTests.contract(version: "2.0.0", up: DiffCommandTests.number)

  @discardableResult
  func git(_ arguments: String..., in folder: String = "origin") throws -> String {
    let result = try Run.command(
      "/usr/bin/env",
      [
        "git", "-c", "user.name=T", "-c", "user.email=t@example.com", "-c",
        "init.defaultBranch=main", "-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false",
        "-c", "advice.detachedHead=false",
      ] + arguments, in: run.folder.url.appendingPathComponent(folder))
    guard result.status == 0 else { throw SupportError("git \(arguments): \(result.err)") }
    return result.out.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func tool(
    _ arguments: String..., in folder: String = "origin", environment: [String: String] = [:]
  ) throws -> Run {
    try Run.product(
      "bridge-contract", arguments, in: run.folder.url.appendingPathComponent(folder),
      environment: environment)
  }

  /// Types a command into a shell, as a reader of the message would.
  func shell(_ command: String, in folder: String) throws -> Run {
    try Run.command(
      "/bin/sh", ["-c", command], in: run.folder.url.appendingPathComponent(folder))
  }

  func write(_ text: String, to path: String, in folder: String = "origin") throws {
    try run.write(text, to: "\(folder)/\(path)")
  }

  func commit(_ message: String, in folder: String = "origin") throws {
    try git("add", "-A", in: folder)
    try git("commit", "-qm", message, in: folder)
  }

  /// A repository with the contract on main.
  func repository(_ path: String = GitRun.path, _ text: String = GitRun.old) throws {
    try write(text, to: path)
    try git("init", "-q")
    try commit("one")
  }

  /// A clone of the repository, with all of git's options.
  func clone(_ options: String..., to folder: String) throws {
    let result = try Run.command(
      "/usr/bin/env",
      ["git", "-c", "protocol.file.allow=always", "clone", "-q"] + options
        + ["file://\(path)/origin", "\(path)/\(folder)"], in: run.folder.url)
    guard result.status == 0 else { throw SupportError("git clone: \(result.err)") }
  }

  /// The command behind `fetch it with: `.
  func command(in result: Run) -> String? {
    result.err.split(separator: "\n").compactMap { line in
      line.firstRange(of: "fetch it with: ").map { String(line[$0.upperBound...]) }
    }.first
  }
}
