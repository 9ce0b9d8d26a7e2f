internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let messageRemoved = ChangeRule(
    [
      ChangeKind(
        "message-removed", "a message that is said no more",
        help: "keep it while the other side still says it or waits for it",
        meaning: """
          A message is gone, or "removed" is in force. Who still says it meets a side that does not \
          know it; who waits for it waits in vain, which breaks where a rule of order needs it.
          """,
        cells: Change.Cells(Claim(.dangerous, .breaking)),
        note: """
          Where no rule of order needs it, nobody waits for it: that cell works. Where every app that \
          "supports" lists has deprecated it, nothing breaks.
          """,
        mirror: .kind("message-added")),
      ChangeKind(
        "version-removed", "a version of a message that is said no more",
        help: "keep the old version while the other side still says it",
        meaning: """
          A kind is still there, one of its versions is not. Who still says that version is refused.
          """,
        cells: Change.Cells(Claim(.dangerous, .breaking)), mirror: .kind("version-added")),
      ChangeKind(
        "removed-without-deprecation", "removed without having been deprecated",
        help: "set \"deprecated\" for a time before \"removed\"",
        meaning: """
          Nobody was told: the message was not deprecated in the contract of before. It has no \
          effect on the wire.
          """,
        severity: .info, mirror: .none(because: "adding needs no announcement")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard site.new == nil, let message = site.old else { return }
    let comparison = site.comparison
    let channel = comparison.channels.newOfOld[message.channel].map { comparison.new.channels[$0] }
    var claim = Claim(.ok, .breaking)
    var sentence = "the message \(quoted(message.name)) is gone"
    switch OrderNeeds(comparison.old).need(of: comparison.old.index(of: message)) {
    case .required:
      claim.newToOld = .breaking
      sentence += ", and a rule of order waits for it"
    case .mentioned:
      claim.newToOld = .dangerous
      sentence += ", and a rule of order speaks of it"
    case .none: break
    }
    if isGivenUp(message, site) {
      // Every app in the field knew that it would go.
      claim = Claim(.ok, site.from == .web ? .dangerous : .ok)
      sentence += "; every supported app has deprecated it"
    }
    let isKnown = comparison.new.messages.contains {
      $0.isLive(in: comparison.new) && !$0.hasNoKind && $0.kindKey == message.kindKey
        && comparison.new.channels[$0.channel].key == channel?.key
    }
    if isKnown {
      site.report(
        kind("version-removed"),
        "version \(shown(message.version)) of \(quoted(message.name)) is gone", claim,
        key: "version")
    } else {
      if channel?.unknownKinds == .ignore {
        claim.oldToNew = .dangerous
        sentence += "; the receiving side drops it in silence"
      }
      site.report(kind("message-removed"), sentence, claim, key: "")
    }
    if !message.isDeprecated {
      site.report(
        kind("removed-without-deprecation"),
        "the message \(quoted(message.name)) was not deprecated before it was removed", .ok,
        key: "deprecated", cells: Change.Cells())
    }
  }
}

extension ChangeRule {
  /// Whether each app in the field has a contract in which the message was deprecated already.
  private static func isGivenUp(_ message: Message, _ site: MessageSite) -> Bool {
    guard let since = message.source["deprecated"]?.string.flatMap({ SemanticVersion($0) }) else {
      return false
    }
    let apps = Supported.native(of: site.comparison.new)
    return !apps.isEmpty
      && apps.allSatisfy { app in
        SemanticVersion(app.contract).map { !($0 < since) } ?? false
      }
  }
}

extension Contract {
  /// The message's place in the list; names are unique.
  func index(of message: Message) -> Int {
    messages.firstIndex { $0.name.utf8.elementsEqual(message.name.utf8) } ?? 0
  }
}

/// What rules of order want of single messages.
struct OrderNeeds {
  enum Need { case none, mentioned, required }

  private let contract: Contract
  init(_ contract: Contract) { self.contract = contract }

  /// `required` where a rule is broken if the message never comes.
  func need(of message: Int) -> Need {
    func speaks(_ words: [Word]) -> Bool {
      words.contains { word in
        switch word {
        case .messages(let list), .replies(let list): list.contains(message)
        case .anyReply, .event: false
        }
      }
    }
    /// Whether nothing else could stand in for it.
    func isAlone(_ words: [Word]) -> Bool { words.count == 1 && words == [.messages([message])] }
    var need = Need.none
    for rule in contract.rules {
      switch rule.rule {
      case .exactlyOnce(let of), .atLeastOnce(let of):
        if isAlone(of) { return .required }
        if speaks(of) { need = .mentioned }
      case .precedes(let first, let then):
        if isAlone(first) { return .required }
        if speaks(first) || speaks(then) { need = .mentioned }
      case .atMostOnce(let of), .serial(let of): if speaks(of) { need = .mentioned }
      case .never(let of, let after): if speaks(of) || speaks(after) { need = .mentioned }
      case .states(let machine):
        if machine.transitions.joined().contains(where: { speaks([$0.word]) }) { need = .mentioned }
      }
    }
    return need
  }
}
