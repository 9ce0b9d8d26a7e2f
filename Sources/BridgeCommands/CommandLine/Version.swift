import BuildStamp

/// What the tool says of itself.
enum Version {
  /// The tool's own version.
  static let tool = "0.1.0"
  /// The newest contract format it understands.
  static let format = 1

  static func show(on console: Console) {
    let commit = String(cString: bridge_contract_commit())
    let built = commit.isEmpty ? "" : ", commit \(commit)"
    console.out.writeLine("bridge-contract \(tool) (contract format \(format)\(built))")
  }
}
