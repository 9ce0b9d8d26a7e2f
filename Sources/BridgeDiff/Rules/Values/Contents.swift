internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let contents = ChangeRule(
    [
      ChangeKind(
        "content-changed", "another encoding or type of what stands in a text",
        help: "give the new encoding a field of its own",
        meaning: """
          "contentEncoding" or "contentMediaType" is another one. The schema cannot see what is in \
          the text, so nothing is refused, and the receiver reads it wrong.
          """,
        cells: Change.Cells(.dangerous), mirror: .itself)
    ],
    .annotations { site in
      for key in ["contentEncoding", "contentMediaType"] {
        let (a, b) = (site.old.values(key).first, site.new.values(key).first)
        if sameValue(a, b) { continue }
        site.report(
          kind("content-changed"),
          "\(key) of \(site.place(site.path)) was \(shown(a)) and is \(shown(b))", .dangerous, key)
      }
    })
}
