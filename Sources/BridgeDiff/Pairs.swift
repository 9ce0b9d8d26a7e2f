internal import BridgeContract
internal import BridgeJSON

/// Which channels of two contracts are the same: first those found in the same way on the wire, then
/// those of the same key.
struct ChannelPairs {
  var pairs: [(old: Int, new: Int)] = []
  private(set) var newOfOld: [Int?]
  private(set) var oldOfNew: [Int?]

  init(_ old: Contract, _ new: Contract) {
    newOfOld = Array(repeating: nil, count: old.channels.count)
    oldOfNew = Array(repeating: nil, count: new.channels.count)
    let oldPlaces = old.channels.map { $0.wirePlace(in: old) }
    let newPlaces = new.channels.map { $0.wirePlace(in: new) }
    func key(_ channel: Channel) -> [UInt8] { Array(channel.key.utf8) }
    // The same key and the same place; then the same place; then the same key.
    pair(
      old.channels.indices.map { key(old.channels[$0]) + [0] + oldPlaces[$0] },
      new.channels.indices.map { key(new.channels[$0]) + [0] + newPlaces[$0] })
    pair(oldPlaces, newPlaces)
    pair(old.channels.map(key), new.channels.map(key))
    for (i, j) in newOfOld.enumerated() { if let j { pairs.append((i, j)) } }
  }

  private mutating func pair(_ old: [[UInt8]], _ new: [[UInt8]]) {
    var free: [[UInt8]: [Int]] = [:]
    for j in new.indices.reversed() where oldOfNew[j] == nil { free[new[j], default: []].append(j) }
    for i in old.indices where newOfOld[i] == nil {
      guard let j = free[old[i]]?.popLast() else { continue }
      newOfOld[i] = j
      oldOfNew[j] = i
    }
  }
}

extension Channel {
  /// What the other side must know to meet it: how it travels and under which name.
  func wirePlace(in contract: Contract) -> [UInt8] {
    var out = Array(via.rawValue.utf8)
    for text in [name, event, url] { out += [0] + Array((text ?? "").utf8) }
    if case .path(let path) = call { out += [1] + Array(path.utf8) }
    let source = self.source(in: contract)
    if case .match = call, let call = source?["call"] { CanonicalSchema.append(call, to: &out) }
    if let match = source?["match"] { CanonicalSchema.append(match, to: &out) }
    return out
  }

  /// The channel in the file.
  func source(in contract: Contract) -> JSONValue? { contract.document.root["channels"]?[key] }
}

/// Which messages of two contracts are the same: first by what stands on the wire, then by name,
/// then what is left by an equal payload.
struct MessagePairs {
  enum Match { case wire, name, likeness, alone }

  struct Pair {
    var old: Int?
    var new: Int?
    var match: Match
  }

  private(set) var all: [Pair] = []
  private(set) var newOfOld: [Int: Int] = [:]
  private(set) var oldOfNew: [Int: Int] = [:]

  init(_ old: Contract, _ new: Contract, _ channels: ChannelPairs) {
    let oldLive = old.messages.indices.filter { old.messages[$0].isLive(in: old) }
    let newLive = new.messages.indices.filter { new.messages[$0].isLive(in: new) }
    var matches: [Int: Match] = [:]

    func pair(_ i: Int, _ j: Int, _ match: Match) {
      newOfOld[i] = j
      oldOfNew[j] = i
      matches[i] = match
    }

    var claims: [WireClaim: Int] = [:]
    for j in newLive {
      let message = new.messages[j]
      guard let channel = channels.oldOfNew[message.channel] else { continue }
      claims[WireClaim(channel: channel, claim: message.claim)] = j
    }
    for i in oldLive {
      let message = old.messages[i]
      if let j = claims[WireClaim(channel: message.channel, claim: message.claim)] {
        pair(i, j, .wire)
      }
    }

    var names: [[UInt8]: Int] = [:]
    for j in newLive where oldOfNew[j] == nil { names[Array(new.messages[j].name.utf8)] = j }
    for i in oldLive where newOfOld[i] == nil {
      if let j = names[Array(old.messages[i].name.utf8)] { pair(i, j, .name) }
    }
    pairByLikeness(old, new, oldLive, newLive, pair)

    for i in oldLive {
      all.append(Pair(old: i, new: newOfOld[i], match: matches[i] ?? .alone))
    }
    for j in newLive where oldOfNew[j] == nil {
      all.append(Pair(old: nil, new: j, match: .alone))
    }
  }

  private struct WireClaim: Hashable {
    var channel: Int
    var claim: Message.Claim
  }

  /// One that is gone and one that is new, of the same side, with equal payload and reply, where
  /// there is no second that it could be.
  private func pairByLikeness(
    _ old: Contract, _ new: Contract, _ oldLive: [Int], _ newLive: [Int],
    _ pair: (Int, Int, Match) -> Void
  ) {
    func groups(_ contract: Contract, _ live: [Int], _ isTaken: (Int) -> Bool) -> [[UInt8]: [Int]] {
      var out: [[UInt8]: [Int]] = [:]
      for index in live where !isTaken(index) {
        let message = contract.messages[index]
        var key: [UInt8] = Array(contract.channels[message.channel].from.rawValue.utf8)
        for part in ["payload", "reply"] {
          key.append(0)
          if let value = message.source[part] { CanonicalSchema.append(value, to: &key) }
        }
        out[key, default: []].append(index)
      }
      return out
    }
    let gone = groups(old, oldLive) { newOfOld[$0] != nil }
    let come = groups(new, newLive) { oldOfNew[$0] != nil }
    for (key, list) in gone {
      if list.count == 1, let others = come[key], others.count == 1 {
        pair(list[0], others[0], .likeness)
      }
    }
  }
}
