internal import BridgeJSON
public import BridgeScript

/// A value that passed the bridge, as JSON text, with what JSON could not hold of it.
public struct RecordedBody: Sendable, Equatable {
  /// One JSON text in UTF-8; not yet checked.
  package var text: [UInt8]
  /// What JSON could not hold.
  package var losses: [RecordedLoss]

  package init(text: [UInt8], losses: [RecordedLoss] = []) {
    self.text = text
    self.losses = losses
  }

  /// A value from JSON text. What is no JSON text is recorded as a string, with a loss that says so.
  public static func json(_ text: String) -> RecordedBody { RecordedBody(text: Array(text.utf8)) }

  /// The same from bytes.
  public static func json(_ text: [UInt8]) -> RecordedBody { RecordedBody(text: text) }

  /// A string, for channels that carry text.
  public static func string(_ text: String) -> RecordedBody {
    var out: [UInt8] = []
    JSONString.appendQuoted(text.utf8, to: &out)
    return RecordedBody(text: out)
  }

  /// `null`; also what `undefined` is recorded as.
  public static let null = RecordedBody(text: Array("null".utf8))

  /// Any `Encodable`, as the call encoder writes it.
  /// - Throws: `ScriptError` where JSON cannot hold the value.
  public static func encoding(_ value: some Encodable) throws(ScriptError) -> RecordedBody {
    .json(try JSONValueText.encode(value))
  }
}

/// Something that JSON cannot hold and what stands in the log instead: `undefined` and NaN are null
/// or absent, a date is ISO 8601 text, a cycle is cut.
package struct RecordedLoss: Sendable, Equatable {
  /// JSON Pointer into the body.
  package var at: String
  /// What was there: `NaN`, `Date`, `cycle`, …
  package var was: String

  package init(at: String, was: String) {
    self.at = at
    self.was = was
  }
}

/// The frame that a message came from.
public struct RecordedFrame: Sendable, Equatable {
  /// Whether it is the main frame.
  public var isMain: Bool
  /// The origin as the engine's security origin writes it: `https://example.com`, `null`.
  public var origin: String?
  /// What tells frames of one page apart, where the app knows it.
  public var id: String?

  /// A frame.
  public init(isMain: Bool, origin: String? = nil, id: String? = nil) {
    self.isMain = isMain
    self.origin = origin
    self.id = id
  }
}

/// A call that may be answered by its own result: a promise, the text of a prompt, the value of an
/// asynchronous function.
public struct RecordedCall: Sendable, Equatable {
  /// Counted from 1 in each session.
  package var number: Int
}
