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
    /// The first body, to make an example of.
    var body: JSONValue?
    /// Replies over a channel.
    var reply: ReplySeen?
    /// Results of the call itself.
    var result: ReplySeen?
    /// Requests that had more than one reply.
    var isStream = false

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
    var kinds: [JSONDocument?] = []
    var payload = ValueShape()
    var good: JSONValue?
    /// The request of the good reply.
    var goodRequest: JSONValue?
    var errors: [(code: JSONDocument?, payload: ValueShape, body: JSONValue, request: JSONValue?)] =
      []
    var replies = 0
    /// For each request with several replies: the bodies in their order.
    var runs: [Int: [JSONDocument]] = [:]
  }

  let set: ContractSet
  let guess: FramingGuess
  private(set) var messages: [Seen] = []
  /// Envelopes by channel: members that are no role and no payload.
  private(set) var envelopes: [ValueShape]
  private(set) var replyEnvelopes: [ValueShape]
  /// Lines that could not be read.
  private(set) var unread = 0
  private let reader: BodyReader
  /// Whether ids are those of a frame.
  private let hasFrames: Bool
  private var index: [[UInt8]: Int] = [:]

  private struct Asked {
    var message: Seen
    var body: JSONValue
    var number: Int
    var errorID: IDKey?
  }

  init?(_ log: DraftLog, _ guess: FramingGuess) {
    guard let set = DraftSet.set(guess.channels, framing: guess.framing) else { return nil }
    self.set = set
    self.guess = guess
    reader = BodyReader(set)
    hasFrames = set.channels.contains { $0.channel.framing.ids.scope == .frame }
    envelopes = set.channels.map { _ in ValueShape() }
    replyEnvelopes = envelopes
    let replyKinds = findReplyKinds(log)
    sort(log, replyKinds)
  }

  // MARK: Reading

  /// The channel of a line: by its word, else by the function that it calls.
  private func channel(of line: DraftLog.Line) -> Int? {
    guard line.channel == nil, let fn = line.body?["fn"], fn.kind == .string else {
      return guess.channel(of: line)
    }
    let path = FunctionPath.normalised(fn.cursor.stringBytes)
    return set.channels.firstIndex {
      $0.channel.from == line.side && reader.calls($0.channel, path: path)
    } ?? guess.channel(of: line)
  }

  private func kindKey(_ found: Found, _ channel: Int) -> [UInt8]? {
    switch found {
    case .absent: return nil
    case .value(let value): return [UInt8(channel & 255)] + IDKey(value).bytes
    case .text(let text): return [UInt8(channel & 255)] + IDKey(text: text).bytes
    }
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
    var side: Side
    var id: IDKey
    var frame: IDKey?
  }

  private func key(_ line: DraftLog.Line, _ side: Side, _ id: IDKey) -> OpenKey {
    OpenKey(session: line.session, side: side, id: id, frame: hasFrames ? line.frame : nil)
  }

  /// Kinds of bodies that always bear the id of an open request of the other side: replies.
  private func findReplyKinds(_ log: DraftLog) -> Set<[UInt8]> {
    var open: Set<OpenKey> = []
    var hits: [[UInt8]: (all: Int, matching: Int)] = [:]
    for line in log.lines where line.answers == nil {
      guard let channel = channel(of: line), let body = line.body else { continue }
      let program = set.channels[channel]
      let framing = program.channel.framing
      guard framing.reply.when == nil else { continue }
      reader.reset()
      for reading in reader.bodies(of: body.cursor, on: program) where reading.failure == nil {
        let kind = reader.kind(of: reading.body, on: program)
        let asked = ids(framing.reply.id ?? framing.id, reading.body, true, framing.ids)
        let matches = asked.contains {
          open.contains(key(line, line.side.other, $0))
        }
        if let key = kindKey(kind, channel) {
          let old = hits[key] ?? (0, 0)
          hits[key] = (old.all + 1, old.matching + (matches ? 1 : 0))
        }
        for id in ids(framing.id, reading.body, false, framing.ids) where !matches {
          open.insert(key(line, line.side, id))
        }
      }
    }
    return Set(hits.filter { $0.value.all == $0.value.matching }.keys)
  }

  private func sort(_ log: DraftLog, _ replyKinds: Set<[UInt8]>) {
    var open: [OpenKey: Asked] = [:]
    var calls: [OpenKey: Asked] = [:]
    for (number, line) in log.lines.enumerated() {
      if let answers = line.answers {
        let keys = [Side.web, .native].map {
          OpenKey(session: line.session, side: $0, id: answers)
        }
        if let asked = keys.lazy.compactMap({ calls[$0] }).first { takeResult(line, asked) }
        continue
      }
      guard let channel = channel(of: line), let body = line.body else { continue }
      let program = set.channels[channel]
      let framing = program.channel.framing
      reader.reset()
      for reading in reader.bodies(of: body.cursor, on: program) {
        guard reading.failure == nil else {
          unread += 1
          continue
        }
        let kind = reader.kind(of: reading.body, on: program)
        let asked = ids(framing.reply.id ?? framing.id, reading.body, true, framing.ids)
          .lazy.compactMap { open[self.key(line, line.side.other, $0)] }
          .first
        var isReply = false
        switch framing.reply.when {
        case .always: isReply = true
        case .test(let test): isReply = test.holds(for: reading.body, reader.matcher)
        case nil:
          isReply = asked != nil && (kindKey(kind, channel).map { replyKinds.contains($0) } ?? true)
        }
        if isReply {
          if let asked { takeReply(reading.body, body, kind, channel, asked) }
          continue
        }
        guard let seen = takeMessage(reading.body, kind, channel, body) else { continue }
        let id = ids(framing.id, reading.body, false, framing.ids)
        let noReply = framing.ids.noReply.map { IDKey($0.cursor) }
        let entry = Asked(message: seen, body: body, number: number, errorID: nil)
        if let first = id.first, !noReply.contains(first) {
          seen.withID += 1
          for key in id { open[self.key(line, line.side, key)] = entry }
          for key in ids(framing.errorID, reading.body, false, framing.ids) {
            var other = entry
            other.errorID = key
            open[self.key(line, line.side, key)] = other
          }
        } else if !id.isEmpty {
          seen.withID += 1
        }
        if let call = line.call {
          calls[OpenKey(session: line.session, side: line.side, id: call)] = entry
        }
      }
    }
  }

  // MARK: Taking

  private func takeMessage(_ body: JSONCursor, _ kind: Found, _ channel: Int, _ whole: JSONValue)
    -> Seen?
  {
    let program = set.channels[channel]
    let framing = program.channel.framing
    let kindText: String?
    switch kind {
    case .absent: kindText = nil
    case .value(let value):
      guard value.kind == .string || value.kind == .number else { return nil }
      kindText = String(decoding: value.text, as: UTF8.self)
    case .text(let text): kindText = JSONString.quoted(String(decoding: text, as: UTF8.self))
    }
    var versionText: String?
    if case .value(let version)? = framing.version?.find(in: body, reader.matcher),
      version.kind == .number || version.kind == .string
    {
      versionText = String(decoding: version.text, as: UTF8.self)
    }
    func part(_ text: String?) -> [UInt8] {
      text.flatMap { JSONConstants.document(Array($0.utf8)) }.map { IDKey($0.tape.root).bytes }
        ?? []
    }
    let key = Array("\(channel)|".utf8) + part(kindText) + [0] + part(versionText)
    let seen: Seen
    if let known = index[key] {
      seen = messages[known]
    } else {
      index[key] = messages.count
      seen = Seen(
        channel: channel, kind: kindText.flatMap { JSONConstants.document(Array($0.utf8)) },
        version: versionText.flatMap { JSONConstants.document(Array($0.utf8)) })
      messages.append(seen)
    }
    seen.count += 1
    seen.body = seen.body ?? whole
    let isNameless = kindText == nil && framing.kind != nil
    add(
      body, isNameless ? nil : framing.payload, program.framingFields, isNameless,
      to: &seen.payload, &envelopes[channel])
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
      case .absent: shape.add(JSONConstants.null)
      case .value(let value):
        // Roles inside the payload are the framing's business.
        let base = place.pointers[0].segments
        let inner = hidden.filter { $0.count > base.count && $0.starts(with: base, by: ==) }
        shape.add(value, hiding: inner.map { $0.dropFirst(base.count) })
      case .text: break
      }
      if body.kind == .object { envelope.add(body, hiding: hidden) }
    } else {
      shape.add(body, hiding: isWhole ? [] : hidden)
    }
  }

  private func takeReply(
    _ body: JSONCursor, _ whole: JSONValue, _ kind: Found, _ channel: Int, _ asked: Asked
  ) {
    let reply = asked.message.reply ?? ReplySeen()
    asked.message.reply = reply
    reply.channels.insert(channel)
    reply.replies += 1
    let program = set.channels[channel]
    let framing = program.channel.framing
    switch kind {
    case .absent: reply.kinds.append(nil)
    case .value(let value): reply.kinds.append(JSONConstants.document(Array(value.text)))
    case .text(let text): reply.kinds.append(JSONConstants.string(text))
    }
    let isError: Bool
    if asked.errorID != nil {
      isError = true
    } else if set.channels[asked.message.channel].channel.framing.errorID != nil {
      isError = false
    } else if let ok = framing.reply.ok {
      isError = !ok.holds(for: body, reader.matcher)
    } else {
      isError = framing.reply.error?.find(in: body, reader.matcher).isSomething ?? false
    }
    if let copy = JSONConstants.document(Array(body.text)) {
      reply.runs[asked.number, default: []].append(copy)
      if reply.runs[asked.number]?.count == 2 { asked.message.isStream = true }
    }
    let place = framing.reply.payload ?? framing.payload
    if isError {
      addError(body, framing.reply.error ?? place, framing.reply.code, reply, whole, asked.body)
      return
    }
    add(body, place, program.framingFields, false, to: &reply.payload, &replyEnvelopes[channel])
    reply.good = reply.good ?? whole
    reply.goodRequest = reply.goodRequest ?? asked.body
  }

  private func addError(
    _ body: JSONCursor, _ place: Place?, _ code: Place?, _ reply: ReplySeen, _ whole: JSONValue,
    _ request: JSONValue?
  ) {
    var word: JSONDocument?
    if case .value(let value)? = code?.find(in: body, reader.matcher) {
      word = JSONConstants.document(Array(value.text))
    }
    func isSame(_ other: JSONDocument?) -> Bool {
      guard let other, let word else { return other == nil && word == nil }
      return JSONEquality.equal(other.tape.root, word.tape.root)
    }
    let index = reply.errors.firstIndex { isSame($0.code) } ?? reply.errors.count
    if index == reply.errors.count { reply.errors.append((word, ValueShape(), whole, request)) }
    if let place, place.match != nil || place.pointers[0].segments.count > 0 {
      if case .value(let value) = place.find(in: body, reader.matcher) {
        reply.errors[index].payload.add(value)
      } else {
        reply.errors[index].payload.add(JSONConstants.null)
      }
    } else {
      reply.errors[index].payload.add(body)
    }
  }

  private func takeResult(_ line: DraftLog.Line, _ asked: Asked) {
    let reply = asked.message.result ?? ReplySeen()
    asked.message.result = reply
    reply.isResult = true
    reply.replies += 1
    let program = set.channels[asked.message.channel]
    let framing = program.channel.framing
    guard let body = line.body, !line.isErrorText else {
      if line.isErrorText, let body = line.body {
        addError(body.cursor, nil, nil, reply, body, asked.body)
      } else {
        reply.payload.add(JSONConstants.null)
      }
      return
    }
    reader.reset()
    guard let reading = reader.bodies(of: body.cursor, on: program, isAnswer: true).first,
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
        reading.body, framing.reply.error ?? framing.reply.payload, framing.reply.code, reply, body,
        asked.body)
      return
    }
    if let place = framing.reply.payload, place.pointers[0].segments.count > 0 {
      if case .value(let value) = place.find(in: reading.body, reader.matcher) {
        reply.payload.add(value)
      } else {
        reply.payload.add(JSONConstants.null)
      }
    } else {
      reply.payload.add(reading.body)
    }
    reply.good = reply.good ?? body
    reply.goodRequest = reply.goodRequest ?? asked.body
  }
}
