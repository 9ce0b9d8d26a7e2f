internal import BridgeContract
internal import BridgeJSON

/// Words for people that changed, without any effect on the wire.
public struct DocumentationChange: Sendable, Equatable {
  /// What it is about: a message's name, or `type Money`, `error declined`, `contract`.
  public var subject: String
}

extension Comparison {
  /// What has other titles, descriptions, examples or vendor keys than before.
  func documentation() -> [DocumentationChange] {
    var out: [DocumentationChange] = []
    func compare(_ a: JSONValue?, _ b: JSONValue?, _ subject: String) {
      guard let a, let b else { return }
      if words(a) != words(b) { out.append(DocumentationChange(subject: subject)) }
    }
    for pair in messages.all {
      guard let i = pair.old, let j = pair.new else { continue }
      compare(old.messages[i].source, new.messages[j].source, new.messages[j].name)
    }
    for (key, word) in [("types", "type"), ("errors", "error"), ("channels", "channel")] {
      for member in new.document.root[key]?.members ?? [] {
        compare(old.document.root[key]?[member.key], member.value, "\(word) \(member.key)")
      }
    }
    if !sameValue(old.document.root["doc"], new.document.root["doc"]) {
      out.append(DocumentationChange(subject: "contract"))
    }
    return out
  }

  /// All that only people read, in the order of its places.
  private func words(_ value: JSONValue) -> [[UInt8]] {
    var out: [[UInt8]] = []
    var open = [value]
    while let value = open.popLast() {
      for member in value.members.sorted(by: {
        $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
      }) {
        if CanonicalSchema.isForPeople(member.key) {
          // What stands in examples of a message is a body, not a schema.
          var text = Array(member.key.utf8)
          Self.append(member.value, to: &text)
          out.append(text)
        } else if member.key != "const", member.key != "enum", member.key != "default" {
          open.append(member.value)
        }
      }
      open += value.items
    }
    return out
  }

  private static func append(_ value: JSONValue, to out: inout [UInt8]) {
    switch value.kind {
    case .object:
      for member in value.members.sorted(by: {
        $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
      }) {
        JSONString.appendQuoted(Array(member.key.utf8), to: &out)
        append(member.value, to: &out)
      }
    case .array: for item in value.items { append(item, to: &out) }
    default: out += value.cursor.text
    }
    out.append(UInt8(ascii: ";"))
  }
}
