/// A test asks for what cannot be: an unknown message, one of the other side, a limit that is none.
///
/// Nothing of the bridge has failed, so it has no cause.
public struct BridgeMisuse: Error, Sendable, CustomStringConvertible {
  /// What is wrong, and what to write instead.
  public var message: String
  /// Where it was asked for.
  public var site: CallSite

  /// A misuse.
  public init(_ message: String, at site: CallSite) {
    self.message = message
    self.site = site
  }

  /// The message and the place.
  public var description: String { "\(message) (\(site))" }
}
