internal import BridgeContract

/// What can happen, as rules of both contracts see it: messages and replies that both have are one
/// symbol, others are symbols of their own.
struct Symbols {
  enum Symbol: Hashable {
    /// A message, by a number that both contracts share.
    case message(Int)
    case reply(Int)
    case event(Int)
    /// The next page begins.
    case page
  }

  private let comparison: Comparison
  private let oldCount: Int

  init(_ comparison: Comparison) {
    self.comparison = comparison
    oldCount = comparison.old.messages.count
  }

  /// The shared number of a message.
  func number(_ index: Int, isOld: Bool) -> Int {
    if isOld { return index }
    return comparison.messages.oldOfNew[index] ?? oldCount + index
  }

  /// The symbols that words stand for.
  func symbols(_ words: [Word], isOld: Bool) -> Set<Symbol> {
    let contract = isOld ? comparison.old : comparison.new
    var out: Set<Symbol> = []
    for word in words {
      switch word {
      case .messages(let list): for i in list { out.insert(.message(number(i, isOld: isOld))) }
      case .replies(let list): for i in list { out.insert(.reply(number(i, isOld: isOld))) }
      case .anyReply:
        for (i, message) in contract.messages.enumerated() where message.reply != nil {
          out.insert(.reply(number(i, isOld: isOld)))
        }
      case .event(let event): out.insert(.event(Event.allCases.firstIndex(of: event) ?? 0))
      }
    }
    return out
  }

  private func message(_ number: Int) -> (message: Message, contract: Contract)? {
    if number < oldCount { return (comparison.old.messages[number], comparison.old) }
    let index = number - oldCount
    guard comparison.new.messages.indices.contains(index) else { return nil }
    return (comparison.new.messages[index], comparison.new)
  }

  /// Whether one of the contracts has it.
  func isKnown(_ symbol: Symbol, toOld: Bool) -> Bool {
    switch symbol {
    case .message(let number), .reply(let number):
      if toOld {
        return number < oldCount && comparison.old.messages[number].isLive(in: comparison.old)
      }
      if number < oldCount { return comparison.messages.newOfOld[number] != nil }
      let index = number - oldCount
      return comparison.new.messages.indices.contains(index)
        && comparison.new.messages[index].isLive(in: comparison.new)
    case .event, .page: return true
    }
  }

  /// The word for people.
  func name(_ symbol: Symbol) -> String {
    switch symbol {
    case .message(let number): message(number)?.message.name ?? "?"
    case .reply(let number): "reply:" + (message(number)?.message.name ?? "?")
    case .event(let index): Event.allCases[index].rawValue
    case .page: "(next page)"
    }
  }

  /// Who makes it happen.
  func sender(_ symbol: Symbol) -> Side {
    switch symbol {
    case .message(let number):
      message(number).map { $0.contract.channels[$0.message.channel].from } ?? .web
    case .reply(let number):
      message(number).map { $0.contract.channels[$0.message.channel].from.other } ?? .native
    case .event, .page: .native
    }
  }

  /// A fixed order, so that the same trace is found every time.
  static func precedes(_ a: Symbol, _ b: Symbol) -> Bool { key(a) < key(b) }

  private static func key(_ symbol: Symbol) -> (Int, Int) {
    switch symbol {
    case .message(let number): (0, number)
    case .reply(let number): (1, number)
    case .event(let index): (2, index)
    case .page: (3, 0)
    }
  }
}
