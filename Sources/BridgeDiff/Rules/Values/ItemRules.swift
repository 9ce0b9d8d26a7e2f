internal import BridgeFindings

extension ChangeRule {
  static let itemRules = ChangeRule(
    [
      ChangeKind(
        "item-rule-added", "one more rule for the items of an array",
        help: "let senders keep the rule before receivers enforce it",
        meaning: """
          "uniqueItems", "contains" or its bounds ask for more. A sender of before does not know that.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("item-rule-removed")),
      ChangeKind(
        "item-rule-removed", "one rule less for the items of an array",
        help: "go on keeping it until no old receiver is left",
        meaning: """
          "uniqueItems", "contains" or its bounds ask for less. A receiver of before still wants it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("item-rule-added")),
      ChangeKind(
        "item-rule-changed", "another rule for the items of an array",
        help: "keep both rules until no old side is left",
        meaning: "\"uniqueItems\", \"contains\" or its bounds ask for something else.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["uniqueItems", "contains", "minContains", "maxContains"], type: "array",
        narrowed: "item-rule-added", widened: "item-rule-removed", changed: "item-rule-changed",
        what: "the rule for items"
      ).check(site)
    })
}
