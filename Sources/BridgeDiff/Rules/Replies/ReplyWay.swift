internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let replyWay = ChangeRule(
    [
      ChangeKind(
        "reply-way-changed", "the reply comes in another way",
        help: "answer in both ways until no old requester is left",
        meaning: """
          The reply comes over another channel, or as the result of the call, or under another kind. \
          A requester of before waits where nothing comes.
          """,
        cells: Change.Cells(.breaking), mirror: .itself)
    ], .replies(check))

  @Sendable private static func check(_ site: ReplySite) {
    let comparison = site.comparison
    let name = quoted(site.message.name)
    func place(_ reply: Reply, _ isOld: Bool) -> Int? {
      switch reply.on {
      case .result: -1
      case .channel(let index): isOld ? comparison.channels.newOfOld[index] ?? -2 : index
      case .anyChannel: nil
      }
    }
    let (a, b) = (place(site.old, true), place(site.new, false))
    if let a, let b, a != b {
      site.report(
        kind("reply-way-changed"), "the reply to \(name) comes in another way", .breaking,
        key: "on", isReplys: true)
    } else if (a == -1) != (b == -1) {
      site.report(
        kind("reply-way-changed"), "the reply to \(name) comes in another way", .breaking,
        key: "on", isReplys: true)
    }
    if let old = site.old.kind, let new = site.new.kind,
      !JSONEquality.equal(old.cursor, new.cursor)
    {
      site.report(
        kind("reply-way-changed"),
        "the reply to \(name) had the kind \(shown(old)) and has \(shown(new))", .breaking,
        key: "kind", isReplys: true)
    } else if site.old.kind == nil, let new = site.new.kind {
      site.report(
        kind("reply-way-changed"), "the reply to \(name) must have the kind \(shown(new))",
        .narrowed, key: "kind", isReplys: true)
    } else if let old = site.old.kind, site.new.kind == nil {
      site.report(
        kind("reply-way-changed"), "the reply to \(name) needs the kind \(shown(old)) no more",
        .widened, key: "kind", isReplys: true)
    }
  }
}

/// Whether two values that may be absent are the same.
func sameValue(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
  switch (a, b) {
  case (nil, nil): true
  case (let a?, let b?): JSONEquality.equal(a.cursor, b.cursor)
  default: false
  }
}
