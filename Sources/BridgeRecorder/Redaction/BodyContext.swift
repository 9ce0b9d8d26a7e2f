internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// As what a body was read, by which its redacted form is held.
struct BodyContext {
  /// Index of the channel in the set.
  var channel: Int
  var program: ChannelProgram
  /// The message that it is, or that it is a reply to.
  var message: Int?
  var isReply = false
  var isAnswer = false
  var isErrorText = false
  var isErrorByID: Bool?
  /// Found by judging.
  var isError = false
  var isKindKnown = false
  /// Rules of ids that may stand in it.
  var idRules: [IDRules] = []
  var owner: MessageProgram?
  /// Code words of errors, and versions, that the contracts know.
  var codes: [JSONValue] = []
  var errorNames: [String] = []
  var versions: [JSONValue] = []

  func isVersionKnown(_ value: JSONCursor, _ redactor: Redactor) -> Bool {
    versions.contains { JSONEquality.equal($0.cursor, value) }
  }

  func isCode(_ value: JSONCursor, _ redactor: Redactor) -> Bool {
    codes.contains { JSONEquality.equal($0.cursor, value) }
      || errorNames.contains { value.kind == .string && value.isString($0) }
  }
}

/// What a body comes to: two bodies with the same signature are judged alike.
struct BodySignature: Equatable {
  var isReply = false
  var message: Int?
  var failure: String?
  var hasID = false
  var isIDGood = true
  var isError = false
  var tests: [Bool] = []
  var sequence: Int64?
  /// Cause, severity and pointer of each issue, sorted.
  var issues: [String] = []

  /// Whether a message of the contract came as the contract says.
  var isClean: Bool { failure == nil && issues.isEmpty && isIDGood }
}

extension Redactor {
  /// Reads a decoded body and says what it comes to.
  ///
  /// - Parameter rename: keys of the body by what stands for them.
  func signature(
    of body: JSONCursor, _ context: BodyContext, rename: [[UInt8]: [UInt8]] = [:]
  ) -> BodySignature {
    var out = BodySignature()
    var reading = Reading(body: body)
    reader.read(&reading, on: context.program, isAnswer: context.isAnswer)
    out.isReply = reading.isReply
    out.message = reading.message
    out.failure = reading.failure.map { "\($0.cause.id) \(Self.renamed($0.pointer, rename))" }
    out.hasID = reading.id != nil
    out.isIDGood = !reading.isReply && out.hasID ? isGood(reading.idFound, context) : true
    var issues: [Issue] = []
    if reading.isReply {
      let verdict = judge.issues(
        ofReplyTo: context.message, reading, on: context.channel,
        isErrorByID: context.isErrorByID, isAnswer: context.isAnswer,
        isErrorText: context.isErrorText)
      issues = verdict.issues
      out.isError = verdict.isError
      out.add(context.owner?.message.reply, body, reader)
    } else if let index = reading.message, reading.failure == nil {
      issues = judge.issues(ofMessage: index, reading, on: context.channel)
    }
    out.issues = issues.map {
      "\($0.cause.id) \($0.severity) \(Self.renamed($0.pointer, rename))"
    }.sorted()
    return out
  }

  private func isGood(_ found: Found, _ context: BodyContext) -> Bool {
    let rules = context.program.channel.framing.ids
    switch found {
    case .absent: return true
    case .value(let value):
      switch rules.type {
      case .any: break
      case .integer: if value.kind != .number || !value.decimal.isInteger { return false }
      case .string: if value.kind != .string { return false }
      }
      guard value.kind == .string, let pattern = rules.pattern else { return true }
      return value.withStringBytes { reader.matcher.matches(pattern, $0) }
    case .text(let text):
      if rules.type == .integer, !JSONNumberText.isNumber(text) { return false }
      guard let pattern = rules.pattern else { return true }
      return text.withUnsafeBufferPointer { reader.matcher.matches(pattern, $0) }
    }
  }

  /// A pointer with the keys that stand for others.
  static func renamed(_ pointer: String, _ rename: [[UInt8]: [UInt8]]) -> String {
    guard !rename.isEmpty, let parsed = JSONPointer(pointer) else { return pointer }
    var out: [UInt8] = []
    for segment in parsed.segments {
      JSONPointer.append(key: rename[segment.key] ?? segment.key, to: &out)
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension BodySignature {
  fileprivate mutating func add(_ reply: Reply?, _ body: JSONCursor, _ reader: BodyReader) {
    guard let reply else { return }
    switch reply.count {
    case .one, .many: break
    case .until(let test), .while(let test): tests.append(test.holds(for: body, reader.matcher))
    }
    switch reply.sequence?.find(in: body, reader.matcher) {
    case .value(let value): sequence = value.smallInteger
    case .text(let text): sequence = Int64(String(decoding: text, as: UTF8.self))
    case .absent, nil: break
    }
  }

  /// The pointers at which two bodies are judged differently; nil where they are read differently.
  func differences(to other: BodySignature) -> Set<String>? {
    var a = self
    var b = other
    a.issues = []
    b.issues = []
    guard a == b else { return nil }
    var counts: [String: Int] = [:]
    for issue in issues { counts[issue, default: 0] += 1 }
    for issue in other.issues { counts[issue, default: 0] -= 1 }
    return Set(
      counts.filter { $0.value != 0 }.map { entry in
        String(entry.key.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)[2])
      })
  }
}
