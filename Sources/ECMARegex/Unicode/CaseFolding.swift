/// Simple case folding: what ECMA-262 calls Canonicalize under the flags i and u (22.2.2.7.3).
enum CaseFolding {
  /// The folding of one code point; itself where there is none.
  static func fold(_ scalar: UInt32) -> UInt32 {
    tables.foldings[scalar] ?? scalar
  }

  /// All code points that fold as this one does, itself among them.
  static func variants(of scalar: UInt32) -> [UInt32] {
    tables.classes[fold(scalar)] ?? [scalar]
  }

  /// The set, and every code point that folds as one of the set does.
  ///
  /// - Complexity: O(c log n): about 1,500 classes against n ranges.
  static func closure(of set: ScalarSet) -> ScalarSet {
    var added: [(low: UInt32, high: UInt32)] = []
    for members in tables.classes.values where members.contains(where: set.contains) {
      added += members.map { (low: $0, high: $0) }
    }
    return added.isEmpty ? set : ScalarSet(ranges: set.ranges + added)
  }

  private struct Tables: Sendable {
    var foldings: [UInt32: UInt32] = [:]
    /// By folding: what folds to it, and itself.
    var classes: [UInt32: [UInt32]] = [:]
  }

  private static let tables: Tables = {
    var tables = Tables()
    guard case .numbers(let numbers)? = UnicodeTables.entry("scf", in: UnicodeTables.caseFolding)
    else { return tables }
    var scalar: UInt32 = 0
    for index in stride(from: 0, to: numbers.count - 1, by: 2) {
      scalar += numbers[index]
      let step = numbers[index + 1] >> 1
      let folded = numbers[index + 1] & 1 == 0 ? scalar + step : scalar - step
      tables.foldings[scalar] = folded
      tables.classes[folded, default: [folded]].append(scalar)
    }
    return tables
  }()
}
