internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let messageVersion = ChangeRule(
    [
      ChangeKind(
        "wire-version-changed", "another version constant in the message",
        help: "keep a message for the old version beside the new one",
        meaning: """
          The value at the framing's version is another one. Each side refuses what the other says. \
          Two messages with the same kind and different versions can stand side by side.
          """,
        cells: Change.Cells(.breaking), mirror: .itself),
      ChangeKind(
        "wire-version-required", "a version where any was fine",
        help: "ship the sending side first",
        meaning: """
          The message accepted any version and none, now one value must stand there. Who says it by \
          the contract of before sends none and is refused.
          """,
        cells: Change.Cells(.narrowed), mirror: .kind("wire-version-dropped")),
      ChangeKind(
        "wire-version-dropped", "any version is fine where one was needed",
        help: "go on sending the version while old receivers are there",
        meaning: """
          One value had to stand at the framing's version, now any may, or none. Who receives it by \
          the contract of before still wants it.
          """,
        cells: Change.Cells(.widened), mirror: .kind("wire-version-required")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.isComparable,
      old.claim.hasOtherVersion(than: new.claim)
    else { return }
    let name = quoted(new.name)
    switch (old.version, new.version) {
    case (let a?, let b?):
      site.report(
        kind("wire-version-changed"),
        "the version of \(name) was \(shown(a)) and is \(shown(b))", .breaking, key: "version")
    case (nil, let b?):
      site.report(
        kind("wire-version-required"), "\(name) needs the version \(shown(b))", .narrowed,
        key: "version")
    case (let a?, nil):
      site.report(
        kind("wire-version-dropped"), "\(name) needs the version \(shown(a)) no more", .widened,
        key: "version")
    case (nil, nil): break
    }
  }
}
