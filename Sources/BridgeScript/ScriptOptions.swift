public import BridgeJSON

/// What the encoder accepts: the strictest by default, each leniency by its own option.
public struct ScriptOptions: Sendable, Equatable {
  /// What to do where a key stands twice in one object.
  public enum DuplicateKeys: Sendable, Equatable {
    /// An error that names the key's place.
    case refuse
    /// Encode it: JavaScript keeps the last of them.
    case lastWins
  }

  /// What to do with numbers that JavaScript's one number type changes.
  public enum Numbers: Sendable, Equatable {
    /// An error where an integer would be another one (2^53 + 1, 2^64), and where a number would
    /// become Infinity (1e400) or 0 (1e-400). Fractions may lose digits beyond the seventeenth.
    case refuseChanged
    /// As `refuseChanged`, and an error where a fraction would lose a digit.
    case refuseRounded
    /// Encode them: JavaScript takes the nearest it has.
    case round
  }

  /// What to do with a `Double` or `Float` that JSON does not have.
  public enum NonFinite: Sendable, Equatable {
    /// An error that names the coding path.
    case refuse
    /// `null`, which is what `JSON.stringify` makes of them.
    case null
    /// These words, as strings.
    case text(positive: String, negative: String, nan: String)
  }

  /// Keys that stand twice.
  public var duplicateKeys: DuplicateKeys
  /// Numbers that JavaScript cannot hold.
  public var numbers: Numbers
  /// Infinity and NaN in values of Swift types.
  public var nonFinite: NonFinite
  /// The deepest nesting and the longest text of one argument.
  public var limits: JSONLimits
  /// The deepest nesting of values of Swift types. They are walked by the recursion of their own
  /// `encode(to:)`, so the stack is the limit: 128 levels fit the 512 KiB of Apple's secondary
  /// threads, in debug builds too.
  public var valueDepth: Int

  /// Options of your own; what is not said is strict.
  public init(
    duplicateKeys: DuplicateKeys = .refuse, numbers: Numbers = .refuseChanged,
    nonFinite: NonFinite = .refuse, limits: JSONLimits = .traffic,
    valueDepth: Int = 128
  ) {
    self.duplicateKeys = duplicateKeys
    self.numbers = numbers
    self.nonFinite = nonFinite
    self.limits = limits
    self.valueDepth = valueDepth
  }

  /// Everything refused that would reach the page changed; 10,000 levels, 16 MiB, values of Swift
  /// types 128 levels.
  public static let strict = ScriptOptions()
}
