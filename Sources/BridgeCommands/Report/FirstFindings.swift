import BridgeFindings

/// The first `limit` findings by file and line, and the number of all others by message.
///
/// Findings arrive in the order in which they become certain: that a reply is missing is known long
/// after the request's line. Memory is at most two times the limit, whatever arrives.
struct FirstFindings {
  private struct Entry {
    var file: Int
    var line: Int
    var arrival: Int
    var finding: Finding

    func precedes(_ other: Entry) -> Bool {
      if file != other.file { return file < other.file }
      if line != other.line { return line < other.line }
      return arrival < other.arrival
    }
  }

  /// How many were not kept, by message name.
  private(set) var dropped: [String: Int] = [:]

  private let limit: Int
  private let order: [String: Int]
  private var entries: [Entry] = []
  private var arrivals = 0

  /// `files` is the order of files; findings of none of them come last.
  init(limit: Int, files: [String]) {
    self.limit = limit
    order = Dictionary(files.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  mutating func add(_ finding: Finding) {
    let file = finding.file.map { order[$0] ?? order.count } ?? order.count
    entries.append(
      Entry(file: file, line: finding.line ?? .max, arrival: arrivals, finding: finding))
    arrivals += 1
    if entries.count > 2 * max(limit, 64) { settle() }
  }

  /// The kept ones in their order.
  mutating func sorted() -> [Finding] {
    settle()
    return entries.map(\.finding)
  }

  private mutating func settle() {
    entries.sort { $0.precedes($1) }
    for entry in entries.dropFirst(limit) {
      dropped[entry.finding.kind ?? entry.finding.channel ?? "other", default: 0] += 1
    }
    entries.removeLast(max(0, entries.count - limit))
  }
}
