internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let fieldAdded = ChangeRule(
    [
      ChangeKind(
        "optional-field-added", "a field that may be there",
        help: "nothing to do while receivers take fields that they do not know",
        meaning: """
          A field is new and may be left out. Receivers of before that take unknown fields are not \
          concerned; those that refuse them break.
          """,
        cells: Change.Cells(.ok),
        note: "Where the old receiver refuses unknown fields, what the new side says breaks it.",
        mirror: .kind("optional-field-removed")),
      ChangeKind(
        "required-field-added", "a field that must be there",
        help: "add it as optional first, require it when no old sender is left",
        meaning: """
          A field is new and must be there. A sender of before does not send it and is refused. A \
          "default" does not help: it is an annotation, no validator fills it in.
          """,
        cells: Change.Cells(.narrowed),
        note: "Where the old receiver refuses unknown fields, everything breaks.",
        mirror: .kind("required-field-removed")),
    ], .values(check))

  @Sendable private static func check(_ site: ValueSite) {
    guard site.hasFieldsOnBothSides, site.old.dictionary == nil else { return }
    let known = Set(site.old.properties.map { Array($0.name.utf8) })
    let required = site.new.required
    let isRefused: Bool
    if case .refused = site.old.others {
      isRefused = true
    } else {
      isRefused = site.walk.question.oldRejects
    }
    let isStrict = site.walk.comparison.options.contentModel == .strict
    for (name, schemas) in site.new.properties where !known.contains(Array(name.utf8)) {
      let isRequired = required.contains(Array(name.utf8))
      let kind = kind(isRequired ? "required-field-added" : "optional-field-added")
      var claim = Claim(isRefused ? .breaking : .ok, isRequired ? .breaking : .ok)
      // As written, an open object may hold the name with any value already.
      if isStrict, !isRefused, site.facts.oldToNew.isNo { claim.oldToNew = .breaking }
      let hint =
        isRequired && schemas.contains { $0["default"] != nil }
        ? " (its default is for people: nothing fills it in)" : ""
      let place = site.place(site.path.appending(name))
      site.report(
        kind, "the field \(place) is new and \(isRequired ? "must be there" : "optional")\(hint)",
        claim, isRequired ? "required" : "properties", name: name,
        old: site.old.values("properties").first, new: schemas.first)
      site.walk.note(
        FieldChange(
          isAdded: true, parent: site.path.segments, name: name, schemas: schemas,
          isRequired: isRequired, isRefused: isRefused, kindID: kind.id,
          pointer: site.walk.root + site.path.appending(name).pointer))
    }
  }
}
