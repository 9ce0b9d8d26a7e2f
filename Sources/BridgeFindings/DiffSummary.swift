/// What a run of `diff`, `can-ship` or `changelog` compared, and what it came to.
public struct DiffSummary: Sendable, Equatable {
  /// Two contracts that were compared.
  public struct Pair: Sendable, Equatable {
    /// Name and version of the contract before, such as `sync 1.0.0`; nil for one that is new.
    public var old: String?
    /// Where it was read from.
    public var oldFile: String?
    /// Name and version of the contract now; nil for one that was deleted.
    public var new: String?
    /// Where it was read from.
    public var newFile: String?
    /// The app or page in the field that has the old contract; nil for a plain comparison.
    public var label: String?
    /// The worst of all findings, those left out that were accepted.
    public var cells: Change.Cells
    /// The findings that were accepted and break a pair of page and app.
    public var acceptedBreaks = AcceptedBreaks()
    /// The smallest version that the new contract may have; nil where nothing was compared.
    public var smallestVersion: String?
    /// Whether the new contract's version is at least that.
    public var isVersionRight: Bool
    /// What changed for people only.
    public var documentation: [String]

    /// Makes a pair.
    public init(
      old: String? = nil, oldFile: String? = nil, new: String? = nil, newFile: String? = nil,
      label: String? = nil, cells: Change.Cells = .init(), smallestVersion: String? = nil,
      isVersionRight: Bool = true, documentation: [String] = []
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

  /// Breaks that somebody took on purpose, by the pair of page and app that they break: the
  /// fingerprints of their findings.
  public struct AcceptedBreaks: Sendable, Equatable {
    /// Of the new page in an app of before.
    public var newPageOldApp: Set<String> = []
    /// Of the page of before in the new app.
    public var oldPageNewApp: Set<String> = []

    /// None.
    public init() {}
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

  /// The accepted breaks of all pairs, each once.
  public var acceptedBreaks: AcceptedBreaks {
    pairs.reduce(into: AcceptedBreaks()) {
      $0.newPageOldApp.formUnion($1.acceptedBreaks.newPageOldApp)
      $0.oldPageNewApp.formUnion($1.acceptedBreaks.oldPageNewApp)
    }
  }

  /// The worst of all pairs.
  public var cells: Change.Cells {
    pairs.reduce(into: Change.Cells()) { $0.formWorst($1.cells) }
  }
}
