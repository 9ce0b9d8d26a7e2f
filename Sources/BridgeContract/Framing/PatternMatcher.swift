package import ECMARegex

/// A compiled pattern of a contract, with an identity by which scratch memory finds it.
package final class Pattern: Sendable {
  package let regex: Regex

  package init(_ regex: Regex) { self.regex = regex }
}

/// Runs the patterns of framing; holds the scratch memory that matching reuses.
package final class PatternMatcher {
  private var matchers: [ObjectIdentifier: Matcher] = [:]

  package init() {}

  private func matcher(_ pattern: Pattern) -> Matcher {
    let key = ObjectIdentifier(pattern)
    if let matcher = matchers[key] { return matcher }
    let matcher = Matcher(pattern.regex)
    matchers[key] = matcher
    return matcher
  }

  /// Whether the pattern is found anywhere in the text. A spent step budget counts as no match.
  package func matches(_ pattern: Pattern, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    matcher(pattern).matches(UnsafeRawBufferPointer(text)) == .match
  }

  /// What capture group 1 took, or nil where the pattern or the group does not match.
  package func firstGroup(_ pattern: Pattern, _ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let matcher = matcher(pattern)
    guard matcher.firstMatch(in: UnsafeRawBufferPointer(text)) == .match,
      let range = matcher.range(ofGroup: 1)
    else { return nil }
    return Array(UnsafeBufferPointer(rebasing: text[range]))
  }
}

extension PatternMatcher {
  /// Where capture group 1 took something, or nil where the pattern or the group does not match.
  package func range(_ pattern: Pattern, _ text: [UInt8]) -> Range<Int>? {
    text.withUnsafeBufferPointer { buffer in
      let matcher = matcher(pattern)
      guard matcher.firstMatch(in: UnsafeRawBufferPointer(buffer)) == .match else { return nil }
      return matcher.range(ofGroup: 1)
    }
  }
}
