/// How labels are made: by default the way the whole field agrees on, `text | test id`.
public struct LocatorConfiguration: Sendable, Equatable {
  /// Which elements get a label.
  public enum Policy: String, Sendable, CaseIterable {
    /// All but those that have a name from `aria-labelledby`, `alt`, a button's `value` or a `<label>`.
    case standard = "default"
    /// All: every test id can be found.
    case every
  }

  /// The attribute that holds test ids.
  public var attribute: String
  /// What stands between the text and the identity.
  public var separator: String
  /// The longest label in UTF-16 units; XCTest refuses to look for more than 128.
  public var maxLength: Int
  /// Which elements get a label.
  public var policy: Policy
  /// Milliseconds without a change before the first pass; 0 begins at once. For pages that complain
  /// about attributes they did not write while they wake up (hydration).
  public var startAfterQuiet: Int

  /// A configuration; what is not said is what everybody uses.
  public init(
    attribute: String = "data-testid", separator: String = " | ", maxLength: Int = 128,
    policy: Policy = .standard, startAfterQuiet: Int = 0
  ) {
    self.attribute = attribute
    self.separator = separator
    self.maxLength = maxLength
    self.policy = policy
    self.startAfterQuiet = startAfterQuiet
  }

  /// The configuration as JSON, safe inside of a script and of HTML.
  public var json: String {
    "{\"attribute\":\(ScriptText.quoted(attribute)),\"separator\":\(ScriptText.quoted(separator)),"
      + "\"maxLength\":\(max(maxLength, 1)),\"policy\":\"\(policy.rawValue)\","
      + "\"quiet\":\(max(startAfterQuiet, 0))}"
  }
}
