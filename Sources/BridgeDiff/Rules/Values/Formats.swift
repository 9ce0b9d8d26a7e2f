internal import BridgeFindings

extension ChangeRule {
  static let formats = ChangeRule(
    [
      ChangeKind(
        "format-added", "a format where any text was fine",
        help: "keep senders within the format before receivers enforce it",
        meaning: """
          A format is asked for, or a narrower one. Formats of a contract are checked, so a sender \
          of before may be refused.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("format-removed")),
      ChangeKind(
        "format-removed", "any text where a format was asked for",
        help: "ship the receiving side first",
        meaning: "A format is asked for no more. A receiver of before still checks it.",
        cells: Change.Cells(.widened), mirror: .kind("format-added")),
      ChangeKind(
        "format-changed", "another format",
        help: "take both formats until no old side is left",
        meaning: "Texts of the one format are refused by the other.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["format"], type: "string", narrowed: "format-added", widened: "format-removed",
        changed: "format-changed", what: "the format"
      ).check(site)
    })
}
