internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let trust = ChangeRule(
    [
      ChangeKind(
        "trust-tightened", "fewer frames or origins may take part",
        help: "make sure that no page in the field speaks from there",
        meaning: """
          A channel is for fewer frames or origins than before. The app enforces it in both \
          directions, so a page of before in a new app is refused where it speaks from elsewhere.
          """,
        cells: Change.Cells(
          webToNative: .init(newPageOldApp: .ok, oldPageNewApp: .breaking),
          nativeToWeb: .init(newPageOldApp: .ok, oldPageNewApp: .breaking)),
        mirror: .kind("trust-loosened")),
      ChangeKind(
        "trust-loosened", "more frames or origins may take part",
        help: "have somebody look at it who answers for security",
        meaning: """
          A channel is for more frames or origins than before. Nothing breaks in a new app; whoever \
          can put content there can now speak to native. An app of before refuses them still.
          """,
        cells: Change.Cells(
          webToNative: .init(newPageOldApp: .dangerous, oldPageNewApp: .ok),
          nativeToWeb: .init(newPageOldApp: .dangerous, oldPageNewApp: .ok)),
        mirror: .kind("trust-tightened")),
    ], .channels(check))

  @Sendable private static func check(_ site: ChannelSite) {
    let (old, new) = (site.old, site.new)
    func report(_ isTighter: Bool, _ sentence: String, _ key: String) {
      let kind = kind(isTighter ? "trust-tightened" : "trust-loosened")
      let all = kind.words.cells ?? Change.Cells()
      let cells =
        new.from == .web
        ? Change.Cells(webToNative: all.webToNative) : Change.Cells(nativeToWeb: all.nativeToWeb)
      site.report(kind, sentence, .ok, key: key, cells: cells)
    }
    let name = quoted(new.key)
    if old.anyFrame != new.anyFrame {
      report(
        old.anyFrame,
        old.anyFrame ? "\(name) is for the main frame only" : "\(name) is for all frames", "frames")
    }
    switch (old.origins, new.origins) {
    case (nil, .some(let list)):
      report(
        true, "\(name) is for \(list.count) \(list.count == 1 ? "origin" : "origins") only",
        "origins")
    case (.some, nil): report(false, "\(name) is for all origins", "origins")
    case (.some(let before), .some(let after)):
      let (a, b) = (Set(before.map { Array($0.utf8) }), Set(after.map { Array($0.utf8) }))
      if !a.isSubset(of: b) { report(true, "\(name) is for an origin no more", "origins") }
      if !b.isSubset(of: a) { report(false, "\(name) is for one more origin", "origins") }
    case (nil, nil): break
    }
  }
}
