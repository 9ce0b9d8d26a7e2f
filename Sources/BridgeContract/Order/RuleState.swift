/// What one order rule has seen in its scope.
struct RuleState {
  /// `precedes`: a `first` came. `never`: an `after` came.
  var hasSeen = false
  /// How often `of` came.
  var count = 0
  /// `states`: where the machine is.
  var state = 0
  /// The lower bound was claimed already.
  var isClaimed = false

  /// A rule's state at the beginning of a scope.
  init(_ rule: OrderRule.Rule) {
    if case .states(let machine) = rule { state = machine.start }
  }
}

/// What happened, as order rules see it.
enum Occurrence {
  /// A message of the set.
  case message(Int)
  /// The reply that settles a message of the set.
  case reply(Int)
  case event(Event)
}

extension Word {
  /// Whether the word speaks of what happened. `contractOf` gives a message's contract.
  func matches(_ occurrence: Occurrence, contract: Int, contractOf: (Int) -> Int) -> Bool {
    switch (self, occurrence) {
    case (.messages(let list), .message(let index)): Self.holds(list, index)
    case (.replies(let list), .reply(let index)): Self.holds(list, index)
    case (.anyReply, .reply(let index)): contractOf(index) == contract
    case (.event(let wanted), .event(let event)): wanted == event
    default: false
    }
  }

  /// Whether an ascending list holds a message: a glob may name thousands.
  private static func holds(_ list: [Int], _ index: Int) -> Bool {
    var low = 0
    var high = list.count
    while low < high {
      let middle = (low + high) / 2
      if list[middle] < index { low = middle + 1 } else { high = middle }
    }
    return low < list.count && list[low] == index
  }
}
