package import BridgeContract
internal import BridgeFindings
package import BridgeJSON

/// Where the fields of a log line are, for logs that somebody else's recorder wrote.
public struct LogMap: Sendable {
  /// The fields a line may have.
  package enum Field: String, Sendable, CaseIterable {
    case t, session, page, direction, channel, frame, body, event, call, answers, error, cause
  }

  /// Pointers of fields that are elsewhere.
  package var pointers: [Field: JSONPointer] = [:]
  /// Words for directions.
  package var directions: [String: Side] = [:]
  /// Words for events.
  package var events: [String: Event] = [:]

  /// Whether nothing is elsewhere.
  var isEmpty: Bool { pointers.isEmpty && directions.isEmpty && events.isEmpty }

  /// The shape of the format's page.
  public init() {}

  /// Why a mapping was refused.
  public struct Refusal: Error, Sendable, Equatable {
    /// One sentence.
    public var message: String
  }

  /// Adds `body=/message,direction=/dir,direction.out=nativeToWeb`.
  public mutating func add(_ text: String) throws(Refusal) {
    for entry in text.split(separator: ",", omittingEmptySubsequences: true) {
      guard let equals = entry.firstIndex(of: "=") else {
        throw Refusal(message: "\"\(entry)\" is no mapping: write FIELD=POINTER")
      }
      try add(key: String(entry[..<equals]), value: String(entry[entry.index(after: equals)...]))
    }
  }

  /// Adds one mapping: a field and its JSON Pointer, `direction.WORD` and a direction, or
  /// `event.WORD` and an event.
  public mutating func add(key: String, value: String) throws(Refusal) {
    if let word = key.suffix(behind: "direction.") {
      guard let side = DirectionWords.side(value) else {
        throw Refusal(message: "\"\(value)\" is no direction: write webToNative or nativeToWeb")
      }
      directions[word] = side
      return
    }
    if let word = key.suffix(behind: "event.") {
      guard let event = Event(rawValue: value) else {
        let nearest = Spelling.nearest(to: value, among: Event.allCases.map(\.rawValue))
        throw Refusal(
          message: "\"\(value)\" is no event" + (nearest.map { "; did you mean \"\($0)\"?" } ?? ""))
      }
      events[word] = event
      return
    }
    guard let field = Field(rawValue: key) else {
      let nearest = Spelling.nearest(to: key, among: Field.allCases.map(\.rawValue))
      throw Refusal(
        message: "\"\(key)\" is no field of a log line"
          + (nearest.map { "; did you mean \"\($0)\"?" }
            ?? "; they are " + Field.allCases.map(\.rawValue).joined(separator: ", ")))
    }
    guard let pointer = JSONPointer(value) else {
      throw Refusal(message: "\"\(value)\" is no JSON Pointer: it begins with \"/\" or is empty")
    }
    pointers[field] = pointer
  }
}

extension String {
  fileprivate func suffix(behind prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}

/// The words by which recorders name directions.
enum DirectionWords {
  private static let words: [String: Side] = [
    "webToNative": .web, "web-to-native": .web, "web->native": .web, "js-to-native": .web,
    "->": .web,
    "nativeToWeb": .native, "native-to-web": .native, "native->web": .native,
    "native-to-js": .native, "<-": .native,
    "web<-native": .native, "native<-web": .web,
  ]

  private static let speakers: [String: Side] = [
    "web": .web, "js": .web, "page": .web, "native": .native, "app": .native,
  ]

  /// The side that speaks.
  static func side(_ word: String) -> Side? { words[word] }

  /// All words for what a side says, the format's own first.
  static func all(_ side: Side) -> [[UInt8]] {
    let others = words.filter { $0.value == side && $0.key != side.direction }.keys
    return ([side.direction] + others.sorted()).map { Array($0.utf8) }
  }

  /// The side of a `from`.
  static func speaker(_ word: String) -> Side? { speakers[word] }
}
