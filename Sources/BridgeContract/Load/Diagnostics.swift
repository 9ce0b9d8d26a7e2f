internal import BridgeFindings
internal import BridgeJSON

/// Collects the errors of one contract file: all of them, each with its place.
final class Diagnostics {
  let file: String
  let document: JSONDocument
  private(set) var findings: [Finding] = []

  init(file: String, document: JSONDocument) {
    self.file = file
    self.document = document
  }

  /// Notes an error at a value (or at a key) of the file.
  func error(_ message: String, at value: JSONValue, suggest: String? = nil) {
    error(
      message, pointer: value.pointer, offset: document.offset(of: value.cursor), suggest: suggest)
  }

  /// Notes an error at a byte of the file.
  func error(_ message: String, pointer: String, offset: Int, suggest: String? = nil) {
    let position = document.position(ofOffset: offset)
    findings.append(
      Finding(
        cause: nil, severity: .error, message: message, file: file, line: position.line,
        offset: offset, instancePath: pointer,
        contract: .init(file: file, line: position.line, column: position.column),
        suggest: suggest,
        fingerprint: Fingerprint.of(
          cause: "", contract: file, message: "", pointer: pointer, keyword: "contract")))
  }
}

/// Reads the members of an object with fixed keys: unknown ones are errors with the nearest
/// spelling; names beginning with `x-` are free, `doc` is text.
struct Fields {
  let value: JSONValue
  private let members: [(key: String, keyNode: JSONValue, value: JSONValue)]

  /// Nil (with an error) if the value is no object.
  init?(_ value: JSONValue, _ what: String, keys: [String], _ diagnostics: Diagnostics) {
    guard value.kind == .object else {
      diagnostics.error("\(what) must be an object", at: value)
      return nil
    }
    self.value = value
    members = value.members
    for member in members {
      if member.key == "doc" {
        if member.value.kind != .string {
          diagnostics.error("doc must be text", at: member.value)
        }
        continue
      }
      if member.key.hasPrefix("x-") || keys.contains(member.key) { continue }
      let nearest = Spelling.nearest(to: member.key, among: keys)
      diagnostics.error(
        "unknown key \(quoted(member.key)) in \(what)"
          + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""),
        at: member.keyNode, suggest: nearest)
    }
  }

  subscript(_ key: String) -> JSONValue? {
    members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }
}

/// A name in double quotes, for sentences about a contract.
func quoted(_ name: String) -> String { JSONString.quoted(name) }

/// `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last else { return "" }
  return words.count == 1 ? last : words.dropLast().joined(separator: ", ") + " or " + last
}
