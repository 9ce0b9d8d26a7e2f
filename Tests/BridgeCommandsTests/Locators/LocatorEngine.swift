import Foundation
import TestSupport
import Testing

/// The engine host, where it is built (`make engine-host`).
enum LocatorEngine {
  static let path: String? = {
    if let named = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_HOST"] { return named }
    let built = Project.url(".build/engine/debug/bridge-engine-host").path
    return FileManager.default.isExecutableFile(atPath: built) ? built : nil
  }()

  /// False where there is none, said loudly once, unless `BRIDGE_ENGINE_REQUIRED=1`.
  static let isThere: Bool = {
    if path != nil { return true }
    if ProcessInfo.processInfo.environment["BRIDGE_ENGINE_REQUIRED"] == "1" { return true }
    FileHandle.standardError.write(
      Data("SKIPPED: locators on the real engine; `make engine-host` builds it\n".utf8))
    return false
  }()

  /// `bridge-contract locators audit …`.
  static func audit(
    _ arguments: [String], in folder: URL? = nil, environment: [String: String] = [:]
  ) throws -> Run {
    let path = try #require(path, "the engine host is not built: make engine-host")
    return try Run.product(
      "bridge-contract", ["locators", "audit"] + arguments, in: folder,
      environment: ["BRIDGE_ENGINE_HOST": path].merging(environment) { $1 }, limit: 300)
  }
}

/// A page of Fixtures/locators: what stands behind it in a comment says what is expected of each
/// element with a test id, in the order of the document: `test id => label [=> accessible name]`,
/// `-` for no label of the script's, `(none)` for no place in the tree, `(any)` for any name.
struct LocatorPage {
  struct Expectation {
    var testID: String
    var label: String
    var name: String
  }

  var name: String
  var expected: [Expectation]

  static func all() throws -> [LocatorPage] {
    let folder = Project.url("Fixtures/locators")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix("html") }.sorted()
    if names.isEmpty { throw SupportError("Fixtures/locators is empty") }
    return try names.map { name in
      let text = try String(
        contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      guard let start = text.range(of: "<!--\n", options: .backwards) else {
        throw SupportError("\(name) expects nothing")
      }
      let lines = text[start.upperBound...].split(separator: "\n").filter { $0.contains("=>") }
      return LocatorPage(
        name: name,
        expected: lines.map { line in
          let parts = line.components(separatedBy: "=>")
            .map { $0.trimmingCharacters(in: .whitespaces) }
          return Expectation(
            testID: parts[0], label: parts[1], name: parts.count > 2 ? parts[2] : parts[1])
        })
    }
  }
}
