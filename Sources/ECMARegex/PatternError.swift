/// Why a pattern was refused, and where.
public struct PatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong with a pattern.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    // Groups.
    case unclosedGroup = "group is not closed"
    case unmatchedParenthesis = "closing parenthesis without an opening one"
    case unknownGroup = "(? is not followed by a kind of group"
    case badGroupName = "group name is not an identifier"
    case duplicateGroupName = "group name is taken by a group that may match as well"
    case unknownGroupName = "no group has this name"
    case unknownGroupNumber = "no group has this number"
    case missingReferenceName = "\\k is not followed by a name in angle brackets"
    case emptyModifiers = "group modifiers are empty"
    case duplicateModifier = "group modifier is given twice"
    // Quantifiers.
    case nothingToRepeat = "quantifier follows nothing that can be repeated"
    case badQuantifier = "brace is not part of a quantifier"
    case countsOutOfOrder = "smallest count is above the largest"
    // Classes.
    case unclosedClass = "character class is not closed"
    case unmatchedBracket = "bracket must be escaped outside a character class"
    case rangeOutOfOrder = "range runs downward"
    case classInRange = "range ends in a character class"
    // Escapes.
    case trailingBackslash = "pattern ends in a backslash"
    case unknownEscape = "escape is unknown"
    case badHexEscape = "\\x is not followed by two hexadecimal digits"
    case badUnicodeEscape = "\\u is not followed by four hexadecimal digits or {digits}"
    case scalarOutOfRange = "code point is above 10FFFF"
    case badControlEscape = "\\c is not followed by a letter"
    case badDecimalEscape = "decimal escape is unknown"
    case badPropertyEscape = "property escape is not {name} or {name=value}"
    case unknownProperty = "property or value is unknown"
    // Not a fault of grammar.
    case notUTF8 = "pattern is not UTF-8"
    case patternTooLong = "pattern is too long"
    case programTooLarge = "pattern needs too large a program"

    /// Whether the pattern may well be valid, but passes a limit of this implementation.
    public var isLimit: Bool { self == .patternTooLong || self == .programTooLarge }
  }

  /// What is wrong.
  public var reason: Reason

  /// Where the fault begins: code points before it in the pattern.
  public var position: Int

  /// An error of these parts.
  public init(reason: Reason, position: Int) {
    self.reason = reason
    self.position = position
  }

  /// The reason and the position in words.
  public var description: String { "\(reason.rawValue), at code point \(position)" }
}
