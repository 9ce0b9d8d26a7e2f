internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let fieldRemoved = ChangeRule(
    [
      ChangeKind(
        "optional-field-removed", "a field that may be there no more",
        help: "make sure that nobody relies on what old senders still put there",
        meaning: """
          A field is gone that could be left out. What a sender of before puts there is dropped in \
          silence, or refused where unknown fields are.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)),
        note: "Where the new receiver refuses unknown fields, what the old side says breaks it.",
        mirror: .kind("optional-field-added")),
      ChangeKind(
        "required-field-removed", "a field that had to be there",
        help: "go on sending it until no old receiver is left",
        meaning: """
          A field is gone that had to be there. A receiver of before refuses messages without it; \
          what a sender of before puts there is dropped.
          """,
        cells: Change.Cells(Claim(.breaking, .dangerous)),
        note: "Where the new receiver refuses unknown fields, everything breaks.",
        mirror: .kind("required-field-added")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    guard site.hasFieldsOnBothSides, site.new.dictionary == nil else { return }
    let known = Set(site.new.properties.map { Array($0.name.utf8) })
    let required = site.old.required
    let isRefused: Bool
    if case .refused = site.new.others {
      isRefused = true
    } else {
      isRefused = site.walk.question.newRejects
    }
    let isStrict = site.walk.comparison.options.contentModel == .strict
    for (name, schemas) in site.old.properties where !known.contains(Array(name.utf8)) {
      let isRequired = required.contains(Array(name.utf8))
      // It is listed no more and must be there all the same: another rule tells that.
      let kind = kind(isRequired ? "required-field-removed" : "optional-field-removed")
      var claim = Claim(isRequired ? .breaking : .ok, isRefused ? .breaking : .dangerous)
      if isStrict, !isRefused, site.facts.newToOld.isNo { claim.newToOld = .breaking }
      let place = site.place(site.path.appending(name))
      site.report(
        kind, "the field \(place) is gone\(isRequired ? ", and it had to be there" : "")", claim,
        isRequired ? "required" : "properties", name: name, old: schemas.first,
        new: site.new.values("properties").first)
      site.walk.note(
        FieldChange(
          isAdded: false, parent: site.path.segments, name: name, schemas: schemas,
          isRequired: isRequired, isRefused: isRefused, kindID: kind.id,
          pointer: site.walk.root + site.path.appending(name).pointer))
    }
  }
}
