import Foundation
import TestSupport

/// Runs the tool on a terminal of its own, by `script` of util-linux.
enum Terminal {
  #if os(Linux)
    static let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/script")
  #else
    static let isThere = false
  #endif

  /// What the terminal shows, both streams together, line ends as LF.
  static func show(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    let tool = Run.products.appendingPathComponent("bridge-contract").path
    let line = ([tool] + arguments).map { "'\($0)'" }.joined(separator: " ")
    var run = try Run.command(
      "/usr/bin/script", ["-qec", line, "/dev/null"], in: folder,
      environment: ["TERM": "xterm"].merging(environment) { $1 })
    run.stdout = Array(run.out.replacing("\r\n", with: "\n").utf8)
    return run
  }
}
