import Foundation
import TestSupport
import Testing

@Suite("The repository")
struct RepositoryTests {
  /// What git keeps; where there is no git, everything but build products.
  private static func trackedFiles() throws -> [String] {
    let git = ["/usr/bin/git", "/usr/local/bin/git", "/opt/homebrew/bin/git"]
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    if let git {
      let run = try Run.command(
        git, ["-c", "safe.directory=*", "ls-files", "-z"], in: Project.folder)
      if run.status == 0 {
        return run.out.split(separator: "\0").map(String.init)
          .filter { FileManager.default.fileExists(atPath: Project.url($0).path) }
      }
    }
    guard let all = FileManager.default.enumerator(atPath: Project.folder.path) else { return [] }
    return all.compactMap { $0 as? String }.filter {
      !$0.hasPrefix(".build") && !$0.hasPrefix(".git/") && !$0.hasPrefix(".swiftpm")
    }
  }

  @Test("the top level holds what it should and nothing else")
  func topLevel() throws {
    let names = Set(try Self.trackedFiles().map { String($0.prefix { $0 != "/" }) })
    let expected: Set<String> = [
      "Package.swift", "Sources", "Tests", "Contracts", "Fixtures", "Makefile", "README.md",
      "LICENSE", "CHANGELOG.md",
    ]
    #expect(Set(names.filter { !$0.hasPrefix(".") }) == expected)
  }

  @Test("no file names a path of somebody's machine")
  func machinePaths() throws {
    // Said in pieces, so that this file does not find itself.
    let roots = ["root", "home", "Users", "work", "opt", "var/folders", "private/tmp"]
    let pattern = try Regex("(?:^|[^A-Za-z0-9_.:/*)~-])/(?:\(roots.joined(separator: "|")))/")
    let files = try Self.trackedFiles()
    #expect(files.count > 50)
    for path in files {
      guard let text = try? String(contentsOf: Project.url(path), encoding: .utf8) else { continue }
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated() where line.utf8.count < 4000
      {
        let isForeign = line.contains(pattern) && !line.contains("/opt/homebrew/")
        #expect(!isForeign, "\(path):\(number + 1)")
      }
    }
  }
}
