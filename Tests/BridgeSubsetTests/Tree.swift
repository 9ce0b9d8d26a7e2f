import TestSupport

/// A JSON value that can be changed, for making schemas of schemas.
indirect enum Tree: Hashable, Sendable {
  /// A scalar, as it is written.
  case plain(String)
  case list([Tree])
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: String
    var value: Tree
  }

  var text: String {
    switch self {
    case .plain(let text): text
    case .list(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\"\($0.key)\":\($0.value.text)" }.joined(separator: ",") + "}"
    }
  }

  static func object(_ members: (String, Tree)...) -> Tree {
    .object(members.map { Member(key: $0.0, value: $0.1) })
  }

  static let yes = Tree.plain("true")
  static let no = Tree.plain("false")

  subscript(key: String) -> Tree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// The same with the keys of every object in another order.
  func shuffled(_ random: inout SplitMix64) -> Tree {
    switch self {
    case .plain: return self
    case .list(let items): return .list(items.map { $0.shuffled(&random) })
    case .object(let members):
      var left = members.map { Member(key: $0.key, value: $0.value.shuffled(&random)) }
      left.shuffle(using: &random)
      return .object(left)
    }
  }
}
