internal import BridgeFindings
internal import BridgeJSON

extension ContractLoader {
  func readScenarios(_ value: JSONValue?) -> [Scenario] {
    guard let value else { return [] }
    guard value.kind == .object else {
      diagnostics.error("scenarios must be an object", at: value)
      return []
    }
    var out: [Scenario] = []
    for member in value.members {
      guard
        let fields = Fields(
          member.value, "a scenario", keys: ["log", "page", "native", "fails"], diagnostics)
      else { continue }
      let fails = fields["fails"].flatMap { causeID($0) }
      let isLive = fields["page"] != nil || fields["native"] != nil
      guard (fields["log"] != nil) != isLive else {
        diagnostics.error(
          "a scenario is either a \"log\" or \"page\" and \"native\"", at: member.value)
        continue
      }
      if let log = fields["log"] {
        guard log.kind == .array else {
          diagnostics.error("log must be a list of log lines", at: log)
          continue
        }
        out.append(
          Scenario(name: member.key, form: .log(log), fails: fails, source: member.value))
      } else {
        if let page = fields["page"] { readReactions(page, .web) }
        if let native = fields["native"] { readReactions(native, .native) }
        out.append(Scenario(name: member.key, form: .live, fails: fails, source: member.value))
      }
    }
    return out
  }

  private func readReactions(_ value: JSONValue, _ side: Side) {
    guard value.kind == .array else {
      diagnostics.error(
        "\(side == .web ? "page" : "native") must be a list of reactions", at: value)
      return
    }
    for item in value.items {
      guard let fields = Fields(item, "a reaction", keys: ["when", "do"], diagnostics) else {
        continue
      }
      if let when = fields["when"] {
        readWhen(when, side)
      } else {
        diagnostics.error("a reaction needs \"when\"", at: item)
      }
      if let actions = fields["do"] {
        readActions(actions, side)
      } else {
        diagnostics.error("a reaction needs \"do\"", at: item)
      }
    }
  }

  private func readWhen(_ value: JSONValue, _ side: Side) {
    guard let word = text(value, "when") else { return }
    let own =
      side == .web
      ? ["inline", "DOMContentLoaded", "load", "pagehide"]
      : ["start"] + Event.allCases.map(\.rawValue)
    if own.contains(word) { return }
    let name = word.hasPrefix("reply:") ? String(word.dropFirst("reply:".count)) : word
    if messages.contains(where: { $0.name == name }) { return }
    if document.root["messages"]?[name] != nil { return }
    let nearest = Spelling.nearest(to: word, among: own + messages.map(\.name))
    diagnostics.error(
      "nothing called \(quoted(word)) happens on this side"
        + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
  }

  private static let verbs = [
    "send", "answer", "body", "after", "throw", "register", "unregister", "navigate", "load",
    "terminate", "destroy",
  ]

  private func readActions(_ value: JSONValue, _ side: Side) {
    guard value.kind == .array else {
      diagnostics.error("do must be a list of actions", at: value)
      return
    }
    for item in value.items {
      guard
        let fields = Fields(
          item, "an action", keys: Self.verbs + ["payload", "channel", "do"], diagnostics)
      else { continue }
      let verbs = Self.verbs.filter { fields[$0] != nil }
      guard verbs.count == 1, let verb = verbs.first, let object = fields[verb] else {
        diagnostics.error(
          "an action has one verb: \(alternatives(Self.verbs))", at: item)
        continue
      }
      switch verb {
      case "send": checkSent(object, side)
      case "after":
        if let word = text(object, "after"), word != "frame", word != "microtask" {
          _ = duration(object)
        }
        if let inner = fields["do"] {
          readActions(inner, side)
        } else {
          diagnostics.error("after needs \"do\"", at: item)
        }
      case "register", "unregister": checkChannel(object)
      case "body":
        if let channel = fields["channel"] {
          checkChannel(channel)
        } else if channels.filter({ $0.from == side }).count != 1 {
          diagnostics.error("body needs \"channel\"", at: item)
        }
      case "navigate":
        checkWord(object, "navigate", ["reload", "away"])
        if side == .native { diagnostics.error("navigate is an action of the page", at: item) }
      case "load":
        checkWord(object, "load", ["page", "reload", "missing"])
        if side == .web { diagnostics.error("load is an action of native", at: item) }
      case "terminate", "destroy":
        if object.bool != true { diagnostics.error("\(verb) must be true", at: object) }
        if side == .web { diagnostics.error("\(verb) is an action of native", at: item) }
      case "throw": _ = text(object, "throw")
      case "answer":
        if let word = text(object, "answer"), word != "ok",
          !errors.contains(where: { $0.name == word })
        {
          let nearest = Spelling.nearest(to: word, among: ["ok"] + errors.map(\.name))
          diagnostics.error(
            "answer must be \"ok\" or a declared error"
              + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""),
            at: object, suggest: nearest)
        }
      default: break
      }
    }
  }

  private func checkSent(_ value: JSONValue, _ side: Side) {
    guard let name = text(value, "send") else { return }
    if let message = messages.first(where: { $0.name == name }) {
      let from = channels[message.channel].from
      if from != side {
        diagnostics.error("\(quoted(name)) is said by \(from.rawValue)", at: value)
      }
      return
    }
    if document.root["messages"]?[name] != nil { return }
    let nearest = Spelling.nearest(to: name, among: messages.map(\.name))
    diagnostics.error(
      "there is no message \(quoted(name))"
        + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
  }

  private func checkChannel(_ value: JSONValue) {
    guard let key = text(value, "a channel") else { return }
    if channels.contains(where: { $0.key == key }) || document.root["channels"]?[key] != nil {
      return
    }
    let nearest = Spelling.nearest(to: key, among: channels.map(\.key))
    diagnostics.error(
      "there is no channel \(quoted(key))"
        + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
  }

  private func checkWord(_ value: JSONValue, _ what: String, _ words: [String]) {
    guard let word = text(value, what), !words.contains(word) else { return }
    let nearest = Spelling.nearest(to: word, among: words)
    diagnostics.error(
      "\(what) must be \(alternatives(words.map(quoted)))", at: value, suggest: nearest)
  }

  // MARK: What is in the field

  func readSupports(_ value: JSONValue?) {
    guard let value, let fields = Fields(value, "supports", keys: ["native", "web"], diagnostics)
    else { return }
    readSupported(fields["native"], keys: ["app", "contract", "until"])
    readSupported(fields["web"], keys: ["deploy", "contract", "until"])
  }

  private func readSupported(_ value: JSONValue?, keys: [String]) {
    guard let value else { return }
    guard value.kind == .array else {
      diagnostics.error("supports lists versions", at: value)
      return
    }
    for item in value.items {
      guard let fields = Fields(item, "a supported version", keys: keys, diagnostics) else {
        continue
      }
      if let contract = fields["contract"] {
        _ = semanticVersion(contract, "contract")
      } else {
        diagnostics.error("a supported version needs \"contract\"", at: item)
      }
      _ = text(fields["app"], "app")
      _ = text(fields["deploy"], "deploy")
      if let until = fields["until"] { checkDate(until) }
    }
  }

  func readAccept(_ value: JSONValue?) {
    guard let value else { return }
    guard value.kind == .array else {
      diagnostics.error("accept must be a list", at: value)
      return
    }
    for item in value.items {
      guard
        let fields = Fields(
          item, "an accepted finding", keys: ["fingerprint", "reason", "until"], diagnostics)
      else { continue }
      for key in ["fingerprint", "reason"] {
        if let value = fields[key] {
          _ = text(value, key)
        } else {
          diagnostics.error("an accepted finding needs \(quoted(key))", at: item)
        }
      }
      if let until = fields["until"] { checkDate(until) }
    }
  }

  /// `2027-06-30`.
  private func checkDate(_ value: JSONValue) {
    if let text = value.string, CalendarDay.isDay(text) { return }
    diagnostics.error("until must be a day such as \"2027-06-30\"", at: value)
  }
}
