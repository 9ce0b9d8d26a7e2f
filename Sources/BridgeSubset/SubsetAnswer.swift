/// Whether every value that one schema accepts is accepted by another.
public enum SubsetAnswer: Sendable, Hashable {
  /// Proved: there is no value that the first accepts and the second refuses.
  case yes
  /// Disproved by a value, as JSON text: the validator accepts it by the first schema and refuses
  /// it by the second. It was asked before this answer was given.
  case no(witness: String)
  /// Neither proved nor disproved, and why.
  case undecided(reason: String)

  /// Whether it is ``yes``.
  public var isYes: Bool { self == .yes }

  /// The value that disproves it, as JSON text.
  public var witness: String? {
    if case .no(let witness) = self { return witness }
    return nil
  }
}

/// What a comparison may cost, in units that are the same on every machine.
public struct SubsetBudget: Sendable, Hashable {
  /// The steps that one question may take: states looked at, members, characters. A step takes
  /// about a microsecond.
  public var steps: Int
  /// The longest witness, in bytes of JSON text.
  public var witnessBytes: Int

  /// A budget of two million steps and 256 KiB unless told otherwise.
  public init(steps: Int = 2_000_000, witnessBytes: Int = 1 << 18) {
    self.steps = steps
    self.witnessBytes = witnessBytes
  }
}
