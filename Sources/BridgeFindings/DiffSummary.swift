/// What a run of `diff`, `can-ship` or `changelog` compared, and what it came to.
public struct DiffSummary: Sendable, Equatable {
  /// Two contracts that were compared.
  public struct Pair: Sendable, Equatable {
    /// Name and version of the contract before, such as `sync 1.0.0`.
    public var old: String
    /// Where it was read from.
    public var oldFile: String
    /// Name and version of the contract now.
    public var new: String
    /// Where it was read from.
    public var newFile: String
    /// The app or page in the field that has the old contract; nil for a plain comparison.
    public var label: String?
    /// The worst of all findings, those left out that were accepted.
    public var cells: Change.Cells
    /// The smallest version that the new contract may have.
    public var smallestVersion: String
    /// Whether the new contract's version is at least that.
    public var isVersionRight: Bool
    /// What changed for people only.
    public var documentation: [String]

    /// Makes a pair.
    public init(
      old: String, oldFile: String, new: String, newFile: String, label: String? = nil,
      cells: Change.Cells, smallestVersion: String, isVersionRight: Bool, documentation: [String]
    ) {
      self.old = old
      self.oldFile = oldFile
      self.new = new
      self.newFile = newFile
      self.label = label
      self.cells = cells
      self.smallestVersion = smallestVersion
      self.isVersionRight = isVersionRight
      self.documentation = documentation
    }
  }

  /// The policy by which severities were given.
  public var policy: String
  /// What was compared.
  public var pairs: [Pair]
  /// Titles of the causes that were found, by id.
  public var titles: [String: String] = [:]

  /// Makes a summary.
  public init(policy: String, pairs: [Pair]) {
    self.policy = policy
    self.pairs = pairs
  }

  /// The worst of all pairs.
  public var cells: Change.Cells {
    pairs.reduce(into: Change.Cells()) { $0.formWorst($1.cells) }
  }
}
