internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let messageAdded = ChangeRule(
    [
      ChangeKind(
        "message-added", "a message that the other side does not know yet",
        help: "ship the receiving side first, or let it ignore unknown kinds",
        meaning: """
          A message is new. Who receives it and has the contract of before has no handler, no \
          function or no case for it. Where the receiving channel of before says "unknownKinds": \
          "ignore" it is dropped in silence and nothing breaks; a request then needs "within", so \
          that the missing reply has an outcome.
          """,
        cells: Change.Cells(.widened),
        note: "Works everywhere where the receiving channel of before ignores unknown kinds.",
        mirror: .kind("message-removed")),
      ChangeKind(
        "version-added", "one more version of a known message",
        help: "ship the receiving side first",
        meaning: """
          A kind that both sides know is now also said in another version. Who receives it and has \
          the contract of before refuses that version; "unknownKinds" does not help, the kind is \
          known.
          """,
        cells: Change.Cells(.widened), mirror: .kind("version-removed")),
      ChangeKind(
        "alias-added", "a second way for a message there was already",
        help: "let the page fall back to the old name where the new one is missing",
        meaning: """
          The same message can now be said over another handler too, and the old way is still \
          there. It is dangerous only if the page uses the new name without a fallback.
          """,
        cells: Change.Cells(
          webToNative: .init(newPageOldApp: .dangerous, oldPageNewApp: .ok)),
        mirror: .oneWay("message-removed", because: "an alias that goes is a way that goes")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard site.old == nil, let message = site.new, let channel = site.newChannel else { return }
    let comparison = site.comparison
    let word = "the message \(quoted(message.name))"
    if let other = alias(of: message, channel, site) {
      site.report(
        kind("alias-added"),
        "\(word) says over \(quoted(channel.key)) what \(quoted(other)) says already",
        Claim(.dangerous, .ok), key: "on")
      return
    }
    guard let old = comparison.channels.oldOfNew[message.channel] else {
      site.report(
        kind("message-added"), "\(word) is new, on a channel that is new", .widened, key: "",
        advice: nil)
      return
    }
    let isKnown = comparison.old.messages.contains {
      $0.channel == old && $0.isLive(in: comparison.old) && !$0.hasNoKind
        && $0.kindKey == message.kindKey
    }
    if isKnown {
      site.report(
        kind("version-added"),
        "\(word) is new: version \(shown(message.version)) of a kind that is known", .widened,
        key: "version")
      return
    }
    var claim = Claim.widened
    if comparison.old.channels[old].unknownKinds == .ignore {
      claim.newToOld = message.reply == nil || message.reply?.within != nil ? .ok : .dangerous
    }
    let guarded =
      switch claim.newToOld {
      case .ok: ", and the receiving side ignores what it does not know"
      case .dangerous:
        "; the receiving side ignores it, and without \"within\" the request waits for ever"
      default: ""
      }
    let isPlan = comparison.old.messages.contains {
      $0.isPlanned(in: comparison.old) && $0.name.utf8.elementsEqual(message.name.utf8)
    }
    site.report(
      kind("message-added"),
      "\(word) \(isPlan ? "was planned and is in force" : "is new")\(guarded)",
      claim, key: "")
  }

  /// The message of both contracts that says the same over another channel of the page.
  private static func alias(
    of message: Message, _ channel: Channel, _ site: MessageSite
  ) -> String? {
    let comparison = site.comparison
    guard channel.from == .web, comparison.channels.oldOfNew[message.channel] == nil else {
      return nil
    }
    var key: [UInt8] = []
    CanonicalSchema.append(message.source["payload"] ?? message.source, to: &key)
    for (index, other) in comparison.new.messages.enumerated()
    where other.channel != message.channel && comparison.messages.oldOfNew[index] != nil
      && other.claim == message.claim
      && comparison.new.channels[other.channel].from == .web
    {
      var otherKey: [UInt8] = []
      CanonicalSchema.append(other.source["payload"] ?? other.source, to: &otherKey)
      if key == otherKey { return other.name }
    }
    return nil
  }
}
