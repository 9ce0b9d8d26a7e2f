internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let messagePlanned = ChangeRule(
    [
      ChangeKind(
        "message-planned", "a message of a later version",
        help: "nothing to do until the contract has that version",
        meaning: """
          "since" names a later version than that of the contract: nobody says the message yet. It \
          counts as added in the contract that has the version.
          """,
        cells: Change.Cells(.ok),
        mirror: .none(because: "a plan that is given up changes nothing"))
    ], .contracts(check))

  @Sendable private static func check(_ site: ContractSite) {
    let wasPlanned = Set(
      site.old.messages.filter { $0.isPlanned(in: site.old) }.map { Array($0.name.utf8) })
    for message in site.new.messages where message.isPlanned(in: site.new) && !message.isRemoved {
      if wasPlanned.contains(Array(message.name.utf8)) { continue }
      let from = site.new.channels[message.channel].from
      let root = site.old.document.root
      site.comparison.add(
        Found(
          kind: kind("message-planned"),
          sentence:
            "the message \(quoted(message.name)) is planned for \(shown(message.source["since"]))",
          cells: Change.Cells(.ok, from: from), claim: .ok, from: from, subject: message.name,
          channel: site.new.channels[message.channel].key, message: message.name, keyword: "since",
          old: root["messages"] ?? root, new: message.source["since"] ?? message.source))
    }
  }
}
