import BridgeFindings
import BridgeJSON

/// What a file is that was given as a log and is none, in words that lead out.
enum NotALog {
  private static let limit = JSONLimits.contract.bytes

  /// What to say of these files where most of their lines are no JSON or none was judged. Reads at
  /// most 4 MiB of each again.
  static func notes(_ logs: [String], _ summary: Summary) -> [String] {
    let malformed = summary.causes[Cause.malformedJSON.id] ?? 0
    guard malformed * 2 > summary.lines || (summary.messages == 0 && summary.errors > 0) else {
      return []
    }
    return logs.compactMap { log in description(of: log).map { "note: " + $0 } }
  }

  /// What the file is, and what to do with it; nil where nothing can be told. Reads at most 4 MiB.
  static func description(of log: String) -> String? {
    guard log != "-", Files.kind(of: log) == .file,
      let bytes = try? Files.read(log, limit: limit)
    else { return nil }
    let name = Harmless.text(log)
    guard let document = try? JSONDocument(bytes, limits: .contract) else {
      return bytes.contains(0) ? "\(name) is no text: was another file meant?" : nil
    }
    if document.root.members.contains(where: { $0.key == "bridgeContract" }) {
      return "\(name) is a contract: bridge-contract check \(Words.quoted(log))"
    }
    guard bytes.dropLast().contains(0x0A) || document.root.kind == .array else { return nil }
    let filter = document.root.kind == .array ? "'.[]'" : "."
    return "\(name) is one JSON value; a log has an object on each line: "
      + "jq -c \(filter) \(Words.quoted(log))"
  }
}
