internal import BridgeFindings

extension ChangeRule {
  static let patterns = ChangeRule(
    [
      ChangeKind(
        "pattern-tightened", "a pattern that fewer texts match",
        help: "keep senders within the new pattern before receivers enforce it",
        meaning: "A pattern is new or narrower. A sender of before may send what it refuses.",
        cells: Change.Cells(.narrowed), mirror: .kind("pattern-loosened")),
      ChangeKind(
        "pattern-loosened", "a pattern that more texts match",
        help: "ship the receiving side first",
        meaning: "A pattern is gone or wider. A receiver of before refuses what is new in it.",
        cells: Change.Cells(.widened), mirror: .kind("pattern-tightened")),
      ChangeKind(
        "pattern-changed", "a pattern that other texts match",
        help: "send what both match until no old side is left",
        meaning: "A pattern takes texts that the other one refuses, in both directions.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["pattern"], type: "string", narrowed: "pattern-tightened",
        widened: "pattern-loosened", changed: "pattern-changed", what: "the pattern"
      ).check(site)
    })
}
