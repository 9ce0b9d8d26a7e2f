internal import BridgeContract
internal import BridgeFindings
internal import BridgeJSON

/// The entries of a contract's `accept`: findings that somebody took on purpose.
struct Acceptances {
  struct Entry {
    var fingerprint: String
    var reason: String
    var until: String?
    var source: JSONValue
  }

  let entries: [Entry]
  private let today: String?
  private var used: Set<Int> = []

  init(_ contract: Contract, today: String?) {
    self.today = today
    entries = (contract.document.root["accept"]?.items ?? []).compactMap { item in
      guard let fingerprint = item["fingerprint"]?.string, let reason = item["reason"]?.string
      else {
        return nil
      }
      return Entry(
        fingerprint: fingerprint, reason: reason, until: item["until"]?.string, source: item)
    }
  }

  private func isExpired(_ entry: Entry) -> Bool {
    guard let until = entry.until, let today else { return false }
    // Days are written year first: their text is in their order.
    return until.utf8.lexicographicallyPrecedes(today.utf8)
  }

  /// Makes the finding an info if somebody took it; says whether the entry's time is over.
  mutating func apply(to finding: inout Finding) {
    for (index, entry) in entries.enumerated()
    where entry.fingerprint.utf8.elementsEqual(finding.fingerprint.utf8) {
      used.insert(index)
      guard !isExpired(entry), finding.severity > .info else { continue }
      finding.severity = .info
      finding.change?.accepted = .init(reason: entry.reason, until: entry.until)
    }
  }

  /// Entries that fit nothing, and entries that fit and whose time is over.
  var leftOver: (unused: [Entry], expired: [Entry]) {
    var unused: [Entry] = []
    var expired: [Entry] = []
    for (index, entry) in entries.enumerated() {
      if !used.contains(index) {
        unused.append(entry)
      } else if isExpired(entry) {
        expired.append(entry)
      }
    }
    return (unused, expired)
  }
}
