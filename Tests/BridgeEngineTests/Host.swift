import Foundation
import TestSupport

/// The engine host that these tests use: `BRIDGE_ENGINE_HOST`, or what `.ci/engine` built.
enum Host {
  static let path: String? = {
    var places = ["debug", "release"].map {
      Project.url(".build/engine/\($0)/bridge-engine-host").path
    }
    if let named = ProcessInfo.processInfo.environment["BRIDGE_ENGINE_HOST"] {
      places.insert(named, at: 0)
    }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }()

  /// Whether there is an engine to test. Says so loudly where there is none; CI demands one by
  /// `BRIDGE_ENGINE_REQUIRED=1`, and then the tests run and fail.
  static let isThere: Bool = {
    if path != nil { return true }
    if ProcessInfo.processInfo.environment["BRIDGE_ENGINE_REQUIRED"] == "1" { return true }
    FileHandle.standardError.write(
      Data("SKIPPED: no bridge-engine-host; `make engine-test` builds it\n".utf8))
    return false
  }()

  static func required() throws -> String {
    guard let path else {
      throw SupportError("no bridge-engine-host; `make engine-test` builds it")
    }
    return path
  }

  /// Runs the host, in surroundings of its own unless the tests were given some.
  static func run(_ arguments: [String], stdin: String = "", limit: Int = 120) throws -> Run {
    var environment: [String: String] = [:]
    for name in ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS"] {
      environment[name] = ProcessInfo.processInfo.environment[name]
    }
    return try Run.command(
      try required(), arguments, stdin: Array(stdin.utf8), environment: environment, limit: limit)
  }
}
