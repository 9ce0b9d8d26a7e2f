internal import BridgeContract
internal import BridgeJSON

/// The values of a body by which it is found and paired, and what of each may stay.
struct Roles {
  enum Role {
    case kind, version, id, code, sequence
    /// The path of the function that is called.
    case call
    case test(Test)
  }

  private(set) var byNode: [Int: [(role: Role, match: Pattern?)]] = [:]
  /// Where kind, version and tests stand: if these go wrong, a body is read as another.
  private(set) var decisive: [JSONPointer] = []

  /// The roles of a body on a channel, with those of the reply to a request where it is one.
  init(_ body: JSONCursor, _ program: ChannelProgram, reply: Reply?, isAnswer: Bool) {
    let framing = program.channel.framing
    if !isAnswer {
      add(framing.kind, .kind, body, isDecisive: true)
      add(framing.version, .version, body, isDecisive: true)
      add(framing.id, .id, body)
      add(framing.errorID, .id, body)
      add(framing.reply.id, .id, body)
    }
    if program.channel.bodyIsCall || program.channel.via == .prompt,
      let fn = body.member("fn"), fn.kind == .string
    {
      byNode[fn.index, default: []].append((.call, nil))
    }
    add(framing.reply.code, .code, body)
    if case .test(let test) = framing.reply.when { add(test, body) }
    if let test = framing.reply.ok { add(test, body) }
    if let reply {
      add(reply.sequence, .sequence, body)
      switch reply.count {
      case .one, .many: break
      case .until(let test), .while(let test): add(test, body)
      }
    }
  }

  private mutating func add(
    _ place: Place?, _ role: Role, _ body: JSONCursor, isDecisive: Bool = false
  ) {
    guard let place else { return }
    for pointer in place.pointers {
      if isDecisive { decisive.append(pointer) }
      // What is no scalar plays no role that could be kept: a kind is a word.
      guard let node = pointer.resolve(from: body) else { continue }
      byNode[node.index, default: []].append((role, place.match))
    }
  }

  private mutating func add(_ test: Test, _ body: JSONCursor) {
    decisive.append(test.at)
    guard let node = test.at.resolve(from: body) else { return }
    byNode[node.index, default: []].append((.test(test), nil))
  }
}

extension Redactor {
  /// What may be written for a value that plays roles; nil to keep it, empty if its roles say
  /// nothing about it and it is a value like others.
  func choices(
    for value: JSONCursor, _ roles: [(role: Roles.Role, match: Pattern?)], _ context: BodyContext
  ) -> [[UInt8]]? {
    for case (.test(let test), _) in roles {
      guard case .oneOf(let wanted) = test.condition else { continue }
      if wanted.contains(where: { JSONEquality.equal($0.cursor, value) }) { return nil }
    }
    if value.kind == .string, roles.contains(where: { $0.match != nil }) {
      return textChoices(for: value, roles, context)
    }
    var out: [[UInt8]] = []
    for (role, _) in roles {
      switch role {
      case .kind: if context.isKindKnown { return nil }
      case .version: if context.isVersionKnown(value, self) { return nil }
      case .code: if context.isCode(value, self) { return nil }
      case .sequence: if value.smallInteger != nil { return nil }
      case .call:
        // The names of functions are the app's own, but a pattern may take one with data in it.
        let path = value.stringBytes
        if value.isString("prompt") || isContractText(path) { return nil }
        out.append(quoted(Fillers.classes(path)))
      case .id:
        if mayStay(id: value, context) { return nil }
        out += idChoices(value)
      case .test(let test):
        if value.kind == .bool { return nil }
        if case .match = test.condition, value.kind == .string,
          isContractText(value.stringBytes)
        {
          return nil
        }
      }
    }
    return out
  }

  /// An id stays if it is a number, one that nobody answers, or one that fits its pattern.
  private func mayStay(id value: JSONCursor, _ context: BodyContext) -> Bool {
    guard value.kind == .string else { return value.kind != .array && value.kind != .object }
    // Where ids are taken out of text, a number may come as a text of its own.
    if takesIDsFromText, JSONNumberText.isNumber(value.stringBytes) { return true }
    return context.idRules.contains { rules in
      rules.noReply.contains { JSONEquality.equal($0.cursor, value) }
        || rules.pattern.map { pattern in
          value.withStringBytes { reader.matcher.matches(pattern, $0) }
        } ?? false
    }
  }

  private func idChoices(_ value: JSONCursor) -> [[UInt8]] {
    value.kind == .string ? [quoted(idDigits(value.stringBytes))] : []
  }

  /// What stands for an id, on whatever line it comes: as long as the id, but never so short that
  /// two ids would become one, and no id that a pattern takes, since this one did not fit either.
  func idDigits(_ id: [UInt8]) -> [UInt8] {
    let digits = key.digits(for: id, count: max(12, min(64, id.count)))
    let patterns = set.channels.compactMap { $0.channel.framing.ids.pattern }
    for first in ["", "!", " ", "/", "\u{7F}"] {
      let made = Array(first.utf8) + digits
      let fits = made.withUnsafeBufferPointer { buffer in
        patterns.contains { reader.matcher.matches($0, buffer) }
      }
      if !fits { return made }
    }
    return digits
  }

  // MARK: Roles that are a part of a text

  /// A text of which patterns take the kind and ids: what they take stays if it may, the rest if the
  /// contract wrote it.
  private func textChoices(
    for value: JSONCursor, _ roles: [(role: Roles.Role, match: Pattern?)], _ context: BodyContext
  ) -> [[UInt8]]? {
    let text = value.stringBytes
    var taken: [(range: Range<Int>, text: [UInt8])] = []
    for (role, match) in roles {
      guard let match, let range = reader.matcher.range(match, text), !range.isEmpty else {
        continue
      }
      if taken.contains(where: { $0.range.overlaps(range) }) { continue }
      taken.append((range, part(Array(text[range]), role, context)))
    }
    taken.sort { $0.range.lowerBound < $1.range.lowerBound }
    let forms = [
      rest(of: text, taken) { isContractText($0) ? $0 : Fillers.classes($0) },
      rest(of: text, taken) { Fillers.classes($0) },
    ]
    if forms[0] == text { return nil }
    return forms.map { quoted($0) }
  }

  private func rest(
    of text: [UInt8], _ taken: [(range: Range<Int>, text: [UInt8])],
    _ form: ([UInt8]) -> [UInt8]
  ) -> [UInt8] {
    var out: [UInt8] = []
    var at = 0
    for part in taken {
      out += form(Array(text[at..<part.range.lowerBound])) + part.text
      at = part.range.upperBound
    }
    return out + form(Array(text[at...]))
  }

  private func part(_ text: [UInt8], _ role: Roles.Role, _ context: BodyContext) -> [UInt8] {
    switch role {
    case .kind: context.isKindKnown ? text : Fillers.letters(0, text.count)
    case .id:
      idKind(text, context) ? text : idDigits(text)
    case .version, .code, .sequence, .test, .call:
      isContractText(text) ? text : Fillers.classes(text)
    }
  }

  private func idKind(_ text: [UInt8], _ context: BodyContext) -> Bool {
    if JSONNumberText.isNumber(text) { return true }
    return context.idRules.contains { rules in
      rules.pattern.map { pattern in
        text.withUnsafeBufferPointer { reader.matcher.matches(pattern, $0) }
      } ?? false
    }
  }

  /// Whether a text stands in a contract: then it is the contract's own word.
  func isContractText(_ text: [UInt8]) -> Bool {
    guard !text.isEmpty else { return true }
    return set.contracts.contains { contract in
      contract.document.bytes.contains(text)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether some bytes stand anywhere in these.
  fileprivate func contains(_ text: [UInt8]) -> Bool {
    guard text.count <= count else { return false }
    for start in 0...(count - text.count) where self[start] == text[0] {
      var at = 1
      while at < text.count, self[start + at] == text[at] { at += 1 }
      if at == text.count { return true }
    }
    return false
  }
}
