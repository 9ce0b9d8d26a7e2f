internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

// Which schemas of two contracts are held against each other.

extension Comparison {
  func comparePayloads(_ site: MessageSite, _ old: Message, _ new: Message) {
    guard let a = old.source["payload"], let b = new.source["payload"], let x = site.oldChannel,
      let y = site.newChannel
    else { return }
    let root = y.framing.payload.map { $0.first.text } ?? ""
    let question = PayloadQuestion(
      old: [a], new: [b],
      oldMentioned: mentioned(x, isOld: true), newMentioned: mentioned(y, isOld: false),
      oldRejects: old.unknownFields == .reject, newRejects: new.unknownFields == .reject,
      from: site.from)
    SchemaWalk(
      self, question, subject: site.name, message: site.name, channel: y.key, root: root
    ).run()
  }

  /// What an object that is the whole body may hold beside its payload; nil where the payload has a
  /// place of its own.
  private func mentioned(_ channel: Channel, isOld: Bool) -> [[UInt8]]? {
    if let place = channel.framing.payload, !place.first.segments.isEmpty { return nil }
    let contract = isOld ? old : new
    let source = channel.source(in: contract)
    let framing = source?["framing"] ?? contract.document.root["framing"]
    guard let envelope = framing?["envelope"] else { return [] }
    let view = SchemaView([envelope], isOld ? oldReferences : newReferences)
    return view.properties.map { Array($0.name.utf8) }
  }

  func compareReplies(_ site: ReplySite) {
    guard let oldMessage = site.message.old, let newMessage = site.message.new else { return }
    let (a, b) = (site.old.source["payload"], site.new.source["payload"])
    let framing = replyFraming(site)
    let question = PayloadQuestion(
      old: a.map { [$0] } ?? [], new: b.map { [$0] } ?? [],
      oldMentioned: framing.isWhole ? [] : nil, newMentioned: framing.isWhole ? [] : nil,
      oldRejects: oldMessage.unknownFields == .reject,
      newRejects: newMessage.unknownFields == .reject, from: site.from)
    if a == nil, b == nil { return }
    SchemaWalk(
      self, question, subject: "reply:\(site.message.name)", message: site.message.name,
      channel: framing.channel, root: framing.root
    ).run()
  }

  /// Where a reply's payload stands, as the new contract says.
  private func replyFraming(_ site: ReplySite) -> (isWhole: Bool, root: String, channel: String?) {
    let request = site.message.newChannel
    let channel: Channel?
    switch site.new.on {
    case .result: return (true, request?.framing.reply.payload?.first.text ?? "", request?.key)
    case .channel(let index): channel = new.channels[index]
    case .anyChannel: channel = new.channels.first { $0.from == site.from }
    }
    let place = channel?.framing.reply.payload ?? channel?.framing.payload
    return (place?.first.segments.isEmpty ?? true, place?.first.text ?? "", channel?.key)
  }

  /// Errors are declared once and carried by the replies of many messages: each is told once, for
  /// the sides that say it.
  func compareErrors() {
    for a in old.errors {
      guard let b = new.errors.first(where: { $0.name.utf8.elementsEqual(a.name.utf8) }) else {
        continue
      }
      var sides: Set<Side> = []
      for pair in messages.all {
        guard let i = pair.old, let j = pair.new, let x = old.messages[i].reply,
          let y = new.messages[j].reply,
          x.errors.contains(where: { old.errors[$0].name == a.name }),
          y.errors.contains(where: { new.errors[$0].name == b.name })
        else { continue }
        sides.insert(new.channels[new.messages[j].channel].from.other)
      }
      guard !sides.isEmpty else { continue }
      let root = "errors"
      let x = old.document.root[root]?[a.name]?["payload"]
      let y = new.document.root[root]?[b.name]?["payload"]
      if x == nil, y == nil { continue }
      let question = PayloadQuestion(
        old: x.map { [$0] } ?? [], new: y.map { [$0] } ?? [], oldRejects: rejects(old),
        newRejects: rejects(new), from: sides.count == 1 ? sides.first : nil)
      SchemaWalk(
        self, question, subject: "error:\(a.name)", message: a.name, channel: nil, root: ""
      ).run()
    }
  }

  private func rejects(_ contract: Contract) -> Bool {
    contract.document.root["unknownFields"]?.string == UnknownFields.reject.rawValue
  }

  /// The schema of what is neither role nor payload.
  func compareEnvelopes(_ site: ChannelSite) {
    let (a, b) = (site.oldFraming?["envelope"], site.newFraming?["envelope"])
    if a == nil, b == nil { return }
    let question = PayloadQuestion(
      old: a.map { [$0] } ?? [], new: b.map { [$0] } ?? [], oldRejects: false, newRejects: false,
      from: site.new.from)
    SchemaWalk(
      self, question, subject: "channel:\(site.new.key)", message: nil, channel: site.new.key,
      root: ""
    ).run()
  }

  /// What a changed pattern of a framing means.
  func patternFacts(_ a: JSONValue?, _ b: JSONValue?) -> Claim {
    func question(_ value: JSONValue?) -> SchemaQuestion {
      var text = Array("{\"type\":\"string\"".utf8)
      if let value { text += Array(",\"pattern\":".utf8) + Array(value.cursor.text) }
      return SchemaQuestion(text: text + Array("}".utf8), isClosed: false)
    }
    let (x, y) = (question(a), question(b))
    return Claim(oracle.isSubset(y, of: x).level, oracle.isSubset(x, of: y).level)
  }
}
