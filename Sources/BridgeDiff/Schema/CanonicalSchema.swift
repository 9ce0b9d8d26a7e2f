internal import BridgeJSON

/// Texts of values that are the same where the values mean the same.
enum CanonicalSchema {
  /// Appends the value with sorted keys and without what only people read. Loaded contracts are at
  /// most 512 levels deep, so recursion is bounded.
  static func append(_ value: JSONValue, to out: inout [UInt8]) {
    switch value.kind {
    case .object:
      out.append(UInt8(ascii: "{"))
      let members = value.members.filter { !isForPeople($0.key) }
        .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for member in members {
        JSONString.appendQuoted(Array(member.key.utf8), to: &out)
        out.append(UInt8(ascii: ":"))
        append(member.value, to: &out)
        out.append(UInt8(ascii: ","))
      }
      out.append(UInt8(ascii: "}"))
    case .array:
      out.append(UInt8(ascii: "["))
      for item in value.items {
        append(item, to: &out)
        out.append(UInt8(ascii: ","))
      }
      out.append(UInt8(ascii: "]"))
    default: out += value.cursor.text
    }
  }

  /// Whether a keyword says nothing to a machine.
  static func isForPeople(_ key: String) -> Bool {
    switch key {
    case "title", "description", "$comment", "doc", "examples": true
    default: key.utf8.starts(with: "x-".utf8)
    }
  }
}
