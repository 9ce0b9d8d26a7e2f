internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let unknownKinds = ChangeRule(
    [
      ChangeKind(
        "unknown-kinds-refused", "kinds that the receiving side does not know fail now",
        help: "keep ignoring them, so that messages can be added later",
        meaning: """
          The receiving side ignored kinds that it does not know, now it fails on them. Nothing \
          breaks that the contract names; every message added later will.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)), mirror: .kind("unknown-kinds-ignored")),
      ChangeKind(
        "unknown-kinds-ignored", "kinds that the receiving side does not know are dropped now",
        help: "nothing to do",
        meaning: """
          The receiving side ignores kinds that it does not know. Messages can be added later \
          without breaking receivers of this contract.
          """,
        cells: Change.Cells(.ok), mirror: .kind("unknown-kinds-refused")),
    ], .channels(check))

  @Sendable private static func check(_ site: ChannelSite) {
    guard site.old.unknownKinds != site.new.unknownKinds else { return }
    let name = quoted(site.new.key)
    if site.new.unknownKinds == .fail {
      site.report(
        kind("unknown-kinds-refused"), "\(name) fails on kinds that it does not know",
        Claim(.ok, .dangerous), key: "unknownKinds")
    } else {
      site.report(
        kind("unknown-kinds-ignored"), "\(name) ignores kinds that it does not know", .ok,
        key: "unknownKinds")
    }
  }
}
