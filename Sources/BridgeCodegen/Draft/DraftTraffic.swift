import BridgeContract
import BridgeJSON

/// Traffic sorted into messages and replies, with the shapes of what they carry.
final class DraftTraffic {
  /// One message that was seen.
  final class Seen {
    let channel: Int
    let kind: JSONDocument?
    let version: JSONDocument?
    var count = 0
    var withID = 0
    var payload = ValueShape()
    /// Replies over a channel.
    var reply: ReplySeen?
    /// Results of the call itself.
    var result: ReplySeen?

    /// What answers it: where replies come over a channel, the result of the call says no more.
    var answered: ReplySeen? { reply ?? result }

    init(channel: Int, kind: JSONDocument?, version: JSONDocument?) {
      self.channel = channel
      self.kind = kind
      self.version = version
    }
  }

  /// The replies to a message.
  final class ReplySeen {
    var channels: Set<Int> = []
    var isResult = false
    /// The kind of all replies; nil where they have none, or not the same.
    var kind: JSONDocument?
    var kindKey: IDKey?
    var haveSameKind = true
    var payload = ValueShape()
    var errors: [(code: JSONDocument?, payload: ValueShape)] = []
    var replies = 0
    var requests = 0
    let parts = StreamParts()

    /// Whether requests have more than one reply. A few are faults of the traffic.
    var isStream: Bool { parts.streams > 0 && parts.streams * 20 >= requests }
  }

  let set: ContractSet
  let guess: FramingGuess
  private(set) var messages: [Seen] = []
  /// Envelopes by channel: members that are no role and no payload.
  private(set) var envelopes: [ValueShape]
  private(set) var replyEnvelopes: [ValueShape]
  /// Bodies that could not be read.
  private(set) var unread = 0
  /// Replies to requests from before the log.
  var early: Int { evident.early + marked.early }
  /// Replies without a request that are no fault of the guess: what is a reply by nine echoes of ten
  /// is one without an echo too, and a log may begin in the middle of a session.
  var excused: Int { strays + marked.early }
  private var strays = 0
  /// Replies that are known by their echoes, and by a mark of the framing.
  private var evident = EchoStarts()
  private var marked = EchoStarts()
  private let survey: DraftSurvey
  private let reader: BodyReader
  private let budget = ShapeBudget(50_000)
  /// Whether ids are those of a frame.
  private let hasFrames: Bool
  private var index: [ByteKey: Int] = [:]
  private var pages: [IDKey: Int] = [:]
  /// The channels of words that were met.
  private var words: [Word: Int] = [:]

  private struct Word: Hashable {
    var side: Side
    var name: String
  }

  /// More messages than any bridge has: what tells them apart is no kind.
  static let messageLimit = 2000
  private static let errorLimit = 40
  private static let wordLimit = 200
  /// Requests that are remembered.
  private static let openLimit = 100_000

  private struct Asked {
    var message: Seen
    var isError: Bool
    var run: StreamParts.Run
  }

  init?(_ log: DraftLog, _ guess: FramingGuess, _ survey: DraftSurvey, limit: Int = .max) {
    guard let set = DraftSet.set(guess.channels, framing: guess.framing) else { return nil }
    self.set = set
    self.guess = guess
    self.survey = survey
    reader = BodyReader(set)
    hasFrames = set.channels.contains { $0.channel.framing.ids.scope == .frame }
    envelopes = set.channels.map { _ in ValueShape() }
    replyEnvelopes = envelopes
    let replyKinds = findReplyKinds(log, limit)
    sort(log, replyKinds, limit)
  }

  // MARK: Reading

  /// The channel of a line: by its word, else by the function that it calls.
  private func channel(of line: DraftLine) -> Int? {
    if let name = line.channel {
      let word = Word(side: line.side, name: name)
      if let known = words[word] { return known }
      let found = guess.channel(of: line, survey)
      if let found, words.count < Self.wordLimit { words[word] = found }
      return found
    }
    guard let fn = line.body?.member("fn"), fn.kind == .string else {
      return guess.channel(of: line, survey)
    }
    let path = FunctionPath.normalised(fn.stringBytes)
    return set.channels.firstIndex {
      $0.channel.from == line.side && reader.calls($0.channel, path: path)
    } ?? guess.channel(of: line, survey)
  }

  /// The kind of a body and its channel, of which there are at most 65,536.
  private func kindKey(_ found: Found, _ channel: Int) -> ByteKey {
    var bytes = [UInt8(truncatingIfNeeded: channel), UInt8(truncatingIfNeeded: channel >> 8)]
    switch found {
    case .absent: break
    case .value(let value): bytes += IDKey(value).bytes
    case .text(let text): bytes += IDKey(text: text).bytes
    }
    return ByteKey(bytes)
  }

  private func ids(_ place: Place?, _ body: JSONCursor, _ isReply: Bool, _ rules: IDRules)
    -> [IDKey]
  {
    guard let found = place?.find(in: body, reader.matcher), found.isSomething else { return [] }
    switch found {
    case .absent: return []
    case .value(let value): return [IDKey(value)]
    case .text(let text):
      return isReply || rules.type == .integer
        ? [IDKey(numberOrText: text), IDKey(text: text)] : [IDKey(text: text)]
    }
  }

  private struct OpenKey: Hashable {
    var session: IDKey
    var page: Int
    var side: Side
    var id: IDKey
    var frame: IDKey?
  }

  private func key(_ line: DraftLine, _ side: Side, _ id: IDKey) -> OpenKey {
    OpenKey(
      session: line.session, page: pages[line.session] ?? 0, side: side, id: id,
      frame: hasFrames ? line.frame : nil)
  }

  /// Notes that a page begins: its ids are its own.
  private func turnPage(_ line: DraftLine) {
    guard line.event == .loadCommitted else { return }
    if pages.count > Self.openLimit { pages.removeAll() }
    pages[line.session, default: 0] += 1
  }

  /// Kinds of bodies that bear the id of an open request of the other side: replies. Among them,
  /// where it is so, bodies without a kind.
  private func findReplyKinds(_ log: DraftLog, _ limit: Int) -> Set<ByteKey> {
    var open: Set<OpenKey> = []
    var echoes: [ByteKey: EchoCount] = [:]
    var starts = EchoStarts()
    pages = [:]
    log.forEach(limit: limit) { line in
      turnPage(line)
      guard line.isSaid, let channel = channel(of: line), let body = line.body else { return }
      let program = set.channels[channel]
      let framing = program.channel.framing
      guard framing.reply.when == nil else { return }
      reader.reset()
      for reading in reader.bodies(of: body, on: program) where reading.failure == nil {
        let kind = reader.kind(of: reading.body, on: program)
        let asked = ids(framing.reply.id ?? framing.id, reading.body, true, framing.ids)
        let matches = asked.contains { open.contains(key(line, line.side.other, $0)) }
        let isCounted = !kind.isAbsent || !asked.isEmpty
        if isCounted, echoes.count <= Self.messageLimit * 2 {
          let key = kindKey(kind, channel)
          let hasBegun = starts.take(isEcho: matches, at: .init(session: line.session, kind: key))
          echoes[key, default: EchoCount()].add(isEcho: matches, isCounted: hasBegun)
        }
        for id in ids(framing.id, reading.body, false, framing.ids) where !matches {
          if open.count > Self.openLimit { open.removeAll() }
          open.insert(key(line, line.side, id))
        }
      }
    }
    return Set(echoes.filter { $0.value.areReplies }.keys)
  }

  private func sort(_ log: DraftLog, _ replyKinds: Set<ByteKey>, _ limit: Int) {
    var open: [OpenKey: Asked] = [:]
    var calls: [OpenKey: Asked] = [:]
    pages = [:]
    log.forEach(limit: limit) { line in
      turnPage(line)
      if let answers = line.answers {
        // A call's name is the session's, whatever the page.
        for side in [Side.web, .native] {
          let key = OpenKey(session: line.session, page: 0, side: side, id: answers)
          guard let asked = calls.removeValue(forKey: key) else { continue }
          return takeResult(line, asked)
        }
        return
      }
      guard line.isSaid, let channel = channel(of: line), let body = line.body else { return }
      let program = set.channels[channel]
      let framing = program.channel.framing
      reader.reset()
      for reading in reader.bodies(of: body, on: program) {
        guard reading.failure == nil else {
          unread += 1
          continue
        }
        let kind = reader.kind(of: reading.body, on: program)
        let found = ids(framing.reply.id ?? framing.id, reading.body, true, framing.ids)
        let asked = found.lazy.compactMap { open[self.key(line, line.side.other, $0)] }.first
        let key = kindKey(kind, channel)
        let isReply: Bool
        switch framing.reply.when {
        case .always: isReply = true
        case .test(let test): isReply = test.holds(for: reading.body, reader.matcher)
        case nil:
          isReply =
            replyKinds.contains(key) && !(kind.isAbsent && found.isEmpty)
        }
        if isReply {
          let place = EchoStarts.Place(session: line.session, kind: ByteKey())
          if framing.reply.when == nil {
            _ = evident.take(isEcho: asked != nil, at: place)
            if asked == nil { strays += 1 }
          } else {
            _ = marked.take(isEcho: asked != nil, at: place)
          }
          if let asked { takeReply(reading.body, kind, channel, asked) }
          continue
        }
        guard let seen = takeMessage(reading.body, kind, key, channel) else {
          unread += 1
          continue
        }
        let entry = Asked(message: seen, isError: false, run: .init())
        if open.count > Self.openLimit { open.removeAll() }
        remember(entry, reading.body, line, framing, &open)
        if let call = line.call {
          if calls.count > Self.openLimit { calls.removeAll() }
          calls[OpenKey(session: line.session, page: 0, side: line.side, id: call)] = entry
        }
      }
    }
  }

  private func remember(
    _ entry: Asked, _ body: JSONCursor, _ line: DraftLine, _ framing: Framing,
    _ open: inout [OpenKey: Asked]
  ) {
    let id = ids(framing.id, body, false, framing.ids)
    guard let first = id.first else { return }
    entry.message.withID += 1
    guard !framing.ids.noReply.contains(where: { IDKey($0.cursor) == first }) else { return }
    for key in id { open[self.key(line, line.side, key)] = entry }
    var other = entry
    other.isError = true
    for key in ids(framing.errorID, body, false, framing.ids) {
      open[self.key(line, line.side, key)] = other
    }
  }

  // MARK: Messages

  private func takeMessage(
    _ body: JSONCursor, _ kind: Found, _ kindKey: ByteKey, _ channel: Int
  ) -> Seen? {
    let program = set.channels[channel]
    let framing = program.channel.framing
    var version: JSONCursor?
    if case .value(let value)? = framing.version?.find(in: body, reader.matcher),
      value.kind == .number || value.kind == .string, value.text.count <= 40
    {
      version = value
    }
    var key = kindKey
    if let version { key.bytes += [0] + IDKey(version).bytes }
    guard let seen = index[key].map({ messages[$0] }) ?? newMessage(kind, version, key, channel)
    else { return nil }
    seen.count += 1
    let isNameless = kind.isAbsent && framing.kind != nil
    add(
      body, isNameless ? nil : framing.payload, program.framingFields, isNameless,
      to: &seen.payload, &envelopes[channel])
    return seen
  }

  /// A message that was not seen before; nil where its kind is no word, or there are too many.
  private func newMessage(
    _ kind: Found, _ version: JSONCursor?, _ key: ByteKey, _ channel: Int
  ) -> Seen? {
    let kindText: String?
    switch kind {
    case .absent: kindText = nil
    case .value(let value):
      guard
        value.kind == .number || value.kind == .string && PlaceTable.isWireWord(value.stringBytes)
      else { return nil }
      kindText = String(decoding: value.text, as: UTF8.self)
    case .text(let text):
      // Joined: each part is a word.
      guard text.split(separator: 0x2E).allSatisfy({ PlaceTable.isWireWord(Array($0)) }) else {
        return nil
      }
      kindText = JSONString.quoted(String(decoding: text, as: UTF8.self))
    }
    guard messages.count < Self.messageLimit else { return nil }
    index[key] = messages.count
    let seen = Seen(
      channel: channel, kind: kindText.flatMap { JSONConstants.document(Array($0.utf8)) },
      version: version.flatMap { JSONConstants.document(Array($0.text)) })
    messages.append(seen)
    return seen
  }

  /// Looks at a payload at its place, or at the whole body without its framing.
  private func add(
    _ body: JSONCursor, _ place: Place?, _ fields: [JSONPointer], _ isWhole: Bool,
    to shape: inout ValueShape, _ envelope: inout ValueShape
  ) {
    let hidden = fields.map { $0.segments[...] }
    if let place, place.match != nil || place.pointers[0].segments.count > 0 {
      switch place.find(in: body, reader.matcher) {
      case .absent: shape.add(JSONConstants.null, budget)
      case .value(let value):
        // Roles inside the payload are the framing's business.
        let base = place.pointers[0].segments
        let inner = hidden.filter { $0.count > base.count && $0.starts(with: base, by: ==) }
        shape.add(value, budget, hiding: inner.map { $0.dropFirst(base.count) })
      case .text: break
      }
      if body.kind == .object { envelope.add(body, budget, hiding: hidden) }
    } else {
      shape.add(body, budget, hiding: isWhole ? [] : hidden)
    }
  }

  // MARK: Replies

  private func takeReply(_ body: JSONCursor, _ kind: Found, _ channel: Int, _ asked: Asked) {
    let reply = asked.message.reply ?? ReplySeen()
    asked.message.reply = reply
    reply.channels.insert(channel)
    note(kind, reply)
    reply.replies += 1
    if asked.run.count == 0 { reply.requests += 1 }
    reply.parts.add(body, to: asked.run)
    let program = set.channels[channel]
    let framing = program.channel.framing
    let isError: Bool
    if asked.isError {
      isError = true
    } else if set.channels[asked.message.channel].channel.framing.errorID != nil {
      isError = false
    } else if let ok = framing.reply.ok {
      isError = !ok.holds(for: body, reader.matcher)
    } else {
      isError = framing.reply.error?.find(in: body, reader.matcher).isSomething ?? false
    }
    let place = framing.reply.payload ?? framing.payload
    if isError {
      addError(body, framing.reply.error ?? place, framing.reply.code, reply)
    } else {
      add(body, place, program.framingFields, false, to: &reply.payload, &replyEnvelopes[channel])
    }
  }

  private func note(_ kind: Found, _ reply: ReplySeen) {
    guard reply.haveSameKind else { return }
    let key: IDKey?
    switch kind {
    case .absent: key = nil
    case .value(let value): key = IDKey(value)
    case .text(let text): key = IDKey(text: text)
    }
    if reply.replies == 0 {
      reply.kindKey = key
      switch kind {
      case .absent: break
      case .value(let value): reply.kind = JSONConstants.document(Array(value.text))
      case .text(let text): reply.kind = JSONConstants.string(text)
      }
    } else if key != reply.kindKey {
      reply.haveSameKind = false
      reply.kind = nil
    }
  }

  private func addError(
    _ body: JSONCursor, _ place: Place?, _ code: Place?, _ reply: ReplySeen
  ) {
    var word: JSONDocument?
    // A code is a word of the protocol: no free text, and not one of ever so many.
    if case .value(let value)? = code?.find(in: body, reader.matcher),
      value.kind == .number || value.kind == .string && PlaceTable.isWireWord(value.stringBytes)
    {
      word = JSONConstants.document(Array(value.text))
    }
    func isSame(_ other: JSONDocument?) -> Bool {
      guard let other, let word else { return other == nil && word == nil }
      return JSONEquality.equal(other.tape.root, word.tape.root)
    }
    let index = reply.errors.firstIndex { isSame($0.code) } ?? reply.errors.count
    if index == reply.errors.count {
      guard index < Self.errorLimit else { return }
      reply.errors.append((word, ValueShape()))
    }
    if let place, place.match != nil || place.pointers[0].segments.count > 0 {
      if case .value(let value) = place.find(in: body, reader.matcher) {
        reply.errors[index].payload.add(value, budget)
      } else {
        reply.errors[index].payload.add(JSONConstants.null, budget)
      }
    } else {
      reply.errors[index].payload.add(body, budget)
    }
  }

  private func takeResult(_ line: DraftLine, _ asked: Asked) {
    let reply = asked.message.result ?? ReplySeen()
    asked.message.result = reply
    reply.isResult = true
    reply.replies += 1
    let program = set.channels[asked.message.channel]
    let framing = program.channel.framing
    guard let body = line.body, !line.isErrorText else {
      if line.isErrorText, let body = line.body {
        addError(body, nil, nil, reply)
      } else {
        reply.payload.add(JSONConstants.null, budget)
      }
      return
    }
    reader.reset()
    guard let reading = reader.bodies(of: body, on: program, isAnswer: true).first,
      reading.failure == nil
    else {
      unread += 1
      return
    }
    let ok = framing.reply.ok
    let isError =
      ok.map { !$0.holds(for: reading.body, reader.matcher) }
      ?? framing.reply.error?.find(in: reading.body, reader.matcher).isSomething ?? false
    if isError {
      addError(
        reading.body, framing.reply.error ?? framing.reply.payload, framing.reply.code, reply)
      return
    }
    if let place = framing.reply.payload, place.pointers[0].segments.count > 0 {
      if case .value(let value) = place.find(in: reading.body, reader.matcher) {
        reply.payload.add(value, budget)
      } else {
        reply.payload.add(JSONConstants.null, budget)
      }
    } else {
      reply.payload.add(reading.body, budget)
    }
  }
}
