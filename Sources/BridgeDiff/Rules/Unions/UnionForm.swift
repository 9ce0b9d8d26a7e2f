internal import BridgeFindings

extension ChangeRule {
  static let unionForm = ChangeRule(
    [
      ChangeKind(
        "union-made-exclusive", "anyOf became oneOf",
        help: "make the branches disjoint first",
        meaning: "What fits two branches is refused now. A sender of before may send it.",
        cells: Change.Cells(.narrowed), mirror: .kind("union-made-open")),
      ChangeKind(
        "union-made-open", "oneOf became anyOf",
        help: "keep to values that fit one branch until no old receiver is left",
        meaning: "What fits two branches is taken now. A receiver of before refuses it.",
        cells: Change.Cells(.widened), mirror: .kind("union-made-exclusive")),
      ChangeKind(
        "tag-renamed", "another field or word that tells branches apart",
        help: "send both, or take both, until no old side is left",
        meaning: """
          The field whose constant tells the branches of a union apart has another name, or a branch \
          has another word there. Each side takes the other's for nothing it knows.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      guard let match = UnionMatch(site), !site.old.unions.isEmpty, !site.new.unions.isEmpty else {
        return
      }
      let words = site.place(site.path)
      if match.isNewOneOf, !match.isOldOneOf, match.added.isEmpty, !site.facts.oldToNew.isYes {
        site.report(
          kind("union-made-exclusive"), "\(words) must fit one branch alone",
          Claim(.ok, site.facts.oldToNew.level), "oneOf")
      } else if match.isOldOneOf, !match.isNewOneOf, match.removed.isEmpty,
        !site.facts.newToOld.isYes
      {
        site.report(
          kind("union-made-open"), "\(words) may fit several branches",
          Claim(site.facts.newToOld.level, .ok), "anyOf")
      }
      if let a = match.oldTag, let b = match.newTag, a != b {
        site.report(
          kind("tag-renamed"),
          "\(words): branches are told apart by \(quoted(b)), not \(quoted(a))",
          .breaking, b)
      }
    })
}
