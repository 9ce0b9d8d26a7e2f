public import Foundation

/// The project's own folders, found by walking up from this source file.
public enum Project {
  /// The folder that holds `Package.swift`.
  public static let folder: URL = {
    var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    while folder.path != "/" {
      if FileManager.default.fileExists(atPath: folder.appendingPathComponent("Package.swift").path)
      {
        return folder
      }
      folder.deleteLastPathComponent()
    }
    fatalError("no Package.swift above \(#filePath)")
  }()

  /// `Fixtures`, `Contracts` and whatever else stands beside `Package.swift`.
  public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }
}

/// Files under `Fixtures`.
public enum Fixtures {
  /// The folder.
  public static let folder: URL = Project.url("Fixtures")

  /// A file or folder under `Fixtures`, such as `logs/good.jsonl`.
  public static func url(_ path: String) -> URL { folder.appendingPathComponent(path) }

  /// The bytes of a fixture. Throws where it is missing, so that a test cannot pass without it.
  public static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url(path)))
  }

  /// The bytes of a contract of the fixtures that has no scenarios, with one put in under the name `s`.
  public static func contract(_ path: String, scenario: String) throws -> [UInt8] {
    let contract = try text(path)
    guard let end = contract.lastIndex(of: "}") else {
      throw SupportError("\(path) is no contract")
    }
    return Array((contract[..<end] + ",\"scenarios\":{\"s\":\(scenario)}}").utf8)
  }

  /// The text of a fixture, which must be UTF-8.
  public static func text(_ path: String) throws -> String {
    try String(contentsOf: url(path), encoding: .utf8)
  }
}

/// A failure of the support code itself, with its words.
public struct SupportError: Error, CustomStringConvertible {
  /// What went wrong.
  public var description: String

  /// Makes an error from its words.
  public init(_ description: String) { self.description = description }
}
