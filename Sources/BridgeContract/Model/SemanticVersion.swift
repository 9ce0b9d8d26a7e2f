/// A version of Semantic Versioning 2.0.0, compared number by number: 6.10.0 is newer than 6.9.0.
public struct SemanticVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Major, minor, patch.
  public let numbers: [Int]
  /// The identifiers behind `-`, empty for a release.
  public let prerelease: [String]
  /// The text as written.
  public let description: String

  /// The version that `text` writes, or nil if it is none (Semantic Versioning 2.0.0, item 2, 9, 10).
  public init?(_ text: String) {
    let withoutBuild = text.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = withoutBuild[0].split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3 else { return nil }
    var values: [Int] = []
    for number in numbers {
      guard Self.isNumber(number), let value = Int(number) else { return nil }
      values.append(value)
    }
    var identifiers: [String] = []
    if parts.count == 2 {
      for identifier in parts[1].split(separator: ".", omittingEmptySubsequences: false) {
        guard Self.isIdentifier(identifier) else { return nil }
        if identifier.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), !Self.isNumber(identifier) {
          return nil
        }
        identifiers.append(String(identifier))
      }
    }
    if withoutBuild.count == 2 {
      for identifier in withoutBuild[1].split(separator: ".", omittingEmptySubsequences: false) {
        guard Self.isIdentifier(identifier) else { return nil }
      }
    }
    self.numbers = values
    prerelease = identifiers
    description = text
  }

  private static func isNumber(_ text: Substring) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      && (text.utf8.count == 1 || text.utf8.first != 0x30)
  }

  private static func isIdentifier(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        ($0 >= 0x30 && $0 <= 0x39) || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || $0 == 0x2D
      }
  }

  /// Precedence of Semantic Versioning 2.0.0, item 11; the build part counts for nothing.
  public static func < (a: SemanticVersion, b: SemanticVersion) -> Bool {
    for (x, y) in zip(a.numbers, b.numbers) where x != y { return x < y }
    if a.prerelease.isEmpty || b.prerelease.isEmpty {
      return !a.prerelease.isEmpty && b.prerelease.isEmpty
    }
    for (x, y) in zip(a.prerelease, b.prerelease) where x != y {
      switch (Int(x), Int(y)) {
      case (let m?, let n?): return m < n
      case (.some, nil): return true
      case (nil, .some): return false
      default: return Array(x.utf8).lexicographicallyPrecedes(Array(y.utf8))
      }
    }
    return a.prerelease.count < b.prerelease.count
  }
}
