import Foundation
import TestSupport

/// The built command in a folder of its own.
struct ToolRun {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  func callAsFunction(
    _ arguments: String..., stdin: String = "", environment: [String: String] = [:],
    output: Run.Output = .kept
  ) throws -> Run {
    try Run.product(
      "bridge-contract", arguments, stdin: Array(stdin.utf8), in: folder.url,
      environment: environment, output: output)
  }

  func write(_ text: String, to path: String) throws { try folder.write(text, to: path) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
  }
}

/// A contract of two messages, small enough to know its columns by heart.
enum SmallContract {
  static let text = """
    {"bridgeContract": 1, "name": "small", "version": "1.0.0", "framing": {"kind": "/kind"},
     "channels": {"bridge": {"from": "web", "via": "messageHandler"}},
     "messages": {
      "tap": {"on": "bridge",
       "payload": {"type": "object", "required": ["x"], "properties": {"x": {"type": "integer"}}},
       "examples": [{"body": {"kind": "tap", "x": 1}}]}}}

    """

  /// A log line with this body.
  static func line(_ body: String) -> String {
    "{\"direction\": \"webToNative\", \"channel\": \"bridge\", \"body\": \(body)}\n"
  }

  static let good = line("{\"kind\": \"tap\", \"x\": 1}")
  static let bad = line("{\"kind\": \"tap\", \"x\": \"secret\"}")
}
