internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let replyPresence = ChangeRule(
    [
      ChangeKind(
        "reply-added", "a message that wants an answer now",
        help: "ship the answering side first",
        meaning: """
          The message was said and forgotten, now its sender waits for a reply. A receiver of before \
          never answers; an old sender gets a reply that it did not ask for.
          """,
        cells: Change.Cells(Claim(.breaking, .dangerous)), mirror: .kind("reply-removed")),
      ChangeKind(
        "reply-removed", "a message that is answered no more",
        help: "go on answering while old requesters wait",
        meaning: """
          The message was a request and is answered no more. An old requester waits in vain; an old \
          receiver answers a side that does not listen.
          """,
        cells: Change.Cells(Claim(.dangerous, .breaking)), mirror: .kind("reply-added")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.isComparable else { return }
    if old.reply == nil, new.reply != nil {
      site.report(
        kind("reply-added"), "\(quoted(new.name)) wants a reply", Claim(.breaking, .dangerous),
        key: "reply")
    } else if old.reply != nil, new.reply == nil {
      site.report(
        kind("reply-removed"), "\(quoted(new.name)) is answered no more",
        Claim(.dangerous, .breaking), key: "reply")
    }
  }
}
