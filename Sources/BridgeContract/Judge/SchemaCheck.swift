internal import BridgeFindings
package import BridgeJSON
internal import BridgeSchema

/// Puts what schemas have to say into the causes of the contract format.
package final class SchemaCheck {
  private let set: ContractSet
  private let evaluator = SchemaEvaluator()
  private let showsValues: Bool
  private var sites: [PlaceKey: Site] = [:]
  private var nearNames: [[UInt8]: String?] = [:]

  init(_ set: ContractSet, showsValues: Bool) {
    self.set = set
    self.showsValues = showsValues
  }

  /// One issue; soft ones say nothing against the value itself.
  struct Item {
    var issue: Issue
    var isSoft: Bool
    var cause: Cause { issue.cause }
  }

  /// What a schema says of a value.
  struct Outcome {
    var issues: [Item] = []
    /// Offsets of the keys at the top that no applied schema mentions.
    var unmentionedAtTop: Set<Int> = []
    /// Whether a schema applied to the top speaks of all other members.
    var speaksOfOthers = false

    var hasErrors: Bool { issues.contains { $0.issue.severity == .error } }
  }

  /// Whether a value is valid.
  func accepts(_ handle: SchemaHandle, _ value: JSONCursor, _ contract: Int) -> Bool {
    let program = set.contracts[contract].schemas
    return evaluator.isValid(value, by: program.roots[handle.index], of: program)
  }

  /// Judges a value with unknown fields of its own top.
  func issues(
    _ handle: SchemaHandle, _ value: JSONCursor, contract: Int, unknownFields: UnknownFields,
    prefix: String
  ) -> [Issue] {
    evaluate(
      handle, value, contract: contract, unknownFields: unknownFields, prefix: prefix, isTop: false
    ).issues.map(\.issue)
  }

  /// Judges a value.
  ///
  /// - Parameters:
  ///   - prefix: the pointer of the value in its body.
  ///   - isTop: the value is a whole body, whose unknown fields the caller judges.
  ///   - isFaulty: it is known that there is something to say.
  func evaluate(
    _ handle: SchemaHandle, _ value: JSONCursor, contract: Int, unknownFields: UnknownFields,
    prefix: String, isTop: Bool, isFaulty: Bool = false
  ) -> Outcome {
    let program = set.contracts[contract].schemas
    _ = evaluator.evaluate(
      value, by: program.roots[handle.index], of: program, rootFields: isTop ? .report : .judge,
      isFaulty: isFaulty)
    var outcome = Outcome()
    if isTop {
      outcome.speaksOfOthers = evaluator.rootSaysAdditional
      for key in evaluator.rootUnmentioned {
        outcome.unmentionedAtTop.insert(value.at(key).offset)
      }
    }
    for found in evaluator.issues {
      if found.kind == .unknownField, unknownFields == .allow { continue }
      outcome.issues.append(
        Item(
          issue: issue(found, value, contract, unknownFields, prefix),
          isSoft: found.kind == .unknownField || found.kind == .deprecated))
    }
    return outcome
  }

  private func issue(
    _ found: SchemaIssue, _ root: JSONCursor, _ contract: Int, _ unknownFields: UnknownFields,
    _ prefix: String
  ) -> Issue {
    let document = set.contracts[contract].document
    let value = root.at(found.instance)
    let (cause, sentence) = Self.cause(
      found, value, expected: document.bytes[found.expected])
    let site = site(of: found, contract)
    var severity = cause.severity
    if found.kind == .unknownField { severity = unknownFields == .reject ? .error : .warning }
    if found.isUndecided { severity = .warning }
    var issue = Issue(
      cause, severity: severity, sentence, at: prefix + found.instancePointer,
      keyword: found.keyword.rawValue, schemaPath: found.schemaPointer,
      place: site.place)
    if found.kind == .failure {
      issue.expected = .init(keyword: found.keyword.rawValue, value: site.expected)
    }
    if found.keyword == .required, found.kind == .failure {
      issue.got = .init(type: "nothing")
      issue.suggest = found.name.flatMap { nearMember(value, to: $0) }
    } else {
      issue.got = got(value, found.log)
    }
    if cause == .unknownField, let name = found.name {
      issue.suggest = nearName(name)
    }
    if cause == .notInEnum, value.kind == .string, let word = value.string {
      issue.suggest = Spelling.nearest(to: word, among: site.words)
    }
    return issue
  }

  /// A keyword in a contract.
  private struct Site {
    var place: Finding.Place
    /// Its value as reports show it.
    var expected: String
    /// The words that its value lists.
    var words: [String]
  }

  private struct PlaceKey: Hashable {
    var contract: Int
    var offset: Int
    var expected: Range<Int>
  }

  /// Where a keyword stands in a contract and what it says. Kept, as finding the line means counting
  /// lines; there are no more of them than the contracts have keywords.
  private func site(of found: SchemaIssue, _ contract: Int) -> Site {
    let key = PlaceKey(contract: contract, offset: found.schemaOffset, expected: found.expected)
    if let known = sites[key] { return known }
    let document = set.contracts[contract].document
    let position = document.position(ofOffset: found.schemaOffset)
    let text = document.bytes[found.expected]
    let site = Site(
      place: Finding.Place(
        file: set.contracts[contract].file, line: position.line, column: position.column),
      expected: Self.cut(Self.oneLine(text)),
      words: found.keyword == .enum || found.keyword == .const ? Self.words(in: text) : [])
    sites[key] = site
    return site
  }

  /// Type and size of a value, and of the value itself what the contract or the user allows.
  private func got(_ value: JSONCursor, _ log: LogAnnotation) -> Finding.Got {
    var got = Shapes.got(value)
    switch log {
    case .never: break
    case .value: got.value = Self.cut(value.text)
    case .hash: got.hash = String(SHA256.hex(of: IDKey(value).bytes).prefix(8))
    case .unset: if showsValues { got.value = Self.cut(value.text) }
    }
    return got
  }

  /// JSON text without the white space between its tokens, as a contract's layout is none of its
  /// meaning.
  private static func oneLine(_ text: some Collection<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in text {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      }
      out.append(byte)
    }
    return out
  }

  /// At most 200 bytes of text, cut between characters.
  private static func cut(_ text: some Collection<UInt8>) -> String {
    guard text.count > 200 else { return String(decoding: text, as: UTF8.self) }
    var end = text.index(text.startIndex, offsetBy: 200)
    while end > text.startIndex, text[end] & 0xC0 == 0x80 {
      text.formIndex(&end, offsetBy: -1)
    }
    return String(decoding: text[..<end], as: UTF8.self) + "…"
  }

  /// A member of the object that is spelt nearly like the missing one: shown as the contract's name.
  private func nearMember(_ object: JSONCursor, to name: String) -> String? {
    var found = false
    let letters = Spelling.Letters(name)
    object.forEachMember { key, _ in
      if !found, key.hasEscapes || Spelling.mayBeNear(key.rawString, letters),
        let word = key.string,
        Spelling.nearest(to: word, among: CollectionOfOne(name)) != nil
      {
        found = true
      }
    }
    return found ? name : nil
  }

  /// The name of the contract that is spelt nearly alike. Kept for some, as one mistake is made again
  /// and again.
  private func nearName(_ name: String) -> String? {
    let key = Array(name.utf8)
    if let known = nearNames[key] { return known }
    let nearest = set.names.nearest(to: name)
    if nearNames.count < 1024, key.count < 256 { nearNames[key] = .some(nearest) }
    return nearest
  }

  /// The words of an `enum` (or `const`).
  private static func words(in text: some Collection<UInt8>) -> [String] {
    guard let document = JSONConstants.document(Array(text)) else { return [] }
    return withExtendedLifetime(document) {
      let root = document.root
      return root.kind == .array
        ? root.items.compactMap(\.string) : [root.string].compactMap { $0 }
    }
  }

  /// A member at the top of a body that nobody mentions.
  func unknownField(
    _ key: JSONCursor, _ value: JSONCursor, at pointer: String, _ owner: MessageProgram
  ) -> Issue {
    var issue = Issue(
      .unknownField, severity: owner.message.unknownFields == .reject ? .error : .warning,
      "nothing in the contract mentions this field", at: pointer, keyword: "unknownFields",
      schemaPath: owner.message.source.pointer,
      place: set.place(owner.message.source, contract: owner.contract), got: Shapes.got(value))
    if let name = key.string { issue.suggest = nearName(name) }
    if showsValues { issue.got?.value = Self.cut(value.text) }
    return issue
  }
}

extension JSONConstants {
  /// A document, or nil if the text is none.
  package static func document(_ text: [UInt8]) -> JSONDocument? {
    do throws(JSONError) {
      return try JSONDocument(text, limits: .traffic)
    } catch {
      return nil
    }
  }
}
