internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let channelPlace = ChangeRule(
    [
      ChangeKind(
        "handler-changed", "another handler, prompt or address for what the page says",
        help: "register both names until no old page is left",
        meaning: """
          The page speaks to another handler, by another prompt, address or function. What is \
          registered on the other side has the old name: the message goes nowhere.
          """,
        cells: Change.Cells(
          webToNative: .init(newPageOldApp: .breaking, oldPageNewApp: .breaking)),
        mirror: .itself),
      ChangeKind(
        "receiver-changed", "another function or event for what native says",
        help: "keep the old function in the page until no old app is left",
        meaning: """
          Native calls another function or fires another event. A page of before does not have it, \
          and an old app calls the one that the new page does not have.
          """,
        cells: Change.Cells(
          nativeToWeb: .init(newPageOldApp: .breaking, oldPageNewApp: .breaking)),
        mirror: .itself),
    ], .channels(check))

  @Sendable private static func check(_ site: ChannelSite) {
    guard site.old.from == site.new.from else { return }
    let (old, new) = (site.comparison.old, site.comparison.new)
    guard site.old.wirePlace(in: old) != site.new.wirePlace(in: new) else { return }
    let id = site.new.from == .web ? "handler-changed" : "receiver-changed"
    let key =
      ["via", "name", "call", "event", "url", "match"].first {
        !sameValue(site.oldSource?[$0], site.newSource?[$0])
      } ?? "via"
    site.report(
      kind(id),
      "the channel \(quoted(site.new.key)) had \(key) \(shown(site.oldSource?[key])) and has "
        + shown(site.newSource?[key]), .breaking, key: key)
  }
}
