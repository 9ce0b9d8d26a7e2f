internal import BridgeContract
internal import BridgeFindings

/// The smallest version that the new contract may have.
public struct VersionAdvice: Sendable, Equatable {
  /// How far the version goes up.
  public enum Bump: String, Sendable, Comparable, CaseIterable {
    /// Nothing changed.
    case none
    /// Only words changed.
    case patch
    /// There is more than before, and nobody breaks.
    case minor
    /// Somebody breaks.
    case major

    /// From nothing to a break.
    public static func < (a: Bump, b: Bump) -> Bool { a.rank < b.rank }
    private var rank: Int { Bump.allCases.firstIndex(of: self) ?? 0 }
  }

  /// How far it must go up.
  public var bump: Bump
  /// The version before.
  public var before: String
  /// The version that the new contract has.
  public var written: String
  /// The smallest version that it may have.
  public var smallest: String
  /// Whether the written version is at least that.
  public var isRight: Bool

  init(_ bump: Bump, _ old: SemanticVersion, _ new: SemanticVersion) {
    self.bump = bump
    before = old.description
    written = new.description
    var (major, minor, patch) = (old.numbers[0], old.numbers[1], old.numbers[2])
    // A pre-release of 2.0.0 comes to 2.0.0 by any change.
    let isPrerelease = !old.prerelease.isEmpty
    switch bump {
    case .none: break
    case .major where major > 0:
      if !(isPrerelease && minor == 0 && patch == 0) { (major, minor, patch) = (major &+ 1, 0, 0) }
    case .major, .minor:
      if !(isPrerelease && patch == 0) { (minor, patch) = (minor &+ 1, 0) }
    case .patch: if !isPrerelease { patch = patch &+ 1 }
    }
    let text = bump == .none ? old.description : "\(major).\(minor).\(patch)"
    smallest = text
    guard let least = SemanticVersion(text) else {
      isRight = true
      return
    }
    // A pre-release of the wanted version or of a later one is fine too.
    let isPrereleaseOfIt = !new.prerelease.isEmpty && new.numbers == least.numbers && old < new
    isRight = !(new < least) || isPrereleaseOfIt
  }
}
