internal import BridgeFindings
internal import BridgeJSON

/// Judges the shape of decoded bodies: envelope, payload, unknown fields, half surrogate pairs.
package final class BodyJudge {
  let set: ContractSet
  let matcher: PatternMatcher
  let check: SchemaCheck
  private let filtered = JSONTape()

  init(_ set: ContractSet, matcher: PatternMatcher, showsValues: Bool) {
    self.set = set
    self.matcher = matcher
    check = SchemaCheck(set, showsValues: showsValues)
  }

  // MARK: Messages

  /// Everything wrong with the envelope and the payload of a message whose kind and version fit.
  func message(_ index: Int, _ reading: Reading, _ program: ChannelProgram) -> [Issue] {
    let owner = set.messages[index]
    let framing = program.channel.framing
    let body = reading.body
    var top = TopOfBody(body, fields: program.framingFields)
    var issues = loneSurrogates(body)
    issues += envelope(body, program, owner, &top)
    // A message without kind where others have one is judged whole, whatever the payload's place.
    let isNamelessAmongNamed = owner.message.hasNoKind && framing.kind != nil
    if let place = framing.payload, !place.isWholeBody, !isNamelessAmongNamed {
      issues += at(place, owner.message.payload, body, owner, program)
    } else {
      issues += whole(
        owner.message.payload, body, owner, hiding: program.framingFields,
        isEitherWay: isNamelessAmongNamed, &top)
    }
    return issues + unknownAtTop(top, owner)
  }

  // MARK: Replies

  /// What was found of a reply, and whether it is an error reply.
  struct ReplyVerdict {
    var issues: [Issue]
    var isError: Bool
  }

  /// Everything wrong with a reply to a message; of a reply to nobody knows what, only the envelope.
  ///
  /// - Parameters:
  ///   - isErrorByID: what a second id of the request says; nil where it has none.
  ///   - isAnswer: the result of the call itself, read with the request's framing.
  ///   - isErrorText: the body is the text with which the call failed.
  func reply(
    to index: Int?, _ reading: Reading, _ program: ChannelProgram, isErrorByID: Bool?,
    isAnswer: Bool, isErrorText: Bool
  ) -> ReplyVerdict {
    let framing = program.channel.framing
    let body = reading.body
    guard let index, let reply = set.messages[index].message.reply else {
      guard !isAnswer else { return ReplyVerdict(issues: [], isError: isErrorText) }
      var top = TopOfBody(body, fields: program.framingFields)
      return ReplyVerdict(issues: envelope(body, program, nil, &top), isError: false)
    }
    let owner = set.messages[index]
    if isErrorText {
      let issues = error(reply, .value(body), at: "", code: nil, in: body, owner, program)
      return ReplyVerdict(issues: loneSurrogates(body) + issues, isError: true)
    }
    let isError = isErrorByID ?? isErrorReply(body, framing.reply)
    let payload = isAnswer ? framing.reply.payload : framing.reply.payload ?? framing.payload
    let isWhole = payload?.isWholeBody ?? true
    let fields = program.framingFields + countFields(reply)
    var top = TopOfBody(body, fields: fields)
    var issues = loneSurrogates(body)
    if !(isAnswer && isWhole) { issues += envelope(body, program, owner, &top) }
    if isError {
      if let place = framing.reply.error ?? payload, !place.isWholeBody {
        issues += error(
          reply, place.find(in: body, matcher), at: place.first.text, code: framing.reply.code,
          in: body, owner, program)
      } else {
        // The error is the whole body: nothing at its top is unknown but what its payload says.
        top.isOpen = true
        issues += error(
          reply, .value(body), at: "", code: framing.reply.code, in: body, owner, program)
      }
    } else if let schema = reply.payload {
      if let payload, !isWhole {
        issues += at(payload, schema, body, owner, program)
      } else {
        issues += whole(schema, body, owner, hiding: fields, isEitherWay: isAnswer, &top)
      }
    } else if isWhole {
      top.isOpen = true
    }
    return ReplyVerdict(issues: issues + unknownAtTop(top, owner), isError: isError)
  }

  /// By `ok`; else an error if `error` leads to something other than null.
  private func isErrorReply(_ body: JSONCursor, _ framing: ReplyFraming) -> Bool {
    if let ok = framing.ok { return !ok.holds(for: body, matcher) }
    return framing.error?.find(in: body, matcher).isSomething ?? false
  }

  private func countFields(_ reply: Reply) -> [JSONPointer] {
    var out: [JSONPointer] = reply.sequence?.pointers ?? []
    switch reply.count {
    case .one, .many: break
    case .until(let test), .while(let test): out.append(test.at)
    }
    return out.filter { !$0.segments.isEmpty }
  }

  /// Judges an error: which declared one it is, by its word or by what fits, and its payload.
  private func error(
    _ reply: Reply, _ found: Found, at pointer: String, code: Place?, in body: JSONCursor,
    _ owner: MessageProgram, _ program: ChannelProgram
  ) -> [Issue] {
    let declared = reply.errors.map { set.contracts[owner.contract].errors[$0] }
    let value: JSONCursor
    switch found {
    case .value(let there): value = there
    case .absent, .text: value = JSONConstants.null
    }
    if let code {
      let word = code.find(in: body, matcher)
      if !word.isAbsent {
        guard let error = declared.first(where: { isCode(word, of: $0) }) else {
          return [undeclared(reply, at: code.first.text, word, owner)]
        }
        return payload(of: error, value, at: pointer, owner)
      }
    }
    switch declared.count {
    case 0: return [undeclared(reply, at: code.map { $0.first.text } ?? pointer, found, owner)]
    case 1: return payload(of: declared[0], value, at: pointer, owner)
    default:
      let fitting = declared.first { error in
        error.payload.map { check.accepts($0, value, owner.contract) } ?? true
      }
      guard let fitting else { return [undeclared(reply, at: pointer, found, owner)] }
      return payload(of: fitting, value, at: pointer, owner)
    }
  }

  private func isCode(_ found: Found, of error: DeclaredError) -> Bool {
    switch (found, error.code) {
    case (.absent, _): return false
    case (.value(let value), let code?): return JSONEquality.equal(value, code.cursor)
    case (.value(let value), nil): return value.isString(error.name)
    case (.text(let text), let code?):
      return code.cursor.kind == .string
        && text.withUnsafeBufferPointer { code.cursor.stringEquals($0) }
    case (.text(let text), nil): return text == Array(error.name.utf8)
    }
  }

  private func payload(
    of error: DeclaredError, _ value: JSONCursor, at pointer: String, _ owner: MessageProgram
  ) -> [Issue] {
    guard let schema = error.payload else { return [] }
    return check.issues(
      schema, value, contract: owner.contract, unknownFields: owner.message.unknownFields,
      prefix: pointer)
  }

  private func undeclared(
    _ reply: Reply, at pointer: String, _ found: Found, _ owner: MessageProgram
  ) -> Issue {
    var got: Finding.Got?
    if case .value(let value) = found { got = Shapes.got(value) }
    return Issue(
      .replyUndeclaredError, "the error is none of those that the reply declares", at: pointer,
      keyword: "errors", schemaPath: reply.source.pointer,
      place: set.place(reply.source["errors"] ?? reply.source, contract: owner.contract),
      expected: reply.source["errors"].map { .init(keyword: "errors", value: $0.text) }, got: got)
  }

  // MARK: Parts of a body

  /// Judges the envelope and notes what it mentions at the top.
  private func envelope(
    _ body: JSONCursor, _ program: ChannelProgram, _ owner: MessageProgram?, _ top: inout TopOfBody
  ) -> [Issue] {
    guard let envelope = program.channel.framing.envelope else { return [] }
    let outcome = check.evaluate(
      envelope, body, contract: program.contract,
      unknownFields: owner?.message.unknownFields ?? .allow, prefix: "", isTop: true)
    top.add(outcome)
    return outcome.issues.filter { issue in
      // Roles and what leads to them are mentioned by the framing, at every level.
      issue.cause != .unknownField || !issue.isSoft
        || !leadsToFraming(issue.issue.pointer, program.framingFields)
    }.map(\.issue)
  }

  /// Whether a pointer is a framing field or leads to one.
  private func leadsToFraming(_ pointer: String, _ fields: [JSONPointer]) -> Bool {
    fields.contains { field in
      let text = field.text
      return text == pointer || text.hasPrefix(pointer + "/")
    }
  }

  /// Judges a payload that stands at a place; a place that leads nowhere is judged as null.
  private func at(
    _ place: Place, _ schema: SchemaHandle, _ body: JSONCursor, _ owner: MessageProgram,
    _ program: ChannelProgram
  ) -> [Issue] {
    let value: JSONCursor
    var text: JSONDocument?
    switch place.find(in: body, matcher) {
    case .value(let there): value = there
    case .absent: value = JSONConstants.null
    case .text(let taken):
      // What a pattern took is a string of its own.
      text = JSONConstants.string(taken)
      value = text?.tape.root ?? JSONConstants.null
    }
    return withExtendedLifetime(text) { payload(value, at: place, schema, owner, program) }
  }

  /// Judges the payload that was found at a place.
  ///
  /// - Parameter isFaulty: it is known that there is something to say of it.
  func payload(
    _ value: JSONCursor, at place: Place, _ schema: SchemaHandle, _ owner: MessageProgram,
    _ program: ChannelProgram, isFaulty: Bool = false
  ) -> [Issue] {
    let outcome = check.evaluate(
      schema, value, contract: owner.contract, unknownFields: owner.message.unknownFields,
      prefix: place.first.text, isTop: false, isFaulty: isFaulty)
    return outcome.issues.filter {
      !$0.isSoft || $0.cause != .unknownField
        || !leadsToFraming($0.issue.pointer, program.framingFields)
    }.map(\.issue)
  }

  /// Judges a whole body without its framing fields.
  ///
  /// - Parameter isEitherWay: the body may also be meant with them: what one reading accepts is good.
  private func whole(
    _ schema: SchemaHandle, _ body: JSONCursor, _ owner: MessageProgram,
    hiding fields: [JSONPointer], isEitherWay: Bool, _ top: inout TopOfBody
  ) -> [Issue] {
    let hidden = hiddenMembers(body, fields)
    func evaluate(_ value: JSONCursor) -> SchemaCheck.Outcome {
      check.evaluate(
        schema, value, contract: owner.contract, unknownFields: owner.message.unknownFields,
        prefix: "", isTop: true)
    }
    var outcome: SchemaCheck.Outcome
    if hidden.isEmpty {
      outcome = evaluate(body)
    } else if isEitherWay {
      outcome = evaluate(body)
      if outcome.hasErrors {
        filtered.copy(body, hiding: hidden)
        let other = evaluate(filtered.root)
        if !other.hasErrors { outcome = other }
      }
    } else {
      filtered.copy(body, hiding: hidden)
      outcome = evaluate(filtered.root)
    }
    top.add(outcome)
    return outcome.issues.map(\.issue)
  }

  /// A member that is left out of a whole body.
  private struct HiddenMember {
    var object: Int
    var key: Int
    /// The pointer to the object.
    var way: ArraySlice<JSONPointer.Segment>
  }

  /// The members of objects that framing fields are: elements of arrays stay. A member that only
  /// leads to framing fields, with nothing else in it, goes with them.
  private func hiddenMembers(
    _ body: JSONCursor, _ fields: [JSONPointer]
  ) -> [(object: Int, key: Int)] {
    var out: [HiddenMember] = []
    for field in fields {
      guard let last = field.segments.last else { continue }
      let way = field.segments.dropLast()
      let object = JSONPointer(segments: Array(way)).resolve(from: body)
      guard let object, object.kind == .object else { continue }
      let value = last.key.withUnsafeBufferPointer { object.member($0, hash: last.hash) }
      guard let value else { continue }
      hide(HiddenMember(object: object.index, key: value.index - 1, way: way), body, &out)
    }
    while let emptied = out.first(where: { isEmptied($0, body, out) }) {
      let way = emptied.way.dropLast()
      guard let outer = JSONPointer(segments: Array(way)).resolve(from: body) else { break }
      hide(HiddenMember(object: outer.index, key: emptied.object - 1, way: way), body, &out)
    }
    return out.map { ($0.object, $0.key) }
  }

  /// Whether nothing is left in the member's object, which is itself a member of an object.
  private func isEmptied(_ member: HiddenMember, _ body: JSONCursor, _ all: [HiddenMember]) -> Bool
  {
    guard !member.way.isEmpty else { return false }
    let hidden = all.reduce(0) { $0 + ($1.object == member.object ? 1 : 0) }
    guard hidden == body.at(member.object).count else { return false }
    return JSONPointer(segments: Array(member.way.dropLast())).resolve(from: body)?.kind == .object
  }

  /// Notes a member. Roles may lie inside one another: the outer member takes the inner with it.
  private func hide(_ member: HiddenMember, _ body: JSONCursor, _ out: inout [HiddenMember]) {
    func end(_ key: Int) -> Int { Int(body.nodes[key + 1].next) }
    if out.contains(where: { $0.key <= member.key && member.key < end($0.key) }) { return }
    out.removeAll { member.key <= $0.key && $0.key < end(member.key) }
    out.append(member)
  }

  // MARK: The top of a body

  /// Which members of an object body somebody mentions.
  struct TopOfBody {
    let body: JSONCursor
    /// First segments of framing fields.
    let fields: [JSONPointer]
    /// Offsets of keys that no schema mentions; nil before one was asked.
    var unmentioned: Set<Int>?
    /// A schema speaks of all other members itself, or there is nothing to hold them against.
    var isOpen = false

    init(_ body: JSONCursor, fields: [JSONPointer]) {
      self.body = body
      self.fields = fields
      isOpen = body.kind != .object
    }

    mutating func add(_ outcome: SchemaCheck.Outcome) {
      if outcome.speaksOfOthers { isOpen = true }
      unmentioned =
        unmentioned.map { $0.intersection(outcome.unmentionedAtTop) }
        ?? outcome.unmentionedAtTop
    }
  }

  private func unknownAtTop(_ top: TopOfBody, _ owner: MessageProgram) -> [Issue] {
    guard !top.isOpen, owner.message.unknownFields != .allow else { return [] }
    var out: [Issue] = []
    top.body.forEachMember { key, value in
      if let unmentioned = top.unmentioned, !unmentioned.contains(key.offset) { return }
      let isFraming = top.fields.contains { field in
        field.segments.first.map { segment in
          segment.key.withUnsafeBufferPointer { key.stringEquals($0) }
        } ?? false
      }
      if isFraming { return }
      var pointer: [UInt8] = []
      key.withStringBytes { JSONPointer.append(key: $0, to: &pointer) }
      out.append(
        check.unknownField(
          key, value, at: String(decoding: pointer, as: UTF8.self), owner))
    }
    return out
  }

  // MARK: Half surrogate pairs

  /// One issue for each string (or key) with half of a surrogate pair.
  private func loneSurrogates(_ body: JSONCursor) -> [Issue] {
    var out: [Issue] = []
    let end = body.kind == .object || body.kind == .array ? body.indexBehind : body.index + 1
    var i = body.index
    while i < end {
      let node = body.nodes[i]
      if node.kind == .string, node.info & JSONNode.loneSurrogate != 0 {
        out.append(
          Issue(
            .loneSurrogate, "half of a surrogate pair: this is no text that native can hold",
            at: JSONPointer.text(to: i, from: body), keyword: "text"))
      }
      i += 1
    }
    return out
  }
}

extension Place {
  /// Whether the place is the whole body.
  var isWholeBody: Bool { match == nil && pointers.count == 1 && pointers[0].segments.isEmpty }
}
