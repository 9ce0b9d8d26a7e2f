internal import BridgeFindings

extension ChangeRule {
  static let keyRules = ChangeRule(
    [
      ChangeKind(
        "key-rule-tightened", "fewer names or values of free fields",
        help: "ship the sending side first",
        meaning: """
          "patternProperties" or "propertyNames" take less than before. What a sender of before puts \
          into the object may be refused.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("key-rule-loosened")),
      ChangeKind(
        "key-rule-loosened", "more names or values of free fields",
        help: "ship the receiving side first",
        meaning: """
          "patternProperties" or "propertyNames" take more than before. A receiver of before may \
          refuse what a new sender puts into the object.
          """,
        cells: Change.Cells(.widened), mirror: .kind("key-rule-tightened")),
      ChangeKind(
        "key-rule-changed", "other names or values of free fields",
        help: "take both until no old side is left",
        meaning: "\"patternProperties\" or \"propertyNames\" take other fields than before.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["patternProperties", "propertyNames"], type: "object",
        narrowed: "key-rule-tightened", widened: "key-rule-loosened", changed: "key-rule-changed",
        what: "the rule for names of fields"
      ).check(site)
    })
}
