internal import BridgeFindings
internal import BridgeJSON
internal import ECMARegex

// Framing: where the roles sit in a body.

extension ContractLoader {
  private static let framingKeys = [
    "decode", "batch", "kind", "version", "id", "errorId", "payload", "envelope", "ids", "reply",
  ]

  func readFraming(_ value: JSONValue) -> Framing {
    var framing = Framing()
    guard let fields = Fields(value, "framing", keys: Self.framingKeys, diagnostics) else {
      return framing
    }
    if let decode = fields["decode"] { framing.decode = readDecode(decode) }
    framing.batch = bool(fields["batch"], "batch") ?? false
    framing.kind = fields["kind"].flatMap { place($0) }
    framing.version = fields["version"].flatMap { place($0) }
    framing.id = fields["id"].flatMap { place($0) }
    framing.errorID = fields["errorId"].flatMap { place($0) }
    framing.payload = fields["payload"].flatMap { place($0) }
    framing.envelope = fields["envelope"].map { schema($0) }
    if let ids = fields["ids"] { framing.ids = readIDs(ids) }
    if let reply = fields["reply"] { framing.reply = readReplyFraming(reply) }
    return framing
  }

  func bool(_ value: JSONValue?, _ what: String) -> Bool? {
    guard let value else { return nil }
    guard let bool = value.bool else {
      diagnostics.error("\(what) must be true or false", at: value)
      return nil
    }
    return bool
  }

  private func readDecode(_ value: JSONValue) -> [Decoding] {
    guard value.kind == .object else {
      diagnostics.error("decode must be an object: a pointer each with its steps", at: value)
      return []
    }
    var out: [Decoding] = []
    for member in value.members {
      guard let at = JSONPointer(member.key) else {
        diagnostics.error("a key of decode must be a JSON Pointer", at: member.keyNode)
        continue
      }
      guard member.value.kind == .array else {
        diagnostics.error("the steps of decode must be a list", at: member.value)
        continue
      }
      var steps: [Decoding.Step] = []
      for (index, item) in member.value.items.enumerated() {
        guard let step = choice(item, "a step of decode", Decoding.Step.self) else { continue }
        if step == .text, index > 0 {
          diagnostics.error("the step \"text\" can only stand first", at: item)
        }
        steps.append(step)
      }
      note(at)
      out.append(Decoding(at: at, steps: steps))
    }
    // Short pointers first; the order of the file among equals.
    return out.enumerated()
      .sorted {
        ($0.element.at.segments.count, $0.offset) < ($1.element.at.segments.count, $1.offset)
      }
      .map(\.element)
  }

  /// A pointer's segments are names of the contract.
  func note(_ pointer: JSONPointer) {
    for segment in pointer.segments { names.insert(String(decoding: segment.key, as: UTF8.self)) }
  }

  func pointer(_ value: JSONValue, _ what: String = "a place") -> JSONPointer? {
    guard let text = value.string, let pointer = JSONPointer(utf8: Array(value.cursor.stringBytes))
    else {
      diagnostics.error(
        "\(what) must be a JSON Pointer such as \"/kind\" (or \"\" for the whole body)", at: value,
        suggest: value.string.map { "/" + $0 })
      return nil
    }
    _ = text
    note(pointer)
    return pointer
  }

  /// A pointer, a list of pointers, or `{"at": place, "match": pattern}`.
  func place(_ value: JSONValue) -> Place? {
    switch value.kind {
    case .string:
      return pointer(value).map { Place(pointers: [$0]) }
    case .array:
      guard value.count > 0 else {
        diagnostics.error("a place must have at least one pointer", at: value)
        return nil
      }
      let pointers = value.items.compactMap { pointer($0) }
      return pointers.count == value.count ? Place(pointers: pointers) : nil
    case .object:
      guard let fields = Fields(value, "a place", keys: ["at", "match"], diagnostics) else {
        return nil
      }
      guard let at = fields["at"], let match = fields["match"] else {
        diagnostics.error("a place that is an object needs \"at\" and \"match\"", at: value)
        return nil
      }
      guard at.kind != .object else {
        diagnostics.error("\"at\" must be a pointer or a list of pointers", at: at)
        return nil
      }
      let inner = place(at)
      let regex = pattern(match)
      guard var inner, let regex else { return nil }
      if regex.regex.groupCount < 1 {
        diagnostics.error(
          "the pattern of a place needs a capture group: it takes group 1", at: match)
        return nil
      }
      inner.match = regex
      return inner
    default:
      diagnostics.error(
        "a place is a JSON Pointer, a list of them, or {\"at\": …, \"match\": …}", at: value)
      return nil
    }
  }

  func pattern(_ value: JSONValue) -> Pattern? {
    guard value.kind == .string else {
      diagnostics.error("a pattern must be text", at: value)
      return nil
    }
    do throws(PatternError) {
      return Pattern(try Regex(utf8: value.cursor.stringBytes))
    } catch {
      diagnostics.error("not a regular expression of ECMA-262: \(error.description)", at: value)
      return nil
    }
  }

  /// `{"at": pointer}`, or with one of `is`, `in`, `match`.
  func test(_ value: JSONValue, _ what: String = "a test") -> Test? {
    guard value.kind == .object else {
      diagnostics.error(
        "\(what) must be an object such as {\"at\": \"/ok\", \"is\": true}", at: value)
      return nil
    }
    guard let fields = Fields(value, what, keys: ["at", "is", "in", "match"], diagnostics) else {
      return nil
    }
    guard let at = fields["at"] else {
      diagnostics.error("\(what) needs \"at\"", at: value)
      return nil
    }
    let conditions = ["is", "in", "match"].filter { fields[$0] != nil }
    guard conditions.count <= 1 else {
      diagnostics.error("\(what) has one of \"is\", \"in\" and \"match\"", at: value)
      return nil
    }
    guard let at = pointer(at, "\"at\"") else { return nil }
    if let value = fields["is"] { return Test(at: at, condition: .oneOf([value])) }
    if let list = fields["in"] {
      guard list.kind == .array else {
        diagnostics.error("\"in\" must be a list of values", at: list)
        return nil
      }
      return Test(at: at, condition: .oneOf(list.items))
    }
    if let match = fields["match"] {
      return pattern(match).map { Test(at: at, condition: .match($0)) }
    }
    return Test(at: at, condition: .present)
  }

  private func readIDs(_ value: JSONValue) -> IDRules {
    var ids = IDRules()
    guard
      let fields = Fields(
        value, "ids", keys: ["type", "pattern", "scope", "reuse", "noReply"], diagnostics)
    else { return ids }
    ids.type = choice(fields["type"], "type", IDRules.Kind.self) ?? .any
    ids.pattern = fields["pattern"].flatMap { pattern($0) }
    ids.scope = choice(fields["scope"], "scope", IDRules.Scope.self) ?? .page
    ids.reuse = bool(fields["reuse"], "reuse") ?? true
    if let list = fields["noReply"] {
      if list.kind == .array {
        ids.noReply = list.items
      } else {
        diagnostics.error("noReply must be a list of ids", at: list)
      }
    }
    return ids
  }

  private func readReplyFraming(_ value: JSONValue) -> ReplyFraming {
    var reply = ReplyFraming()
    guard
      let fields = Fields(
        value, "reply", keys: ["when", "id", "payload", "error", "code", "ok"], diagnostics)
    else { return reply }
    if let when = fields["when"] {
      if when.cursor.isString("always") {
        reply.when = .always
      } else if when.kind == .object {
        reply.when = test(when, "when").map { .test($0) }
      } else {
        diagnostics.error("when must be \"always\" or a test", at: when)
      }
    }
    reply.id = fields["id"].flatMap { place($0) }
    reply.payload = fields["payload"].flatMap { place($0) }
    reply.error = fields["error"].flatMap { place($0) }
    reply.code = fields["code"].flatMap { place($0) }
    reply.ok = fields["ok"].flatMap { test($0, "ok") }
    return reply
  }
}
