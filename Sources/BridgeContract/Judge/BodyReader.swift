internal import BridgeFindings
package import BridgeJSON

/// What a body says of itself before any schema is asked: whether it is a reply, its kind, version
/// and ids.
package struct Reading {
  /// The decoded body.
  package var body: JSONCursor
  /// The index in a batch.
  package var batchIndex: Int?
  package var isReply = false
  /// The channel's kind place, where it has one and it leads somewhere.
  package var kind = Found.absent
  /// The message's index in the set; nil for replies and for unknown kinds.
  package var message: Int?
  /// The first of decode, kind and version that failed; nothing after it was read but the id.
  package var failure: Issue?
  /// The id that was found, as a key; nil for none and for null.
  package var id: IDKey?
  /// Further readings of an id that a pattern took from text.
  package var otherID: IDKey?
  package var idFound = Found.absent
  package var errorID: IDKey?
  package var errorIDFound = Found.absent

  package init(body: JSONCursor, batchIndex: Int? = nil) {
    self.body = body
    self.batchIndex = batchIndex
  }
}

/// Reads bodies of a set's channels.
package final class BodyReader {
  package let set: ContractSet
  let decoder = BodyDecoder()
  package let matcher = PatternMatcher()

  package init(_ set: ContractSet) { self.set = set }

  /// Forgets decoded bodies: cursors of readings are void.
  package func reset() { decoder.reset() }

  // MARK: Decoding

  /// The bodies that one recorded body holds: decoded, taken out of its batch.
  ///
  /// - Parameter isAnswer: an answer over `return` is no batch and no call.
  package func bodies(
    of recorded: JSONCursor, on channel: ChannelProgram, isAnswer: Bool = false
  ) -> [Reading] {
    let definition = channel.channel
    let framing = definition.framing
    var body = recorded
    if !isAnswer { body = calledBody(recorded, definition) }
    // The body's own text first: only then it is known whether it is a batch.
    let own = framing.decode.filter { $0.at.segments.isEmpty }
    let inner = framing.decode.filter { !$0.at.segments.isEmpty }
    switch decoder.decode(body, own) {
    case .wrongEncoding(let at): return [wrongEncoding(body, at, nil)]
    case .body(let decoded): body = decoded
    }
    guard framing.batch, !isAnswer, body.kind == .array else {
      return [decoded(body, inner, nil)]
    }
    var out: [Reading] = []
    body.forEachItem { item in
      out.append(decoded(item, inner, out.count))
    }
    return out
  }

  private func decoded(_ body: JSONCursor, _ steps: [Decoding], _ index: Int?) -> Reading {
    guard !steps.isEmpty else { return Reading(body: body, batchIndex: index) }
    switch decoder.decode(body, steps) {
    case .wrongEncoding(let at): return wrongEncoding(body, at, index)
    case .body(let decoded): return Reading(body: decoded, batchIndex: index)
    }
  }

  private func wrongEncoding(_ body: JSONCursor, _ at: JSONPointer, _ index: Int?) -> Reading {
    var reading = Reading(body: body, batchIndex: index)
    reading.failure = Issue(
      .wrongEncoding, "the text here does not decode as the framing says", at: at.text,
      keyword: "decode", got: at.resolve(from: body).map { Shapes.got($0) })
    return reading
  }

  /// The body of a channel that calls: the first argument, or the whole call with its path as
  /// contracts write it.
  private func calledBody(_ recorded: JSONCursor, _ channel: Channel) -> JSONCursor {
    guard channel.via.calls, recorded.kind == .object, let fn = recorded.member("fn"),
      fn.kind == .string
    else { return recorded }
    let path = fn.stringBytes
    let normal = FunctionPath.normalised(path)
    if channel.bodyIsCall {
      guard normal.count != path.count else { return recorded }
      var text: [UInt8] = []
      JSONString.appendQuoted(normal, to: &text)
      return decoder.splice(text, over: fn, in: recorded) ?? recorded
    }
    guard calls(channel, path: normal), let arguments = recorded.member("args"),
      arguments.kind == .array
    else { return recorded }
    return arguments.item(0) ?? JSONConstants.null
  }

  /// Whether the channel calls the function of this path.
  package func calls(_ channel: Channel, path: [UInt8]) -> Bool {
    switch channel.call {
    case .path(let wanted): Array(wanted.utf8) == path
    case .match(let pattern): path.withUnsafeBufferPointer { matcher.matches(pattern, $0) }
    case nil: false
    }
  }

  // MARK: Reply or message

  /// Whether a body on this channel is a reply.
  package func isReply(_ body: JSONCursor, kind: Found, on channel: ChannelProgram) -> Bool {
    let framing = channel.channel.framing
    switch framing.reply.when {
    case .always: return true
    case .test(let test): return test.holds(for: body, matcher)
    case nil: break
    }
    guard !channel.answered.isEmpty else { return false }
    if !kind.isAbsent {
      return channel.replyKinds.contains { equals(kind, $0.cursor) }
    }
    return (framing.reply.id ?? framing.id)?.find(in: body, matcher).isSomething ?? false
  }

  /// Whether what was found equals a value.
  package func equals(_ found: Found, _ value: JSONCursor) -> Bool {
    switch found {
    case .absent: false
    case .value(let other): JSONEquality.equal(other, value)
    case .text(let text):
      value.kind == .string && text.withUnsafeBufferPointer { value.stringEquals($0) }
    }
  }

  /// The messages of a channel whose wire word was found.
  package func messages(ofKind found: Found, on channel: ChannelProgram) -> [Int] {
    switch found {
    case .absent: []
    case .value(let value): channel.byKind[IDKey(value)] ?? []
    case .text(let text): channel.byKind[IDKey(text: text)] ?? []
    }
  }

  /// What stands at the channel's kind place.
  package func kind(of body: JSONCursor, on channel: ChannelProgram) -> Found {
    guard let place = channel.channel.framing.kind, place.fits(body) else { return .absent }
    return place.find(in: body, matcher)
  }

  // MARK: Reading

  /// Reads kind, version and ids of a decoded body.
  package func read(_ reading: inout Reading, on channel: ChannelProgram, isAnswer: Bool = false) {
    guard reading.failure == nil else { return }
    let framing = channel.channel.framing
    reading.kind = kind(of: reading.body, on: channel)
    reading.isReply = isAnswer || isReply(reading.body, kind: reading.kind, on: channel)
    if reading.isReply {
      readReplyID(&reading, framing, channel)
      return
    }
    readIDs(&reading, framing)
    findMessage(&reading, channel)
  }

  private func readReplyID(_ reading: inout Reading, _ framing: Framing, _ channel: ChannelProgram)
  {
    guard let place = framing.reply.id ?? framing.id else { return }
    let found = place.find(in: reading.body, matcher)
    reading.idFound = found
    guard found.isSomething else { return }
    switch found {
    case .absent: break
    case .value(let value): reading.id = IDKey(value)
    case .text(let text):
      // Which it is, the request's channel says; both are looked up.
      reading.id = IDKey(numberOrText: text)
      reading.otherID = IDKey(text: text)
    }
  }

  private func readIDs(_ reading: inout Reading, _ framing: Framing) {
    (reading.idFound, reading.id) = readID(framing.id, reading.body, framing.ids)
    (reading.errorIDFound, reading.errorID) = readID(framing.errorID, reading.body, framing.ids)
  }

  private func readID(
    _ place: Place?, _ body: JSONCursor, _ rules: IDRules
  ) -> (Found, IDKey?) {
    guard let place else { return (.absent, nil) }
    let found = place.find(in: body, matcher)
    guard found.isSomething else { return (found, nil) }
    switch found {
    case .absent: return (found, nil)
    case .value(let value): return (found, IDKey(value))
    case .text(let text):
      return (found, rules.type == .integer ? IDKey(numberOrText: text) : IDKey(text: text))
    }
  }

  private func findMessage(_ reading: inout Reading, _ channel: ChannelProgram) {
    let framing = channel.channel.framing
    let candidates: [Int]
    if let place = framing.kind, !reading.kind.isAbsent {
      candidates = messages(ofKind: reading.kind, on: channel)
      if candidates.isEmpty {
        reading.failure = unknownKind(reading, place, channel)
        return
      }
    } else {
      candidates = channel.withoutKind
      if candidates.isEmpty {
        reading.failure = noKind(reading, channel)
        return
      }
      if framing.kind == nil, let issue = notAnObject(reading.body, framing, candidates) {
        reading.failure = issue
        return
      }
    }
    pickVersion(&reading, candidates, framing)
  }

  // MARK: Kind

  private func unknownKind(_ reading: Reading, _ place: Place, _ channel: ChannelProgram) -> Issue {
    var suggestion: String?
    var got: Finding.Got?
    let word: String?
    switch reading.kind {
    case .value(let value):
      word = value.string
      got = Shapes.got(value)
    case .text(let text):
      word = String(decoding: text, as: UTF8.self)
      got = .init(type: "string", size: word?.unicodeScalars.count)
    case .absent: word = nil
    }
    if let word {
      suggestion = channel.kindSpellings.nearest(to: word)
      if set.names.allows(word) { got?.value = JSONString.quoted(word) }
    }
    return Issue(
      .unknownKind, severity: channel.channel.unknownKinds == .fail ? .error : .warning,
      "no message on channel \(quoted(channel.channel.key)) has this kind", at: place.first.text,
      keyword: "kind", got: got, suggest: suggestion)
  }

  private func noKind(_ reading: Reading, _ channel: ChannelProgram) -> Issue {
    let framing = channel.channel.framing
    guard let place = framing.kind else {
      return Issue(
        .unknownKind, severity: channel.channel.unknownKinds == .fail ? .error : .warning,
        "no message is said on channel \(quoted(channel.channel.key))", keyword: "kind",
        got: Shapes.got(reading.body))
    }
    if !place.fits(reading.body) {
      return notAnObject(reading.body, place)
    }
    return Issue(
      .kindMissing, "the body has no kind", at: place.first.text, keyword: "kind",
      got: .init(type: "nothing"), suggest: nearestMember(reading.body, place.first))
  }

  /// Where the framing has no kind: whether the body can be what the other places need.
  private func notAnObject(
    _ body: JSONCursor, _ framing: Framing, _ candidates: [Int]
  ) -> Issue? {
    var needed: [Place?] = [framing.payload]
    if candidates.allSatisfy({ set.messages[$0].message.version != nil }) {
      needed.append(framing.version)
    }
    if candidates.allSatisfy({ set.messages[$0].message.id == .required }) {
      needed.append(framing.id)
    }
    for place in needed {
      if let place, !place.fits(body) { return notAnObject(body, place) }
    }
    return nil
  }

  private func notAnObject(_ body: JSONCursor, _ place: Place) -> Issue {
    let wanted = place.beginsWithNumber ? "array" : "object"
    return Issue(
      .notAnObject, "the body is not the \(wanted) that the framing's places need",
      keyword: "framing", expected: .init(keyword: "type", value: quoted(wanted)),
      got: Shapes.got(body))
  }

  /// A member of the object in which the pointer's last segment was looked for that is spelt nearly
  /// alike.
  private func nearestMember(_ body: JSONCursor, _ pointer: JSONPointer) -> String? {
    guard let last = pointer.segments.last else { return nil }
    let parent = JSONPointer(segments: Array(pointer.segments.dropLast()))
    guard let object = parent.resolve(from: body), object.kind == .object else { return nil }
    let wanted = String(decoding: last.key, as: UTF8.self)
    var found: String?
    object.forEachMember { key, _ in
      if found == nil, let name = key.string,
        Spelling.nearest(to: name, among: CollectionOfOne(wanted)) != nil
      {
        found = wanted
      }
    }
    return found
  }

  // MARK: Version

  private func pickVersion(_ reading: inout Reading, _ candidates: [Int], _ framing: Framing) {
    let free = candidates.first { set.messages[$0].message.version == nil }
    let wanted = candidates.compactMap { index in
      set.messages[index].message.version.map { (index, $0) }
    }
    guard !wanted.isEmpty, let place = framing.version else {
      reading.message = free ?? candidates.first
      return
    }
    let found = place.find(in: reading.body, matcher)
    if let match = wanted.first(where: { equals(found, $0.1.cursor) }) {
      reading.message = match.0
      return
    }
    if let free {
      reading.message = free
      return
    }
    let version = wanted[0].1
    let expected = Finding.Expected(
      keyword: wanted.count == 1 ? "const" : "enum",
      value: wanted.count == 1
        ? version.text : "[" + wanted.map(\.1.text).joined(separator: ",") + "]")
    let source = set.place(version, contract: set.messages[wanted[0].0].contract)
    func issue(_ cause: Cause, _ sentence: String, _ got: Finding.Got) -> Issue {
      Issue(
        cause, sentence, at: place.first.text, keyword: "version", schemaPath: version.pointer,
        place: source, expected: expected, got: got)
    }
    switch found {
    case .absent:
      reading.failure = issue(
        .versionMissing, "the message has no version", .init(type: "nothing"))
    case .text(let text):
      let got = Finding.Got(
        type: "string", size: String(decoding: text, as: UTF8.self).unicodeScalars.count)
      let known = wanted.contains { $0.1.kind == .string }
      reading.failure =
        known
        ? issue(.versionUnsupported, "no message of this kind has this version", got)
        : issue(.versionType, "the version is a string, which no version of this kind is", got)
    case .value(let value):
      let known = wanted.contains { $0.1.kind == value.kind }
      reading.failure =
        known
        ? issue(
          .versionUnsupported, "no message of this kind has this version", Shapes.got(value))
        : issue(
          .versionType,
          "the version is \(Shapes.article(value.kind)), which no version of this kind is",
          Shapes.got(value))
    }
  }
}

extension Place {
  /// Whether the place begins with a number, so that it needs an array.
  var beginsWithNumber: Bool { first.segments.first?.index != nil }

  /// Whether a body is of the kind that the place needs.
  func fits(_ body: JSONCursor) -> Bool {
    guard !first.segments.isEmpty else { return true }
    return body.kind == (beginsWithNumber ? .array : .object)
  }
}
