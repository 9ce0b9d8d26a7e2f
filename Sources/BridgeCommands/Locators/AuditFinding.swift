import BridgeFindings

/// One thing that the audit found.
struct AuditFinding {
  var kind: AuditKind
  var severity: Severity
  /// The page as the user named it.
  var page: String
  /// The CSS path, frames before it; empty for the page itself.
  var path: String
  /// The test id, where the element has one.
  var testID: String?
  /// What is special about this one.
  var detail: String
  /// Twelve hex digits over kind, page, path and test id: the same as long as these are.
  var fingerprint: String {
    let parts = [kind.rawValue, Path.name(of: page), path, testID ?? "", detailKey]
    return String(SHA256.hex(of: Array(parts.joined(separator: "\u{0}").utf8)).prefix(12))
  }
  /// What tells apart findings of one kind at one element.
  var detailKey = ""

  /// One line for people.
  var sentence: String { detail.isEmpty ? kind.title : "\(kind.title): \(detail)" }
}
