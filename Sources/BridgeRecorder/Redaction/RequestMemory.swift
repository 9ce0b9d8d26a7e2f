internal import BridgeContract

/// What a session asked, as far as it takes to know which schema a reply is redacted by. The last
/// 1,024 of each kind are remembered; nothing is judged by it.
struct RequestMemory {
  struct Request {
    /// The message's index in the set.
    var message: Int
    /// The id of the error's reply, where the request has a second one.
    var errorID: IDKey?
  }

  private struct SidedKey: Hashable {
    var side: Side
    var key: IDKey
  }

  private var byID = Bounded<SidedKey, Request>()
  private var byCall = Bounded<IDKey, Request>()

  mutating func note(_ request: Request, ids: [IDKey], call: IDKey?, from side: Side) {
    for id in ids { byID[SidedKey(side: side, key: id)] = request }
    if let call { byCall[call] = request }
  }

  func request(_ id: IDKey, from side: Side) -> Request? { byID[SidedKey(side: side, key: id)] }

  func request(call: IDKey) -> Request? { byCall[call] }
}

/// A dictionary that forgets the oldest keys.
private struct Bounded<Key: Hashable, Value> {
  private static var limit: Int { 1024 }
  private var values: [Key: Value] = [:]
  private var order: [Key] = []
  private var oldest = 0

  subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      if values[key] == nil {
        if order.count < Self.limit {
          order.append(key)
        } else {
          values[order[oldest]] = nil
          order[oldest] = key
          oldest = (oldest + 1) % Self.limit
        }
      }
      values[key] = newValue
    }
  }
}
