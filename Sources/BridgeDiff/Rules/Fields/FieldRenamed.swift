internal import BridgeFindings

extension ChangeRule {
  static let fieldRenamed = ChangeRule(
    [
      ChangeKind(
        "field-renamed", "another name for the same field",
        help: "send both names until no old receiver is left",
        meaning: """
          A field is gone and another with an equal schema is new in the same object. Where it had \
          to be there both sides refuse each other; where it could be left out nothing is refused \
          and the value is lost.
          """,
        cells: Change.Cells(.breaking),
        note: "An optional field of open objects is dangerous in all cells instead.",
        mirror: .itself),
      ChangeKind(
        "field-moved", "the same field in another object",
        help: "send it at both places until no old receiver is left",
        meaning: """
          A field is gone at one place and stands with an equal schema at another. Each side looks \
          where the other puts nothing.
          """,
        cells: Change.Cells(.breaking),
        note: "An optional field of open objects is dangerous in all cells instead.",
        mirror: .itself),
    ], .elsewhere("FieldMoves, when all fields of a payload are known"))
}
