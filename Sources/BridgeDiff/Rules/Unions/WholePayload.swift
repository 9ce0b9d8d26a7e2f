internal import BridgeFindings

extension ChangeRule {
  static let wholePayload = ChangeRule(
    [
      ChangeKind(
        "payload-widened", "values that were refused are taken",
        help: "ship the receiving side first",
        meaning: """
          All in all the schema takes more than before, by keywords that no other rule speaks of or \
          by how they work together. The payload that is printed shows it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("payload-narrowed")),
      ChangeKind(
        "payload-narrowed", "values that were taken are refused",
        help: "let senders keep to the new schema first",
        meaning: """
          All in all the schema takes less than before, by keywords that no other rule speaks of or \
          by how they work together. The payload that is printed shows it.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("payload-widened")),
      ChangeKind(
        "payload-changed", "other values are taken",
        help: "send what both take until no old side is left",
        meaning: """
          All in all each schema takes values that the other refuses, by keywords that no other rule \
          speaks of or by how they work together.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "not-decided", "nobody can tell what the change does",
        help: "write the schema within the profile, or try both pairs",
        meaning: """
          The question whether each side takes what the other says was given up: the schemas are \
          beyond what is decided, or it would have taken too long. It is never guessed. With nothing \
          worse the exit status is 3.
          """,
        cells: Change.Cells(.dangerous), severity: .warning, mirror: .itself),
    ], .elsewhere("SchemaWalk, after all other rules"))
}
