internal import ECMARegex

extension Pattern {
  /// Where capture group 1 of the first match is, or nil.
  func firstGroup(in text: [UInt8]) -> Range<Int>? {
    let matcher = Matcher(regex)
    return text.withUnsafeBytes { bytes in
      guard matcher.firstMatch(in: bytes) == .match else { return nil }
      return matcher.range(ofGroup: 1)
    }
  }
}
