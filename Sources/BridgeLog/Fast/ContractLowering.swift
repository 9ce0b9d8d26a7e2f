internal import BridgeContract
internal import BridgeJSON
internal import BridgeSchema
internal import LineJudge

/// Puts a set of contracts into the tables of the pass over lines.
///
/// Decided are channels whose places are members at the top of an object body, and messages and
/// replies in the plain way of framing; what is beyond that is marked as the reference's.
struct ContractLowering {
  let set: ContractSet
  let finder: ChannelFinder
  var builder = TableBuilder()
  private var schemas: [SchemaLowering]
  private var replyWords: [[UInt8]] = []

  init(_ set: ContractSet, _ finder: ChannelFinder) {
    self.set = set
    self.finder = finder
    schemas = set.contracts.map { SchemaLowering($0.schemas) }
  }

  /// The tables of a set.
  mutating func tables() -> LineTables {
    var everything = lj_schema()
    everything.span_bytes = .max
    everything.counts = 1
    builder.schemas = [everything]
    let replies = set.messages.map { replySchema($0) }
    let expected = set.messages.map { replyNumber($0) }
    let lowered = set.channels.map { channel($0, replies) }
    builder.channels = lowered
    addWords()
    addLineFields()
    let shared = builder.shareSchemas()
    return LineTables(
      builder, replySchemas: replies.map { $0.map(shared) }, replyNumbers: expected)
  }

  // MARK: Replies

  /// The schema of a message's good replies over a channel, or nil where the reference judges them.
  private mutating func replySchema(_ program: MessageProgram) -> UInt32? {
    guard let reply = program.message.reply, reply.on != .result, reply.sequence == nil else {
      return nil
    }
    switch reply.count {
    case .one, .many: break
    case .until, .while: return nil
    }
    guard let payload = reply.payload else { return 0 }
    return schema(payload, contract: program.contract)
  }

  /// The number of the kind that a message's replies have: -1 for any, -2 for one that the pass does
  /// not read.
  private mutating func replyNumber(_ program: MessageProgram) -> Int {
    guard let kind = program.message.reply?.kind else { return -1 }
    guard kind.kind == .string else { return -2 }
    let word = kind.cursor.stringBytes
    if let known = replyWords.firstIndex(of: word) { return known }
    replyWords.append(word)
    return replyWords.count - 1
  }

  private mutating func schema(_ handle: SchemaHandle, contract: Int) -> UInt32 {
    schemas[contract].schema(
      set.contracts[contract].schemas.roots[handle.index], &builder)
  }

  // MARK: Channels

  /// The roles that the pass finds in a body, by the names of the members.
  private struct Roles {
    var names: [(name: [UInt8], role: Int)] = []

    mutating func add(_ name: [UInt8]?, _ role: Int) -> Bool {
      guard let name else { return true }
      guard !names.contains(where: { $0.name == name }) else { return false }
      names.append((name, role))
      return true
    }
  }

  private mutating func channel(_ program: ChannelProgram, _ replies: [UInt32?]) -> lj_channel {
    var out = lj_channel()
    out.reply_schema = TableBuilder.none
    out.id_pattern = TableBuilder.none
    guard let roles = roles(program) else { return out }
    let framing = program.channel.framing
    if let pattern = framing.ids.pattern {
      guard let number = builder.add(pattern: pattern.regex) else { return out }
      out.id_pattern = number
    }
    out.is_decided = 1
    let properties = roles.names.map {
      builder.property($0.name, schema: 0, role: UInt32($0.role))
    }
    out.roles = builder.add(properties: properties)
    out.role_count = UInt32(properties.count)
    (out.slots, out.slot_mask) = builder.slotTable(roles.names.map(\.name))
    addKinds(program, &out)
    out.answers =
      !program.answered.isEmpty && roles.names.contains { $0.role == LJ_ID } ? 1 : 0
    let answers = Set(program.answered.map { replies[$0] })
    if answers.count == 1, let only = answers.first, let schema = only {
      out.reply_schema = schema
    }
    switch framing.ids.type {
    case .any: out.id_type = 0
    case .integer: out.id_type = UInt8(LJ_INTEGER)
    case .string: out.id_type = UInt8(LJ_TEXT)
    }
    return out
  }

  /// The roles of a channel's bodies; nil where the pass cannot read them.
  private func roles(_ program: ChannelProgram) -> Roles? {
    let channel = program.channel
    let framing = channel.framing
    let reply = framing.reply
    guard framing.decode.isEmpty, !framing.batch, framing.envelope == nil, framing.errorID == nil,
      reply.when == nil, reply.ok == nil, !channel.bodyIsCall, channel.via != .prompt,
      channel.via != .navigation, let payload = framing.payload ?? reply.payload
    else { return nil }
    var id = framing.id
    var body: Place = payload
    if !program.answered.isEmpty {
      // Where both are said on one channel, their places must be the same.
      let replyID = reply.id ?? framing.id
      let replyPayload = reply.payload ?? framing.payload
      if !program.messages.isEmpty,
        replyID.map(\.first.text) != id.map(\.first.text)
          || replyPayload.map(\.first.text) != framing.payload.map(\.first.text)
      {
        return nil
      }
      id = replyID
      if let replyPayload { body = replyPayload }
    } else if framing.payload == nil {
      return nil
    }
    guard program.messages.isEmpty || framing.kind != nil else { return nil }
    var roles = Roles()
    for (place, role) in [
      (framing.kind, LJ_KIND), (framing.version, LJ_VERSION), (id, LJ_ID), (body, LJ_PAYLOAD),
      (program.answered.isEmpty ? nil : reply.error, LJ_ERROR),
    ] as [(Place?, Int)] {
      guard let place else { continue }
      guard let name = member(place), roles.add(name, role) else { return nil }
    }
    let payloadName = member(body)
    for field in program.framingFields {
      guard let first = field.segments.first, first.index == nil else { return nil }
      if field.segments.count > 1, first.key == payloadName { return nil }
      _ = roles.add(first.key, LJ_FRAMING)
    }
    guard roles.names.count <= 30, !roles.names.contains(where: { $0.name == Array("fn".utf8) })
    else { return nil }
    return roles
  }

  /// The name of the member at the top that a place is.
  private func member(_ place: Place) -> [UInt8]? {
    guard place.match == nil, place.pointers.count == 1, place.first.segments.count == 1,
      place.first.segments[0].index == nil
    else { return nil }
    return place.first.segments[0].key
  }

  // MARK: Kinds

  private mutating func addKinds(_ program: ChannelProgram, _ out: inout lj_channel) {
    let framing = program.channel.framing
    var words: [[UInt8]] = []
    var byWord: [[UInt8]: [Int]] = [:]
    for index in program.messages {
      guard let word = kindText(set.messages[index].message) else { continue }
      if byWord[word] == nil { words.append(word) }
      byWord[word, default: []].append(index)
    }
    for index in program.answered {
      guard let kind = set.messages[index].message.reply?.kind, kind.kind == .string else {
        continue
      }
      let word = kind.cursor.stringBytes
      if byWord[word] == nil { words.append(word) }
      byWord[word, default: []] += []
    }
    let replies = Set(
      program.answered.compactMap { set.messages[$0].message.reply?.kind }
        .filter { $0.kind == .string }.map(\.cursor.stringBytes))
    out.kinds = UInt32(builder.kinds.count)
    out.kind_count = UInt32(words.count)
    (out.kind_slots, out.kind_mask) = builder.slotTable(words)
    var kinds: [lj_kind] = []
    for word in words {
      var kind = lj_kind()
      kind.word = builder.add(text: word)
      kind.first = UInt32(builder.candidates.count)
      kind.reply = TableBuilder.none
      if replies.contains(word), let number = replyWords.firstIndex(of: word) {
        kind.reply = UInt32(number)
      }
      addCandidates(byWord[word] ?? [], framing)
      kind.count = UInt32(builder.candidates.count) - kind.first
      kinds.append(kind)
    }
    builder.kinds += kinds
  }

  private func kindText(_ message: Message) -> [UInt8]? {
    if let kind = message.kind { return kind.kind == .string ? kind.cursor.stringBytes : nil }
    return message.kindText
  }

  /// The messages of a kind. Without a place for versions the first of none, or the first, is it.
  private mutating func addCandidates(_ messages: [Int], _ framing: Framing) {
    var list = messages
    if framing.version == nil {
      let free = list.first { set.messages[$0].message.version == nil }
      list = (free ?? list.first).map { [$0] } ?? []
    }
    var candidates: [lj_candidate] = []
    for index in list {
      let program = set.messages[index]
      let message = program.message
      var candidate = lj_candidate()
      candidate.message = UInt32(index)
      candidate.payload = schema(message.payload, contract: program.contract)
      candidate.takes_id = message.id != .none && framing.id != nil ? 1 : 0
      candidate.needs_id = message.id == .required && framing.id != nil ? 1 : 0
      candidate.is_decided = !message.isDeprecated && framing.ids.noReply.isEmpty ? 1 : 0
      if let version = message.version, framing.version != nil {
        switch version.kind {
        case .number:
          candidate.version_kind = 1
          if let small = version.smallInteger {
            candidate.version = small
          } else {
            candidate.is_decided = 0
          }
        case .string:
          candidate.version_kind = 2
          candidate.version_text = builder.add(text: version.cursor.stringBytes)
        default:
          candidate.version_kind = 2
          candidate.is_decided = 0
        }
      }
      candidates.append(candidate)
    }
    builder.candidates += candidates
  }

  // MARK: Lines

  /// Words for channels, and the channel of a side that names none.
  private mutating func addWords() {
    var words: [String] = []
    for program in set.channels {
      var own = [program.channel.key, program.channel.name, program.channel.event].compactMap { $0 }
      if case .path(let path)? = program.channel.call { own.append(path) }
      for word in own where !words.contains(where: { $0.utf8.elementsEqual(word.utf8) }) {
        words.append(word)
      }
    }
    for word in words {
      let named = set.channels.indices.filter { finder.isNamed($0, word) }
      var entry = lj_word()
      entry.word = builder.add(text: Array(word.utf8))
      func only(_ channels: [Int]) -> UInt32 {
        channels.count == 1 ? UInt32(channels[0]) : TableBuilder.none
      }
      entry.channel = (
        only(named.filter { set.channels[$0].channel.from == .web }),
        only(named.filter { set.channels[$0].channel.from == .native }), only(named)
      )
      builder.words.append(entry)
    }
    builder.head.word_count = UInt32(builder.words.count)
    func only(_ side: Side) -> UInt32 {
      let own = set.channels.indices.filter { set.channels[$0].channel.from == side }
      return own.count == 1 ? UInt32(own[0]) : TableBuilder.none
    }
    builder.head.only_channel = (only(.web), only(.native))
  }

  /// The fields of a line, and the words for directions.
  private mutating func addLineFields() {
    let fields: [(name: String, role: Int)] =
      [
        ("t", LJ_T), ("session", LJ_SESSION), ("direction", LJ_DIRECTION), ("channel", LJ_CHANNEL),
        ("handler", LJ_HANDLER), ("body", LJ_BODY), ("page", LJ_PAGE),
      ]
      + [
        "ts", "time", "timestamp", "dir", "from", "event", "frame", "error", "cause", "call",
        "answers",
      ].map { ($0, LJ_OTHER_FIELD) }
    let properties = fields.map {
      builder.property(Array($0.name.utf8), schema: 0, role: UInt32($0.role))
    }
    builder.head.line_fields = builder.add(properties: properties)
    builder.head.line_field_count = UInt32(properties.count)
    (builder.head.line_slots, builder.head.line_slot_mask) = builder.slotTable(
      fields.map { Array($0.name.utf8) })
    let web = DirectionWords.all(.web)
    let native = DirectionWords.all(.native)
    builder.head.direction_counts = (UInt32(web.count), UInt32(native.count))
    builder.head.direction_words = (builder.add(texts: web), builder.add(texts: native))
  }
}
