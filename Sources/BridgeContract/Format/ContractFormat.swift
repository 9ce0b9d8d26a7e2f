internal import BridgeJSON

/// What an object of a contract is, and in which order its keys stand.
///
/// The order is that of the format's page: tables and lists from top to bottom, `doc` in front,
/// names beginning with `x-` behind, each group as it was written.
indirect enum ContractPart: Sendable {
  /// Fixed keys in this order, each with what stands there.
  case fixed([(key: String, part: ContractPart)])
  /// Free keys: names with one kind of thing each.
  case map(ContractPart)
  /// A list of one kind of thing.
  case list(ContractPart)
  /// Schemas, bodies and scalars: kept as written.
  case asWritten

  static let contract = ContractPart.fixed([
    ("$schema", .asWritten), ("bridgeContract", .asWritten), ("name", .asWritten),
    ("version", .asWritten), ("doc", .asWritten), ("unknownFields", .asWritten),
    ("unknownKinds", .asWritten), ("framing", framing), ("channels", .map(channel)),
    ("types", .map(.asWritten)), ("errors", .map(error)), ("messages", .map(message)),
    ("order", .list(rule)), ("scenarios", .map(scenario)), ("supports", supports),
    ("accept", .list(plain("fingerprint", "reason", "until"))),
  ])

  private static func plain(_ keys: String...) -> ContractPart {
    .fixed(keys.map { ($0, .asWritten) })
  }

  private static let place = plain("at", "match")
  private static let test = plain("at", "is", "in", "match")

  private static let framing = ContractPart.fixed([
    ("decode", .asWritten), ("batch", .asWritten), ("kind", place), ("version", place),
    ("id", place), ("payload", place), ("errorId", place), ("envelope", .asWritten),
    ("ids", plain("type", "pattern", "scope", "reuse", "noReply")),
    (
      "reply",
      .fixed([
        ("when", test), ("id", place), ("payload", place), ("error", place), ("code", place),
        ("ok", test),
      ])
    ),
  ])

  private static let channel = ContractPart.fixed([
    ("from", .asWritten), ("via", .asWritten), ("name", .asWritten), ("match", .asWritten),
    ("url", .asWritten), ("call", plain("match")), ("event", .asWritten), ("body", .asWritten),
    ("frames", .asWritten), ("origins", .asWritten), ("world", .asWritten),
    ("unknownKinds", .asWritten), ("framing", framing),
  ])

  private static let error = plain("code", "payload")

  private static let message = ContractPart.fixed([
    ("on", .asWritten), ("kind", .asWritten), ("version", .asWritten), ("id", .asWritten),
    ("unknownFields", .asWritten), ("payload", .asWritten),
    (
      "reply",
      .fixed([
        ("on", .asWritten), ("kind", .asWritten), ("payload", .asWritten), ("errors", .asWritten),
        ("within", .asWritten), ("count", .fixed([("until", test), ("while", test)])),
        ("sequence", place),
      ])
    ),
    ("since", .asWritten), ("deprecated", .asWritten), ("removed", .asWritten),
    ("examples", .list(plain("body", "reply", "fails", "at"))),
  ])

  private static let rule = plain(
    "id", "rule", "first", "then", "of", "after", "start", "states", "per", "within")

  private static let reaction = ContractPart.fixed([
    ("when", .asWritten), ("do", .asWritten),
  ])

  private static let scenario = ContractPart.fixed([
    ("log", .list(.asWritten)), ("page", .list(reaction)), ("native", .list(reaction)),
    ("fails", .asWritten),
  ])

  private static let supports = ContractPart.fixed([
    ("native", .list(plain("app", "contract", "until"))),
    ("web", .list(plain("deploy", "contract", "until"))),
  ])

  /// The members of an object in canonical order, each with what it is.
  func ordered(_ value: JSONValue) -> [(key: JSONValue, value: JSONValue, part: ContractPart)] {
    let members = value.members
    switch self {
    case .map(let part): return members.map { ($0.keyNode, $0.value, part) }
    case .list, .asWritten: return members.map { ($0.keyNode, $0.value, .asWritten) }
    case .fixed(let keys):
      func rank(_ key: String) -> Int {
        if let index = keys.firstIndex(where: { $0.key == key }) { return index }
        if key == "doc" { return -1 }
        return keys.count
      }
      return members.enumerated()
        .sorted { (rank($0.element.key), $0.offset) < (rank($1.element.key), $1.offset) }
        .map { _, member in
          let part = keys.first { $0.key == member.key }?.part ?? .asWritten
          return (member.keyNode, member.value, part)
        }
    }
  }

  /// What stands in an array of this.
  var element: ContractPart {
    if case .list(let part) = self { return part }
    return .asWritten
  }
}
