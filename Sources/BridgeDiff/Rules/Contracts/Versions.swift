internal import BridgeContract
internal import BridgeFindings

extension ChangeRule {
  static let versions = ChangeRule(
    [
      ChangeKind(
        "version-not-raised", "the contract changed and its version did not",
        help: "raise the version to the one that is named",
        meaning: """
          The contract's version is the same, though it changed. A file of the same version that is \
          in the field says something else. It has no effect on the wire.
          """,
        severity: .warning, mirror: .itself),
      ChangeKind(
        "version-lowered", "the contract's version went down",
        help: "raise the version to the one that is named",
        meaning: "The contract's version is lower than before. It has no effect on the wire.",
        severity: .warning, mirror: .none(because: "a version that goes up is as it should be")),
      ChangeKind(
        "version-raised-too-little", "the version tells of less than was changed",
        help: "raise the version to the one that is named",
        meaning: """
          A break wants a new major version, a new message or field a new minor one; below 1.0 the \
          minor stands for the major. It has no effect on the wire.
          """,
        severity: .warning, mirror: .none(because: "backwards it is a version that was lowered")),
      ChangeKind(
        "contract-renamed", "another name of the contract",
        help: "make sure that both files are meant",
        meaning: "The two contracts have different names. It has no effect on the wire.",
        severity: .info, mirror: .itself),
    ],
    .contracts { site in
      guard !site.old.name.utf8.elementsEqual(site.new.name.utf8) else { return }
      site.report(
        kind("contract-renamed"),
        "the contract was called \(quoted(site.old.name)) and is called \(quoted(site.new.name))",
        key: "name", severity: .info)
    })

  static let acceptances = ChangeRule(
    [
      ChangeKind(
        "accept-expired", "an accepted finding whose time is over",
        help: "look at the finding again, then renew or remove the entry",
        meaning: """
          An entry of "accept" has an "until" that has passed. The finding counts again.
          """,
        severity: .warning, mirror: .none(because: "entries are those of the new contract")),
      ChangeKind(
        "accept-unused", "an accepted finding that is not there",
        help: "remove the entry once its change is in the field",
        meaning: """
          An entry of "accept" fits nothing that was found: the change is taken back, or it is part \
          of the contract that was compared with.
          """,
        severity: .info, mirror: .none(because: "entries are those of the new contract")),
    ], .elsewhere("DiffReport, when all findings are known"))
}
