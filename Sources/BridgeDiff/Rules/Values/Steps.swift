internal import BridgeFindings

extension ChangeRule {
  static let steps = ChangeRule(
    [
      ChangeKind(
        "step-tightened", "a multiple of more",
        help: "let senders use the coarser step first",
        meaning:
          "\"multipleOf\" takes fewer numbers. A sender of before may send one of the others.",
        cells: Change.Cells(.narrowed), mirror: .kind("step-loosened")),
      ChangeKind(
        "step-loosened", "a multiple of less",
        help: "ship the receiving side first",
        meaning: "\"multipleOf\" takes more numbers. A receiver of before refuses the others.",
        cells: Change.Cells(.widened), mirror: .kind("step-tightened")),
      ChangeKind(
        "step-changed", "a multiple of something else",
        help: "send multiples of both until no old side is left",
        meaning: "\"multipleOf\" takes other numbers.", cells: Change.Cells(.breaking),
        mirror: .itself),
    ],
    .values { site in
      KeywordGroup(
        keywords: ["multipleOf"],
        type: site.old.isIntegerOnly && site.new.isIntegerOnly ? "integer" : "number",
        narrowed: "step-tightened", widened: "step-loosened", changed: "step-changed",
        what: "the step"
      ).check(site)
    })
}
