internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON
internal import BridgeLog
internal import BridgeSubset

/// Puts payloads into whole bodies, as they go over the wire, and asks the validator of both
/// contracts about them.
final class WitnessBodies {
  private let comparison: Comparison
  private let oldSet: ContractSet?
  private let newSet: ContractSet?

  init(_ comparison: Comparison) {
    self.comparison = comparison
    func set(_ contract: Contract) -> ContractSet? {
      if case .joined(let set) = ContractSet.join([contract]) { return set }
      return nil
    }
    oldSet = set(comparison.old)
    newSet = set(comparison.new)
  }

  private func contract(_ isNew: Bool) -> Contract { isNew ? comparison.new : comparison.old }

  // MARK: What a finding is about

  /// The schema that a finding is about.
  func handle(_ found: Found, isNew: Bool) -> SchemaHandle? {
    let contract = contract(isNew)
    if found.subject.hasPrefix("error:") {
      return contract.errors.first { $0.name == found.message }?.payload
    }
    if found.subject.hasPrefix("channel:") {
      return channel(found, isNew: isNew).flatMap { contract.channels[$0].framing.envelope }
    }
    guard let message = message(found, isNew: isNew).map({ contract.messages[$0] }) else {
      return nil
    }
    return found.subject.hasPrefix("reply:") ? message.reply?.payload : message.payload
  }

  /// The message in one of the contracts: of an error one that may carry it, of a channel one that is
  /// said on it.
  private func message(_ found: Found, isNew: Bool) -> Int? {
    let new = comparison.new
    var index: Int?
    if found.subject.hasPrefix("channel:") {
      let channel = channel(found, isNew: true)
      index = new.messages.firstIndex { $0.channel == channel && !$0.isRemoved }
    } else if found.subject.hasPrefix("error:") {
      index = new.messages.firstIndex { message in
        !message.isRemoved
          && message.reply?.errors.contains { new.errors[$0].name == found.message } ?? false
      }
    } else {
      index = new.messages.firstIndex { $0.name == found.message }
    }
    guard let index else {
      return isNew ? nil : comparison.old.messages.firstIndex { $0.name == found.message }
    }
    return isNew ? index : comparison.messages.oldOfNew[index]
  }

  private func channel(_ found: Found, isNew: Bool) -> Int? {
    guard let new = comparison.new.channels.firstIndex(where: { $0.key == found.channel }) else {
      return nil
    }
    return isNew ? new : comparison.channels.oldOfNew[new]
  }

  // MARK: Bodies

  /// A payload in the body of its message or reply, as both validators see it.
  func body(around payload: [UInt8], of found: Found, isNewSender: Bool) -> Witnesses.Shown? {
    guard let own = message(found, isNew: isNewSender),
      let other = message(found, isNew: !isNewSender)
    else { return nil }
    let parts = BodyParts(contract(isNewSender), comparison.oracle, isOld: !isNewSender)
    if found.subject.hasPrefix("reply:") || found.subject.hasPrefix("error:") {
      let error =
        found.subject.hasPrefix("error:")
        ? contract(isNewSender).errors.firstIndex { $0.name == found.message } : nil
      for body in parts.replies(to: own, payload, error: error) {
        if let shown = judge(reply: body, own, other, isNewSender: isNewSender) { return shown }
      }
      return nil
    }
    let bodies =
      found.subject.hasPrefix("channel:")
      ? parts.messages(own, envelope: payload) : parts.messages(own, payload)
    for body in bodies {
      if let shown = judge(message: body, own, other, isNewSender: isNewSender) { return shown }
    }
    return nil
  }

  /// A message of the sender as it is, where the receiver refuses it.
  func message(of found: Found, isNewSender: Bool) -> Witnesses.Shown? {
    guard found.message != nil, !found.subject.contains(":"),
      let own = message(found, isNew: isNewSender)
    else { return nil }
    let parts = BodyParts(contract(isNewSender), comparison.oracle, isOld: !isNewSender)
    let other = message(found, isNew: !isNewSender)
    for body in parts.messages(own, nil) {
      if let shown = judge(message: body, own, other, isNewSender: isNewSender) { return shown }
    }
    return nil
  }

  // MARK: Judging

  private func judge(
    message body: [UInt8], _ own: Int, _ other: Int?, isNewSender: Bool
  ) -> Witnesses.Shown? {
    let sender = contract(isNewSender)
    let ownChannel = sender.messages[own].channel
    let otherChannel =
      other.map { contract(!isNewSender).messages[$0].channel }
      ?? (isNewSender
        ? comparison.channels.oldOfNew[ownChannel] : comparison.channels.newOfOld[ownChannel])
    guard let otherChannel, body.count <= Witnesses.sizeLimit else { return nil }
    func refusal(_ isNew: Bool, _ channel: Int) -> Finding? {
      let channel = contract(isNew).channels[channel]
      return self.refusal(of: [Self.line(channel, body)], isNew: isNew)
    }
    guard refusal(isNewSender, ownChannel) == nil,
      let found = refusal(!isNewSender, otherChannel)
    else { return nil }
    return shown(body, found)
  }

  private func judge(
    reply body: [UInt8], _ own: Int, _ other: Int, isNewSender: Bool
  ) -> Witnesses.Shown? {
    guard body.count <= Witnesses.sizeLimit else { return nil }
    func refusal(_ isNew: Bool, _ index: Int) -> (known: Bool, finding: Finding?) {
      let contract = contract(isNew)
      let message = contract.messages[index]
      let parts = BodyParts(contract, comparison.oracle, isOld: !isNew)
      guard let request = parts.messages(index, nil, opens: true).first,
        let channel = parts.replyChannel(of: index)
      else { return (false, nil) }
      let isResult = message.reply?.on == .result
      let lines = [
        Self.line(contract.channels[message.channel], request, call: isResult),
        Self.line(contract.channels[channel], body, answers: isResult),
      ]
      return (true, self.refusal(of: lines, isNew: isNew))
    }
    let good = refusal(isNewSender, own)
    guard good.known, good.finding == nil, let found = refusal(!isNewSender, other).finding else {
      return nil
    }
    return shown(body, found)
  }

  private func shown(_ body: [UInt8], _ finding: Finding) -> Witnesses.Shown {
    Witnesses.Shown(
      body: String(decoding: body, as: UTF8.self), cause: finding.cause?.id ?? "",
      at: finding.instancePath ?? "")
  }

  private static func line(
    _ channel: Channel, _ body: [UInt8], call: Bool = false, answers: Bool = false
  ) -> [UInt8] {
    let pairing = call ? "\"call\":1," : answers ? "\"answers\":1," : ""
    let way =
      answers
      ? ""
      : "\"direction\":\"\(channel.from.direction)\",\"channel\":\(JSONString.quoted(channel.key)),"
    return Array("{\(way)\(pairing)\"body\":".utf8) + body + Array("}\n".utf8)
  }

  /// The first error of the last of these lines; what lone lines cannot show (order, missing replies)
  /// is no error.
  private func refusal(of lines: [[UInt8]], isNew: Bool) -> Finding? {
    guard let set = isNew ? newSet : oldSet else { return nil }
    var options = LogOptions()
    options.engine = .reference
    let validator = LogValidator(set, options: options)
    validator.beginFile("witness")
    validator.feed(Array(lines.joined()))
    validator.endFile()
    return validator.finish().findings.first { finding in
      finding.severity == .error && finding.line == lines.count
        && (finding.cause?.group == .shape || finding.cause == .idMissing
          || finding.cause == .idInvalid || finding.cause == .replyUndeclaredError)
    }
  }
}
