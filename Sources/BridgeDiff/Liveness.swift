internal import BridgeContract
internal import BridgeJSON

// Which messages of a contract are in force: "since" and "removed" are versions of it.

extension Message {
  /// Whether its `since` is a later version than that of the contract: nobody says it yet.
  func isPlanned(in contract: Contract) -> Bool {
    guard let since = source["since"]?.string.flatMap({ SemanticVersion($0) }) else { return false }
    return contract.version < since
  }

  /// Whether it is said at all: neither removed nor planned.
  func isLive(in contract: Contract) -> Bool { !isRemoved && !isPlanned(in: contract) }
}
