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
    guard guess.bridge == nil else { return source }
    var properties: [(key: String, value: DraftJSON)] = []
    for shape in [traffic.envelopes[index], traffic.replyEnvelopes[index]] {
      guard case .members(let list)? = shape.schema()["properties"] else { continue }
      for member in list where !properties.contains(where: { $0.key == member.key }) {
        properties.append((member.key, member.value))
      }
    }
    guard !properties.isEmpty, let framing = guess.framing else { return source }
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
    if let first = reply.kinds.first, let kind = first,
      reply.kinds.allSatisfy({ other in
        other.map { JSONEquality.equal($0.tape.root, kind.tape.root) } ?? false
      })
    {
      out.append(("kind", .text(kind.root.text)))
    }
    if reply.payload.count > 0 { out.append(("payload", reply.payload.schema())) }
    var declared: [String] = []
    for error in reply.errors {
      let name = declare(error.code, error.payload)
      if !declared.contains(name) { declared.append(name) }
    }
    if !declared.isEmpty { out.append(("errors", .strings(declared))) }
    if seen.isStream { out.append(("count", count(reply))) }
    return .object(out)
  }

  /// Until or while what flag parts of a stream come; any number where no flag tells.
  private func count(_ reply: DraftTraffic.ReplySeen) -> DraftJSON {
    let runs = reply.runs.values.filter { $0.count > 1 }
    guard let sample = runs.first?.first else { return .string("many") }
    for pointer in Self.flags(in: sample.root) {
      func flag(_ document: JSONDocument) -> JSONValue? {
        pointer.resolve(from: document.tape.root).map {
          JSONValue(document: document, index: $0.index)
        }
      }
      let lasts = runs.compactMap(\.last).compactMap(flag)
      let others = runs.flatMap { $0.dropLast() }.compactMap(flag)
      guard lasts.count == runs.count, let last = lasts.first,
        lasts.allSatisfy({ JSONEquality.equal($0.cursor, last.cursor) }),
        others.allSatisfy({ !JSONEquality.equal($0.cursor, last.cursor) })
      else { continue }
      return .object([
        ("until", .object([("at", .string(pointer.text)), ("is", .text(last.text))]))
      ])
    }
    return .string("many")
  }

  /// Places of booleans and small numbers, two levels deep.
  private static func flags(in value: JSONValue) -> [JSONPointer] {
    var out: [JSONPointer] = []
    func look(_ value: JSONValue, _ path: [JSONPointer.Segment], _ depth: Int) {
      switch value.kind {
      case .bool: out.append(JSONPointer(segments: path))
      case .number where value.smallInteger == 0 || value.smallInteger == 1:
        out.append(JSONPointer(segments: path))
      case .object where depth < 3:
        for member in value.members {
          look(member.value, path + [.init(Array(member.key.utf8))], depth + 1)
        }
      case .array where depth < 3:
        for (index, item) in value.items.prefix(8).enumerated() {
          look(item, path + [.init(Array(String(index).utf8))], depth + 1)
        }
      default: break
      }
    }
    look(value, [], 0)
    return out
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
    var candidate = name
    var number = 2
    while let known = errors.first(where: { $0.key == candidate })?.value {
      // The same error of another message: one declaration, as wide as both.
      if known["payload"] == schema { return candidate }
      candidate = "\(name) \(number)"
      number += 1
    }
    var out: [(key: String, value: DraftJSON)] = []
    if let codeText, code?.root.string?.utf8.elementsEqual(candidate.utf8) != true {
      out.append(("code", .text(codeText)))
    }
    out.append(("payload", schema))
    errors.append((candidate, .object(out)))
    return candidate
  }
}
