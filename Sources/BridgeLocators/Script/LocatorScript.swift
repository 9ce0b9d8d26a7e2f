/// The script that makes elements with a test id reachable for UI tests: "text | test id" becomes
/// their accessible label, and follows the page.
///
/// A help for tests and nothing for users: its text is part of debug builds only, and even there
/// ``LocatorSwitch`` has to be on. In a release build ``source`` is empty and installing does nothing.
///
/// ```swift
/// let script = LocatorScript()
/// script.install(into: configuration.userContentController)  // app, before the web view is made
/// app.buttons.matching(NSPredicate(format: query.format)).firstMatch  // test
/// ```
public struct LocatorScript: Sendable, Equatable {
  /// The world that the script runs in, out of reach of the page's scripts.
  public static let world = "BridgeLocators"

  /// How labels are made.
  public let configuration: LocatorConfiguration

  /// A script with this configuration.
  public init(configuration: LocatorConfiguration = LocatorConfiguration()) {
    self.configuration = configuration
  }

  /// The script: a user script at document end, in all frames, in ``world``. Empty in release builds.
  public var source: String {
    #if DEBUG
      ScriptText.configured(LocatorScriptText.text.description, with: configuration.json)
    #else
      ""
    #endif
  }

  /// Puts the configuration into a text of the script that comes from elsewhere: for tools that
  /// carry their own copy.
  package func source(of text: String) -> String {
    ScriptText.configured(text, with: configuration.json)
  }

  /// The same for any script with two marks.
  package static func text(_ script: String, with json: String) -> String {
    ScriptText.configured(script, with: json)
  }

  /// What to run in ``world`` for a pass at once; its value is the number of changes.
  public static var refresh: String { call("refresh()") }
  /// What to run in ``world`` to put everything back as the page had it.
  public static var uninstall: String { call("uninstall()") }
  /// What to run in ``world`` for the counts of passes, writes and the like.
  public static var stats: String { call("stats") }
  /// What to run in ``world`` for what is done with every element that has a test id, as JSON.
  public static var plan: String { call("plan()") }

  private static func call(_ member: String) -> String {
    #if DEBUG
      "window.__bridgeLocators?JSON.stringify(window.__bridgeLocators.\(member)):null"
    #else
      ""
    #endif
  }
}
