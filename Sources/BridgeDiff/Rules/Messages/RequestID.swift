internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

extension ChangeRule {
  static let requestID = ChangeRule(
    [
      ChangeKind(
        "id-required", "a request id that every message must have",
        help: "send ids first, require them when no old sender is left",
        meaning: """
          The message must bear an id now. A side of before sends none, and where the message is \
          answered an old peer does not echo it, so that the new requester cannot tell replies \
          apart.
          """,
        cells: Change.Cells(.breaking),
        note: "Without a reply only the old sender in a new receiver breaks.",
        mirror: .kind("id-removed")),
      ChangeKind(
        "id-optional", "a request id that messages may have",
        help: "go on answering requests without an id",
        meaning: """
          The message may bear an id now. An old requester sends none, and its replies cannot be \
          matched.
          """,
        cells: Change.Cells(Claim(.ok, .dangerous)),
        mirror: .oneWay("id-removed", because: "an id that goes is told by what it was")),
      ChangeKind(
        "id-removed", "a request id that is no more",
        help: "keep the id while replies depend on it",
        meaning: """
          The message bears no id any more, or may leave it out. A receiver of before that needs it \
          refuses the message or cannot answer.
          """,
        cells: Change.Cells(Claim(.breaking, .dangerous)),
        note: "An id that may be left out only breaks an old receiver that needs it.",
        mirror: .kind("id-required")),
    ], .messages(check))

  @Sendable private static func check(_ site: MessageSite) {
    guard let old = site.old, let new = site.new, site.isComparable, let a = site.oldChannel,
      let b = site.newChannel
    else { return }
    let before = a.framing.id == nil ? Message.IDNeed.none : old.id
    let after = b.framing.id == nil ? Message.IDNeed.none : new.id
    let isAnswered = old.reply != nil && new.reply != nil
    let name = quoted(new.name)
    let (x, y) = (
      EnvelopeSide(old, a, site.comparison.old, site.comparison.oldReferences),
      EnvelopeSide(new, b, site.comparison.new, site.comparison.newReferences)
    )
    // Whether an id is a field that a receiver without a place for it refuses.
    let refusedByOld = a.framing.id == nil && y.idFields.contains { x.refuses($0) }
    let refusedByNew = b.framing.id == nil && x.idFields.contains { y.refuses($0) }
    switch (before, after) {
    case (.none, .required), (.optional, .required):
      var claim = isAnswered && before == .none ? Claim.breaking : .narrowed
      if refusedByOld { claim.newToOld = .breaking }
      site.report(kind("id-required"), "\(name) must have an id", claim, key: "id")
    case (.none, .optional):
      // An id that nobody asked for and no reply needs is no change worth a word.
      guard isAnswered || refusedByOld else { return }
      site.report(
        kind("id-optional"), "\(name) may have an id",
        Claim(refusedByOld ? .breaking : .ok, .dangerous), key: "id")
    case (.required, .optional):
      site.report(kind("id-removed"), "\(name) may leave out its id", .widened, key: "id")
    case (.required, .none), (.optional, .none):
      guard before == .required || isAnswered || refusedByNew else { return }
      site.report(
        kind("id-removed"), "\(name) has no id any more",
        Claim(
          before == .required || isAnswered ? .breaking : .ok,
          refusedByNew ? .breaking : .dangerous), key: "id")
    default: break
    }
  }
}

/// What a message's contract says of fields of a body that it has no place for.
private struct EnvelopeSide {
  let message: Message
  let channel: Channel
  let contract: Contract
  private let references: References

  init(
    _ message: Message, _ channel: Channel, _ contract: Contract, _ references: References
  ) {
    self.message = message
    self.channel = channel
    self.contract = contract
    self.references = references
  }

  private var framing: JSONValue? {
    channel.source(in: contract)?["framing"] ?? contract.document.root["framing"]
  }

  /// The members at the top of the body in which an id stands.
  var idFields: [String] {
    guard let place = framing?["id"] else { return [] }
    let pointers = place.kind == .array ? place.items : [place["at"] ?? place]
    return pointers.compactMap { pointer in
      pointer.string.flatMap { text in
        text.utf8.split(separator: UInt8(ascii: "/")).first.map {
          String(decoding: $0, as: UTF8.self).replacing("~1", with: "/").replacing("~0", with: "~")
        }
      }
    }
  }

  /// Whether a field at the top of the body is refused.
  func refuses(_ field: String) -> Bool {
    let envelope = framing?["envelope"].map { SchemaView([$0], references) }
    let isInEnvelope =
      envelope?.properties.contains { $0.name.utf8.elementsEqual(field.utf8) } == true
    if isInEnvelope { return false }
    if let envelope, case .refused = envelope.others { return true }
    let isMentioned = framing?.members.contains { member in
      let places =
        member.value.kind == .array ? member.value.items : [member.value["at"] ?? member.value]
      return places.contains { $0.string?.utf8.starts(with: "/\(field)".utf8) == true }
    }
    if isMentioned == true { return false }
    let isWhole = channel.framing.payload.map { $0.first.segments.isEmpty } ?? true
    if isWhole, let payload = message.source["payload"] {
      let view = SchemaView([payload], references)
      if view.properties.contains(where: { $0.name.utf8.elementsEqual(field.utf8) }) {
        return false
      }
      if case .refused = view.others { return true }
    }
    return message.unknownFields == .reject
  }
}
