/// One rule of `diff`: the kinds of change that it finds, and how it finds them. A rule is a file in
/// `Rules`; `generate-registry` beside them lists all.
package struct ChangeRule: Sendable {
  /// What a rule looks at.
  enum Check: Sendable {
    /// The two contracts as a whole.
    case contracts(@Sendable (ContractSite) -> Void)
    /// A channel of both contracts.
    case channels(@Sendable (ChannelSite) -> Void)
    /// A message that one of the contracts has alone, or both.
    case messages(@Sendable (MessageSite) -> Void)
    /// The reply of a message that both have.
    case replies(@Sendable (ReplySite) -> Void)
    /// A place of a payload, in both schemas.
    case values(@Sendable (ValueSite) -> Void)
    /// The same, also where both schemas take the same values.
    case annotations(@Sendable (ValueSite) -> Void)
    /// It is made elsewhere; the sentence says where.
    case elsewhere(String)
  }

  package let kinds: [ChangeKind]
  let check: Check

  init(_ kinds: [ChangeKind], _ check: Check) {
    self.kinds = kinds
    self.check = check
  }
}

/// All rules.
package enum ChangeRules {
  /// Every kind of change, in the order of the files.
  package static let kinds: [ChangeKind] = all.flatMap(\.kinds)

  /// The kind with this id.
  package static func kind(_ id: String) -> ChangeKind? {
    kinds.first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  static let contractChecks = all.compactMap { rule in
    if case .contracts(let check) = rule.check { check } else { nil }
  }
  static let channelChecks = all.compactMap { rule in
    if case .channels(let check) = rule.check { check } else { nil }
  }
  static let messageChecks = all.compactMap { rule in
    if case .messages(let check) = rule.check { check } else { nil }
  }
  static let replyChecks = all.compactMap { rule in
    if case .replies(let check) = rule.check { check } else { nil }
  }
  static let annotationChecks = all.compactMap { rule in
    if case .annotations(let check) = rule.check { check } else { nil }
  }
  static let valueChecks = all.compactMap { rule in
    if case .values(let check) = rule.check { check } else { nil }
  }
}

extension ChangeRule {
  /// The kind of one of the rules by its id; every id is written in a rule.
  static func kind(_ id: String) -> ChangeKind {
    guard let kind = ChangeRules.byID[id] else { preconditionFailure("no rule has \(id)") }
    return kind
  }
}

extension ChangeRules {
  fileprivate static let byID: [String: ChangeKind] = Dictionary(
    kinds.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
}
