/// What an injection did, property by property. Nothing is left out in silence.
public struct InjectionReport: Sendable, Equatable {
  /// A property, by its path from the object, and an identifier.
  public struct Entry: Sendable, Equatable {
    /// The path: `header.icon`, `rows[2]`, `fields["name"]`.
    public var path: String
    /// The identifier that the element has now.
    public var identifier: String
    /// False where the element had it from an earlier injection.
    public var isNew: Bool

    /// An entry.
    public init(path: String, identifier: String, isNew: Bool = true) {
      self.path = path
      self.identifier = identifier
      self.isNew = isNew
    }
  }

  /// Why a value was not looked into.
  public enum Reason: Sendable, Equatable {
    /// A set has no order, so its elements have no lasting names.
    case set
    /// Keys that are neither text nor integers.
    case keys
    /// Values of SwiftUI have no elements.
    case swiftUI
    /// Deeper than the options allow.
    case depth
    /// More values than the options allow; nothing behind it was looked at.
    case count
    /// The object shows no properties: there are none, or reflection was switched off in its module.
    case noMetadata
  }

  /// A value that was not looked into.
  public struct Skip: Sendable, Equatable {
    /// The path; empty for the object itself.
    public var path: String
    /// Why.
    public var reason: Reason

    /// A skipped value.
    public init(path: String, reason: Reason) {
      self.path = path
      self.reason = reason
    }
  }

  /// Elements that have an identifier of the injection's.
  public var injected: [Entry] = []
  /// Elements whose identifier somebody else set.
  public var kept: [Entry] = []
  /// Further properties with an element that has its identifier from an earlier one.
  public var aliases: [Entry] = []
  /// Properties for elements that are nil, or lazy and not made yet.
  public var pending: [String] = []
  /// Values that show children of their author's choice (`CustomReflectable`).
  public var opaque: [String] = []
  /// Values that were not looked into.
  public var skipped: [Skip] = []
  /// The number of values that were looked at.
  public var visited = 0
  /// The time it took; reflection is slow.
  public var duration: Duration = .zero

  /// A report of nothing.
  public init() {}
}
