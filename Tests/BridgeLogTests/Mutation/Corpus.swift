import BridgeContract
import BridgeFindings
import BridgeJSON
import Foundation
import TestSupport

@testable import BridgeLog

/// A good log taken apart: what each line says, so that a mutation's effect is known before it is
/// judged.
struct Corpus {
  struct Line {
    var text: String
    var session: String
    var isEvent = false
    /// Set for bodies that are one message or reply.
    var body: Body?
  }

  struct Body {
    /// Byte range of the body in the line.
    var range: Range<Int>
    /// The decoded body as text.
    var decoded: String
    /// The body is a text that holds JSON: a changed one is written as text again.
    var isText: Bool
    var channel: Int
    var message: Int?
    var isReply = false
    /// Line index of the request that this settles.
    var request: Int?
    /// Line index of the only reply.
    var reply: Int?
    /// The index in a batch of one, as pointers begin with it.
    var prefix: String
    var isExplicit: Bool
    var hasPage: Bool
    var id: IDKey?
  }

  let name: String
  let contract: Contract
  let set: ContractSet
  var lines: [Line] = []
  /// Sessions whose pages begin at `@loadCommitted` or not at all.
  var commits: Set<String> = []

  init(_ pair: ShippedLogTests.Pair) throws {
    name = pair.name
    // Without the order rules: what a message that is refused does to them is a matter of its own.
    let text = try String(contentsOf: pair.contract, encoding: .utf8)
    let plain = JSONEdit.replace(text, at: "/order", with: "[]") ?? text
    switch Contract.load(Array(plain.utf8), file: pair.name) {
    case .loaded(let loaded): contract = loaded
    case .broken(let findings): throw SupportError("\(findings)")
    }
    guard case .joined(let set) = ContractSet.join([contract]) else {
      throw SupportError("the contract does not stand alone")
    }
    self.set = set
    let log = try String(contentsOf: ShippedLogTests.log(pair, "good"), encoding: .utf8)
    try readLines(log.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }

  private mutating func readLines(_ texts: [String]) throws {
    let reader = BodyReader(set)
    let finder = ChannelFinder(set: set, reader: reader)
    var open: [String: Int] = [:]
    var replies: [Int: Int] = [:]
    var finished: Swift.Set<String> = []
    for text in texts {
      var line = Line(text: text, session: "")
      defer { lines.append(line) }
      guard let document = try? JSONDocument(Array(text.utf8), limits: .traffic),
        document.root.kind == .object
      else { continue }
      let root = document.tape.root
      let fields = LineFields(root, LogMap())
      line.session = fields.session.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
      if let event = fields.knownEvent(LogMap()) {
        line.isEvent = true
        if event == .loadCommitted { commits.insert(line.session) }
        if event == .loadFinished, !commits.contains(line.session) { finished.insert(line.session) }
        continue
      }
      guard fields.answers == nil, fields.call == nil, fields.cause == nil, let body = fields.body,
        case .channel(let channel) = finder.find(
          word: fields.channel?.string, side: fields.side(LogMap()), body: body)
      else { continue }
      reader.reset()
      var readings = reader.bodies(of: body, on: set.channels[channel])
      guard readings.count == 1, readings[0].failure == nil else {
        continue
      }
      reader.read(&readings[0], on: set.channels[channel])
      guard readings[0].failure == nil else { continue }
      var found = Body(
        range: body.offset..<(body.offset + body.text.count),
        decoded: String(decoding: readings[0].body.text, as: UTF8.self),
        isText: body.kind == .string && readings[0].body.kind != .string, channel: channel,
        message: readings[0].message, isReply: readings[0].isReply,
        prefix: readings[0].batchIndex == nil ? "" : "/0",
        isExplicit: fields.side(LogMap()) != nil && fields.channel != nil,
        hasPage: fields.page != nil, id: readings[0].id)
      // A text inside that must be text, or that decodes to text, cannot be written back as it is.
      if set.channels[channel].channel.framing.decode.contains(where: {
        !$0.at.segments.isEmpty
          && ($0.steps.first == .text || $0.at.resolve(from: readings[0].body)?.kind == .string)
      }) {
        continue
      }
      let side = set.channels[channel].channel.from
      if let id = readings[0].id, let message = readings[0].message,
        set.messages[message].message.reply != nil
      {
        open["\(line.session) \(side) \(id.bytes)"] = lines.count
      }
      if readings[0].isReply, let id = readings[0].id {
        let key = "\(line.session) \(side.other) \(id.bytes)"
        if let request = open[key] {
          found.request = request
          replies[request, default: 0] += 1
          let own = lines.count
          lines[request].body?.reply = replies[request] == 1 ? own : nil
        }
      }
      line.body = found
    }
    commits.subtract(finished)
  }

  // MARK: What may be mutated

  /// Bodies that nothing else hangs on: messages without reply.
  func isFree(_ index: Int) -> Bool {
    guard let body = lines[index].body, let message = body.message, !body.isReply else {
      return false
    }
    return set.messages[message].message.reply == nil
  }

  /// Requests with exactly one reply that goes by a plain id.
  func isPlainRequest(_ index: Int) -> Bool {
    guard let body = lines[index].body, let message = body.message, let reply = body.reply,
      let answer = lines[reply].body, answer.request == index,
      case .one? = set.messages[message].message.reply?.count
    else { return false }
    let program = set.channels[body.channel]
    // An id that the session uses once: nothing later can be taken for its reply.
    let uses = lines.filter { $0.session == lines[index].session && $0.body?.id == body.id }
    return program.channel.framing.errorID == nil && body.id != nil && uses.count == 2
  }

  // MARK: Changing

  /// The line with another decoded body.
  func line(_ index: Int, with body: String) -> String {
    guard let range = lines[index].body?.range else { return lines[index].text }
    var body = body
    if lines[index].body?.prefix.isEmpty == false { body = "[" + body + "]" }
    if lines[index].body?.isText == true { body = JSONString.quoted(body) }
    let bytes = Array(lines[index].text.utf8)
    return String(
      decoding: bytes[..<range.lowerBound] + Array(body.utf8) + bytes[range.upperBound...],
      as: UTF8.self)
  }

  /// All texts.
  var texts: [String] { lines.map(\.text) }

  /// What the validator says of a log.
  func judge(_ texts: [String]) -> [String] {
    var options = LogOptions()
    options.showsValues = true
    let validator = LogValidator(set, options: options)
    validator.beginFile("log.jsonl")
    validator.feed(Array(texts.joined(separator: "\n").utf8))
    validator.feed([0x0A])
    validator.endFile()
    return validator.finish().findings.filter { $0.severity != .info }.map {
      "\($0.line ?? 0) \($0.cause?.id ?? "") \($0.instancePath ?? "")"
    }
  }
}
