import Foundation
import TestSupport
import Testing

/// A real JavaScript engine that runs scripts, one a line, against the page of
/// `Fixtures/engines/harness.js`.
enum Engine: String, CaseIterable, Sendable {
  case node
  case javaScriptCore

  /// Is it on this machine? Says loudly on stderr when it is not.
  static let isThere: [Engine: Bool] = {
    var there: [Engine: Bool] = [:]
    for engine in allCases {
      there[engine] = engine.command != nil
      if engine.command == nil {
        FileHandle.standardError.write(Data("SKIPPED: no \(engine.rawValue) here\n".utf8))
      }
    }
    return there
  }()

  /// Must it be there? A CI machine that lost an engine must not pass in silence.
  static let isDue = ProcessInfo.processInfo.environment["CI"] != nil

  /// The results, a line for each script. One process for all of them.
  func run(_ scripts: [[UInt8]]) throws -> [String] {
    guard let command else { throw SupportError("no \(rawValue) here") }
    var input: [UInt8] = []
    for script in scripts {
      try #require(script.allSatisfy { $0 >= 0x20 && $0 < 0x7F }, "a script must be one ASCII line")
      // Neither `</script` nor `<!--` nor `]]>` can arise, wherever HTML puts the script.
      try #require(!script.contains(UInt8(ascii: "<")) && !script.contains(UInt8(ascii: ">")))
      input += script
      input.append(0x0A)
    }
    let run = try Run.command(command[0], Array(command.dropFirst()), stdin: input, limit: 900)
    guard run.status == 0 else { throw SupportError("\(rawValue) failed: \(run.err)") }
    var lines = run.out.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines.removeLast()
    guard lines.count == scripts.count else {
      throw SupportError("\(rawValue): \(lines.count) lines for \(scripts.count) scripts")
    }
    return lines
  }

  private var command: [String]? {
    let harness = Fixtures.url("engines/harness.js").path
    switch self {
    case .node:
      return Engine.find("node").map { [$0, Fixtures.url("engines/node.js").path, harness] }
    case .javaScriptCore:
      return Engine.driver.map { [$0.url.appendingPathComponent("jsc").path, harness] }
    }
  }

  private static func find(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The folder with the driver of JavaScriptCore, built on first use.
  private static let driver: TemporaryFolder? = {
    guard let compiler = find("cc") ?? find("clang"), let config = find("pkg-config"),
      let flags = try? Run.command(config, ["--cflags", "--libs", "javascriptcoregtk-4.1"]),
      flags.status == 0, let folder = try? TemporaryFolder()
    else { return nil }
    let words = flags.out.split(whereSeparator: \.isWhitespace).map(String.init)
    let out = folder.url.appendingPathComponent("jsc").path
    let built = try? Run.command(
      compiler, ["-O1", Fixtures.url("engines/jsc.c").path, "-o", out] + words)
    return built?.status == 0 ? folder : nil
  }()
}
