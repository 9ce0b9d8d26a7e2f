internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let requestID = ChangeRule(
    [
      ChangeKind(
        "id-required", "a request id that every message must have",
        help: "send ids first, require them when no old sender is left",
        meaning: """
          The message must bear an id now. A side of before sends none, and where the message is \
          answered an old peer does not echo it, so that the new requester cannot tell replies \
          apart.
          """,
        cells: Change.Cells(.breaking),
        note: "Without a reply only the old sender in a new receiver breaks.",
        mirror: .kind("id-removed")),
      ChangeKind(
        "id-optional", "a request id that messages may have",
        help: "go on answering requests without an id",
        meaning: """
          The message may bear an id now. An old requester sends none, and its replies cannot be \
          matched.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)),
        mirror: .oneWay("id-removed", because: "an id that goes is told by what it was")),
      ChangeKind(
        "id-removed", "a request id that is no more",
        help: "keep the id while replies depend on it",
        meaning: """
          The message bears no id any more, or may leave it out. A receiver of before that needs it \
          refuses the message or cannot answer.
          """,
        cells: Change.Cells(Claim(.breaking, .dangerous)), mirror: .kind("id-required")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.isComparable, let a = site.oldChannel,
      let b = site.newChannel
    else { return }
    let before = a.framing.id == nil ? Message.IDNeed.none : old.id
    let after = b.framing.id == nil ? Message.IDNeed.none : new.id
    let isAnswered = old.reply != nil && new.reply != nil
    let name = quoted(new.name)
    // Whether an id is an unknown field for a receiver of before.
    let isClosed = a.framing.id == nil && old.unknownFields == .reject
    switch (before, after) {
    case (.none, .required), (.optional, .required):
      var claim = isAnswered && before == .none ? Claim.breaking : .narrowed
      if isClosed { claim.newToOld = .breaking }
      site.report(kind("id-required"), "\(name) must have an id", claim, key: "id")
    case (.none, .optional):
      // An id that nobody asked for and no reply needs is no change worth a word.
      guard isAnswered || isClosed else { return }
      site.report(
        kind("id-optional"), "\(name) may have an id",
        Claim(isClosed ? .breaking : .ok, .dangerous),
        key: "id")
    case (.required, .none), (.required, .optional):
      site.report(
        kind("id-removed"), "\(name) \(after == .none ? "has no id" : "may leave out its id")",
        Claim(.breaking, isAnswered && after == .none ? .dangerous : .ok), key: "id")
    case (.optional, .none):
      guard isAnswered else { return }
      site.report(
        kind("id-removed"), "\(name) has no id any more", Claim(.dangerous, .dangerous), key: "id")
    default: break
    }
  }
}
