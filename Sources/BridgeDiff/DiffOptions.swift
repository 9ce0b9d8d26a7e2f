/// What counts as how bad, and how schemas are read.
public struct DiffOptions: Sendable {
  /// Which cells make a finding an error.
  public enum Policy: String, Sendable, CaseIterable {
    /// A new page in an old app must work: old apps stay for months, pages follow in minutes. What
    /// breaks only the old page in a new app is a warning with the advice what to ship first.
    case webFirst = "web-first"
    /// Both pairs must work.
    case full
    /// Both pairs must work, and nothing may be dangerous.
    case strict
  }

  /// How objects are read that say nothing of fields beyond those they list.
  public enum ContentModel: String, Sendable, CaseIterable {
    /// Who sends, sends the declared fields only; who receives is read as written.
    case declared
    /// Everything as written: an open object may hold anything, whoever sends it.
    case strict
  }

  /// The policy.
  public var policy = Policy.webFirst
  /// The lens on objects.
  public var contentModel = ContentModel.declared
  /// The day, such as `2026-11-30`, by which `until` of accepted findings is judged; nil: none has
  /// expired.
  public var today: String?

  /// The defaults.
  public init() {}
}
