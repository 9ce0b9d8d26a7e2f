import BridgeJSON

/// A member of an object.
struct DraftMember {
  var key: String
  var value: DraftJSON
}

/// JSON that a draft is made of, with members in the order in which they were added.
indirect enum DraftJSON: Equatable {
  case members([DraftMember])
  case array([DraftJSON])
  /// JSON text of anything.
  case text(String)

  static func object(_ list: [(key: String, value: DraftJSON)]) -> DraftJSON {
    .members(list.map { DraftMember(key: $0.key, value: $0.value) })
  }

  static func string(_ text: String) -> DraftJSON { .text(JSONString.quoted(text)) }
  static func strings(_ list: [String]) -> DraftJSON { .array(list.map { .string($0) }) }

  static func == (a: DraftJSON, b: DraftJSON) -> Bool { a.json.utf8.elementsEqual(b.json.utf8) }

  /// The JSON text. Recurses as deep as shapes are kept, which is bounded.
  var json: String {
    switch self {
    case .text(let text): return text
    case .array(let items): return "[" + items.map(\.json).joined(separator: ",") + "]"
    case .members(let members):
      let list = members.map { JSONString.quoted($0.key) + ":" + $0.value.json }
      return "{" + list.joined(separator: ",") + "}"
    }
  }

  subscript(_ key: String) -> DraftJSON? {
    guard case .members(let members) = self else { return nil }
    return members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
  }

  /// The same with a member added or replaced.
  func setting(_ key: String, _ value: DraftJSON?) -> DraftJSON {
    guard case .members(var members) = self else { return self }
    let index = members.firstIndex { $0.key.utf8.elementsEqual(key.utf8) }
    if let value {
      if let index {
        members[index].value = value
      } else {
        members.append(DraftMember(key: key, value: value))
      }
    } else if let index {
      members.remove(at: index)
    }
    return .members(members)
  }

  /// A value of a document as one of these. Beyond 64 levels it stays text.
  init(_ value: JSONValue, depth: Int = 0) {
    guard depth < 64 else {
      self = .text(EmbeddedContract.compact(value))
      return
    }
    switch value.kind {
    case .object:
      self = .object(value.members.map { ($0.key, DraftJSON($0.value, depth: depth + 1)) })
    case .array: self = .array(value.items.map { DraftJSON($0, depth: depth + 1) })
    default: self = .text(value.text)
    }
  }
}
