/// A command line that cannot be understood: what is wrong, and the way out.
struct UsageError: Error, Equatable {
  var problem: String
  /// The command whose help shows the way; nil for the tool's own.
  var command: String?
  /// What was probably meant.
  var suggestion: String?

  /// Lines of help to print under the problem.
  var help: [String] {
    var lines: [String] = []
    if let suggestion { lines.append("did you mean \(suggestion)?") }
    let words = command.map { $0.isEmpty ? "" : " " + $0 } ?? ""
    lines.append("see: bridge-contract help\(words)")
    return lines
  }
}
