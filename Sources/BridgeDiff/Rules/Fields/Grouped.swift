internal import BridgeFindings
internal import BridgeJSON

/// What rules share that hold some keywords of a place against each other: the engine is asked about
/// these keywords alone, whatever stands beside them.
struct KeywordGroup {
  var keywords: [String]
  /// The only type that they speak of; nil for all.
  var type: String?
  /// The ids for narrower, wider, and neither.
  var narrowed: String
  var widened: String
  var changed: String
  /// What changed, in words: `the range`.
  var what: String

  func check(_ site: ValueSite) {
    if let type, !site.bothMayBe(type) { return }
    guard site.old.text(keywords) != site.new.text(keywords) else { return }
    let facts = site.walk.facts(keywords, site, type: type)
    let claim = Claim(facts.newToOld.level, facts.oldToNew.level)
    let id: String
    switch (facts.newToOld, facts.oldToNew) {
    case (.yes, .yes): return
    case (.yes, .no): id = narrowed
    case (.no, .yes): id = widened
    case (.no, .no), (.no, _), (_, .no): id = changed
    default: id = "not-decided"
    }
    let keyword =
      keywords.first { site.old.text([$0]) != site.new.text([$0]) } ?? keywords[0]
    let words: String
    switch id {
    case "not-decided": words = "\(what) was changed, and what that means was not decided"
    case narrowed where narrowed != changed: words = "\(what) is narrower now"
    case widened where widened != changed: words = "\(what) is wider now"
    default: words = "\(what) is another one now"
    }
    let before = site.old.values(keyword).first
    let after = site.new.values(keyword).first
    let values =
      before?.kind == .object || after?.kind == .object
      ? "" : ": \(keyword) was \(shown(before)) and is \(shown(after))"
    site.report(
      ChangeRule.kind(id), "\(site.place(site.path)): \(words)\(values)", claim, keyword,
      witnesses: facts)
  }
}
