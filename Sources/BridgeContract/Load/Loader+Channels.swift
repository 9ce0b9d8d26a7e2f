internal import BridgeFindings
internal import BridgeJSON
internal import ECMARegex

extension ContractLoader {
  private static let channelKeys = [
    "from", "via", "name", "match", "url", "call", "event", "body", "frames", "origins", "world",
    "unknownKinds", "framing",
  ]

  func readChannels(_ top: Fields, framing: Framing, unknownKinds: UnknownKinds) {
    guard let value = top["channels"] else {
      diagnostics.error("the contract has no channels", at: top.value)
      return
    }
    guard value.kind == .object else {
      diagnostics.error("channels must be an object", at: value)
      return
    }
    for member in value.members {
      names.insert(member.key)
      if member.key == "return" {
        diagnostics.error("no channel can be called \"return\"", at: member.keyNode)
      }
      let fileFraming = top["framing"]?.text ?? ""
      if let channel = readChannel(
        member.key, member.value, framing: framing, unknownKinds: unknownKinds,
        fileFraming: fileFraming)
      {
        channelByKey[Array(member.key.utf8)] = channels.count
        channels.append(channel)
      }
    }
  }

  private func readChannel(
    _ key: String, _ value: JSONValue, framing: Framing, unknownKinds: UnknownKinds,
    fileFraming: String
  ) -> Channel? {
    guard let fields = Fields(value, "a channel", keys: Self.channelKeys, diagnostics) else {
      return nil
    }
    let from = required(fields, "from", "a channel", Side.self)
    let via = required(fields, "via", "a channel", Channel.Via.self)
    if let from, let via, via.from != from {
      let fitting = Channel.Via.allCases.filter { $0.from == from }.map { quoted($0.rawValue) }
      diagnostics.error(
        "\(quoted(via.rawValue)) is a way of \(via.from.rawValue); from \(quoted(from.rawValue)) "
          + "goes by \(alternatives(fitting))", at: fields["via"] ?? value)
    }
    let frames = choice(fields["frames"], "frames", Frames.self)
    let origins = fields["origins"].flatMap { readOrigins($0) }
    _ = text(fields["world"], "world")
    let ownFraming = fields["framing"].map { readFraming($0) }
    let kinds = choice(fields["unknownKinds"], "unknownKinds", UnknownKinds.self)
    guard let from, let via else { return nil }
    var channel = Channel(
      key: key, from: from, via: via, bodyIsCall: via == .prompt, anyFrame: frames == .any,
      origins: origins, writesTrust: fields["frames"] != nil || fields["origins"] != nil,
      unknownKinds: kinds ?? unknownKinds, framing: ownFraming ?? framing,
      definition: canonicalText(value) + (fields["framing"] == nil ? fileFraming : ""))
    readFoundBy(fields, &channel)
    return channel
  }

  private enum Frames: String, CaseIterable { case main, any }

  func required<Choice: RawRepresentable & CaseIterable>(
    _ fields: Fields, _ key: String, _ what: String, _ type: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    guard let value = fields[key] else {
      diagnostics.error("\(what) needs \(quoted(key))", at: fields.value)
      return nil
    }
    return choice(value, key, type)
  }

  private func readOrigins(_ value: JSONValue) -> [String]? {
    guard value.kind == .array else {
      diagnostics.error("origins must be a list of origins or schemes", at: value)
      return nil
    }
    return value.items.compactMap { text($0, "an origin") }
  }

  /// The member by which a channel's words are found, by `via`.
  private func readFoundBy(_ fields: Fields, _ channel: inout Channel) {
    let via = channel.via
    var allowed: Set<String> = []
    switch via {
    case .messageHandler, .messageHandlerWithReply:
      allowed = ["name"]
      channel.name = text(fields["name"], "name") ?? channel.key
      if let name = channel.name { names.insert(name) }
    case .prompt:
      allowed = ["match"]
      channel.match = needed(fields, "match", via).flatMap { pattern($0) }
    case .navigation:
      allowed = ["url"]
      channel.url = text(needed(fields, "url", via), "url")
    case .poll, .evaluate, .callAsync:
      allowed = via == .poll ? ["call"] : ["call", "body"]
      channel.call = needed(fields, "call", via).flatMap { readCall($0) }
      if let body = fields["body"], via != .poll {
        if body.cursor.isString("call") {
          channel.bodyIsCall = true
        } else {
          diagnostics.error("body can only be \"call\"", at: body, suggest: "\"call\"")
        }
      }
    case .dispatchEvent:
      allowed = ["event"]
      channel.event = text(needed(fields, "event", via), "event")
      if let event = channel.event { names.insert(event) }
    case .postMessage:
      break
    }
    for key in ["name", "match", "url", "call", "event", "body"]
    where !allowed.contains(key) {
      if let value = fields[key] {
        diagnostics.error("\(quoted(key)) means nothing for \(quoted(via.rawValue))", at: value)
      }
    }
  }

  private func needed(_ fields: Fields, _ key: String, _ via: Channel.Via) -> JSONValue? {
    if let value = fields[key] { return value }
    diagnostics.error("a channel by \(quoted(via.rawValue)) needs \(quoted(key))", at: fields.value)
    return nil
  }

  private func readCall(_ value: JSONValue) -> Channel.Call? {
    switch value.kind {
    case .string:
      guard let path = text(value, "call") else { return nil }
      let normal = FunctionPath.normalised(path)
      if normal.isEmpty { diagnostics.error("call must name a function", at: value) }
      names.insert(normal)
      return .path(normal)
    case .object:
      guard let fields = Fields(value, "call", keys: ["match"], diagnostics),
        let match = fields["match"]
      else {
        diagnostics.error("call is a function path or {\"match\": pattern}", at: value)
        return nil
      }
      return pattern(match).map { .match($0) }
    default:
      diagnostics.error("call is a function path or {\"match\": pattern}", at: value)
      return nil
    }
  }

  /// The value with sorted keys and no `doc`, to compare definitions of two files.
  private func canonicalText(_ value: JSONValue) -> String {
    switch value.kind {
    case .object:
      let members = value.members.filter { $0.key != "doc" && !$0.key.hasPrefix("x-") }
        .sorted { Array($0.key.utf8).lexicographicallyPrecedes(Array($1.key.utf8)) }
      return "{"
        + members.map { quoted($0.key) + ":" + canonicalText($0.value) }.joined(separator: ",")
        + "}"
    case .array: return "[" + value.items.map(canonicalText).joined(separator: ",") + "]"
    default: return value.text
    }
  }
}
