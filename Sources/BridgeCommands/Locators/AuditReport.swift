import BridgeFindings
import BridgeLocators

/// All pages of one audit with what was found, ready to be written in any format.
struct AuditReport {
  /// One page.
  struct Page {
    var page: AuditedPage
    var findings: [AuditFinding]
    var totals: Totals
  }

  /// What a page comes to.
  struct Totals: Equatable {
    var interactive = 0
    var withTestID = 0
    var reachable = 0
  }

  var pages: [Page] = []
  var configuration: LocatorConfiguration
  /// Fingerprints of an earlier report: these findings are known.
  var known: Set<String> = []

  init(_ configuration: LocatorConfiguration) { self.configuration = configuration }

  mutating func add(_ page: AuditedPage) {
    let rules = AuditRules(page, configuration)
    var totals = Totals()
    for entry in page.frames.flatMap(\.entries) {
      if entry.isInteractive { totals.interactive += 1 }
      let hasID = entry.plan.map { $0.action != "blank" } ?? false
      if entry.isInteractive, hasID { totals.withTestID += 1 }
      if rules.isReachable(entry) { totals.reachable += 1 }
    }
    pages.append(Page(page: page, findings: rules.all(), totals: totals))
  }

  /// What is not known from an earlier report.
  var findings: [AuditFinding] {
    pages.flatMap(\.findings).filter { !known.contains($0.fingerprint) }
  }

  func count(_ severity: Severity) -> Int { findings.count { $0.severity == severity } }

  var totals: Totals {
    pages.reduce(into: Totals()) { sum, page in
      sum.interactive += page.totals.interactive
      sum.withTestID += page.totals.withTestID
      sum.reachable += page.totals.reachable
    }
  }

  /// The last line for people.
  var summary: String {
    var words = [
      "\(pages.count) \(pages.count == 1 ? "page" : "pages")",
      "interactive \(totals.interactive)", "with test id \(totals.withTestID)",
      "reachable by id \(totals.reachable)", "errors \(count(.error))",
      "warnings \(count(.warning))", "infos \(count(.info))",
    ]
    let all = pages.reduce(0) { $0 + $1.findings.count }
    if all > findings.count { words.append("known \(all - findings.count)") }
    return words.joined(separator: ", ")
  }

  func hasFindings(_ failOn: FailOn) -> Bool {
    switch failOn {
    case .error: count(.error) > 0
    case .warning: count(.error) + count(.warning) > 0
    case .never: false
    }
  }

  func text(_ format: OutputFormat) -> String {
    switch format {
    case .text: fullText()
    case .concise: conciseText()
    case .json: json()
    case .jsonl: jsonLines()
    case .junit: junit()
    case .sarif: sarif()
    case .github: github()
    case .md: markdown()
    }
  }
}

// MARK: For people

extension AuditReport {
  private func conciseText() -> String {
    findings.map { "\(line($0))\n" }.joined() + summary + "\n"
  }

  private func line(_ finding: AuditFinding) -> String {
    var words = "\(finding.page): \(finding.severity.rawValue): \(finding.kind.rawValue)"
    if let id = finding.testID { words += " \(JSONText.quoted(id))" }
    if !finding.path.isEmpty { words += " at \(finding.path)" }
    return words + (finding.detail.isEmpty ? "" : ": \(finding.detail)")
  }

  private func fullText() -> String {
    pages.map { fullText($0) }.joined(separator: "\n") + "\n" + summary + "\n"
  }

  private func fullText(_ page: Page) -> String {
    var out = "\(page.page.name)\n\n"
    let rules = AuditRules(page.page, configuration)
    var rows = [["test id", "role", "name before", "name after", "verdict"]]
    for entry in page.page.frames.flatMap(\.entries) where entry.testID != nil {
      let names = rules.names(of: entry)
      rows.append([
        entry.testID ?? "", rules.role(of: entry) ?? "-", names.before ?? "-", names.after ?? "-",
        verdict(entry, rules),
      ])
    }
    if rows.count > 1 { out += table(rows) + "\n" }
    let shown = page.findings.filter { !known.contains($0.fingerprint) }
    for kind in AuditKind.allCases {
      let group = shown.filter { $0.kind == kind }
      guard let first = group.first else { continue }
      out += "\(first.severity.rawValue) \(kind.rawValue): \(kind.title)\n"
      for finding in group {
        let id = finding.testID.map { " \(JSONText.quoted($0))" } ?? ""
        let detail = finding.detail.isEmpty ? "" : "  (\(finding.detail))"
        out += "  \(finding.path.isEmpty ? "the page" : finding.path)\(id)\(detail)\n"
      }
      out += "  -> \(kind.advice)\n\n"
    }
    out += "before\n" + outline(page.page.before, than: page.page.after, mark: "-")
    out += "after\n" + outline(page.page.after, than: page.page.before, mark: "+")
    let totals = page.totals
    out +=
      "interactive \(totals.interactive), with test id \(totals.withTestID), "
      + "reachable by id \(totals.reachable)\n"
    return out
  }

  private func verdict(_ entry: PageEntry, _ rules: AuditRules) -> String {
    if rules.isReachable(entry) { return "by id" }
    guard let plan = entry.plan else { return "not seen" }
    switch plan.action {
    case "label":
      return rules.names(of: entry).after == nil ? "not in the tree" : "id not in the name"
    case "skip":
      return rules.names(of: entry).after == nil ? "not in the tree" : "by text only"
    case "static": return "no control"
    default: return plan.action
    }
  }

  private func table(_ rows: [[String]]) -> String {
    let columns = rows[0].indices.map { column in
      rows.map { $0[column].unicodeScalars.count }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        line += cell
        if column + 1 < row.count {
          line += String(
            repeating: " ", count: columns[column] - cell.unicodeScalars.count + 2)
        }
      }
      return line + "\n"
    }.joined()
  }

  /// A tree as an outline. Objects without a name that have children show nothing but depth. An object
  /// whose name differs in the other tree is marked `~`, one that is missing there by `mark`.
  private func outline(_ nodes: [TreeNode], than other: [TreeNode], mark: String) -> String {
    let pairs = AuditReport.matched(nodes, other)
    var out = ""
    for (index, node) in nodes.enumerated() {
      let sign: String
      switch pairs[index] {
      case nil: sign = mark
      case let twin? where other[twin].name != node.name || other[twin].role != node.role:
        sign = "~"
      default: sign = " "
      }
      let name = node.name.isEmpty ? "" : " \(JSONText.quoted(node.name))"
      out += "\(sign) \(String(repeating: "  ", count: node.depth))\(node.roleName)\(name)\n"
    }
    return out
  }

  /// Which object of the other tree each is: by its mark, else by its place between marked ones.
  static func matched(_ nodes: [TreeNode], _ other: [TreeNode]) -> [Int?] {
    var byKey: [String: Int] = [:]
    for (index, node) in other.enumerated() { if let key = node.key { byKey[key] = index } }
    var out: [Int?] = Array(repeating: nil, count: nodes.count)
    var next = 0
    for (index, node) in nodes.enumerated() {
      if let key = node.key, let twin = byKey[key] {
        out[index] = twin
        next = max(next, twin + 1)
      } else if next < other.count, other[next].role == node.role,
        other[next].depth == node.depth, other[next].key == node.key
      {
        out[index] = next
        next += 1
      }
    }
    return out
  }
}

/// JSON strings for reports.
enum JSONText {
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": out += "\\\""
      case "\\": out += "\\\\"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _
      where scalar.value < 0x20 || scalar.value == 0x7F || (0x2028...0x202E).contains(scalar.value):
        let hex = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - hex.utf8.count) + hex
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
