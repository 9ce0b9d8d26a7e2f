/// One way in one direction: how what is said there is found in traffic, and how it is framed.
package struct Channel: Sendable {
  /// How the words travel.
  package enum Via: String, Sendable, CaseIterable {
    case messageHandler, messageHandlerWithReply, prompt, navigation, poll
    case evaluate, callAsync, dispatchEvent, postMessage

    /// The side that speaks this way.
    package var from: Side {
      switch self {
      case .messageHandler, .messageHandlerWithReply, .prompt, .navigation, .poll: .web
      case .evaluate, .callAsync, .dispatchEvent, .postMessage: .native
      }
    }

    /// Whether the answer comes back as the result of the call itself unless the contract says
    /// otherwise.
    package var answersByReturn: Bool {
      self == .messageHandlerWithReply || self == .prompt || self == .callAsync
    }

    /// Whether the page posts to a message handler.
    package var isHandler: Bool { self == .messageHandler || self == .messageHandlerWithReply }

    /// Whether a log may hold `{"fn", "args"}` for it.
    package var calls: Bool { self == .evaluate || self == .callAsync || self == .poll }
  }

  /// The function a channel calls: a path without `window.`, or a pattern on the path.
  package enum Call: Sendable {
    case path(String)
    case match(Pattern)
  }

  /// The key in the contract.
  package var key: String
  package var from: Side
  package var via: Via
  /// `name` of a message handler, default the key.
  package var name: String?
  /// The function that is called.
  package var call: Call?
  /// The event of `dispatchEvent`.
  package var event: String?
  /// The prefix of `navigation`.
  package var url: String?
  /// The pattern on the message of `prompt`.
  package var match: Pattern?
  /// Whether the body is the whole `{"fn", "args"}`.
  package var bodyIsCall: Bool
  /// Whether any frame may send, not only the main one.
  package var anyFrame: Bool
  /// Exact origins, or schemes that end in `:`; nil for every origin.
  package var origins: [String]?
  /// Whether `frames` or `origins` is written, so that a log without frames cannot show it.
  package var writesTrust: Bool
  package var unknownKinds: UnknownKinds
  package var framing: Framing
  /// The channel's definition as canonical text, to tell whether two contracts write it alike.
  package var definition: String
}
