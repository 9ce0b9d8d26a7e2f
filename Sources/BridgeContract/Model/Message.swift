package import BridgeJSON

/// One message with its reply, errors and examples.
package struct Message: Sendable {
  package enum IDNeed: String, Sendable, CaseIterable {
    case required, optional, none
  }

  package var name: String
  /// Index of the channel in the contract.
  package var channel: Int
  /// The wire word; nil for the body in which no kind is found.
  package var kind: JSONValue?
  /// The wire word as the name gives it, where `kind` is not written.
  package var kindText: [UInt8]?
  package var version: JSONValue?
  package var id: IDNeed
  package var payload: SchemaHandle
  package var reply: Reply?
  package var unknownFields: UnknownFields
  package var isDeprecated: Bool
  package var isRemoved: Bool
  package var examples: [Example]
  /// The message in the file.
  package var source: JSONValue
}

extension Message {
  /// The wire word as a key; nil for the body in which no kind is found.
  package var kindKey: IDKey? {
    kind.map { IDKey($0.cursor) } ?? kindText.map { IDKey(text: $0) }
  }

  /// The wire word, where it is text.
  package var kindWord: String? {
    kind.map(\.string) ?? kindText.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether the body needs no kind: it is the one in which none is found.
  package var hasNoKind: Bool { kind == nil && kindText == nil }

  /// What one message of a channel has for itself: a kind and a version.
  package struct Claim: Hashable {
    var kind: IDKey?
    var version: IDKey?
  }

  package var claim: Claim { Claim(kind: kindKey, version: version.map { IDKey($0.cursor) }) }
}

/// What answers a message.
package struct Reply: Sendable {
  /// Where it comes.
  package enum On: Sendable, Equatable {
    /// The result of the call itself.
    case result
    /// One channel of the other side.
    case channel(Int)
    /// Any channel of the other side.
    case anyChannel
  }

  /// How many there are.
  package enum Count: Sendable {
    case one
    case many
    case until(Test)
    case `while`(Test)

    /// Whether one request can have several.
    package var isStream: Bool {
      if case .one = self { return false }
      return true
    }
  }

  package var on: On
  package var kind: JSONValue?
  /// The payload's schema; nil accepts anything.
  package var payload: SchemaHandle?
  /// Indices of declared errors.
  package var errors: [Int]
  /// Milliseconds.
  package var within: Double?
  package var withinSource: JSONValue?
  package var count: Count
  package var sequence: Place?
  package var source: JSONValue
}

/// An error that replies may carry.
package struct DeclaredError: Sendable {
  package var name: String
  /// The word at `code`; nil if it is the name.
  package var code: JSONValue?
  package var payload: SchemaHandle?
}

/// An example body with what must come of it.
package struct Example: Sendable {
  package var source: JSONValue
  package var body: JSONValue
  package var reply: JSONValue?
  /// The expected cause's id.
  package var fails: String?
  package var at: String?
}

extension Message.Claim {
  /// Whether another version stands there; kinds do not matter.
  package func hasOtherVersion(than other: Message.Claim) -> Bool { version != other.version }
}
