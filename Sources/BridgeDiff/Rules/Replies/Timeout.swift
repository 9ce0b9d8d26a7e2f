internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let timeout = ChangeRule(
    [
      ChangeKind(
        "timeout-shortened", "the requester waits less",
        help: "ship the faster answering side first",
        meaning: """
          A reply must come sooner. An old responder was promised more time, and its replies count \
          as late.
          """,
        cells: Change.Cells(Claim(.dangerous, .ok)), mirror: .kind("timeout-lengthened")),
      ChangeKind(
        "timeout-lengthened", "the responder may take more time, or all of it",
        help: "ship the side that waits first",
        meaning: """
          A reply may come later, or there is no limit any more. A new responder may use time that \
          an old requester does not give; without a limit a requester waits for ever.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)), mirror: .kind("timeout-shortened")),
    ], .replies(check))

  @Sendable private static func check(_ site: ReplySite) {
    let (a, b) = (site.old.within, site.new.within)
    guard a != b else { return }
    let name = quoted(site.message.name)
    let words =
      "the reply to \(name) had \(a == nil ? "no limit" : shown(site.old.withinSource)) and has "
      + "\(b == nil ? "no limit" : shown(site.new.withinSource))"
    if (b ?? .infinity) < (a ?? .infinity) {
      site.report(kind("timeout-shortened"), words, Claim(.dangerous, .ok), key: "within")
    } else {
      site.report(kind("timeout-lengthened"), words, Claim(.ok, .dangerous), key: "within")
    }
  }
}
