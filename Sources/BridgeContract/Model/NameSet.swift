internal import BridgeFindings

/// The names a contract writes. Reports print a key or kind of the traffic only if it is one of
/// these or a slip of the pen away from one; otherwise its length.
package struct NameSet: Sendable {
  private var names: Set<String> = []
  private var spellings = SpellingIndex()

  package init() {}

  /// Adds a name.
  package mutating func insert(_ name: String) {
    // Set<String> compares by canonical equivalence, which is harmless here: it only decides what
    // may be shown.
    guard names.insert(name).inserted else { return }
    spellings.insert(name)
  }

  /// Adds all names of another set.
  package mutating func formUnion(_ other: NameSet) {
    for name in other.names { insert(name) }
  }

  /// All names, in no particular order.
  package var all: Set<String> { names }

  /// Whether the name may be printed: known, or at most two edits from a known one.
  package func allows(_ name: String) -> Bool {
    names.contains(name) || spellings.hasNeighbour(of: name)
  }

  /// The nearest spelling.
  package func nearest(to name: String) -> String? { spellings.nearest(to: name) }

  /// The name itself if it may be printed, else `key(len 24)`.
  package func shown(_ name: String) -> String {
    allows(name) ? name : "key(len \(name.unicodeScalars.count))"
  }
}

/// Words by their lengths, to find the nearest spelling among thousands for every line of a log.
package struct SpellingIndex: Sendable {
  private var byLength: [Int: [(word: String, letters: Spelling.Letters)]] = [:]

  package init() {}

  package mutating func insert(_ word: String) {
    let letters = Spelling.Letters(word)
    guard !letters.scalars.isEmpty, letters.scalars.count <= Spelling.limit else { return }
    byLength[letters.scalars.count, default: []].append((word, letters))
  }

  /// Whether a word is at most two edits away.
  package func hasNeighbour(of word: String) -> Bool {
    var found = false
    forEachNeighbour(of: word) { _, _ in
      found = true
      return false
    }
    return found
  }

  /// What `Spelling.nearest` finds among the words in their order.
  package func nearest(to word: String) -> String? {
    var best: (distance: Int, word: String)?
    forEachNeighbour(of: word) { candidate, distance in
      if distance < word.unicodeScalars.count,
        best.map({ (distance, candidate) < ($0.distance, $0.word) }) ?? true
      {
        best = (distance, candidate)
      }
      return true
    }
    return best?.word
  }

  private func forEachNeighbour(of word: String, _ take: (String, Int) -> Bool) {
    // A key of a megabyte is nobody's slip of the pen.
    guard word.utf8.count <= 4 * (Spelling.limit + 2) else { return }
    let letters = Spelling.Letters(word)
    let count = letters.scalars.count
    for length in max(1, count - 2)...(count + 2) {
      for candidate in byLength[length] ?? [] {
        if let distance = Spelling.distance(letters, candidate.letters),
          !take(candidate.word, distance)
        {
          return
        }
      }
    }
  }
}
