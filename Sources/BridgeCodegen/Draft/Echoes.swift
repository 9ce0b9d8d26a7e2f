import BridgeContract

/// How many bodies of one kind bear the id of an open request of the other side.
///
/// A log that begins in the middle of a session has replies to requests that are not in it: bodies
/// before the first echo of their session say nothing of their kind.
struct EchoCount {
  private var all = 0
  private var counted = 0
  private var matching = 0

  mutating func add(isEcho: Bool, isCounted: Bool) {
    all += 1
    if isCounted { counted += 1 }
    if isEcho { matching += 1 }
  }

  /// Whether bodies of this kind are replies: nine of ten are echoes. Ids that only look alike, as
  /// those of two sides that both count from 1, are echoes now and then; and where most bodies had to
  /// be passed over nothing is certain.
  var areReplies: Bool {
    matching > 0 && matching * 10 >= counted * 9 && matching * 10 >= all * 3
  }
}

/// Where the first echo was heard.
struct EchoStarts {
  /// A session, and what is told apart in it.
  struct Place: Hashable {
    var session: IDKey
    var kind: ByteKey
  }

  private var begun: Set<Place> = []
  private var waiting: [Place: Int] = [:]
  /// Bodies without an echo that came before the first one at their place.
  private(set) var early = 0

  /// So many places are remembered.
  private static let limit = 100_000

  /// Takes a body; true if it is an echo, or came after one.
  mutating func take(isEcho: Bool, at place: Place) -> Bool {
    if begun.contains(place) { return true }
    if begun.count + waiting.count > Self.limit {
      begun.removeAll()
      waiting.removeAll()
    }
    guard isEcho else {
      waiting[place, default: 0] += 1
      return false
    }
    early += waiting.removeValue(forKey: place) ?? 0
    begun.insert(place)
    return true
  }
}
