internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let messageDeprecated = ChangeRule(
    [
      ChangeKind(
        "message-deprecated", "a message that is on its way out",
        help: "say what stands in for it, and set \"removed\" when nobody says it any more",
        meaning: "The message is deprecated from a version on. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("deprecation-lifted")),
      ChangeKind(
        "deprecation-lifted", "a message that stays after all",
        help: "tell those who moved away from it",
        meaning: "The message is deprecated no more. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("message-deprecated")),
      ChangeKind(
        "name-reused", "the name of a removed message for another one",
        help: "choose a name that nobody has heard yet",
        meaning: """
          A message that was removed is back, or its name stands for another one. Old sides may \
          still say it in its old meaning: names of removed messages are kept so that they are not \
          used again.
          """,
        cells: Change.Cells(.dangerous),
        mirror: .oneWay("message-removed", because: "a message that goes gives its name back")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let new = site.new else { return }
    if let old = site.old {
      let (before, after) = (old.source["deprecated"], new.source["deprecated"])
      if before == nil, let after {
        site.report(
          kind("message-deprecated"),
          "\(quoted(new.name)) is deprecated from \(shown(after)) on", .ok, key: "deprecated")
      } else if before != nil, after == nil {
        site.report(
          kind("deprecation-lifted"), "\(quoted(new.name)) is deprecated no more", .ok,
          key: "deprecated")
      }
    } else {
      let wasRemoved = site.comparison.old.messages.contains {
        $0.isRemoved
          && ($0.name.utf8.elementsEqual(new.name.utf8)
            || ($0.claim == new.claim
              && site.comparison.channels.newOfOld[$0.channel] == new.channel && !$0.hasNoKind))
      }
      if wasRemoved {
        site.report(
          kind("name-reused"), "\(quoted(new.name)) was the name of a removed message",
          .dangerous, key: "removed")
      }
    }
  }
}
