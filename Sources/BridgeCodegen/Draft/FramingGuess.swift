import BridgeContract
import BridgeJSON

/// The channels of a draft: of a known bridge where the log's words are its own, else guessed from
/// the fields of its bodies.
struct FramingGuess {
  /// The channels of the contract.
  var channels: [(key: String, source: DraftJSON)] = []
  /// The framing of all channels; nil where each has its own.
  var framing: DraftJSON?
  /// The known bridge.
  var bridge: String?
  /// Which channel a line's word is.
  private var words: [String: Int] = [:]
  /// The channel of lines without a word, by side.
  private var plain: [Side: Int] = [:]

  /// Bodies that are looked at.
  private static let sample = 5000

  init(_ log: DraftLog) {
    if !adoptKnown(log) { guess(log) }
  }

  /// The channel of a line.
  func channel(of line: DraftLog.Line) -> Int? {
    if let word = line.channel, let index = words[line.side.rawValue + word] { return index }
    return plain[line.side]
  }

  // MARK: Known bridges

  private mutating func adoptKnown(_ log: DraftLog) -> Bool {
    var seen: [(side: Side, word: String)] = []
    var known: Set<String> = []
    for line in log.lines where line.answers == nil {
      guard let word = line.channel, known.insert(line.side.rawValue + word).inserted else {
        continue
      }
      seen.append((line.side, word))
    }
    guard !seen.isEmpty else { return false }
    for bridge in KnownBridges.all() {
      guard
        let set = DraftSet.set(bridge.channels.map { ($0.key, DraftJSON($0.source)) }, framing: nil)
      else { continue }
      let reader = BodyReader(set)
      let matches = seen.map { word in
        let path = FunctionPath.normalised(Array(word.word.utf8))
        return bridge.channels.firstIndex { $0.from == word.side && $0.isCalled(word.word) }
          ?? set.channels.firstIndex {
            $0.channel.from == word.side && reader.calls($0.channel, path: path)
          }
      }
      guard matches.allSatisfy({ $0 != nil }) else { continue }
      let used = Set(matches.compactMap { $0 })
      // A page's `bridge` alone could be anybody's: the bodies must fit as well.
      guard bodiesFit(log, set, seen, matches) else { continue }
      for (index, channel) in bridge.channels.enumerated() {
        channels.append((channel.key, DraftJSON(channel.source)))
        if plain[channel.from] == nil, used.contains(index) || used.isEmpty {
          plain[channel.from] = index
        }
      }
      for side in [Side.web, .native] where plain[side] == nil {
        plain[side] = bridge.channels.firstIndex { $0.from == side }
      }
      for (word, match) in zip(seen, matches) { words[word.side.rawValue + word.word] = match }
      self.bridge = bridge.name
      return true
    }
    return false
  }

  /// Whether the roles of the framing are in most bodies.
  private func bodiesFit(
    _ log: DraftLog, _ set: ContractSet,
    _ seen: [(side: Side, word: String)], _ matches: [Int?]
  ) -> Bool {
    let reader = BodyReader(set)
    var count = 0
    var good = 0
    for line in log.lines.prefix(Self.sample) {
      guard let word = line.channel, let body = line.body,
        let place = seen.firstIndex(where: { $0.side == line.side && $0.word == word }),
        let channel = matches[place]
      else { continue }
      let program = set.channels[channel]
      reader.reset()
      for reading in reader.bodies(of: body.cursor, on: program) {
        count += 1
        let framing = program.channel.framing
        let roles = [framing.kind, framing.reply.id ?? framing.id].compactMap { $0 }
        let hasRole = roles.contains { $0.find(in: reading.body, reader.matcher).isSomething }
        if reading.failure == nil, roles.isEmpty || hasRole { good += 1 }
      }
    }
    return count > 0 && good * 10 >= count * 8
  }

  // MARK: Guessing

  private static let kinds = [
    "kind", "type", "action", "event", "method", "name", "cmd", "command", "op", "message",
    "handlerName", "func", "eventType", "topic",
  ]
  private static let versions = ["version", "v", "apiVersion", "protocolVersion", "protocol"]
  private static let ids = [
    "id", "requestId", "reqId", "req_id", "callbackId", "callbackID", "messageId", "correlationId",
    "callId", "seq", "uuid", "responseId",
  ]
  private static let payloads = [
    "payload", "data", "params", "body", "args", "arguments", "options", "detail",
  ]

  private mutating func guess(_ log: DraftLog) {
    nameChannels(log)
    var texts = 0
    var objects: [JSONValue] = []
    var keep: [JSONDocument] = []
    for line in log.lines.prefix(Self.sample) where line.answers == nil {
      guard var body = line.body else { continue }
      if let called = body["fn"]?.string, !called.isEmpty, let first = body["args"]?[0] {
        body = first
      }
      if body.kind == .string, let text = body.string,
        let inner = JSONConstants.document(Array(text.utf8)), inner.root.kind == .object
      {
        texts += 1
        keep.append(inner)
        body = inner.root
      }
      if body.kind == .object { objects.append(body) }
    }
    var parts: [(key: String, value: DraftJSON)] = []
    if texts > 0 { parts.append(("decode", .object([("", .strings(["json"]))]))) }
    func coverage(_ key: String, _ test: (JSONValue) -> Bool) -> Int {
      objects.reduce(0) { $0 + (($1[key].map(test) ?? false) ? 1 : 0) }
    }
    func best(_ keys: [String], atLeast share: Double, _ test: (JSONValue) -> Bool) -> String? {
      let counts = keys.map { ($0, coverage($0, test)) }
      let top = counts.max { $0.1 < $1.1 }
      guard let top, Double(top.1) >= share * Double(max(objects.count, 1)), top.1 > 0 else {
        return nil
      }
      return counts.first { $0.1 == top.1 }?.0
    }
    let kind = best(Self.kinds, atLeast: 0.3) { $0.kind == .string }
    let named = objects.filter { body in kind.map { body[$0]?.kind == .string } ?? true }
    if let kind { parts.append(("kind", .string("/" + kind))) }
    let version = best(Self.versions, atLeast: 0.1) { $0.kind == .number || $0.kind == .string }
    if let version, kind != nil { parts.append(("version", .string("/" + version))) }
    let id = best(Self.ids, atLeast: 0.1) { $0.kind == .number || $0.kind == .string }
    if let id { parts.append(("id", .string("/" + id))) }
    let payload = Self.payloads.first { key in
      let count = named.reduce(0) { $0 + ($1[key] != nil ? 1 : 0) }
      return kind != nil && count * 10 >= named.count * 6 && count > 0
    }
    if let payload { parts.append(("payload", .string("/" + payload))) }
    if let id, let ids = idRules(id, objects) { parts.append(("ids", ids)) }
    let replies = objects.filter { body in kind.map { body[$0] == nil } ?? false }
    if let reply = reply(replies, payload) { parts.append(("reply", reply)) }
    if !parts.isEmpty { framing = .object(parts) }
    withExtendedLifetime(keep) {}
  }

  private func idRules(_ key: String, _ objects: [JSONValue]) -> DraftJSON? {
    let values = objects.compactMap { $0[key] }.filter { !$0.isNull }
    if values.allSatisfy({ $0.cursor.isInteger && $0.kind == .number }) {
      return .object([("type", .string("integer"))])
    }
    if values.allSatisfy({ $0.kind == .string }) { return .object([("type", .string("string"))]) }
    return nil
  }

  private func reply(_ replies: [JSONValue], _ payload: String?) -> DraftJSON? {
    var parts: [(key: String, value: DraftJSON)] = []
    let result = ["result", "response", "value"].first { key in
      replies.contains { $0[key] != nil }
    }
    let hasPayload = payload.map { key in replies.contains { $0[key] != nil } } ?? true
    if let result, !hasPayload { parts.append(("payload", .string("/" + result))) }
    let error = ["error", "err"].first { key in replies.contains { $0[key]?.isNull == false } }
    if let error {
      parts.append(("error", .string("/" + error)))
      if let code = ["code", "name", "type"].first(where: { key in
        replies.contains { $0[error]?[key] != nil }
      }) {
        parts.append(("code", .string("/\(error)/\(code)")))
      }
    }
    return parts.isEmpty ? nil : .object(parts)
  }

  private mutating func nameChannels(_ log: DraftLog) {
    var paths: [Int: Set<String>] = [:]
    var calls: Set<Int> = []
    var answered: Set<Int> = []
    var callNames: [IDKey: Int] = [:]
    for line in log.lines {
      if let answers = line.answers {
        if let channel = callNames[answers] { answered.insert(channel) }
        continue
      }
      let word = line.channel ?? (line.side == .web ? "bridge" : "receive")
      let key = line.side.rawValue + word
      if words[key] == nil {
        words[key] = channels.count
        let taken = channels.contains { $0.key.utf8.elementsEqual(word.utf8) }
        channels.append(
          (
            taken ? word + "." + line.side.rawValue : word,
            .object([
              ("from", .string(line.side.rawValue)),
              ("via", .string(line.side == .web ? "messageHandler" : "evaluate")),
            ])
          ))
      }
      guard let index = words[key] else { continue }
      if plain[line.side] == nil { plain[line.side] = index }
      if let fn = line.body?["fn"]?.string { paths[index, default: []].insert(fn) }
      if let call = line.call {
        calls.insert(index)
        callNames[call] = index
      }
    }
    for index in channels.indices {
      let isNative = channels[index].source["from"] == .string("native")
      if answered.contains(index) {
        channels[index].source = channels[index].source.setting(
          "via", .string(isNative ? "callAsync" : "messageHandlerWithReply"))
      }
      guard isNative else { continue }
      let list = (paths[index] ?? []).map(FunctionPath.normalised).sorted()
      let call = list.first ?? channels[index].key
      channels[index].source = channels[index].source.setting(
        "call",
        list.count > 1
          ? .object([("match", .string("^(?:\(list.map(Self.escaped).joined(separator: "|")))$"))])
          : .string(call))
    }
  }

  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      if "\\^$.*+?()[]{}|/".unicodeScalars.contains(scalar) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}

/// A contract of channels alone, to read bodies with.
enum DraftSet {
  static func set(_ channels: [(key: String, source: DraftJSON)], framing: DraftJSON?)
    -> ContractSet?
  {
    guard let first = channels.first else { return nil }
    var root: [(key: String, value: DraftJSON)] = [
      ("bridgeContract", .text("1")), ("name", .string("draft")), ("version", .string("0.1.0")),
    ]
    if let framing { root.append(("framing", framing)) }
    root.append(("channels", .object(channels.map { ($0.key, $0.source) })))
    let message = DraftJSON.object([("on", .string(first.key)), ("payload", .text("true"))])
    root.append(("messages", .object([("draft", message)])))
    guard
      case .loaded(let contract) = Contract.load(
        Array(DraftJSON.object(root).json.utf8), file: "draft"),
      case .joined(let set) = ContractSet.join([contract])
    else { return nil }
    return set
  }
}
