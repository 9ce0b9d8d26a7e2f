internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let tuples = ChangeRule(
    [
      ChangeKind(
        "tuple-extended", "one more position in an array",
        help: "ship the receiving side first",
        meaning: """
          An array of positions has one more. A receiver of before refuses it where the array was \
          closed.
          """,
        cells: Change.Cells(.widened),
        note: "For a closed tuple and a position that may be absent.",
        mirror: .kind("tuple-shortened")),
      ChangeKind(
        "tuple-shortened", "one position less in an array",
        help: "keep the position while old senders fill it",
        meaning: "An array of positions has one less. A sender of before still fills it.",
        cells: Change.Cells(.narrowed),
        note: "For a closed tuple and a position that could be absent.",
        mirror: .kind("tuple-extended")),
      ChangeKind(
        "tuple-reordered", "positions of an array in another order",
        help: "use an object: its fields have names",
        meaning: "The same positions stand in another order. Each side reads the other's wrong.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    guard site.bothMayBe("array") else { return }
    let (old, new) = (site.old.tuple, site.new.tuple)
    guard !old.isEmpty, !new.isEmpty else { return }
    let words = site.place(site.path)
    if old.count == new.count {
      guard site.isTupleReordered else { return }
      site.report(
        kind("tuple-reordered"), "\(words) has its positions in another order", .breaking,
        "prefixItems")
      return
    }
    let facts = site.walk.facts(
      ["prefixItems", "items", "minItems", "maxItems"], site, type: "array")
    let isLonger = new.count > old.count
    site.report(
      kind(isLonger ? "tuple-extended" : "tuple-shortened"),
      "\(words) had \(old.count) positions and has \(new.count)",
      Claim(facts.newToOld.level, facts.oldToNew.level), "prefixItems", witnesses: facts)
  }
}

extension ValueSite {
  /// Whether both have the same positions in another order.
  var isTupleReordered: Bool {
    let (old, new) = (self.old.tuple, self.new.tuple)
    guard old.count == new.count, old.count > 1, old.count <= 64 else { return false }
    if zip(old, new).allSatisfy({ walk.isEqualSchema([$0], [$1]) }) { return false }
    var left = new
    for item in old {
      guard let index = left.firstIndex(where: { walk.isEqualSchema([item], [$0]) }) else {
        return false
      }
      left.remove(at: index)
    }
    return true
  }
}
