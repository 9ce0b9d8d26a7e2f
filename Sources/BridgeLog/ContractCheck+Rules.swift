internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// Rules that can never fire: whatever comes, they say nothing.

extension ContractCheck {
  func vacuousRules() -> [Finding] {
    var out: [Finding] = []
    for rule in contract.rules {
      if let why = vacuity(of: rule.rule) {
        out.append(
          finding(
            .error, "the rule \"\(rule.id)\" can never fire: \(why)", at: rule.source,
            keyword: "order"))
      }
      if let within = rule.source["within"], !hasLowerBound(rule.rule) {
        out.append(
          finding(
            .warning, "within has no effect on this rule: nothing must come by then", at: within,
            keyword: "order"))
      }
    }
    return out
  }

  private func hasLowerBound(_ rule: OrderRule.Rule) -> Bool {
    switch rule {
    case .exactlyOnce, .atLeastOnce: true
    default: false
    }
  }

  private func vacuity(of rule: OrderRule.Rule) -> String? {
    switch rule {
    case .precedes(_, let then):
      return canCome(then) ? nil : "nothing of \"then\" can come"
    case .atMostOnce(let of):
      return canCome(of) ? nil : "nothing of \"of\" can come"
    case .exactlyOnce, .atLeastOnce:
      return nil
    case .serial(let of):
      let waits = of.contains { word in
        guard case .messages(let list) = word else { return false }
        return list.contains { index in
          let message = contract.messages[index]
          guard !message.isRemoved, let reply = message.reply else { return false }
          if case .many = reply.count { return false }
          return true
        }
      }
      return waits ? nil : "no message of \"of\" waits for a reply"
    case .never(let of, let after):
      if !canCome(of) { return "nothing of \"of\" can come" }
      return canCome(after) ? nil : "nothing of \"after\" can come"
    case .states(let machine):
      let words = machine.transitions.flatMap { $0 }.map(\.word)
      let speaks = words.contains { word in
        if case .event = word { return false }
        return canCome([word])
      }
      return speaks ? nil : "it names no message and no reply that can come"
    }
  }

  /// Whether one of the words can come at all.
  private func canCome(_ words: [Word]) -> Bool {
    words.contains { word in
      switch word {
      case .event: return true
      case .messages(let list): return list.contains { !contract.messages[$0].isRemoved }
      case .anyReply: return contract.messages.contains { settles($0) }
      case .replies(let list): return list.contains { settles(contract.messages[$0]) }
      }
    }
  }

  private func settles(_ message: Message) -> Bool {
    guard !message.isRemoved, let reply = message.reply else { return false }
    if case .many = reply.count { return false }
    return true
  }
}
