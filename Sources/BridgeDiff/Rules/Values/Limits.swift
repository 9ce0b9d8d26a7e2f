internal import BridgeFindings

extension ChangeRule {
  static let limits = ChangeRule(
    [
      ChangeKind(
        "limit-tightened", "a narrower range, length or size",
        help: "keep senders within the new limits before receivers enforce them",
        meaning: """
          A bound of a number, of a text's length, or of the size of an array or object takes less \
          than before. A sender of before may be beyond it.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("limit-loosened")),
      ChangeKind(
        "limit-loosened", "a wider range, length or size",
        help: "ship the receiving side first",
        meaning: """
          A bound takes more than before. A receiver of before refuses what is beyond the old one.
          """,
        cells: Change.Cells(.widened), mirror: .kind("limit-tightened")),
      ChangeKind(
        "limit-shifted", "another range, length or size",
        help: "keep senders within both ranges until no old side is left",
        meaning: "The range moved: each side may say what the other refuses.",
        cells: Change.Cells(.breaking), mirror: .itself),
    ],
    .values { site in
      let isInteger = site.old.isIntegerOnly && site.new.isIntegerOnly
      let groups: [([String], String, String)] = [
        (
          ["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"],
          isInteger ? "integer" : "number", "the range"
        ),
        (["minLength", "maxLength"], "string", "the length"),
        (["minItems", "maxItems"], "array", "the number of items"),
        (["minProperties", "maxProperties"], "object", "the number of fields"),
      ]
      for (keywords, type, what) in groups {
        KeywordGroup(
          keywords: keywords, type: type, narrowed: "limit-tightened", widened: "limit-loosened",
          changed: "limit-shifted", what: what
        ).check(site)
      }
    })
}

extension SchemaView {
  /// Of numbers it takes whole ones only.
  var isIntegerOnly: Bool {
    types.map { $0.contains("integer") && !$0.contains("number") } ?? false
  }
}
