internal import BridgeFindings

/// The names a contract writes. Reports print a key or kind of the traffic only if it is one of
/// these or a slip of the pen away from one; otherwise its length.
package struct NameSet: Sendable {
  private var names: Set<String> = []
  private var byLength: [Int: [[Unicode.Scalar]]] = [:]

  package init() {}

  /// Adds a name.
  package mutating func insert(_ name: String) {
    // Set<String> compares by canonical equivalence, which is harmless here: it only decides what
    // may be shown.
    guard names.insert(name).inserted else { return }
    let scalars = Array(name.unicodeScalars)
    if !scalars.isEmpty, scalars.count <= 64 {
      byLength[scalars.count, default: []].append(scalars)
    }
  }

  /// Adds all names of another set.
  package mutating func formUnion(_ other: NameSet) {
    for name in other.names { insert(name) }
  }

  /// All names, in no particular order.
  package var all: Set<String> { names }

  /// Whether the name may be printed: known, or at most two edits from a known one.
  package func allows(_ name: String) -> Bool {
    if names.contains(name) { return true }
    let scalars = Array(name.unicodeScalars)
    guard scalars.count <= 66 else { return false }
    for length in max(1, scalars.count - 2)...(scalars.count + 2) {
      for candidate in byLength[length] ?? []
      where Spelling.distance(scalars, candidate) <= 2 {
        return true
      }
    }
    return false
  }

  /// The name itself if it may be printed, else `key(len 24)`.
  package func shown(_ name: String) -> String {
    allows(name) ? name : "key(len \(name.unicodeScalars.count))"
  }
}
