import BridgeContract
import BridgeFindings
import Foundation
import TestSupport

/// The contracts that ship with the package.
enum ShippedContracts {
  /// Their files, in byte order.
  static let files: [URL] = {
    let folders = ["Contracts", "Contracts/bridges"].map {
      Project.url($0).resolvingSymlinksInPath()
    }
    let all = folders.flatMap { folder in
      let files = try? FileManager.default.contentsOfDirectory(
        at: folder, includingPropertiesForKeys: nil)
      return files ?? []
    }
    return all.filter { $0.lastPathComponent.hasSuffix(".bridge.json") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }()

  /// All of them.
  static func all() throws -> [Contract] {
    guard files.count >= 19 else { throw SupportError("only \(files.count) contracts") }
    return try files.map(load)
  }

  /// One of them.
  static func load(_ file: URL) throws -> Contract {
    try load([UInt8](try Data(contentsOf: file)), file.lastPathComponent)
  }

  /// A contract from its text.
  static func load(_ text: [UInt8], _ name: String = "contract") throws -> Contract {
    switch Contract.load(text, file: name) {
    case .loaded(let contract): return contract
    case .broken(let findings): throw SupportError("\(name): \(findings.map(\.message))")
    }
  }
}

/// Programs that tests need. CI installs them; elsewhere their absence skips tests, and says so.
enum Programs {
  /// Whether a program is there. On CI an absent one fails the tests that need it.
  static func has(_ name: String) -> Bool {
    let run = try? Run.command("/usr/bin/env", ["sh", "-c", "command -v \(name)"])
    if run?.status == 0 || ProcessInfo.processInfo.environment["CI"] != nil { return true }
    FileHandle.standardError.write(Data("SKIPPED: \(name) is not installed\n".utf8))
    return false
  }
}
