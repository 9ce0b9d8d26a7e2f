/// Who is signed in: the app's own code, which knows nothing of bridges and tests.
public struct ProfileStore: Sendable {
  /// Nobody is signed in.
  public struct SignedOut: Error {
    /// The error.
    public init() {}
  }

  private let current: String?

  /// A store with the signed-in user's name, or nobody's.
  public init(name: String?) { current = name }

  /// The name to greet with.
  public func name() throws -> String {
    guard let current else { throw SignedOut() }
    return current
  }

  /// The same as an app does it that asks a server.
  public func loadName() async throws -> String {
    await Task.yield()
    return try name()
  }
}
