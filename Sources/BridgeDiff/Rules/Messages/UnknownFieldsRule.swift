internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let unknownFields = ChangeRule(
    [
      ChangeKind(
        "unknown-fields-rejected", "fields that nothing mentions are refused now",
        help: "make sure that no sender adds fields of its own",
        meaning: """
          "unknownFields" is "reject" for the message now. Who sends declared fields only is not \
          concerned; every field added later will break receivers of this contract.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)), mirror: .kind("unknown-fields-accepted")),
      ChangeKind(
        "unknown-fields-accepted", "fields that nothing mentions are accepted now",
        help: "nothing to do",
        meaning: """
          "unknownFields" is "reject" no more. Senders stay within the declared fields, so nothing \
          changes for receivers of before.
          """,
        cells: Change.Cells(.ok), mirror: .kind("unknown-fields-rejected")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.isComparable,
      (old.unknownFields == .reject) != (new.unknownFields == .reject)
    else { return }
    let isStrict = site.comparison.options.contentModel == .strict
    if new.unknownFields == .reject {
      site.report(
        kind("unknown-fields-rejected"),
        "\(quoted(new.name)) refuses fields that nothing mentions",
        Claim(.ok, isStrict ? .breaking : .dangerous), key: "unknownFields")
    } else {
      site.report(
        kind("unknown-fields-accepted"),
        "\(quoted(new.name)) takes fields that nothing mentions",
        Claim(isStrict ? .breaking : .ok, .ok), key: "unknownFields")
    }
  }
}
