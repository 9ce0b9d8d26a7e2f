internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let messageRenamed = ChangeRule(
    [
      ChangeKind(
        "message-renamed", "another wire word for the same message",
        help: "keep the old word beside the new one until no old side is left",
        meaning: """
          What was said under one kind is said under another. Nobody of before knows the new word, \
          and the new side does not know the old one. A new name in the contract alone, with the \
          kind as it was, is no change on the wire.
          """,
        cells: Change.Cells(.breaking), mirror: .itself)
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.match != .wire, site.isComparable,
      old.kindKey != new.kindKey
    else { return }
    func word(_ message: Message) -> String {
      message.kind.map { shown($0) } ?? message.kindWord.map { quoted($0) } ?? "no kind"
    }
    site.report(
      kind("message-renamed"),
      "the message \(quoted(old.name)) had the kind \(word(old)) and has \(word(new))", .breaking,
      key: "kind")
  }
}
