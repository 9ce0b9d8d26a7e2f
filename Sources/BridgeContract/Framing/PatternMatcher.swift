package import ECMARegex

/// Runs the patterns of framing; holds the scratch memory that matching reuses.
package final class PatternMatcher {
  private var matcher = Regex.Matcher()

  package init() {}

  /// Whether the pattern is found anywhere in the text. A spent step budget counts as no match.
  package func matches(_ regex: Regex, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    regex.search(text, using: &matcher) == .match
  }

  /// What capture group 1 took, or nil where the pattern or the group does not match.
  package func firstGroup(_ regex: Regex, _ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    guard case .match(let groups) = regex.captures(text, using: &matcher), groups.count > 1,
      let range = groups[1]
    else { return nil }
    return Array(UnsafeBufferPointer(rebasing: text[range]))
  }
}
