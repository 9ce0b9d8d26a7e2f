internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let listedValues = ChangeRule(
    [
      ChangeKind(
        "value-added", "one more value in a list of values",
        help: "ship the receiving side first, or let it take unknown values for a known one",
        meaning: "A value may be one that a receiver of before does not know and refuses.",
        cells: Change.Cells(.widened), mirror: .kind("value-removed")),
      ChangeKind(
        "value-removed", "one value less in a list of values",
        help: "let senders stop sending it first",
        meaning: "A value is taken no more that a sender of before still sends.",
        cells: Change.Cells(.narrowed), mirror: .kind("value-added")),
      ChangeKind(
        "value-renamed", "another word for one of the values",
        help: "take both words until no old side is left",
        meaning: "A value is gone and another is there: each side refuses the other's.",
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "values-listed", "only some values where any was fine",
        help: "keep senders within the list before receivers enforce it",
        meaning: "Only listed values are taken. A sender of before may send others.",
        cells: Change.Cells(.narrowed), mirror: .kind("values-freed")),
      ChangeKind(
        "values-freed", "any value where only some were taken",
        help: "ship the receiving side first",
        meaning: "Values are listed no more. A receiver of before refuses what was not listed.",
        cells: Change.Cells(.widened), mirror: .kind("values-listed")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    let words = site.place(site.path)
    switch (site.old.listed, site.new.listed) {
    case (nil, nil): return
    case (nil, _?):
      if site.isReplaced { return }
      site.report(
        kind("values-listed"), "\(words) takes listed values only", .narrowed, keyword(site.new))
    case (_?, nil):
      if site.isReplaced { return }
      site.report(kind("values-freed"), "\(words) takes any value", .widened, keyword(site.old))
    case (let old?, let new?):
      func missing(_ list: [JSONValue], _ other: [JSONValue]) -> [JSONValue] {
        list.filter { value in
          !value.isNull && !other.contains { JSONEquality.equal($0.cursor, value.cursor) }
        }
      }
      let (gone, come) = (missing(old, new), missing(new, old))
      if gone.count == 1, come.count == 1 {
        site.report(
          kind("value-renamed"), "\(words): \(shown(gone[0])) became \(shown(come[0]))", .breaking,
          keyword(site.new))
        return
      }
      if !come.isEmpty {
        site.report(
          kind("value-added"), "\(words) may be \(list(come))", .widened, keyword(site.new))
      }
      if !gone.isEmpty {
        site.report(
          kind("value-removed"), "\(words) is \(list(gone)) no more", .narrowed, keyword(site.old))
      }
    }
  }

  private static func keyword(_ view: SchemaView) -> String { view.has("enum") ? "enum" : "const" }

  private static func list(_ values: [JSONValue]) -> String {
    let words = values.prefix(5).map { shown($0) }.joined(separator: ", ")
    return values.count > 5 ? "\(words) and \(values.count - 5) more" : words
  }
}
