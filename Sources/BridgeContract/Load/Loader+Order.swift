internal import BridgeFindings
internal import BridgeJSON

extension ContractLoader {
  private enum RuleName: String, CaseIterable {
    case precedes, exactlyOnce, atMostOnce, atLeastOnce, serial, never, states

    var keys: [String] {
      switch self {
      case .precedes: ["first", "then"]
      case .exactlyOnce, .atMostOnce, .atLeastOnce, .serial: ["of"]
      case .never: ["of", "after"]
      case .states: ["start", "states"]
      }
    }
  }

  private enum Scope: String, CaseIterable { case page, session }

  func readOrder(_ value: JSONValue?) -> [OrderRule] {
    guard let value else { return [] }
    guard value.kind == .array else {
      diagnostics.error("order must be a list of rules", at: value)
      return []
    }
    var rules: [OrderRule] = []
    var ids: Set<String> = []
    for item in value.items {
      if let rule = readRule(item) {
        if !ids.insert(rule.id).inserted {
          diagnostics.error("two rules have the id \(quoted(rule.id))", at: item)
        }
        rules.append(rule)
      }
    }
    return rules
  }

  private func readRule(_ value: JSONValue) -> OrderRule? {
    guard value.kind == .object else {
      diagnostics.error("a rule must be an object", at: value)
      return nil
    }
    let name = value["rule"].flatMap { choice($0, "rule", RuleName.self) }
    if value["rule"] == nil { diagnostics.error("a rule needs \"rule\"", at: value) }
    let own = name?.keys ?? RuleName.allCases.flatMap(\.keys)
    guard
      let fields = Fields(
        value, "a rule", keys: ["id", "rule"] + own + ["per", "within"], diagnostics)
    else { return nil }
    var id = ""
    if let value = fields["id"] {
      id = text(value, "id") ?? ""
      if !id.isEmpty { names.insert(id) }
    } else {
      diagnostics.error("a rule needs \"id\"", at: value)
    }
    let scope = choice(fields["per"], "per", Scope.self) ?? .page
    let within = fields["within"].flatMap { duration($0) }
    guard let name, let rule = readRuleBody(name, fields) else { return nil }
    return OrderRule(
      id: id, rule: rule, perSession: scope == .session, within: within, source: value)
  }

  private func readRuleBody(_ name: RuleName, _ fields: Fields) -> OrderRule.Rule? {
    func words(_ key: String) -> [Word]? {
      guard let value = fields[key] else {
        diagnostics.error(
          "the rule \(quoted(name.rawValue)) needs \(quoted(key))", at: fields.value)
        return nil
      }
      return self.words(value)
    }
    switch name {
    case .precedes:
      let first = words("first")
      let then = words("then")
      guard let first, let then else { return nil }
      return .precedes(first: first, then: then)
    case .exactlyOnce: return words("of").map { .exactlyOnce($0) }
    case .atMostOnce: return words("of").map { .atMostOnce($0) }
    case .atLeastOnce: return words("of").map { .atLeastOnce($0) }
    case .serial: return words("of").map { .serial($0) }
    case .never:
      let of = words("of")
      let after = words("after")
      guard let of, let after else { return nil }
      return .never(of: of, after: after)
    case .states: return readStates(fields).map { .states($0) }
    }
  }

  // MARK: Words

  /// A word, or a list of words: any of them.
  private func words(_ value: JSONValue) -> [Word]? {
    if value.kind == .array {
      guard value.count > 0 else {
        diagnostics.error("a list of words must not be empty", at: value)
        return nil
      }
      let words = value.items.compactMap { word($0) }
      return words.count == value.count ? words : nil
    }
    return word(value).map { [$0] }
  }

  private func word(_ value: JSONValue) -> Word? {
    guard let text = text(value, "a word") else { return nil }
    return word(text, at: value)
  }

  private func word(_ text: String, at value: JSONValue) -> Word? {
    if text == "reply" { return .anyReply }
    if text.hasPrefix("@") {
      if let event = Event(rawValue: text) { return .event(event) }
      let nearest = Spelling.nearest(to: text, among: Event.allCases.map(\.rawValue))
      diagnostics.error(
        "there is no event \(quoted(text))"
          + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
      return nil
    }
    if text.hasPrefix("reply:") {
      let name = String(text.dropFirst("reply:".count))
      guard let found = messageIndices(name, at: value) else { return nil }
      let answered = found.filter { messages[$0].reply != nil }
      if answered.isEmpty {
        diagnostics.error("\(quoted(name)) has no reply, so no \(quoted(text)) can come", at: value)
        return nil
      }
      return .replies(answered)
    }
    return messageIndices(text, at: value).map { .messages($0) }
  }

  /// The messages of this name, or those that a glob matches.
  private func messageIndices(_ name: String, at value: JSONValue) -> [Int]? {
    if name.utf8.contains(UInt8(ascii: "*")) {
      let found = messages.indices.filter { Glob.matches(messages[$0].name, name) }
      if !found.isEmpty { return found }
    } else if let found = messageByName[Array(name.utf8)] {
      return [found]
    }
    // A message that is there but broken has its own errors.
    if document.root["messages"]?[name] != nil { return nil }
    let nearest = Spelling.nearest(to: name, among: messages.map(\.name))
    diagnostics.error(
      name.contains("*")
        ? "no message matches \(quoted(name))"
        : "there is no message \(quoted(name))"
          + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""),
      at: value, suggest: nearest)
    return nil
  }

  // MARK: States

  private func readStates(_ fields: Fields) -> StateMachine? {
    guard let states = fields["states"], states.kind == .object else {
      diagnostics.error(
        "the rule \"states\" needs \"states\": an object of states",
        at: fields["states"] ?? fields.value)
      return nil
    }
    let stateNames = states.members.map(\.key)
    let indices = Dictionary(
      stateNames.enumerated().map { (Array($0.element.utf8), $0.offset) },
      uniquingKeysWith: { first, _ in first })
    for name in stateNames { names.insert(name) }
    guard let start = fields["start"], let startName = text(start, "start") else {
      diagnostics.error("the rule \"states\" needs \"start\": the first state", at: fields.value)
      return nil
    }
    guard let startIndex = indices[Array(startName.utf8)] else {
      let nearest = Spelling.nearest(to: startName, among: stateNames)
      diagnostics.error(
        "there is no state \(quoted(startName))"
          + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: start, suggest: nearest)
      return nil
    }
    var whole = true
    var transitions: [[StateMachine.Transition]] = []
    for state in states.members {
      var list: [StateMachine.Transition] = []
      guard state.value.kind == .object else {
        diagnostics.error(
          "a state must be an object: a word each with the state it leads to", at: state.value)
        whole = false
        continue
      }
      for member in state.value.members {
        guard let word = word(member.key, at: member.keyNode) else {
          whole = false
          continue
        }
        guard let target = text(member.value, "a state's name") else {
          whole = false
          continue
        }
        guard let index = indices[Array(target.utf8)] else {
          let nearest = Spelling.nearest(to: target, among: stateNames)
          diagnostics.error(
            "there is no state \(quoted(target))"
              + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""),
            at: member.value, suggest: nearest)
          whole = false
          continue
        }
        list.append(.init(word: word, to: index))
      }
      transitions.append(list)
    }
    guard whole else { return nil }
    return StateMachine(names: stateNames, start: startIndex, transitions: transitions)
  }
}

/// `*` stands for any run of characters.
enum Glob {
  /// Whether `pattern` matches the whole name. O(name x pattern).
  static func matches(_ name: String, _ pattern: String) -> Bool {
    let text = Array(name.utf8)
    let glob = Array(pattern.utf8)
    var i = 0
    var j = 0
    var star: (glob: Int, text: Int)?
    while i < text.count {
      if j < glob.count, glob[j] == UInt8(ascii: "*") {
        star = (j, i)
        j += 1
      } else if j < glob.count, glob[j] == text[i] {
        i += 1
        j += 1
      } else if let last = star {
        star = (last.glob, last.text + 1)
        i = last.text + 1
        j = last.glob + 1
      } else {
        return false
      }
    }
    while j < glob.count, glob[j] == UInt8(ascii: "*") { j += 1 }
    return j == glob.count
  }
}
