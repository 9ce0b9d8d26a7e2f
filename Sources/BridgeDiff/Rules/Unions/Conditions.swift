internal import BridgeFindings

extension ChangeRule {
  static let conditions = ChangeRule(
    [
      ChangeKind(
        "condition-changed", "another condition on the value",
        help: "look at the payload that is printed with it",
        meaning: """
          "if", "then" or "else" is another one. The verdicts are computed for the whole value. A \
          condition without "required" also fires where the field is absent.
          """, mirror: .itself),
      ChangeKind(
        "negation-changed", "another thing that the value must not be",
        help: "look at the payload that is printed with it",
        meaning: """
          "not" is another one. It turns directions round: more that is excluded is less that is \
          taken. The verdicts are computed for the whole value.
          """, mirror: .itself),
    ],
    .values { site in
      for (id, keywords) in [
        ("condition-changed", ["if", "then", "else"]), ("negation-changed", ["not"]),
      ] {
        guard site.old.text(keywords) != site.new.text(keywords) else { continue }
        let alone = site.walk.facts(keywords, site, type: nil)
        if alone.newToOld.isYes, alone.oldToNew.isYes { continue }
        let claim = Claim(
          min(alone.newToOld.level, site.facts.newToOld.level),
          min(alone.oldToNew.level, site.facts.oldToNew.level))
        let isOpen = claim.worst == .dangerous
        site.report(
          kind(isOpen ? "not-decided" : id),
          "\(site.place(site.path)): \(keywords[0]) is another one"
            + (isOpen ? ", and what that means was not decided" : ""), claim,
          keywords.first { site.old.text([$0]) != site.new.text([$0]) } ?? keywords[0])
      }
    })
}
