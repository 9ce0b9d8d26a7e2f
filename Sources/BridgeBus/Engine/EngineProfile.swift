/// Which engine a bridge runs on, where engines differ (`webkit-semantics`, section 11).
public struct EngineProfile: Sendable, Hashable {
  /// The family of engines.
  public enum Platform: String, Sendable, Hashable, CaseIterable {
    /// WKWebView.
    case apple
    /// WebKitGTK.
    case gtk
  }

  /// What becomes of a message whose body no engine can send (R43).
  public enum UnsupportedBody: String, Sendable, Hashable, CaseIterable {
    /// It is dropped, and its promise stays pending for ever.
    case dropped
    /// Its promise is rejected with a DataCloneError (iOS 14 to 18).
    case rejected
    /// `postMessage` throws a DataCloneError (iOS 13).
    case thrown
  }

  /// The family.
  public var platform: Platform
  /// What becomes of unsupported bodies.
  public var unsupportedBody: UnsupportedBody
  /// The code of calls that fail as the process goes or is gone; Apple's depends on the version.
  public var terminationCode: Int
  /// Milliseconds until a new web process answers after the old one died (R41).
  public var relaunchDelay: Double

  /// A profile with everything as given.
  public init(
    platform: Platform, unsupportedBody: UnsupportedBody = .dropped, terminationCode: Int,
    relaunchDelay: Double = 750
  ) {
    self.platform = platform
    self.unsupportedBody = unsupportedBody
    self.terminationCode = terminationCode
    self.relaunchDelay = relaunchDelay
  }

  /// WKWebView of today.
  public static let apple = EngineProfile(platform: .apple, terminationCode: 5)
  /// WebKitGTK 2.50.
  public static let gtk = EngineProfile(platform: .gtk, terminationCode: 601)
}
