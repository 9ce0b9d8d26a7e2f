internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let ids = ChangeRule(
    [
      ChangeKind(
        "id-type-changed", "another type or form of request ids",
        help: "accept both types until no old side is left",
        meaning: """
          Ids were numbers and are text, or the other way round, or match another pattern: "1" and \
          1 are different keys in both languages, and the echo goes the other way with the same type.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "id-type-widened", "more ids are accepted than before",
        help: "ship the answering side first",
        meaning: """
          Ids may have a type or form that was refused before. A receiver of before refuses them.
          """,
        cells: Change.Cells(.widened), mirror: .kind("id-type-narrowed")),
      ChangeKind(
        "id-type-narrowed", "fewer ids are accepted than before",
        help: "ship the requesting side first",
        meaning: """
          Ids of a type or form that was fine are refused now. A sender of before still sends them.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("id-type-widened")),
      ChangeKind(
        "delivery-changed", "other rules of how ids live",
        help: "try both pairs: the contract cannot tell what they do with it",
        meaning: """
          Where an id is taken, whether it may be used again, or which ids ask for no reply is \
          another matter now. A side of before keeps to its own rules, and replies may be taken for \
          others'.
          """,
        cells: Change.Cells(.dangerous), mirror: .itself),
    ], .channels(check))

  @Sendable private static func check(_ site: ChannelSite) {
    guard site.old.framing.id != nil, site.new.framing.id != nil else { return }
    let (old, new) = (site.old.framing.ids, site.new.framing.ids)
    let name = site.framingName
    if old.type != new.type {
      let words = "ids of \(name) were \(old.type.rawValue) and are \(new.type.rawValue)"
      switch (old.type, new.type) {
      case (_, .any):
        site.reportFraming(kind("id-type-widened"), words, .widened, path: ["ids", "type"])
      case (.any, _):
        site.reportFraming(kind("id-type-narrowed"), words, .narrowed, path: ["ids", "type"])
      default:
        site.reportFraming(kind("id-type-changed"), words, .breaking, path: ["ids", "type"])
      }
    }
    let (a, b) = (site.oldFraming?["ids"]?["pattern"], site.newFraming?["ids"]?["pattern"])
    if !sameValue(a, b) {
      let words = "ids of \(name) had the pattern \(shown(a)) and have \(shown(b))"
      let question = site.comparison.patternFacts(a, b)
      let kindID =
        switch (question.newToOld, question.oldToNew) {
        case (.ok, .ok): ""
        case (.ok, _): "id-type-narrowed"
        case (_, .ok): "id-type-widened"
        default: "id-type-changed"
        }
      if !kindID.isEmpty {
        site.reportFraming(kind(kindID), words, question, path: ["ids", "pattern"])
      }
    }
    for key in ["scope", "reuse", "noReply"] {
      let (x, y) = (site.oldFraming?["ids"]?[key], site.newFraming?["ids"]?[key])
      let isSame =
        switch key {
        case "scope": old.scope == new.scope
        case "reuse": old.reuse == new.reuse
        default: sameValue(x, y) || (x?.count ?? 0) + (y?.count ?? 0) == 0
        }
      if !isSame {
        site.reportFraming(
          kind("delivery-changed"),
          "\(key) of the ids of \(name) was \(shown(x)) and is \(shown(y))", .dangerous,
          path: ["ids", key])
      }
    }
  }
}
