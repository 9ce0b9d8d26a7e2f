import BridgeFindings
import BridgeLocators

// What programs read. The order is that of pages and elements; nothing depends on time or machine.
extension AuditReport {
  /// The version of the JSON forms.
  static let schemaVersion = 1

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(JSONText.quoted($0.0)):\($0.1)" }.joined(separator: ",") + "}"
  }

  private func list(_ items: [String]) -> String { "[" + items.joined(separator: ",") + "]" }

  private func text(_ value: String?) -> String { value.map { JSONText.quoted($0) } ?? "null" }

  private func record(_ finding: AuditFinding) -> String {
    var members = [
      ("kind", text(finding.kind.rawValue)), ("severity", text(finding.severity.rawValue)),
      ("page", text(finding.page)), ("path", text(finding.path)),
    ]
    if let id = finding.testID { members.append(("testId", text(id))) }
    members += [
      ("message", text(finding.sentence)), ("advice", text(finding.kind.advice)),
      ("fingerprint", text(finding.fingerprint)),
    ]
    return object(members)
  }

  private func record(_ totals: Totals) -> String {
    object([
      ("interactive", "\(totals.interactive)"), ("withTestId", "\(totals.withTestID)"),
      ("reachableById", "\(totals.reachable)"),
    ])
  }

  private var summaryRecord: String {
    var kinds: [(String, String)] = []
    for kind in AuditKind.allCases {
      let count = findings.count { $0.kind == kind }
      if count > 0 { kinds.append((kind.rawValue, "\(count)")) }
    }
    return object([
      ("pages", "\(pages.count)"), ("totals", record(totals)), ("errors", "\(count(.error))"),
      ("warnings", "\(count(.warning))"), ("infos", "\(count(.info))"),
      ("known", "\(pages.reduce(0) { $0 + $1.findings.count } - findings.count)"),
      ("kinds", object(kinds)),
    ])
  }

  func json() -> String {
    let pages = pages.map { page in
      let rules = AuditRules(page.page, configuration)
      let elements = page.page.frames.flatMap(\.entries).map { entry in
        let names = rules.names(of: entry)
        var members = [("path", text(entry.path)), ("tag", text(entry.tag))]
        if let id = entry.testID { members.append(("testId", text(id))) }
        members += [
          ("interactive", entry.isInteractive ? "true" : "false"),
          ("role", text(rules.role(of: entry))), ("nameBefore", text(names.before)),
          ("nameAfter", text(names.after)),
        ]
        if let plan = entry.plan {
          members.append(("action", text(plan.action)))
          if !plan.reason.isEmpty { members.append(("reason", text(plan.reason))) }
          if plan.action == "label" {
            members += [("identity", text(plan.identity)), ("label", text(plan.label))]
          }
        }
        members.append(("reachableById", rules.isReachable(entry) ? "true" : "false"))
        return object(members)
      }
      func tree(_ nodes: [TreeNode]) -> String {
        list(
          nodes.map {
            object([("depth", "\($0.depth)"), ("role", text($0.roleName)), ("name", text($0.name))])
          })
      }
      return object([
        ("page", text(page.page.name)), ("elements", list(elements)),
        (
          "findings",
          list(page.findings.filter { !known.contains($0.fingerprint) }.map { record($0) })
        ), ("before", tree(page.page.before)), ("after", tree(page.page.after)),
        ("totals", record(page.totals)),
        ("lateChanges", "\(page.page.frames.reduce(0) { $0 + $1.late })"),
      ])
    }
    return object([
      ("schemaVersion", "\(AuditReport.schemaVersion)"), ("platform", text("WebKitGTK")),
      ("policy", text(configuration.policy.rawValue)), ("pages", list(pages)),
      ("summary", summaryRecord),
    ]) + "\n"
  }

  func jsonLines() -> String {
    findings.map { record($0) + "\n" }.joined() + object([("summary", summaryRecord)]) + "\n"
  }

  func sarif() -> String {
    func message(_ words: String) -> String { object([("text", text(words))]) }
    let rules = AuditKind.allCases.map { kind in
      object([
        ("id", text(kind.rawValue)), ("shortDescription", message(kind.title)),
        ("help", message(kind.advice)),
      ])
    }
    let results = findings.map { finding in
      let level: String =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "note"
        }
      var location = [
        (
          "physicalLocation",
          object([("artifactLocation", object([("uri", text(AuditReport.uri(finding.page)))]))])
        )
      ]
      if !finding.path.isEmpty {
        location.append(
          ("logicalLocations", list([object([("fullyQualifiedName", text(finding.path))])])))
      }
      return object([
        ("ruleId", text(finding.kind.rawValue)), ("level", text(level)),
        ("message", message(finding.sentence + ". " + finding.kind.advice)),
        ("locations", list([object(location)])),
        ("partialFingerprints", object([("bridgeContract/v1", text(finding.fingerprint))])),
      ])
    }
    let driver = object([
      ("name", text("bridge-contract")), ("semanticVersion", text(Version.tool)),
      ("rules", list(rules)),
    ])
    let run = object([
      ("tool", object([("driver", driver)])), ("columnKind", text("unicodeCodePoints")),
      ("results", list(results)),
    ])
    return object([
      (
        "$schema",
        text(
          "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
            + "sarif-schema-2.1.0.json")
      ), ("version", text("2.1.0")), ("runs", list([run])),
    ]) + "\n"
  }

  private static func uri(_ page: String) -> String {
    var out = ""
    for byte in page.utf8 {
      if byte <= 0x20 || byte >= 0x7F || "\"<>\\^`{|}%".utf8.contains(byte) {
        let hex = String(byte, radix: 16, uppercase: true)
        out += "%" + (hex.utf8.count < 2 ? "0" : "") + hex
      } else {
        out.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return out
  }

  func junit() -> String {
    var out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    let failures = count(.error) + count(.warning)
    out += "<testsuites name=\"locators audit\" tests=\"\(tests)\" failures=\"\(failures)\">\n"
    for page in pages {
      let shown = page.findings.filter { !known.contains($0.fingerprint) }
      let failed = shown.filter { $0.severity != .info }
      out +=
        "  <testsuite name=\"\(xml(page.page.name))\" tests=\"\(max(1, shown.count))\" "
        + "failures=\"\(failed.count)\">\n"
      if shown.isEmpty { out += "    <testcase name=\"locators\" classname=\"locators\"/>\n" }
      for finding in shown {
        let place = finding.path.isEmpty ? "the page" : finding.path
        out +=
          "    <testcase name=\"\(xml(place)): \(finding.kind.rawValue)\" classname=\"locators\">"
        let tag = finding.severity == .info ? "system-out" : "failure"
        let head = finding.severity == .info ? "" : " message=\"\(xml(finding.sentence))\""
        out += "<\(tag)\(head)>\(xml(finding.kind.advice))</\(tag)></testcase>\n"
      }
      out += "  </testsuite>\n"
    }
    return out + "</testsuites>\n"
  }

  private var tests: Int {
    pages.reduce(0) { sum, page in
      sum + max(1, page.findings.count { !known.contains($0.fingerprint) })
    }
  }

  private func xml(_ text: String) -> String {
    var out = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case _
      where scalar.value < 0x20 && scalar != "\t" || (0xFFFE...0xFFFF).contains(scalar.value):
        out += "\u{FFFD}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  func github() -> String {
    func value(_ text: String) -> String {
      text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
    return findings.map { finding in
      let word: String =
        switch finding.severity {
        case .error: "error"
        case .warning: "warning"
        case .info: "notice"
        }
      let file = value(finding.page).replacing(",", with: "%2C").replacing(":", with: "%3A")
      let place = finding.path.isEmpty ? "" : "\(finding.path): "
      return "::\(word) file=\(file),title=\(finding.kind.rawValue)::"
        + value(place + finding.sentence) + "\n"
    }.joined()
  }

  func markdown() -> String {
    func cell(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("<", with: "&lt;")
        .replacing("\n", with: " ").replacing("`", with: "\\`")
    }
    var out = "## Locators: \(summary)\n"
    if findings.isEmpty { return out }
    out += "\n| severity | kind | page | element | what |\n|---|---|---|---|---|\n"
    for finding in findings {
      out +=
        "| \(finding.severity.rawValue) | \(finding.kind.rawValue) | \(cell(finding.page)) "
        + "| \(cell(finding.path)) | \(cell(finding.sentence)) |\n"
    }
    return out
  }
}
