internal import BridgeContract
internal import BridgeFindings
internal import Foundation

/// Finds and loads the contract that a test names.
enum ContractFile {
  enum Result {
    case loaded(Contract)
    /// What to tell the author of the test.
    case broken(String)
  }

  /// A relative path is looked for in the folder of `near` and in every folder above.
  static func load(_ path: String, near file: String) -> Result {
    guard let url = find(path, near: file) else {
      return .broken(
        "there is no contract \(path): not in the folder of \(URL(fileURLWithPath: file).lastPathComponent) and in none above"
      )
    }
    return load(url, named: path)
  }

  static func load(_ url: URL, named name: String) -> Result {
    guard let data = try? Data(contentsOf: url) else {
      return .broken("the contract \(name) cannot be read")
    }
    switch Contract.load(Array(data), file: name) {
    case .loaded(let contract): return .loaded(contract)
    case .broken(let findings):
      let lines = findings.map { finding in
        "\(name):\(finding.contract?.line ?? 0): \(finding.message)"
      }
      return .broken("the contract cannot be loaded\n" + lines.joined(separator: "\n"))
    }
  }

  /// A file by its path, beside another file or above.
  static func find(_ path: String, near file: String) -> URL? {
    if path.hasPrefix("/") {
      return FileManager.default.fileExists(atPath: path) ? URL(fileURLWithPath: path) : nil
    }
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while true {
      let url = folder.appendingPathComponent(path)
      if FileManager.default.fileExists(atPath: url.path) { return url }
      let above = folder.deletingLastPathComponent()
      if above.path == folder.path || folder.path == "/" { return nil }
      folder = above
    }
  }
}
