import BridgeContract
import BridgeJSON

/// Writes a JSON Schema document per message: payload, reply and errors, with the contract's types.
enum JSONSchemaGenerator {
  static func files(_ contract: Contract) -> [GeneratedFile] {
    var table = NameTable(reserved: [])
    return contract.messages.filter { !$0.isRemoved }.map { message in
      let words = NameTable.words(message.name)
      let name = table.take(words.isEmpty ? "message" : words.joined(separator: "-"))
      return GeneratedFile(
        path: contract.name + "/" + name + ".schema.json", text: document(message, contract))
    }
  }

  /// `$ref`s go to `#/types/…` in a contract; a bundle has the types at the same place.
  private static func document(_ message: Message, _ contract: Contract) -> String {
    let root = contract.document.root
    var out = "{\n"
    func member(_ key: String, _ value: String, _ indent: String = "  ", isLast: Bool = false) {
      out += "\(indent)\(JSONString.quoted(key)): \(value)\(isLast ? "" : ",")\n"
    }
    member("$schema", JSONString.quoted("https://json-schema.org/draft/2020-12/schema"))
    member("title", JSONString.quoted(message.name))
    member(
      "$comment", JSONString.quoted("From the contract \(contract.name) \(contract.version)."))
    if let doc = message.source["doc"]?.string { member("description", JSONString.quoted(doc)) }
    var roots: [(String, String)] = []
    if let payload = message.source["payload"] {
      roots.append(("payload", EmbeddedContract.compact(payload)))
    }
    if let reply = message.reply {
      if let payload = reply.source["payload"] {
        roots.append(("reply", EmbeddedContract.compact(payload)))
      }
      for index in reply.errors {
        let error = contract.errors[index]
        guard let payload = root["errors"]?[error.name]?["payload"] else { continue }
        roots.append(("error " + error.name, EmbeddedContract.compact(payload)))
      }
    }
    member("$ref", "\"#/$defs/payload\"")
    var types: [(String, String)] = []
    for member in root["types"]?.members ?? [] {
      types.append((member.key, EmbeddedContract.compact(member.value)))
    }
    object("$defs", roots, isLast: types.isEmpty, &out)
    if !types.isEmpty { object("types", types, isLast: true, &out) }
    return out + "}\n"
  }

  private static func object(
    _ key: String, _ members: [(String, String)], isLast: Bool, _ out: inout String
  ) {
    out += "  \(JSONString.quoted(key)): {\n"
    for (index, member) in members.enumerated() {
      let comma = index + 1 < members.count ? "," : ""
      out += "    \(JSONString.quoted(member.0)): \(member.1)\(comma)\n"
    }
    out += "  }\(isLast ? "" : ",")\n"
  }
}
