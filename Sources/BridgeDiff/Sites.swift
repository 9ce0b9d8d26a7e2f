internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// The two contracts, for rules that look at them as a whole.
struct ContractSite {
  let comparison: Comparison
  var old: Contract { comparison.old }
  var new: Contract { comparison.new }

  /// Reports a change of a key at the top.
  func report(
    _ kind: ChangeKind, _ sentence: String, cells: Change.Cells = Change.Cells(),
    key: String, severity: Severity? = nil, advice: String? = nil
  ) {
    comparison.add(
      Found(
        kind: kind, sentence: sentence, cells: cells, keyword: key,
        old: old.document.root[key] ?? old.document.root,
        new: new.document.root[key] ?? new.document.root, advice: advice, severity: severity))
  }
}

/// A channel that both contracts have.
struct ChannelSite {
  let comparison: Comparison
  let old: Channel
  let new: Channel

  var oldSource: JSONValue? { old.source(in: comparison.old) }
  var newSource: JSONValue? { new.source(in: comparison.new) }

  /// The framing that holds on it, as written: its own, or the file's.
  var oldFraming: JSONValue? { oldSource?["framing"] ?? comparison.old.document.root["framing"] }
  var newFraming: JSONValue? { newSource?["framing"] ?? comparison.new.document.root["framing"] }

  /// Reports a change with the claim of the channel's direction.
  func report(
    _ kind: ChangeKind, _ sentence: String, _ claim: Claim, key: String, cells: Change.Cells? = nil
  ) {
    comparison.add(
      Found(
        kind: kind, sentence: sentence, cells: cells ?? Change.Cells(claim, from: new.from),
        claim: cells == nil ? claim : nil, from: new.from, subject: "channel:\(new.key)",
        channel: new.key, keyword: key, old: oldSource?[key] ?? oldSource,
        new: newSource?[key] ?? newSource))
  }

  /// Whether the framing is the file's on both sides: what changes there is told once.
  var isFramingShared: Bool { oldSource?["framing"] == nil && newSource?["framing"] == nil }

  /// What has the framing, for sentences.
  var framingName: String { isFramingShared ? "the framing" : quoted(new.key) }

  /// Reports a change of a member of the framing.
  func reportFraming(_ kind: ChangeKind, _ sentence: String, _ claim: Claim, path: [String]) {
    func find(_ value: JSONValue?) -> JSONValue? {
      var found = value
      for key in path {
        guard let next = found?[key] else { break }
        found = next
      }
      return found
    }
    var found = Found(
      kind: kind, sentence: sentence, cells: Change.Cells(claim, from: new.from), claim: claim,
      from: new.from, subject: "channel:\(new.key)", channel: new.key,
      keyword: path.joined(separator: "/"), old: find(oldFraming) ?? oldSource,
      new: find(newFraming) ?? newSource)
    if isFramingShared {
      found.subject = "framing"
      found.channel = nil
      found.from = nil
      for pair in comparison.channels.pairs {
        let other = ChannelSite(
          comparison: comparison, old: comparison.old.channels[pair.old],
          new: comparison.new.channels[pair.new])
        if other.isFramingShared {
          found.cells.formWorst(Change.Cells(claim, from: other.new.from))
        }
      }
    }
    comparison.add(found)
  }
}

/// A message of both contracts, or of one alone.
struct MessageSite {
  let comparison: Comparison
  let old: Message?
  let new: Message?
  let match: MessagePairs.Match

  var name: String { new?.name ?? old?.name ?? "" }
  var oldChannel: Channel? { old.map { comparison.old.channels[$0.channel] } }
  var newChannel: Channel? { new.map { comparison.new.channels[$0.channel] } }

  /// Who says it.
  var from: Side { (newChannel ?? oldChannel)?.from ?? .web }

  /// Whether payloads and replies can be held against each other: one that is said by the other
  /// side now is another message.
  var isComparable: Bool { oldChannel?.from == newChannel?.from }

  /// Reports a change of the message.
  func report(
    _ kind: ChangeKind, _ sentence: String, _ claim: Claim, key: String,
    cells: Change.Cells? = nil, advice: String? = nil, severity: Severity? = nil
  ) {
    let root = comparison.old.document.root
    let newRoot = comparison.new.document.root
    comparison.add(
      Found(
        kind: kind, sentence: sentence, cells: cells ?? Change.Cells(claim, from: from),
        claim: cells == nil ? claim : nil, from: from, subject: name,
        channel: (newChannel ?? oldChannel)?.key, message: name, keyword: key,
        old: old.map { $0.source[key] ?? $0.source } ?? root["messages"] ?? root,
        new: new.map { $0.source[key] ?? $0.source } ?? newRoot["messages"] ?? newRoot,
        advice: advice, severity: severity))
  }
}

/// The reply of a message that both contracts answer.
struct ReplySite {
  let message: MessageSite
  let old: Reply
  let new: Reply

  var comparison: Comparison { message.comparison }
  /// Who says the reply.
  var from: Side { message.from.other }

  /// Reports a change of the reply; the claim is that of the request's direction unless `isReplys`.
  func report(
    _ kind: ChangeKind, _ sentence: String, _ claim: Claim, key: String, isReplys: Bool = false
  ) {
    let side = isReplys ? from : message.from
    comparison.add(
      Found(
        kind: kind, sentence: sentence, cells: Change.Cells(claim, from: side), claim: claim,
        from: side, subject: "reply:\(message.name)", channel: message.newChannel?.key,
        message: message.name, keyword: key, old: old.source[key] ?? old.source,
        new: new.source[key] ?? new.source))
  }
}

/// A name in double quotes, as it is: what prints it shows control characters in its one way.
func quoted(_ name: String) -> String { "\"\(name)\"" }

/// A value as short text.
func shown(_ value: JSONValue?) -> String {
  guard let value else { return "nothing" }
  var out: [UInt8] = []
  CanonicalSchema.append(value, to: &out)
  let text = String(decoding: out, as: UTF8.self).replacingCommas
  return text.unicodeScalars.count > 60
    ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(60))) + "…" : text
}

extension String {
  /// Canonical text has a comma behind each element; people want it between them.
  fileprivate var replacingCommas: String {
    var out: [UInt8] = []
    var isInText = false
    var isEscaped = false
    for byte in utf8 {
      if isInText {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInText = false
        }
      } else {
        if byte == UInt8(ascii: "\"") { isInText = true }
        if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]"), out.last == UInt8(ascii: ",") {
          out.removeLast()
        }
      }
      out.append(byte)
    }
    return String(decoding: out, as: UTF8.self)
  }
}
