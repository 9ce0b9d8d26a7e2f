internal import BridgeFindings
internal import BridgeJSON

extension ContractLoader {
  private static let messageKeys = [
    "on", "kind", "version", "id", "unknownFields", "payload", "reply", "since", "deprecated",
    "removed", "examples",
  ]

  func readErrors(_ value: JSONValue?) {
    guard let value else { return }
    guard value.kind == .object else {
      diagnostics.error("errors must be an object", at: value)
      return
    }
    for member in value.members {
      names.insert(member.key)
      guard
        let fields = Fields(member.value, "an error", keys: ["code", "payload"], diagnostics)
      else { continue }
      if let code = fields["code"], code.kind != .string, code.kind != .number {
        diagnostics.error("code must be text or a number", at: code)
      }
      if let code = fields["code"]?.string { names.insert(code) }
      errorByName[Array(member.key.utf8)] = errors.count
      errors.append(
        DeclaredError(
          name: member.key, code: fields["code"], payload: fields["payload"].map { schema($0) }))
    }
  }

  func readMessages(
    _ top: Fields, unknownFields: UnknownFields, contractVersion: SemanticVersion?
  ) {
    guard let value = top["messages"] else {
      diagnostics.error("the contract has no messages", at: top.value)
      return
    }
    guard value.kind == .object else {
      diagnostics.error("messages must be an object", at: value)
      return
    }
    for member in value.members {
      names.insert(member.key)
      checkName(member.key, member.keyNode)
      if let message = readMessage(
        member.key, member.value, unknownFields: unknownFields, contractVersion: contractVersion)
      {
        messages.append(message)
      }
    }
    checkOneOwner()
  }

  private func checkName(_ name: String, _ key: JSONValue) {
    if name.isEmpty || name.contains("*") || name.contains(":") || name.hasPrefix("@") {
      diagnostics.error(
        "a message's name is not empty, has no \"*\" and no \":\", and does not begin with \"@\"",
        at: key)
    }
    if name == "reply" {
      diagnostics.error("\"reply\" is a word of order rules and cannot name a message", at: key)
    }
  }

  private func readMessage(
    _ name: String, _ value: JSONValue, unknownFields: UnknownFields,
    contractVersion: SemanticVersion?
  ) -> Message? {
    guard let fields = Fields(value, "a message", keys: Self.messageKeys, diagnostics) else {
      return nil
    }
    let on = channelIndex(fields)
    let payload = fields["payload"]
    if payload == nil { diagnostics.error("a message needs \"payload\"", at: value) }
    let own = choice(fields["unknownFields"], "unknownFields", UnknownFields.self)
    let need = choice(fields["id"], "id", Message.IDNeed.self)
    let examples = readExamples(fields["examples"])
    _ = fields["since"].flatMap { semanticVersion($0, "since") }
    let deprecated = fields["deprecated"].flatMap { semanticVersion($0, "deprecated") }
    let removed = fields["removed"].flatMap { semanticVersion($0, "removed") }
    // Two statements, so that both are read and all their errors are known.
    let root = payload.map { schema($0) }
    guard let on else {
      if let reply = fields["reply"] { _ = readReply(reply, on: nil) }
      return nil
    }
    let channel = channels[on]
    let reply = fields["reply"].flatMap { readReply($0, on: on) }
    guard let root else { return nil }
    var message = Message(
      name: name, channel: on, version: fields["version"], id: .optional, payload: root,
      reply: reply, unknownFields: own ?? unknownFields,
      isDeprecated: inForce(deprecated, contractVersion),
      isRemoved: inForce(removed, contractVersion), examples: examples, source: value)
    readKind(fields["kind"], channel, &message)
    checkVersion(fields["version"], channel)
    message.id = need ?? defaultNeed(reply, channel)
    if need == .required, channel.framing.id == nil, let value = fields["id"] {
      diagnostics.error("id cannot be required: the channel's framing has no \"id\"", at: value)
    }
    return message
  }

  private func inForce(_ since: SemanticVersion?, _ now: SemanticVersion?) -> Bool {
    guard let since, let now else { return false }
    return !(now < since)
  }

  private func channelIndex(_ fields: Fields) -> Int? {
    guard let value = fields["on"] else {
      diagnostics.error("a message needs \"on\": the key of its channel", at: fields.value)
      return nil
    }
    guard let key = text(value, "on") else { return nil }
    return channelIndex(key, value)
  }

  private func channelIndex(_ key: String, _ value: JSONValue) -> Int? {
    if let index = channelByKey[Array(key.utf8)] { return index }
    // A channel that is there but broken has its own error; only an absent one is named here.
    if document.root["channels"]?[key] != nil { return nil }
    let nearest = Spelling.nearest(to: key, among: channels.map(\.key))
    diagnostics.error(
      "there is no channel \(quoted(key))"
        + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: value, suggest: nearest)
    return nil
  }

  private func readKind(_ value: JSONValue?, _ channel: Channel, _ message: inout Message) {
    guard let value else {
      if channel.framing.kind != nil { message.kindText = Array(message.name.utf8) }
      return
    }
    switch value.kind {
    case .null: return
    case .string, .number, .bool:
      message.kind = value
      if let text = value.string { names.insert(text) }
      if channel.framing.kind == nil {
        diagnostics.error("kind needs a place: the channel's framing has no \"kind\"", at: value)
      }
    default:
      diagnostics.error("kind must be the wire word, or null", at: value)
    }
  }

  private func checkVersion(_ value: JSONValue?, _ channel: Channel) {
    guard let value else { return }
    if value.kind == .object || value.kind == .array {
      diagnostics.error("version must be a number or text", at: value)
    } else if channel.framing.version == nil {
      diagnostics.error(
        "version needs a place: the channel's framing has no \"version\"", at: value)
    }
  }

  /// `required` with a reply on a channel where the framing has an id; `none` over `return`, and
  /// where replies on a channel have no id to go by; else `optional`.
  private func defaultNeed(_ reply: Reply?, _ channel: Channel) -> Message.IDNeed {
    guard let reply else { return .optional }
    if reply.on == .result { return .none }
    return channel.framing.id == nil ? .none : .required
  }

  // MARK: Reply

  private static let replyKeys = [
    "on", "kind", "payload", "errors", "within", "count", "sequence",
  ]

  /// Reads a reply; `on` is the request's channel, nil where that is broken.
  private func readReply(_ value: JSONValue, on: Int?) -> Reply? {
    guard let fields = Fields(value, "a reply", keys: Self.replyKeys, diagnostics) else {
      return nil
    }
    var reply = Reply(on: .anyChannel, errors: [], count: .one, source: value)
    if let on {
      reply.on = channels[on].via.answersByReturn ? .result : .anyChannel
      if let target = fields["on"] {
        if target.cursor.isString("return") {
          reply.on = .result
        } else if let key = text(target, "on"), let index = channelIndex(key, target) {
          if channels[index].from == channels[on].from {
            diagnostics.error(
              "a reply comes over a channel of the other side; \(quoted(key)) is one of "
                + channels[on].from.rawValue, at: target)
          } else {
            reply.on = .channel(index)
          }
        }
      }
    }
    if let kind = fields["kind"], !kind.isNull {
      if kind.kind == .object || kind.kind == .array {
        diagnostics.error("kind must be the wire word", at: kind)
      } else {
        reply.kind = kind
        if let text = kind.string { names.insert(text) }
      }
    }
    reply.payload = fields["payload"].map { schema($0) }
    readReplyErrors(fields["errors"], &reply)
    reply.withinSource = fields["within"]
    reply.within = fields["within"].flatMap { duration($0) }
    readCount(fields["count"], &reply)
    reply.sequence = fields["sequence"].flatMap { place($0) }
    return reply
  }

  private func readReplyErrors(_ value: JSONValue?, _ reply: inout Reply) {
    guard let value else { return }
    guard value.kind == .array else {
      diagnostics.error("errors must be a list of declared errors", at: value)
      return
    }
    for item in value.items {
      guard let name = text(item, "an error's name") else { continue }
      if let index = errorByName[Array(name.utf8)] {
        reply.errors.append(index)
      } else {
        let nearest = Spelling.nearest(to: name, among: errors.map(\.name))
        diagnostics.error(
          "there is no error \(quoted(name)) under \"errors\" of the contract"
            + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""), at: item, suggest: nearest)
      }
    }
  }

  private func readCount(_ value: JSONValue?, _ reply: inout Reply) {
    guard let value else { return }
    if value.cursor.isString("one") { return }
    if value.cursor.isString("many") {
      reply.count = .many
      return
    }
    guard value.kind == .object,
      let fields = Fields(value, "count", keys: ["until", "while"], diagnostics)
    else {
      diagnostics.error(
        "count must be \"one\", \"many\", {\"until\": test} or {\"while\": test}", at: value)
      return
    }
    switch (fields["until"], fields["while"]) {
    case (let until?, nil): if let test = test(until, "until") { reply.count = .until(test) }
    case (nil, let condition?):
      if let test = test(condition, "while") { reply.count = .while(test) }
    default: diagnostics.error("count needs one of \"until\" and \"while\"", at: value)
    }
  }

  /// A duration in milliseconds: a number and `ms`, `s`, `m` or `h`.
  func duration(_ value: JSONValue) -> Double? {
    let units: [(String, Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
    if let text = value.string {
      for (unit, factor) in units where text.hasSuffix(unit) {
        let number = text.dropLast(unit.count)
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        let digits = parts.allSatisfy {
          !$0.isEmpty && $0.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
        }
        if digits, parts.count <= 2, let amount = Double(number) { return amount * factor }
      }
    }
    diagnostics.error(
      "a duration is a number and \"ms\", \"s\", \"m\" or \"h\", such as \"10s\"", at: value)
    return nil
  }

  // MARK: Examples

  private func readExamples(_ value: JSONValue?) -> [Example] {
    guard let value else { return [] }
    guard value.kind == .array else {
      diagnostics.error("examples must be a list", at: value)
      return []
    }
    var out: [Example] = []
    for item in value.items {
      guard
        let fields = Fields(
          item, "an example", keys: ["body", "reply", "fails", "at"], diagnostics)
      else { continue }
      guard let body = fields["body"] else {
        diagnostics.error("an example needs \"body\"", at: item)
        continue
      }
      let fails = fields["fails"].flatMap { causeID($0) }
      let at = text(fields["at"], "at")
      if let value = fields["at"], let at, JSONPointer(at) == nil {
        diagnostics.error("at must be a JSON Pointer", at: value)
      }
      if fields["at"] != nil, fields["fails"] == nil {
        diagnostics.error("at says where an example fails: it needs \"fails\"", at: item)
      }
      out.append(
        Example(source: item, body: body, reply: fields["reply"], fails: fails, at: at))
    }
    return out
  }

  func causeID(_ value: JSONValue) -> String? {
    guard let id = text(value, "fails") else { return nil }
    if Cause(id: id) != nil { return id }
    let nearest = Spelling.nearest(to: id, among: Cause.all.map(\.id))
    diagnostics.error(
      "there is no cause \(quoted(id))" + (nearest.map { "; did you mean \(quoted($0))?" } ?? ""),
      at: value, suggest: nearest)
    return nil
  }

  // MARK: One owner

  /// One (channel, kind, version) belongs to one message.
  private func checkOneOwner() {
    var owners: [[Message.Claim: Int]] = channels.map { _ in [:] }
    for (index, message) in messages.enumerated() where !message.isRemoved {
      guard let owner = owners[message.channel][message.claim] else {
        owners[message.channel][message.claim] = index
        continue
      }
      diagnostics.error(
        "the message \(quoted(message.name)) claims a kind and version of channel "
          + "\(quoted(channels[message.channel].key)) that \(quoted(messages[owner].name)) has "
          + "already", at: message.source)
    }
  }
}
