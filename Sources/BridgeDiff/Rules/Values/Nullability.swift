internal import BridgeFindings

extension ChangeRule {
  static let nullability = ChangeRule(
    [
      ChangeKind(
        "null-added", "null where it was refused",
        help: "leave the field out instead, or ship the receiving side first",
        meaning: """
          The value may be null. A receiver of before refuses it: null and absent are different.
          """,
        cells: Change.Cells(.widened), mirror: .kind("null-removed")),
      ChangeKind(
        "null-removed", "no null any more",
        help: "let senders stop sending null first",
        meaning: "The value may not be null any more. A sender of before still sends it.",
        cells: Change.Cells(.narrowed), mirror: .kind("null-added")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    let (a, b) = (site.old.isNullable, site.new.isNullable)
    // Any type on one side: that is told as types.
    guard a != b, site.old.types != nil, site.new.types != nil else { return }
    let words = site.place(site.path)
    if b {
      site.report(kind("null-added"), "\(words) may be null", .widened, "type")
    } else {
      site.report(kind("null-removed"), "\(words) may not be null any more", .narrowed, "type")
    }
  }
}
