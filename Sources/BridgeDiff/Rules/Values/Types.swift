internal import BridgeFindings

extension ChangeRule {
  static let types = ChangeRule(
    [
      ChangeKind(
        "type-widened", "one more type, or a wider one",
        help: "ship the receiving side first",
        meaning: """
          A value may have a type that it could not have before, or any number where it was a whole \
          one. A receiver of before refuses it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("type-narrowed")),
      ChangeKind(
        "type-narrowed", "one type less, or a narrower one",
        help: "let senders keep to the new type before receivers enforce it",
        meaning: "A value may not have a type any more that senders of before still send.",
        cells: Change.Cells(.narrowed), mirror: .kind("type-widened")),
      ChangeKind(
        "type-replaced", "another type",
        help: "give the new form a field of its own",
        meaning: "The value has another type: each side refuses what the other says.",
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "list-allowed", "a list where there was one value",
        help: "ship the receiving side first",
        meaning: "One value or a list of them: a receiver of before takes one value only.",
        cells: Change.Cells(.widened), mirror: .kind("list-refused")),
      ChangeKind(
        "list-refused", "one value where a list was fine too",
        help: "let senders send single values first",
        meaning:
          "Only one value is taken where a list was fine. Senders of before still send lists.",
        cells: Change.Cells(.narrowed), mirror: .kind("list-allowed")),
      ChangeKind(
        "value-became-list", "a list in place of the value",
        help: "give the list a field of its own",
        meaning: "Where one value stood stands a list: each side refuses what the other says.",
        cells: Change.Cells(.breaking), mirror: .kind("list-became-value")),
      ChangeKind(
        "list-became-value", "one value in place of the list",
        help: "give the value a field of its own",
        meaning: "Where a list stood stands one value: each side refuses what the other says.",
        cells: Change.Cells(.breaking), mirror: .kind("value-became-list")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    let all = SchemaView.allTypes
    let a = (site.old.types ?? all).subtracting(["null"])
    let b = (site.new.types ?? all).subtracting(["null"])
    guard a != b, !site.old.isImpossible, !site.new.isImpossible else { return }
    // A list of values tells more than its types; unions tell their branches.
    let isDisjoint = a.isDisjoint(with: b)
    if !isDisjoint {
      if !site.old.unions.isEmpty, !site.new.unions.isEmpty { return }
      if site.old.listed != nil || site.new.listed != nil { return }
    }
    let words = "\(site.place(site.path)) was \(words(a)) and is \(self.words(b))"
    let id: String
    let claim: Claim
    if isDisjoint {
      claim = .breaking
      if b == ["array"], !a.contains("array") {
        id = "value-became-list"
      } else if a == ["array"] {
        id = "list-became-value"
      } else {
        id = "type-replaced"
      }
    } else if b == a.union(["array"]) {
      (id, claim) = ("list-allowed", .widened)
    } else if a == b.union(["array"]) {
      (id, claim) = ("list-refused", .narrowed)
    } else if a.isSubset(of: b) {
      (id, claim) = ("type-widened", .widened)
    } else if b.isSubset(of: a) {
      (id, claim) = ("type-narrowed", .narrowed)
    } else {
      (id, claim) = ("type-replaced", .breaking)
    }
    site.report(kind(id), words, claim, "type")
  }

  private static func words(_ types: Set<String>) -> String {
    if types == SchemaView.allTypes.subtracting(["null"]) { return "any type" }
    let list = types.filter { !($0 == "integer" && types.contains("number")) }.sorted()
    return list.isEmpty ? "null" : list.joined(separator: " or ")
  }
}
