public import BridgeFindings
package import BridgeJSON

/// Several contracts as one: what traffic is judged by.
///
/// Channels of the same key that are written alike are one channel; a (channel, kind, version)
/// belongs to one message of one contract.
public final class ContractSet: Sendable {
  /// The contracts, in the order in which they were given.
  public let contracts: [Contract]
  package let channels: [ChannelProgram]
  package let messages: [MessageProgram]
  package let rules: [RuleProgram]
  /// What reports may print of keys and kinds.
  package let names: NameSet

  /// Joins contracts, or says what they claim from one another.
  public static func join(_ contracts: [Contract]) -> JoinResult {
    var joiner = ContractJoiner()
    for contract in contracts { joiner.add(contract) }
    return joiner.findings.isEmpty ? .joined(joiner.set(contracts)) : .broken(joiner.findings)
  }

  /// A set, or what stands against it.
  public enum JoinResult: Sendable {
    /// The set.
    case joined(ContractSet)
    /// The errors.
    case broken([Finding])
  }

  init(
    contracts: [Contract], channels: [ChannelProgram], messages: [MessageProgram],
    rules: [RuleProgram], names: NameSet
  ) {
    self.contracts = contracts
    self.channels = channels
    self.messages = messages
    self.rules = rules
    self.names = names
  }

  /// Where a value of a contract stands.
  package func place(_ value: JSONValue, contract: Int) -> Finding.Place {
    let position = value.position
    return .init(file: contracts[contract].file, line: position.line, column: position.column)
  }
}

/// One channel of a set. A class, as it is looked at for every line and never changes: a reference
/// costs less than a copy of all its parts.
package final class ChannelProgram: Sendable {
  package let channel: Channel
  /// The contract whose definition it is.
  package let contract: Int
  /// Messages said here that are not removed, as indices of the set.
  package let messages: [Int]
  /// Messages whose replies come here, over a channel.
  package let answered: [Int]
  /// Pointers of all places and tests: the framing fields.
  package let framingFields: [JSONPointer]
  /// The messages by their wire words.
  let byKind: [IDKey: [Int]]
  /// The messages of bodies without kind.
  let withoutKind: [Int]
  /// The different kinds of the replies that come here.
  let replyKinds: [JSONValue]
  /// Of `answered` those whose replies go by their order.
  let answeredByOrder: [Int]
  /// The wire words, for mistyped ones.
  let kindSpellings: SpellingIndex

  /// Whether a message here needs no kind.
  package var takesBodiesWithoutKind: Bool { !withoutKind.isEmpty }

  fileprivate init(_ draft: ChannelDraft, _ all: [MessageProgram]) {
    channel = draft.channel
    contract = draft.contract
    messages = draft.messages
    answered = draft.answered
    framingFields = draft.channel.framing.fields(withCall: draft.channel.bodyIsCall)
    var byKind: [IDKey: [Int]] = [:]
    var withoutKind: [Int] = []
    var spellings = SpellingIndex()
    for index in messages {
      if let word = all[index].message.kindWord { spellings.insert(word) }
      if let key = all[index].message.kindKey {
        byKind[key, default: []].append(index)
      } else {
        withoutKind.append(index)
      }
    }
    self.byKind = byKind
    kindSpellings = spellings
    self.withoutKind = withoutKind
    var seen: Set<IDKey> = []
    replyKinds = answered.compactMap { all[$0].message.reply?.kind }
      .filter { seen.insert(IDKey($0.cursor)).inserted }
    answeredByOrder = answered.filter { all[$0].message.id == .none }
  }
}

/// A channel while contracts are joined.
private struct ChannelDraft {
  var channel: Channel
  var contract: Int
  var messages: [Int] = []
  var answered: [Int] = []
}

/// One message of a set; a class for the same reason.
package final class MessageProgram: Sendable {
  package let message: Message
  package let contract: Int
  /// Index of the channel in the set.
  package let channel: Int
  /// The channel of the set that replies come over; nil for any or for `return`.
  package let replyChannel: Int?
  package let requester: Side

  fileprivate init(
    message: Message, contract: Int, channel: Int, replyChannel: Int?, requester: Side
  ) {
    self.message = message
    self.contract = contract
    self.channel = channel
    self.replyChannel = replyChannel
    self.requester = requester
  }
}

/// One rule of a set; its words hold indices of the set.
package struct RuleProgram: Sendable {
  package var rule: OrderRule
  package var contract: Int
}

private struct ContractJoiner {
  private var channels: [ChannelDraft] = []
  private var messages: [MessageProgram] = []
  var rules: [RuleProgram] = []
  var names = NameSet()
  var findings: [Finding] = []
  private var contractCount = 0
  private var joined: [Contract] = []
  private var channelByKey: [[UInt8]: Int] = [:]
  private var claims: [ChannelClaim: Int] = [:]

  private struct ChannelClaim: Hashable {
    var channel: Int
    var claim: Message.Claim
  }

  mutating func add(_ contract: Contract) {
    let index = contractCount
    contractCount += 1
    joined.append(contract)
    names.formUnion(contract.names)
    let channelMap = contract.channels.map { merge($0, contract: index) }
    let base = messages.count
    for message in contract.messages {
      addMessage(message, contract: index, channelMap: channelMap)
    }
    for rule in contract.rules {
      rules.append(RuleProgram(rule: rule.shifted(by: base), contract: index))
    }
  }

  private mutating func merge(_ channel: Channel, contract: Int) -> Int {
    if let index = channelByKey[Array(channel.key.utf8)] {
      if channels[index].channel.definition != channel.definition {
        let other = joined[channels[index].contract]
        let value = joined[contract].document.root["channels"]?[channel.key]
        report(
          "the channel \(quoted(channel.key)) is written otherwise in \(other.file): contracts that "
            + "share a channel write it alike, with the same framing", value, contract)
      }
      return index
    }
    channelByKey[Array(channel.key.utf8)] = channels.count
    channels.append(ChannelDraft(channel: channel, contract: contract))
    return channels.count - 1
  }

  private mutating func report(_ message: String, _ value: JSONValue?, _ contract: Int) {
    let owner = joined[contract]
    let value = value ?? owner.document.root
    let diagnostics = Diagnostics(file: owner.file, document: owner.document)
    diagnostics.error(message, at: value)
    findings += diagnostics.findings
  }

  private mutating func addMessage(_ message: Message, contract: Int, channelMap: [Int]) {
    let index = messages.count
    let channel = channelMap[message.channel]
    var replyChannel: Int?
    if !message.isRemoved {
      let claim = ChannelClaim(channel: channel, claim: message.claim)
      if let other = claims[claim], messages[other].contract != contract {
        report(
          "the message \(quoted(message.name)) claims a kind and version of channel "
            + "\(quoted(channels[channel].channel.key)) that "
            + "\(quoted(messages[other].message.name)) of "
            + "\(joined[messages[other].contract].file) has already", message.source, contract)
      }
      claims[claim] = claims[claim] ?? index
      channels[channel].messages.append(index)
    }
    if let reply = message.reply, !message.isRemoved {
      switch reply.on {
      case .result: break
      case .channel(let own):
        replyChannel = channelMap[own]
        channels[channelMap[own]].answered.append(index)
      case .anyChannel: break
      }
    }
    messages.append(
      MessageProgram(
        message: message, contract: contract, channel: channel, replyChannel: replyChannel,
        requester: channels[channel].channel.from))
  }

  mutating func set(_ contracts: [Contract]) -> ContractSet {
    // "Any channel of the other side" is known only when all channels are.
    for (index, program) in messages.enumerated()
    where program.message.reply?.on == .anyChannel && !program.message.isRemoved {
      for c in channels.indices where channels[c].channel.from != program.requester {
        channels[c].answered.append(index)
      }
    }
    return ContractSet(
      contracts: contracts, channels: channels.map { ChannelProgram($0, messages) },
      messages: messages,
      rules: rules, names: names)
  }
}

extension OrderRule {
  /// The rule with its message indices moved up.
  fileprivate func shifted(by base: Int) -> OrderRule {
    guard base > 0 else { return self }
    func move(_ word: Word) -> Word {
      switch word {
      case .messages(let list): .messages(list.map { $0 + base })
      case .replies(let list): .replies(list.map { $0 + base })
      case .anyReply, .event: word
      }
    }
    var out = self
    switch rule {
    case .precedes(let first, let then):
      out.rule = .precedes(first: first.map(move), then: then.map(move))
    case .exactlyOnce(let of): out.rule = .exactlyOnce(of.map(move))
    case .atMostOnce(let of): out.rule = .atMostOnce(of.map(move))
    case .atLeastOnce(let of): out.rule = .atLeastOnce(of.map(move))
    case .serial(let of): out.rule = .serial(of.map(move))
    case .never(let of, let after): out.rule = .never(of: of.map(move), after: after.map(move))
    case .states(var machine):
      machine.transitions = machine.transitions.map { list in
        list.map { .init(word: move($0.word), to: $0.to) }
      }
      out.rule = .states(machine)
    }
    return out
  }
}

extension Framing {
  /// All pointers of places and tests.
  package func fields(withCall: Bool) -> [JSONPointer] {
    var out: [JSONPointer] = []
    for place in [kind, version, id, errorID, payload] {
      out += place?.pointers ?? []
    }
    out += reply.fields
    if withCall {
      for name in ["fn", "args"] {
        out.append(JSONPointer(segments: [.init(Array(name.utf8))]))
      }
    }
    return out.filter { !$0.segments.isEmpty }
  }
}

extension ReplyFraming {
  /// All pointers of places and tests.
  fileprivate var fields: [JSONPointer] {
    var out: [JSONPointer] = []
    for place in [id, payload, error, code] { out += place?.pointers ?? [] }
    if case .test(let test) = when { out.append(test.at) }
    if let ok { out.append(ok.at) }
    return out.filter { !$0.segments.isEmpty }
  }
}
