import BridgeContract
import BridgeJSON

/// What of a contract generated code needs at run time: all but prose, order, scenarios, and
/// examples that show what is wrong.
enum EmbeddedContract {
  private static let dropped = [
    "$schema", "doc", "order", "scenarios", "supports", "accept",
  ]

  /// JSON text in ASCII, one message a line.
  static func text(_ contract: Contract, withOrder: Bool = false) -> String {
    var parts: [String] = []
    for member in contract.document.root.members {
      if dropped.contains(member.key), !(withOrder && member.key == "order") { continue }
      let key = JSONString.quoted(member.key) + ":"
      guard member.key == "messages" else {
        parts.append(key + compact(member.value))
        continue
      }
      let messages = member.value.members.compactMap { entry -> String? in
        guard entry.value["removed"] == nil || !isRemoved(entry.key, contract) else { return nil }
        return JSONString.quoted(entry.key) + ":" + message(entry.value)
      }
      parts.append(key + "{\n" + messages.joined(separator: ",\n") + "\n}")
    }
    return Literals.embedded("{\n" + parts.joined(separator: ",\n") + "\n}")
  }

  private static func isRemoved(_ name: String, _ contract: Contract) -> Bool {
    contract.messages.contains { $0.isRemoved && $0.name.utf8.elementsEqual(name.utf8) }
  }

  private static func message(_ source: JSONValue) -> String {
    let members = source.members.filter { $0.key != "doc" }.map { member -> String in
      let key = JSONString.quoted(member.key) + ":"
      guard member.key == "examples" else { return key + compact(member.value) }
      let good = member.value.items.filter { $0["fails"] == nil }
      return key + "[" + good.map { compact($0) }.joined(separator: ",") + "]"
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// JSON text without white space between its tokens. A loop, as it may be deep.
  static func compact(_ value: JSONValue) -> String {
    var out: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in value.cursor.text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
