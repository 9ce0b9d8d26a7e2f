internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let framing = ChangeRule(
    [
      ChangeKind(
        "framing-changed", "another place for a role of the message",
        help: "send both forms until no old side is left",
        meaning: """
          Kind, version, id, payload or a part of the reply stands somewhere else in the body, or \
          the body is encoded otherwise. Each side looks where the other puts nothing.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "role-added", "a place for a role that had none",
        help: "look at the messages that need it",
        meaning: """
          The framing has a place for something that it had no place for. What that does to single \
          messages is told with them.
          """,
        cells: Change.Cells(.ok), mirror: .kind("role-removed")),
      ChangeKind(
        "role-removed", "no place any more for a role",
        help: "look at the messages that needed it",
        meaning: """
          The framing has no place any more for something that it had one for. What that does to \
          single messages is told with them.
          """,
        cells: Change.Cells(.ok), mirror: .kind("role-added")),
      ChangeKind(
        "batch-added", "a body may be a list of messages now",
        help: "ship the receiving side first",
        meaning: "A body may hold several messages at once. A receiver of before takes only one.",
        cells: Change.Cells(.widened), mirror: .kind("batch-removed")),
      ChangeKind(
        "batch-removed", "a body is one message again",
        help: "take lists while old senders send them",
        meaning: "A body held several messages at once. An old sender still sends lists.",
        cells: Change.Cells(.narrowed), mirror: .kind("batch-added")),
    ], .channels(check))

  @Sendable private static func check(_ site: ChannelSite) {
    guard site.old.from == site.new.from else { return }
    let name = site.framingName
    let (old, new) = (site.oldFraming, site.newFraming)
    if site.old.bodyIsCall != site.new.bodyIsCall {
      site.report(
        kind("framing-changed"), "the body of \(name) is another part of the call", .breaking,
        key: "body")
    }
    // Where the old side had no place and the new one has: told with messages, as far as it matters.
    let roles = [
      ["kind"], ["version"], ["id"], ["errorId"], ["payload"], ["reply", "when"], ["reply", "id"],
      ["reply", "payload"], ["reply", "error"], ["reply", "code"], ["reply", "ok"],
    ]
    func value(_ framing: JSONValue?, _ path: [String]) -> JSONValue? {
      path.reduce(framing) { value, key in value?[key] }
    }
    for path in roles {
      let (a, b) = (value(old, path), value(new, path))
      let words = path.joined(separator: "/")
      if sameValue(a, b) { continue }
      // A payload without a place is the whole body: another form altogether.
      let isWhole = path == ["payload"] || path == ["kind"]
      if let a, let b {
        site.reportFraming(
          kind("framing-changed"), "\(words) of \(name) was at \(shown(a)) and is at \(shown(b))",
          .breaking, path: path)
      } else if isWhole {
        site.reportFraming(
          kind("framing-changed"),
          "\(words) of \(name) was at \(shown(a)) and is at \(shown(b))", .breaking, path: path)
      } else if let b {
        site.reportFraming(
          kind("role-added"), "\(words) of \(name) has the place \(shown(b))", .ok, path: path)
      } else if let a {
        site.reportFraming(
          kind("role-removed"), "\(words) of \(name) had the place \(shown(a))", .ok, path: path)
      }
    }
    if !sameDecoding(old?["decode"], new?["decode"]) {
      site.reportFraming(
        kind("framing-changed"),
        "\(name) was decoded by \(shown(old?["decode"])) and is by \(shown(new?["decode"]))",
        .breaking, path: ["decode"])
    }
    if site.old.framing.batch != site.new.framing.batch {
      site.reportFraming(
        kind(site.new.framing.batch ? "batch-added" : "batch-removed"),
        site.new.framing.batch ? "\(name) may carry lists" : "\(name) carries lists no more",
        site.new.framing.batch ? .widened : .narrowed, path: ["batch"])
    }
  }

  private static func sameDecoding(_ a: JSONValue?, _ b: JSONValue?) -> Bool {
    (a?.count ?? 0) == 0 && (b?.count ?? 0) == 0 || sameValue(a, b)
  }
}
