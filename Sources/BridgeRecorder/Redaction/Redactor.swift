internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// Takes values out of lines so that what is left is judged as before.
///
/// A redacted body holds the names and words that the contract itself wrote, the structure, ids that
/// are numbers or fit their pattern, and values that the contract marks with `log: value`. Every
/// other value is replaced by one of its type and size. Then both bodies are judged; where that
/// differs, other replacements are tried (examples of the contract, values of a format, numbers
/// within bounds), at last the message's own example. If none is judged alike, the line says
/// `"redacted": "approximately"`.
///
/// Used by the writing thread only.
final class Redactor {
  let set: ContractSet
  let key: RedactionKey
  let reader: BodyReader
  let judge: BodyJudge
  private let decoder = BodyDecoder()
  private let tape = JSONTape()
  private let candidate = JSONTape()
  private let names: Set<[UInt8]>
  let takesIDsFromText: Bool
  private var memory: [Int: RequestMemory] = [:]

  init?(_ contracts: ContractSet?, key: RedactionKey) {
    var contracts = contracts
    if contracts == nil, case .joined(let empty) = ContractSet.join([]) { contracts = empty }
    guard let contracts else { return nil }
    set = contracts
    self.key = key
    reader = BodyReader(contracts)
    judge = BodyJudge(contracts, reader: reader)
    takesIDsFromText = contracts.channels.contains { $0.channel.framing.id?.match != nil }
    names = Set(
      contracts.names.all.map { Array($0.utf8) } + [Array("fn".utf8), Array("args".utf8)])
  }

  // MARK: Lines

  func redact(_ fields: inout Fields) {
    if fields.event == Event.teardown.rawValue { memory[fields.sessionNumber] = nil }
    fields.frame = fields.frame.map { redacted($0) }
    let channel = fields.channel
    fields.call = fields.call.map { redacted(call: $0) }
    if fields.answers != nil {
      redactAnswer(&fields)
      fields.answers = fields.answers.map { redacted(call: $0) }
    } else if let body = fields.body {
      fields.body = redacted(body, on: channel, &fields)
    }
    if let channel { fields.channel = redacted(channel: channel, fields.side) }
    for index in fields.body?.losses.indices ?? 0..<0 {
      fields.body?.losses[index].at = ""
    }
  }

  /// A frame's origin stays if some channel trusts it; another is no longer than a word.
  private func redacted(_ frame: RecordedFrame) -> RecordedFrame {
    var frame = frame
    if let origin = frame.origin {
      let isTrusted = set.channels.contains { program in
        (program.channel.origins ?? []).contains { Self.origin(origin, fits: $0) }
      }
      if !isTrusted { frame.origin = "redacted" }
    }
    if let id = frame.id {
      frame.id = String(decoding: key.digits(for: id.utf8), as: UTF8.self)
    }
    return frame
  }

  private static func origin(_ origin: String, fits wanted: String) -> Bool {
    wanted.hasSuffix(":")
      ? origin.utf8.starts(with: wanted.utf8) : origin.utf8.elementsEqual(wanted.utf8)
  }

  private func redacted(call text: [UInt8]) -> [UInt8] {
    let isNumber = JSONNumberText.isNumber(text)
    return isNumber ? text : quoted(key.digits(for: text))
  }

  func quoted(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    JSONString.appendQuoted(text, to: &out)
    return out
  }

  // MARK: Channels

  /// The word itself if a contract wrote it, the key of a channel whose pattern takes it, or nothing
  /// but its length.
  private func redacted(channel word: String, _ side: Side?) -> String {
    if set.channels.contains(where: { isNamed($0.channel, word) }) { return word }
    let path = FunctionPath.normalised(Array(word.utf8))
    let fitting = set.channels.first { program in
      (side.map { program.channel.from == $0 } ?? true) && reader.calls(program.channel, path: path)
    }
    return fitting?.channel.key ?? "(\(word.unicodeScalars.count) characters)"
  }

  private func isNamed(_ channel: Channel, _ word: String) -> Bool {
    for name in [channel.key, channel.name, channel.event] {
      if let name, name.utf8.elementsEqual(word.utf8) { return true }
    }
    // A pattern takes words that are no words of the contract.
    guard case .path(let path) = channel.call else { return false }
    return FunctionPath.normalised(word).utf8.elementsEqual(path.utf8)
  }

  /// The channel of a line's body.
  private func channel(_ word: String?, _ side: Side?, _ body: JSONCursor) -> Int? {
    let own = set.channels.indices.filter { index in
      let channel = set.channels[index].channel
      if let side, channel.from != side { return false }
      guard let word else { return true }
      return isNamed(channel, word)
        || channel.call != nil
          && reader.calls(channel, path: FunctionPath.normalised(Array(word.utf8)))
    }
    if word != nil, own.count <= 1 { return own.first }
    return own.first { isCalled($0, body) } ?? own.first { isKnown(body, on: $0) }
      ?? (word == nil ? nil : own.first)
  }

  private func isCalled(_ index: Int, _ body: JSONCursor) -> Bool {
    let channel = set.channels[index].channel
    guard body.kind == .object, let fn = body.member("fn"), fn.kind == .string else { return false }
    if channel.via == .prompt {
      guard let pattern = channel.match, let message = body.member("args")?.item(0),
        message.kind == .string
      else { return false }
      return message.withStringBytes { reader.matcher.matches(pattern, $0) }
    }
    return reader.calls(channel, path: FunctionPath.normalised(fn.stringBytes))
  }

  private func isKnown(_ body: JSONCursor, on index: Int) -> Bool {
    let program = set.channels[index]
    let parts = BodyParts(body, program, decoder, reader, isAnswer: false)
    guard let item = parts.items.first, item.failure == nil else { return false }
    var reading = Reading(body: item.body)
    reader.read(&reading, on: program)
    return reading.isReply || reading.message != nil
  }

  // MARK: Bodies

  private func redacted(
    _ body: RecordedBody, on word: String?, _ fields: inout Fields
  ) -> RecordedBody {
    var body = body
    decoder.reset()
    let text = body.text
    text.withUnsafeBufferPointer { buffer in
      guard (try? tape.read(buffer, limits: .traffic)) != nil else {
        body.text = Array("null".utf8)
        return
      }
      guard let index = channel(word, fields.side, tape.root) else {
        body.text = structure(of: tape.root)
        return
      }
      // What is left of a call without its path is found by the channel alone.
      if word == nil, set.channels[index].channel.via.calls {
        fields.channel = set.channels[index].channel.key
      }
      let parts = BodyParts(tape.root, set.channels[index], decoder, reader, isAnswer: false)
      var texts: [[UInt8]] = []
      for item in parts.items {
        if let failure = item.failure {
          texts.append(structure(of: item.body, undecodableAt: failure))
        } else {
          texts.append(redacted(item.body, on: index, &fields))
        }
      }
      body.text = parts.assembled(texts, decoder)
    }
    return body
  }

  /// Redacts one decoded body and notes what it asks.
  private func redacted(_ body: JSONCursor, on channel: Int, _ fields: inout Fields) -> [UInt8] {
    let program = set.channels[channel]
    var context = BodyContext(channel: channel, program: program)
    var reading = Reading(body: body)
    reader.read(&reading, on: program)
    context.isReply = reading.isReply
    let asker = program.channel.from.other
    if reading.isReply {
      let requests = memory[fields.sessionNumber]
      for id in [reading.otherID, reading.id] {
        guard let id, let request = requests?.request(id, from: asker) else { continue }
        context.message = request.message
        context.isErrorByID = request.errorID.map { $0 == id }
      }
      if context.message == nil {
        context.message = program.answered.first { index in
          let message = set.messages[index].message
          guard message.id == .none, let kind = message.reply?.kind else { return false }
          return isFound(reading.kind, kind.cursor)
        }
      }
    } else {
      context.message = reading.message
      note(reading, program, &fields)
    }
    return redacted(body, reading, &context, &fields)
  }

  private func isFound(_ found: Found, _ value: JSONCursor) -> Bool {
    switch found {
    case .absent: false
    case .value(let other): JSONEquality.equal(other, value)
    case .text(let text):
      value.kind == .string && text.withUnsafeBufferPointer { value.stringEquals($0) }
    }
  }

  private func note(_ reading: Reading, _ program: ChannelProgram, _ fields: inout Fields) {
    guard let index = reading.message, set.messages[index].message.reply != nil else { return }
    if memory.count >= 4096, memory[fields.sessionNumber] == nil { memory.removeAll() }
    memory[fields.sessionNumber, default: RequestMemory()].note(
      .init(message: index, errorID: reading.errorID),
      ids: [reading.id, reading.errorID].compactMap { $0 },
      call: fields.call.flatMap { callKey($0) }, from: program.channel.from)
  }

  private func callKey(_ text: [UInt8]) -> IDKey? {
    JSONConstants.document(text).map { document in
      withExtendedLifetime(document) { IDKey(document.root.cursor) }
    }
  }

  private func redactAnswer(_ fields: inout Fields) {
    guard let answers = fields.answers.flatMap({ callKey(redacted(call: $0)) }) else { return }
    let request = memory[fields.sessionNumber]?.request(call: answers)
    let isError = fields.error != nil
    guard var body = fields.error ?? fields.body else { return }
    decoder.reset()
    let text = body.text
    text.withUnsafeBufferPointer { buffer in
      guard (try? tape.read(buffer, limits: .traffic)) != nil else {
        body.text = Array("null".utf8)
        return
      }
      guard let index = request?.message, set.messages[index].message.reply?.on == .result else {
        body.text = structure(of: tape.root)
        return
      }
      let channel = set.messages[index].channel
      let program = set.channels[channel]
      let parts = BodyParts(tape.root, program, decoder, reader, isAnswer: true)
      guard let item = parts.items.first, item.failure == nil else {
        body.text = structure(
          of: parts.items.first?.body ?? tape.root, undecodableAt: parts.items.first?.failure)
        return
      }
      var context = BodyContext(channel: channel, program: program, message: index)
      context.isReply = true
      context.isAnswer = true
      context.isErrorText = isError
      var reading = Reading(body: item.body)
      reader.read(&reading, on: program, isAnswer: true)
      body.text = parts.assembled([redacted(item.body, reading, &context, &fields)], decoder)
    }
    if isError { fields.error = body } else { fields.body = body }
  }

  // MARK: One body

  private func redacted(
    _ body: JSONCursor, _ reading: Reading, _ context: inout BodyContext, _ fields: inout Fields
  ) -> [UInt8] {
    prepare(&context, reading)
    let wanted = signature(of: body, context)
    context.isError = wanted.isError
    var plan = plan(for: body, context, wanted)
    let renamed = signature(of: body, context, rename: plan.rename)
    let roles = Roles(
      body, context.program, reply: context.isReply ? context.owner?.message.reply : nil,
      isAnswer: context.isAnswer)
    let decisive = Set(roles.decisive.map(\.text))
    /// Where the plan is judged otherwise than the body; all decisive places if it is read otherwise.
    func differences(_ plan: BodyPlan) -> Set<String> {
      guard let found = signature(of: plan.text(), context) else { return decisive }
      return found.differences(to: renamed) ?? (decisive.isEmpty ? [""] : decisive)
    }
    var best = (plan: plan, differences: differences(plan))
    while !best.differences.isEmpty, plan.tries < 16, plan.advance(best.differences) {
      let found = differences(plan)
      if found.count <= best.differences.count { best = (plan, found) }
    }
    if !best.differences.isEmpty { best.plan.carve(best.differences, body, differences) }
    if differences(best.plan).isEmpty { return best.plan.text() }
    if wanted.isClean, let example = example(like: body, reading, context, renamed) {
      return example
    }
    fields.isApproximate = true
    return best.plan.text()
  }

  private func signature(of text: [UInt8], _ context: BodyContext) -> BodySignature? {
    text.withUnsafeBufferPointer { buffer in
      guard (try? candidate.read(buffer, limits: .traffic)) != nil else { return nil }
      return signature(of: candidate.root, context)
    }
  }

  /// Fills in what the contracts say about bodies like this one.
  private func prepare(_ context: inout BodyContext, _ reading: Reading) {
    let program = context.program
    context.owner = context.message.map { set.messages[$0] }
    if context.isReply {
      let kind = context.owner?.message.reply?.kind
      context.isKindKnown =
        program.answered.contains { index in
          guard let kind = set.messages[index].message.reply?.kind else { return false }
          return isFound(reading.kind, kind.cursor)
        } || kind.map { isFound(reading.kind, $0.cursor) } ?? false
      context.idRules = program.answered.map {
        set.channels[set.messages[$0].channel].channel.framing.ids
      }
      for contract in set.contracts {
        for error in contract.errors {
          if let code = error.code { context.codes.append(code) }
          context.errorNames.append(error.name)
        }
      }
    } else {
      context.isKindKnown = !reader.messages(ofKind: reading.kind, on: program).isEmpty
    }
    context.idRules.append(program.channel.framing.ids)
    context.versions = program.messages.compactMap { set.messages[$0].message.version }
  }

  /// What stands for which value.
  private func plan(
    for body: JSONCursor, _ context: BodyContext, _ wanted: BodySignature
  ) -> BodyPlan {
    var walk = BodyWalk(
      self, body, context,
      roles: Roles(
        body, context.program, reply: context.isReply ? context.owner?.message.reply : nil,
        isAnswer: context.isAnswer), bad: Set(wanted.issues.map(Self.pointer)))
    walk.run()
    return walk.plan
  }

  private static func pointer(_ issue: String) -> String {
    String(issue.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)[2])
  }

  /// Whether the contracts wrote this name, or one from which it is a slip of the pen away: that is
  /// what reports show too, and what people look for. Short names are a slip away from anything.
  func isName(_ text: [UInt8]) -> Bool {
    names.contains(text)
      || text.count >= 5 && set.names.allows(String(decoding: text, as: UTF8.self))
  }

  /// Whether what was found is the word of a declared error.
  func isCode(_ found: Found, of error: DeclaredError) -> Bool {
    if let code = error.code { return isFound(found, code.cursor) }
    switch found {
    case .absent: return false
    case .value(let value): return value.isString(error.name)
    case .text(let text): return text == Array(error.name.utf8)
    }
  }

  /// A body of which nothing is known: types and sizes.
  private func structure(of body: JSONCursor, undecodableAt failure: JSONPointer? = nil) -> [UInt8]
  {
    var walk = BodyWalk(self, body, nil, roles: nil, bad: [])
    walk.undecodable = failure?.resolve(from: body)?.index
    walk.run()
    return walk.plan.text()
  }
}
