internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let objectOthers = ChangeRule(
    [
      ChangeKind(
        "object-closed", "an object that refuses fields it does not list",
        help: "make sure that no sender adds fields of its own",
        meaning: """
          Fields that are not listed are refused now. Who sends declared fields only is not \
          concerned; every field added later will break receivers of this contract.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)),
        note: "Breaks instead where the old side announced other fields, or read as written.",
        mirror: .kind("object-opened")),
      ChangeKind(
        "object-opened", "an object that takes fields it does not list",
        help: "nothing to do, unless senders use the freedom",
        meaning: """
          Fields that are not listed are taken now. Where the contract announces them ("true" or a \
          schema), a receiver of before refuses what a new sender may send.
          """,
        cells: Change.Cells(.ok),
        note:
          "Breaks an old receiver where the new side announces other fields, or read as written.",
        mirror: .kind("object-closed")),
    ], .values(check))

  private enum Others { case unsaid, refused, announced }

  @Sendable private static func check(_ site: ValueSite) {
    guard site.hasFieldsOnBothSides else { return }
    func others(_ view: SchemaView, _ rejects: Bool) -> Others {
      switch view.others {
      case .unsaid: rejects && !view.properties.isEmpty ? .refused : .unsaid
      case .refused: .refused
      case .any, .schemas: .announced
      }
    }
    let question = site.walk.question
    let isStrict = site.walk.comparison.options.contentModel == .strict
    // "unknownFields" of the message is told with the message.
    let (old, new) = (others(site.old, question.oldRejects), others(site.new, question.newRejects))
    if case .unsaid = site.old.others, case .unsaid = site.new.others { return }
    let words = site.place(site.path)
    func report(_ id: String, _ what: String, _ claim: Claim) {
      site.report(kind(id), "\(words) \(what)", claim, "additionalProperties")
    }
    switch (old, new) {
    case (.unsaid, .refused):
      report(
        "object-closed", "refuses fields that it does not list",
        Claim(.ok, isStrict ? .breaking : .dangerous))
    case (.announced, .refused):
      report("object-closed", "refuses fields that it does not list", .narrowed)
    case (.refused, .unsaid):
      report(
        "object-opened", "takes fields that it does not list",
        Claim(isStrict ? .breaking : .ok, .ok))
    case (.refused, .announced): report("object-opened", "has other fields too", .widened)
    case (.unsaid, .announced):
      report(
        "object-opened", "has other fields too",
        Claim(site.facts.newToOld.isNo ? .breaking : .ok, .ok))
    case (.announced, .unsaid):
      report(
        "object-closed", "has no other fields any more",
        Claim(.ok, site.facts.oldToNew.isNo ? .breaking : .dangerous))
    default: break
    }
  }
}
