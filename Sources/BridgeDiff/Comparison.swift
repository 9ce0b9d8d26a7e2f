internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// One comparison of two contracts: pairs what belongs together, shows it to the rules, and keeps
/// what they find.
final class Comparison {
  let old: Contract
  let new: Contract
  let options: DiffOptions
  let oracle: EngineOracle
  private(set) var found: [Found] = []

  lazy var oldReferences = References(old.document)
  lazy var newReferences = References(new.document)
  lazy var channels = ChannelPairs(old, new)
  lazy var messages = MessagePairs(old, new, channels)

  init(_ old: Contract, _ new: Contract, _ options: DiffOptions) {
    self.old = old
    self.new = new
    self.options = options
    oracle = EngineOracle(old, new)
  }

  func add(_ change: Found) { found.append(change) }

  /// Where the list stands, to look at what comes after.
  var mark: Int { found.count }

  func found(since mark: Int) -> ArraySlice<Found> { found[mark...] }

  func change(since mark: Int, _ body: (inout Found) -> Void) {
    for index in mark..<found.count { body(&found[index]) }
  }

  func replace(since mark: Int, with list: [Found]) {
    found.removeSubrange(mark...)
    found += list
  }

  func run() {
    let site = ContractSite(comparison: self)
    for check in ChangeRules.contractChecks { check(site) }
    for pair in channels.pairs {
      let site = ChannelSite(
        comparison: self, old: old.channels[pair.old], new: new.channels[pair.new])
      for check in ChangeRules.channelChecks { check(site) }
      compareEnvelopes(site)
    }
    for pair in messages.all {
      let site = MessageSite(
        comparison: self, old: pair.old.map { old.messages[$0] },
        new: pair.new.map { new.messages[$0] }, match: pair.match)
      for check in ChangeRules.messageChecks { check(site) }
      guard let a = site.old, let b = site.new, site.isComparable else { continue }
      comparePayloads(site, a, b)
      if let x = a.reply, let y = b.reply {
        let reply = ReplySite(message: site, old: x, new: y)
        for check in ChangeRules.replyChecks { check(reply) }
        compareReplies(reply)
      }
    }
    compareErrors()
    OrderComparison(self).run()
  }
}
