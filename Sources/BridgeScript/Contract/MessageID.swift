internal import BridgeJSON

/// An id of a message: a number or a text.
public struct MessageID: Sendable, Equatable, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral
{
  /// The id as JSON text.
  public let json: String

  /// A text.
  public init(_ text: String) { json = JSONString.quoted(text) }

  /// A number.
  public init(_ number: Int) { json = String(number) }

  /// An id that is JSON text already, such as one taken from a request.
  public init(json: String) { self.json = json }

  /// A text.
  public init(stringLiteral text: String) { self.init(text) }

  /// A number.
  public init(integerLiteral number: Int) { self.init(number) }
}
