internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeLog

/// Makes bodies that show a break: said by the one contract, refused by the other. Nothing is shown
/// that both contracts were not asked about.
final class Witnesses {
  private let comparison: Comparison
  private lazy var oldJudge = PayloadJudge(comparison.old)
  private lazy var newJudge = PayloadJudge(comparison.new)
  private var left: Int

  /// The longest payload that is shown, in bytes.
  static let sizeLimit = 2_000

  init(_ comparison: Comparison, limit: Int) {
    self.comparison = comparison
    left = limit
  }

  func of(_ found: Found) -> [Change.Witness] {
    guard let claim = found.claim, left > 0 else { return [] }
    var out: [Change.Witness] = []
    for isNewSender in [true, false] {
      guard (isNewSender ? claim.newToOld : claim.oldToNew) == .breaking else { continue }
      let witness =
        found.proof.flatMap { payload(found, $0, isNewSender: isNewSender) }
        ?? (found.proof == nil ? example(found, isNewSender: isNewSender) : nil)
      if let witness {
        out.append(witness)
        left -= 1
      }
    }
    return out
  }

  private func make(
    _ side: Side, isNewSender: Bool, _ body: [UInt8], _ cause: String, _ at: String
  ) -> Change.Witness {
    Change.Witness(
      // The page is new where it sends by the new contract, or receives by it.
      isNewPageOldApp: (side == .web) == isNewSender, sender: side.rawValue,
      body: String(decoding: body, as: UTF8.self), refusedFor: cause, at: at)
  }

  // MARK: Payloads

  private func payload(
    _ found: Found, _ proof: Proof, isNewSender: Bool
  ) -> Change.Witness? {
    let path = ValueSite.Path(segments: proof.path).pointer
    var fallback: Change.Witness?
    for candidate in proof.candidates {
      let value = isNewSender ? candidate.newToOld : candidate.oldToNew
      var payloads: [[UInt8]] = []
      if candidate.path.isEmpty, let value { payloads.append(value) }
      if let sample = sample(proof.question, candidate.path, leaf: value, isNewSender: isNewSender)
      {
        payloads.append(sample)
      }
      for payload in payloads where payload.count <= Self.sizeLimit {
        guard let refusal = judge(payload, found, proof, isNewSender: isNewSender) else { continue }
        let witness = make(
          found.from ?? .web, isNewSender: isNewSender, payload, refusal.cause.id, refusal.pointer)
        // One that fails at the very place tells most.
        if Self.isAt(refusal.pointer, path) { return witness }
        fallback = fallback ?? witness
      }
    }
    return fallback
  }

  /// Whether a pointer leads to a place or into it; `*` is any segment.
  private static func isAt(_ pointer: String, _ place: String) -> Bool {
    let a = pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let b = place.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return a.count >= b.count
      && zip(a, b).allSatisfy { $0.elementsEqual($1) || $1.elementsEqual("*".utf8) }
  }

  /// A payload of the sender with a value at a place.
  private func sample(
    _ question: PayloadQuestion, _ path: [String?], leaf: [UInt8]?, isNewSender: Bool
  ) -> [UInt8]? {
    let references = isNewSender ? comparison.newReferences : comparison.oldReferences
    let schemas = isNewSender ? question.new : question.old
    let rejects = isNewSender ? question.newRejects : question.oldRejects
    let isClosed = rejects || comparison.options.contentModel == .declared
    // The way as far as the sender has it.
    var links: [(open: String, close: String)] = []
    var at = schemas
    var isWhole = true
    for segment in path {
      let view = SchemaView(at, references)
      if let segment, let field = view.properties.first(where: { $0.name == segment }) {
        links.append(Self.link(segment, isTop: links.isEmpty))
        at = field.schemas
      } else if let segment, !view.unions.isEmpty, view.mayBe("object") {
        // In one of the branches: which one is left to the engine.
        links.append(Self.link(segment, isTop: links.isEmpty))
        at = []
      } else if segment == nil, view.mayBe("array"), view.has("items") || at.isEmpty {
        links.append(("{\"type\":\"array\",\"minItems\":1,\"items\":", "}"))
        at = view.values("items")
      } else if segment == nil, let others = view.dictionary {
        links.append(Self.link("x", isTop: links.isEmpty))
        at = others
      } else {
        isWhole = false
        break
      }
    }
    if leaf != nil, !isWhole { return nil }
    var chain =
      leaf.map { Array("{\"const\":".utf8) + $0 + Array("}".utf8) } ?? Array("true".utf8)
    for link in links.reversed() { chain = Array(link.open.utf8) + chain + Array(link.close.utf8) }
    let writer = SchemaText(references)
    return comparison.oracle.sample(
      SchemaQuestion(
        text: writer.text(of: schemas, and: links.isEmpty && leaf == nil ? nil : chain),
        isClosed: isClosed))
  }

  /// An object with a field. At the top it stands beside the payload's own schema and is closed with
  /// it; further in it would be closed alone, so there it takes other fields.
  private static func link(_ name: String, isTop: Bool) -> (open: String, close: String) {
    (
      "{\"type\":\"object\",\"required\":[\(quoted(name))],\"properties\":{\(quoted(name)):",
      isTop ? "}}" : "},\"additionalProperties\":true}"
    )
  }

  /// Why the receiver refuses a payload that the sender may send; nil where either is not so.
  private func judge(
    _ payload: [UInt8], _ found: Found, _ proof: Proof, isNewSender: Bool
  ) -> Issue? {
    guard let document = JSONConstants.document(payload), let oldJudge, let newJudge,
      let oldHandle = handle(found.subject, comparison.old, name: oldName(found)),
      let newHandle = handle(found.subject, comparison.new, name: found.message)
    else { return nil }
    func issues(_ isNew: Bool) -> [Issue] {
      let rejects = isNew ? proof.question.newRejects : proof.question.oldRejects
      return (isNew ? newJudge : oldJudge).issues(
        isNew ? newHandle : oldHandle, document.tape.root, unknownFields: rejects ? .reject : .allow
      ).filter { $0.severity == .error }
    }
    return withExtendedLifetime(document) {
      issues(isNewSender).isEmpty ? issues(!isNewSender).first : nil
    }
  }

  /// The name of the message in the old contract.
  private func oldName(_ found: Found) -> String? {
    guard let name = found.message else { return nil }
    guard let new = comparison.new.messages.firstIndex(where: { $0.name == name }),
      let old = comparison.messages.oldOfNew[new]
    else { return name }
    return comparison.old.messages[old].name
  }

  private func handle(_ subject: String, _ contract: Contract, name: String?) -> SchemaHandle? {
    guard let name else { return nil }
    if subject.hasPrefix("error:") { return contract.errors.first { $0.name == name }?.payload }
    guard let message = contract.messages.first(where: { $0.name == name }) else { return nil }
    return subject.hasPrefix("reply:") ? message.reply?.payload : message.payload
  }

  // MARK: Whole messages

  /// The sender's own example of the message, judged by the receiver's contract.
  private func example(_ found: Found, isNewSender: Bool) -> Change.Witness? {
    guard let name = found.message, let side = found.from, !found.subject.hasPrefix("reply:"),
      !found.subject.hasPrefix("error:")
    else { return nil }
    let (sender, receiver) =
      isNewSender ? (comparison.new, comparison.old) : (comparison.old, comparison.new)
    let own = isNewSender ? name : oldName(found) ?? name
    guard let message = sender.messages.first(where: { $0.name == own }),
      let example = message.examples.first(where: { $0.fails == nil })
    else { return nil }
    let body = Self.compact(example.body.cursor.text)
    guard body.count <= Self.sizeLimit, judge(body, sender, side, message.channel) == nil else {
      return nil
    }
    let channel =
      isNewSender
      ? comparison.channels.oldOfNew[message.channel]
      : comparison.channels.newOfOld[message.channel]
    guard let channel, let refusal = judge(body, receiver, side, channel) else { return nil }
    return make(
      side, isNewSender: isNewSender, body, refusal.cause?.id ?? "", refusal.instancePath ?? "")
  }

  /// The text without blanks between its tokens.
  private static func compact(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in text {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
      } else if byte == UInt8(ascii: "\"") {
        isInText = true
      } else if byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
        continue
      }
      out.append(byte)
    }
    return out
  }

  /// The first error of a body by itself; what a lone line cannot show (order, replies) is no error.
  private func judge(_ body: [UInt8], _ contract: Contract, _ side: Side, _ channel: Int)
    -> Finding?
  {
    guard case .joined(let set) = ContractSet.join([contract]) else { return nil }
    let validator = LogValidator(set)
    let line =
      "{\"direction\":\"\(side.direction)\",\"channel\":\(quoted(contract.channels[channel].key)),"
      + "\"body\":" + String(decoding: body, as: UTF8.self)
      + "}\n"
    validator.beginFile("witness")
    validator.feed(Array(line.utf8))
    validator.endFile()
    return validator.finish().findings.first { finding in
      finding.severity == .error
        && (finding.cause?.group == .shape || finding.cause == .idMissing
          || finding.cause == .idInvalid)
    }
  }
}
