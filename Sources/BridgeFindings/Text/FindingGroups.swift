/// Findings of one kind: same fingerprint, same severity. The first is shown, the rest counted.
package struct FindingGroup: Sendable {
  /// The first finding, in the order given.
  package var first: Finding
  /// How many there are, the first included.
  package var count = 1
  /// Where the next ones stand, at most `FindingGroup.placesKept` of them.
  package var places: [Place] = []

  /// What the next ones are about, for changes of contracts: messages, or versions in the field.
  package var names: [String] = []

  /// A line of a log, or of a contract for errors of the file.
  package struct Place: Sendable, Equatable {
    package var file: String?
    package var line: Int
  }

  /// So many places of further findings are kept for each group.
  package static let placesKept = 8

  /// So many names of further changes are shown.
  package static let namesShown = 40

  /// Groups in the order of their first findings. A finding without fingerprint is a group alone.
  ///
  /// O(findings) in time; memory grows with the groups, not with the findings.
  package static func of(_ findings: some Sequence<Finding>) -> [FindingGroup] {
    var collector = Collector()
    for finding in findings { collector.add(finding) }
    return collector.groups
  }

  /// Groups of changes that are alike: the same kind at the same place of different messages, with
  /// the same verdicts. So few of a kind as `few` stay alone; where that makes more groups than
  /// `most`, those of one kind are alike wherever they stand. Findings in traffic are grouped as by
  /// `of`.
  package static func alike(
    _ findings: [Finding], few: Int = 3, most: Int = 40
  ) -> [FindingGroup] {
    guard findings.contains(where: { $0.change != nil }) else { return of(findings) }
    let groups = alike(findings, few: few, byPlace: true)
    return groups.count > most ? alike(findings, few: few, byPlace: false) : groups
  }

  private static func alike(
    _ findings: [Finding], few: Int, byPlace: Bool
  ) -> [FindingGroup] {
    var counts: [String: Int] = [:]
    for finding in findings { counts[likeness(finding, byPlace: byPlace), default: 0] += 1 }
    var groups: [FindingGroup] = []
    var places: [String: Int] = [:]
    for finding in findings {
      let key = likeness(finding, byPlace: byPlace)
      if counts[key, default: 0] <= few {
        groups.append(FindingGroup(first: finding))
      } else if let place = places[key] {
        groups[place].count += 1
        var name = finding.change?.against ?? finding.kind ?? finding.channel ?? ""
        if !byPlace, let pointer = finding.instancePath, !pointer.isEmpty { name += " \(pointer)" }
        groups[place].names.append(name)
      } else {
        places[key] = groups.count
        groups.append(FindingGroup(first: finding))
      }
    }
    return groups
  }

  private static func likeness(_ finding: Finding, byPlace: Bool) -> String {
    guard let change = finding.change else { return finding.fingerprint }
    let cells = [change.cells.newPageOldApp, change.cells.oldPageNewApp].map(\.rawValue)
    return
      ([
        finding.cause?.id ?? "", finding.severity.rawValue,
        byPlace ? finding.instancePath ?? "" : "", finding.direction ?? "",
        change.accepted == nil ? "" : "accepted",
      ] + cells).joined(separator: "\u{0}")
  }

  /// Gathers groups finding by finding.
  package struct Collector: Sendable {
    private struct Key: Hashable {
      var fingerprint: String
      var severity: Severity
      /// Errors of a contract file have no cause: those of one place differ by their words.
      var sentence: String?
    }

    /// The groups so far.
    package private(set) var groups: [FindingGroup] = []
    private var indices: [Key: Int] = [:]

    package init() {}

    /// Adds a finding and gives the number of its group.
    @discardableResult
    package mutating func add(_ finding: Finding) -> Int {
      guard !finding.fingerprint.isEmpty else {
        groups.append(FindingGroup(first: finding))
        return groups.count - 1
      }
      let key = Key(
        fingerprint: finding.fingerprint, severity: finding.severity,
        sentence: finding.cause == nil ? finding.message : nil)
      guard let index = indices[key] else {
        indices[key] = groups.count
        groups.append(FindingGroup(first: finding))
        return groups.count - 1
      }
      groups[index].count += 1
      if groups[index].places.count < FindingGroup.placesKept {
        let isOfFile = finding.line == nil
        if let line = finding.line ?? finding.contract?.line {
          let file = isOfFile ? finding.contract?.file : finding.file
          groups[index].places.append(Place(file: file, line: line))
        }
      }
      return index
    }
  }

  /// `and 41 more like it: lines 9, 12, 15 …`, or nil for a finding that is alone. Lines of the
  /// first finding's file stand alone, others with their file.
  package var more: String? {
    guard count > 1 else { return nil }
    let head = "and \(count - 1) more like it"
    if !names.isEmpty {
      let list = names.prefix(FindingGroup.namesShown).map { Harmless.text($0, limit: 80) }
      return "\(head): \(list.joined(separator: ", "))\(names.count > list.count ? " …" : "")"
    }
    guard !places.isEmpty else { return head }
    let home = first.line == nil ? first.contract?.file : first.file
    let list = places.map { place in
      place.file == home || place.file == nil
        ? "\(place.line)" : "\(Harmless.text(place.file ?? "")):\(place.line)"
    }
    let rest = count - 1 > places.count ? " …" : ""
    return "\(head): line\(count == 2 ? "" : "s") \(list.joined(separator: ", "))\(rest)"
  }
}
