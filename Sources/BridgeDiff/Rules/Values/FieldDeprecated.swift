internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let fieldDeprecated = ChangeRule(
    [
      ChangeKind(
        "field-deprecated", "a field that is on its way out",
        help: "say what stands in for it",
        meaning: "The field is deprecated. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("field-deprecation-lifted")),
      ChangeKind(
        "field-deprecation-lifted", "a field that stays after all",
        help: "tell those who moved away from it",
        meaning: "The field is deprecated no more. Nothing changes on the wire.",
        cells: Change.Cells(.ok), mirror: .kind("field-deprecated")),
    ],
    .annotations { site in
      func isDeprecated(_ view: SchemaView) -> Bool {
        view.values("deprecated").contains { $0.bool == true }
      }
      let (a, b) = (isDeprecated(site.old), isDeprecated(site.new))
      guard a != b else { return }
      site.report(
        kind(b ? "field-deprecated" : "field-deprecation-lifted"),
        "\(site.place(site.path)) is \(b ? "deprecated" : "deprecated no more")", .ok, "deprecated")
    })
}
