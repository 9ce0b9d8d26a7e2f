/// Finds an element that the script labelled: predicates for XCTest, Appium and everything that takes
/// `NSPredicate` formats, as text.
///
/// ```swift
/// let pay = LocatorQuery().byId("pay-button")
/// app.webViews.buttons.matching(NSPredicate(format: pay.format)).firstMatch.tap()
/// ```
public struct LocatorQuery: Sendable, Equatable {
  /// The settings that the script runs with.
  public var configuration: LocatorConfiguration

  /// Queries for labels made with these settings.
  public init(configuration: LocatorConfiguration = LocatorConfiguration()) {
    self.configuration = configuration
  }

  /// A predicate: as one format with its texts inside, and as a format with arguments.
  public struct Predicate: Sendable, Equatable {
    /// The format with the texts as quoted literals: `label == "a" OR label ENDSWITH " | a"`.
    public let format: String
    /// The format with `%@` in place of the texts.
    public let template: String
    /// The texts, in order.
    public let arguments: [String]

    init(_ parts: [(words: String, text: String)]) {
      template = parts.map { "\($0.words) %@" }.joined(separator: " OR ")
      arguments = parts.map(\.text)
      format = parts.map { "\($0.words) \(LocatorQuery.literal($0.text))" }.joined(
        separator: " OR ")
    }
  }

  /// The whole label of the element with this text and identity: for `app.buttons[…]`, which
  /// compares the whole.
  public func exact(text: String, id: String) -> String {
    LocatorLabel(configuration: configuration).label(text: text, identity: id)
  }

  /// The element with this identity, whatever its text: what does not break when a text changes.
  ///
  /// The end of the label is compared: `pay` does not find `pay-button`.
  public func byId(_ id: String) -> Predicate {
    Predicate([("label ==", id), ("label ENDSWITH", configuration.separator + id)])
  }

  /// Elements with exactly this text, with or without a test id.
  public func byText(_ text: String) -> Predicate {
    let text = LocatorLabel.normal(text)
    return Predicate([("label ==", text), ("label BEGINSWITH", text + configuration.separator)])
  }

  /// The element with this text and identity.
  public func byText(_ text: String, id: String) -> Predicate {
    Predicate([("label ==", exact(text: text, id: id))])
  }

  /// A text as a literal of a predicate: quotes and backslashes escaped.
  static func literal(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
