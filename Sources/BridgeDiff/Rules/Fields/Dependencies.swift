internal import BridgeFindings

extension ChangeRule {
  static let dependencies = ChangeRule(
    [
      ChangeKind(
        "dependency-added", "a field that asks for another one",
        help: "send both before you require both",
        meaning: """
          "dependentRequired" or "dependentSchemas" ask for more where a field is there. A sender of \
          before does not know that.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("dependency-removed")),
      ChangeKind(
        "dependency-removed", "a field that asks for another one no more",
        help: "go on sending both until no old receiver is left",
        meaning: """
          "dependentRequired" or "dependentSchemas" ask for less. A receiver of before still wants it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("dependency-added")),
      ChangeKind(
        "dependency-changed", "a field that asks for something else",
        help: "send what both ask for until no old side is left",
        meaning: "What must be there beside a field is another thing now.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["dependentRequired", "dependentSchemas"], type: "object",
        narrowed: "dependency-added", widened: "dependency-removed", changed: "dependency-changed",
        what: "what goes with a field"
      ).check(site)
    })
}
