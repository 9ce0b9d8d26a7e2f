import BridgeContract
import BridgeJSON

/// Writes a draft as a contract.
struct DraftWriter {
  private let traffic: DraftTraffic
  private let guess: FramingGuess
  private let name: String
  private var errors: [(key: String, value: DraftJSON)] = []
  private var names: Set<String> = []

  init(_ traffic: DraftTraffic, _ guess: FramingGuess, name: String) {
    self.traffic = traffic
    self.guess = guess
    self.name = name
  }

  mutating func text() -> [UInt8] {
    let root = root()
    let text = Array(root.json.utf8)
    return (try? ContractFormatter.format(text)) ?? text
  }

  private mutating func root() -> DraftJSON {
    var messages: [(key: String, value: DraftJSON)] = []
    // Names first, so that errors are declared in the order of messages.
    let all = traffic.messages.map { ($0, messageName($0)) }
    for (seen, name) in all { messages.append((name, message(seen))) }
    var root: [(key: String, value: DraftJSON)] = [
      ("bridgeContract", .text("1")), ("name", .string(name)), ("version", .string("0.1.0")),
      (
        "doc",
        .string(
          "Drafted from recorded traffic. Every x-evidence says what a rule rests on: read the rule, "
            + "correct it, and take the x-evidence out.")
      ),
    ]
    if let framing = guess.framing { root.append(("framing", framing)) }
    root.append(
      (
        "channels",
        .object(
          guess.channels.enumerated().map { index, channel in
            (channel.key, withEnvelope(channel.source, index))
          })
      ))
    if !errors.isEmpty { root.append(("errors", .object(errors))) }
    root.append(("messages", .object(messages)))
    return .object(root)
  }

  /// A guessed channel whose bodies have members beside roles and payload names them.
  private func withEnvelope(_ source: DraftJSON, _ index: Int) -> DraftJSON {
    guard guess.bridge == nil, !guess.isGiven else { return source }
    var properties: [(key: String, value: DraftJSON)] = []
    for shape in [traffic.envelopes[index], traffic.replyEnvelopes[index]] {
      guard case .members(let list)? = shape.schema()["properties"] else { continue }
      for member in list where !properties.contains(where: { $0.key == member.key }) {
        properties.append((member.key, member.value))
      }
    }
    guard !properties.isEmpty, let framing = source["framing"] ?? guess.framing else {
      return source
    }
    let envelope = DraftJSON.object([("properties", .object(properties))])
    return source.setting("framing", framing.setting("envelope", envelope))
  }

  // MARK: Names

  private mutating func messageName(_ seen: DraftTraffic.Seen) -> String {
    var name =
      seen.kind?.root.string ?? seen.kind.map { "kind " + $0.root.text }
      ?? traffic.set.channels[seen.channel].channel.key
    name = String(
      name.unicodeScalars.map { scalar -> Character in
        scalar == "*" || scalar == ":" || scalar.value < 0x20 ? "_" : Character(scalar)
      })
    if name.hasPrefix("@") || name.isEmpty { name = "_" + name.dropFirst() }
    let base = name
    if names.contains(name), let version = seen.version {
      name = base + ".v" + (version.root.string ?? version.root.text)
    }
    var number = 2
    while names.contains(name) {
      name = "\(base) \(number)"
      number += 1
    }
    names.insert(name)
    return name
  }

  // MARK: Messages

  private mutating func message(_ seen: DraftTraffic.Seen) -> DraftJSON {
    let channel = traffic.set.channels[seen.channel].channel
    var out: [(key: String, value: DraftJSON)] = [
      ("on", .string(guess.channels[seen.channel].key))
    ]
    if let kind = seen.kind {
      out.append(("kind", .text(kind.root.text)))
    } else if channel.framing.kind != nil {
      out.append(("kind", .text("null")))
    }
    if let version = seen.version { out.append(("version", .text(version.root.text))) }
    var idNeed: String?
    if channel.framing.id != nil {
      if seen.withID == seen.count, seen.count > 1 || seen.answered != nil {
        idNeed = "required"
      } else if seen.withID > 0 || seen.answered == nil {
        idNeed = "optional"
      } else {
        idNeed = "none"
      }
    }
    let repliesDefault = channel.via.answersByReturn
    if let idNeed, idNeed != defaultID(seen, repliesDefault) { out.append(("id", .string(idNeed))) }
    out.append(("payload", seen.payload.schema()))
    if let reply = seen.answered { out.append(("reply", self.reply(reply, seen))) }
    out.append(("x-evidence", .string(evidence(seen))))
    return .object(out)
  }

  private func defaultID(_ seen: DraftTraffic.Seen, _ answersByReturn: Bool) -> String {
    guard let reply = seen.answered else { return "optional" }
    return reply.isResult ? "none" : "required"
  }

  private func evidence(_ seen: DraftTraffic.Seen) -> String {
    var parts = ["\(seen.count) seen"]
    if let reply = seen.answered { parts.append("\(reply.replies) replies") }
    return parts.joined(separator: ", ")
  }

  private mutating func reply(_ reply: DraftTraffic.ReplySeen, _ seen: DraftTraffic.Seen)
    -> DraftJSON
  {
    var out: [(key: String, value: DraftJSON)] = []
    if reply.isResult {
      out.append(("on", .string("return")))
    } else if reply.channels.count == 1, let channel = reply.channels.first {
      out.append(("on", .string(guess.channels[channel].key)))
    }
    if !reply.isResult, let kind = reply.kind { out.append(("kind", .text(kind.root.text))) }
    if reply.payload.count > 0 { out.append(("payload", reply.payload.schema())) }
    var declared: [String] = []
    for error in reply.errors {
      let name = declare(error.code, error.payload)
      if !declared.contains(name) { declared.append(name) }
    }
    if !declared.isEmpty { out.append(("errors", .strings(declared))) }
    if reply.isStream { out.append(("count", count(reply))) }
    return .object(out)
  }

  /// Until what flag parts of a stream come; any number where no flag tells.
  private func count(_ reply: DraftTraffic.ReplySeen) -> DraftJSON {
    guard let flag = reply.parts.flag() else { return .string("many") }
    return .object([
      ("until", .object([("at", .string(flag.at.text)), ("is", .text(flag.value))]))
    ])
  }

  // MARK: Errors

  private mutating func declare(_ code: JSONDocument?, _ payload: ValueShape) -> String {
    let codeText = code?.root.text
    var name = code?.root.string ?? codeText.map { "error " + $0 } ?? "failed"
    // A free text is no name.
    if !NameTable.isIdentifier(name), code?.root.kind == .string {
      name = NameTable.lower(name, fallback: "failed")
    }
    let schema = payload.schema()
    // The code is written where it is not the name.
    func written(_ name: String) -> DraftJSON? {
      guard let codeText, code?.root.string?.utf8.elementsEqual(name.utf8) != true else {
        return nil
      }
      return .text(codeText)
    }
    let own = written(name)
    var candidate = name
    var number = 2
    while let index = errors.firstIndex(where: { $0.key == candidate }) {
      let known = errors[index].value
      // The same error of another message: one declaration, as wide as both.
      if code != nil, known["code"] == own, let payload = known["payload"] {
        let wide = DraftWidening.schema(payload, schema)
        errors[index].value = known.setting("payload", wide)
        return candidate
      }
      if known["payload"]?.setting("x-evidence", nil) == schema.setting("x-evidence", nil) {
        return candidate
      }
      candidate = "\(name) \(number)"
      number += 1
    }
    var out: [(key: String, value: DraftJSON)] = []
    if let code = written(candidate) { out.append(("code", code)) }
    out.append(("payload", schema))
    errors.append((candidate, .object(out)))
    return candidate
  }
}
