internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let messageDirection = ChangeRule(
    [
      ChangeKind(
        "direction-changed", "said by the other side now",
        help: "give the new direction a message of its own",
        meaning: """
          The message is on a channel of the other side. Who said it has nobody to say it to, and \
          who says it now finds nobody who listens.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "channel-changed", "the same message over another channel",
        help: "listen on both channels until no old side is left",
        meaning: """
          The message travels over another channel of the same side: another handler, function or \
          event. The other side of before does not listen there.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, let from = site.oldChannel,
      let to = site.newChannel
    else { return }
    if !site.isComparable {
      site.report(
        kind("direction-changed"),
        "\(quoted(new.name)) was said by \(from.from.rawValue) and is said by \(to.from.rawValue)",
        .breaking, key: "on", cells: Change.Cells(.breaking))
    } else if site.comparison.channels.newOfOld[old.channel] != new.channel {
      site.report(
        kind("channel-changed"),
        "\(quoted(new.name)) was said over \(quoted(from.key)) and is said over \(quoted(to.key))",
        .breaking, key: "on")
    }
  }
}
