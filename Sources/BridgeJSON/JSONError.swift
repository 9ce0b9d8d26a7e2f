/// Why a text is not acceptable JSON, with the byte at which that is certain.
public struct JSONError: Error, Sendable, Equatable {
  /// The reasons, each a fact without words.
  public enum Reason: Sendable, Equatable {
    /// The text is empty or only white space.
    case empty
    /// The text ends inside a value: it is the beginning of something longer.
    case unexpectedEnd
    /// A value was expected.
    case expectedValue
    /// A member's key (or the end of the object) was expected.
    case expectedKey
    /// A key without a value: `:` was expected.
    case expectedColon
    /// `,` or the closing bracket was expected.
    case expectedCommaOrEnd
    /// A comma with nothing behind it.
    case trailingComma
    /// Something follows the value.
    case trailingContent
    /// Not a number of RFC 8259: leading zero, plus sign, missing digits.
    case badNumber
    /// A raw control character in a string.
    case controlCharacter
    /// A backslash followed by a letter that is no escape.
    case badEscape
    /// `\u` without four hex digits.
    case badHex
    /// Bytes that are not UTF-8.
    case badUTF8
    /// Deeper than the limit, which is given.
    case tooDeep(limit: Int)
    /// Longer than the limit in bytes, which is given.
    case tooLarge(limit: Int)
  }

  /// The reason.
  public var reason: Reason
  /// The byte offset at which it is certain, from 0.
  public var offset: Int

  /// Makes an error.
  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }

  /// One sentence without the position and without a word of the text.
  public var sentence: String {
    switch reason {
    case .empty: "the text is empty"
    case .unexpectedEnd: "the text ends in the middle of a value"
    case .expectedValue: "a value is expected here"
    case .expectedKey: "a key in double quotes is expected here"
    case .expectedColon: "':' is expected after the key"
    case .expectedCommaOrEnd: "',' or the closing bracket is expected here"
    case .trailingComma: "a comma without a value behind it"
    case .trailingContent: "something follows the end of the value"
    case .badNumber: "this is not a JSON number"
    case .controlCharacter: "a raw control character in a string (write it as an escape)"
    case .badEscape: "an unknown escape in a string"
    case .badHex: "'\\u' without four hexadecimal digits"
    case .badUTF8: "bytes that are not UTF-8"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "longer than \(limit) bytes"
    }
  }
}

/// What a reader accepts at most.
public struct JSONLimits: Sendable, Equatable {
  /// The deepest nesting of arrays and objects.
  public var depth: Int
  /// The longest text in bytes; more than `maxBytes` counts as `maxBytes`.
  public var bytes: Int

  /// The longest text that a tape can hold: 2^32 - 2 bytes.
  public static let maxBytes = Int(UInt32.max) - 1

  /// Limits of your own.
  public init(depth: Int, bytes: Int) {
    self.depth = depth
    self.bytes = bytes
  }

  /// For recorded traffic: 10,000 levels, 16 MiB.
  public static let traffic = JSONLimits(depth: 10_000, bytes: 16 << 20)
  /// For contracts and other files people write: 512 levels, 16 MiB.
  public static let contract = JSONLimits(depth: 512, bytes: 16 << 20)
}
