internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let defaults = ChangeRule(
    [
      ChangeKind(
        "default-changed", "another value for a field that is left out",
        help: "send the value instead of leaving it out",
        meaning: """
          A sender leaves the field out and expects its own default; the receiver applies another one.
          """,
        cells: Change.Cells(.dangerous), mirror: .itself)
    ],
    .annotations { site in
      let (a, b) = (site.old.values("default").first, site.new.values("default").first)
      guard !sameValue(a, b) else { return }
      site.report(
        kind("default-changed"),
        "the default of \(site.place(site.path)) was \(shown(a)) and is \(shown(b))", .dangerous,
        "default")
    })
}
