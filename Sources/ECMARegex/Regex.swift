/// A regular expression of ECMA-262 (2025 edition) with the flag `u`, compiled.
///
/// It is immutable and may be shared between threads. Matching needs scratch memory, which a
/// ``Matcher`` holds: make one per thread and keep it.
///
///     let regex = try Regex("^[A-Z]{2}[0-9]{4}$")
///     regex.matches("AB1234")  // .match
///
/// Patterns without look-around and back-references match in time linear in the subject,
/// whatever the pattern; see ``isLinear`` for the others.
public struct Regex: Sendable {
  /// The number of capture groups; the whole match, group 0, is not counted.
  public let groupCount: Int

  /// The names of groups, in the order of their numbers. A name may be that of several groups.
  public let groupNames: [(name: String, group: Int)]

  package let program: Program

  /// Compiles a pattern.
  ///
  /// - Throws: ``PatternError``: what is wrong and at which code point. Patterns that are valid but
  ///   pass a limit (``PatternError/Reason/isLimit``) are: longer than ``Limits/patternBytes``, or
  ///   their alphabet needs more than 16 MiB.
  /// - Complexity: O(n log n) in the length of the pattern with its counted repeats written out,
  ///   which is bounded by ``Limits/linearInstructions``.
  public init(_ pattern: String) throws(PatternError) {
    try self.init(utf8: Array(pattern.utf8))
  }

  /// Compiles a pattern given as UTF-8, in which lone surrogates may stand in their three-byte form.
  ///
  /// - Throws: as ``init(_:)``.
  public init(utf8 pattern: [UInt8]) throws(PatternError) {
    let syntax = try Self.parse(pattern)
    groupCount = syntax.groupCount
    groupNames = syntax.groupNames.map { name, group in
      var text = String.UnicodeScalarView()
      text.append(contentsOf: name.compactMap(Unicode.Scalar.init))
      return (String(text), group)
    }
    program = try Program(syntax)
  }

  /// Tells whether a pattern is valid, without compiling it.
  ///
  /// - Throws: ``PatternError``.
  public static func check(utf8 pattern: [UInt8]) throws(PatternError) {
    _ = try parse(pattern)
  }

  /// Whether matching takes time linear in the subject: no look-around, no back-reference, and
  /// counted repeats that come to at most ``Limits/linearInstructions``.
  ///
  /// Other patterns are matched by backtracking with a step budget, and may answer
  /// ``Outcome/budgetSpent``.
  public var isLinear: Bool { program.linear != nil }

  /// Whether a subject matches anywhere. Makes a matcher each time: prefer one that is kept.
  public func matches(_ subject: String) -> Outcome {
    Matcher(self).matches(subject)
  }

  private static func parse(_ pattern: [UInt8]) throws(PatternError) -> Syntax {
    guard pattern.count <= Limits.patternBytes else {
      throw PatternError(reason: .patternTooLong, position: 0)
    }
    var scalars: [UInt32] = []
    scalars.reserveCapacity(pattern.count)
    var at = 0
    while at < pattern.count {
      let (scalar, length) = pattern.withUnsafeBytes { CodePoint.decode($0, at) }
      guard scalar < ScalarSet.limit else {
        throw PatternError(reason: .notUTF8, position: scalars.count)
      }
      scalars.append(scalar)
      at += length
    }
    var parser = Parser(scalars: scalars)
    return try parser.parse()
  }
}

extension Regex {
  /// The limits of this implementation.
  public enum Limits {
    /// The longest pattern, in bytes of UTF-8: 1 MiB.
    public static let patternBytes = 1 << 20

    /// The largest program of the linear engines, in instructions: about one for each code point
    /// matched, with counted repeats written out. Patterns above it are matched by backtracking.
    public static let linearInstructions = 1 << 16

    /// The steps that a search by backtracking may take unless told otherwise. One step takes a
    /// few nanoseconds.
    public static let steps = 10_000_000

    /// The memory that a search by backtracking may take, in bytes: 64 MiB. A search that needs
    /// more answers ``Outcome/budgetSpent`` too.
    public static let backtrackingBytes = 1 << 26

    /// The memory that a matcher may take for automaton states before it drops them: 4 MiB.
    public static let automatonBytes = 1 << 22
  }
}

/// The answer of a search.
public enum Outcome: Hashable, Sendable {
  case match
  case noMatch
  /// The search was given up: it is not known whether there is a match.
  case budgetSpent
}
