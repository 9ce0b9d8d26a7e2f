/// One message of a contract, as generated: a namespace with its types.
public protocol BridgeMessage: Sendable {
  /// What it carries.
  associatedtype Payload: Codable & Sendable
  /// The name in the contract.
  static var name: String { get }
}

/// A message that is answered.
public protocol BridgeRequest: BridgeMessage {
  /// What a good reply carries.
  associatedtype Reply: Codable & Sendable
  /// The errors that the contract declares for it.
  associatedtype Failure: DeclaredFailure
}

/// The declared errors of a request.
public protocol DeclaredFailure: Error, Sendable {
  /// The error of this name with its payload; nil if there is none of that name.
  init?(name: String, payload: AnyJSON) throws
  /// The name in the contract.
  var name: String { get }
  /// The payload.
  func payload() throws -> AnyJSON
}

/// The errors of a request that declares none.
public enum NoFailure: DeclaredFailure {
  /// There is none.
  public init?(name: String, payload: AnyJSON) throws { return nil }
  /// There is none.
  public var name: String { switch self {} }
  /// There is none.
  public func payload() throws -> AnyJSON { switch self {} }
}

/// An enumeration of the words that a field may hold.
public protocol BridgeWord: RawRepresentable, Codable, Sendable, Hashable
where RawValue == String {}

/// Why a request has no reply.
public enum RequestError<Failure: DeclaredFailure>: Error {
  /// The other side answered with a declared error.
  case declined(Failure)
  /// The answer breaks the contract; the causes.
  case refused(BridgeRefusal)
  /// The page went away, or the request was given up.
  case abandoned
}

extension BridgeWord {
  /// Reads the word.
  public init(from decoder: any Decoder) throws {
    let word = try decoder.singleValueContainer().decode(String.self)
    guard let value = Self(rawValue: word) else { throw decoder.noBranch() }
    self = value
  }

  /// Writes the word.
  public func encode(to encoder: any Encoder) throws {
    var single = encoder.singleValueContainer()
    try single.encode(rawValue)
  }
}
