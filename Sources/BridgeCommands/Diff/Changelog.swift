import BridgeDiff
import BridgeFindings

/// The findings of a comparison as release notes.
enum Changelog {
  private enum Section: String, CaseIterable {
    case breaking = "Breaking"
    case behaviour = "Behaviour"
    case added = "Added"
    case deprecated = "Deprecated"
    case compatible = "Compatible"
    case documentation = "Documentation"
  }

  /// Markdown, ending with a line end.
  static func text(_ report: DiffReport, version: String) -> String {
    var lines: [Section: [String]] = [:]
    for finding in report.findings {
      guard let change = finding.change, change.cells.worst != Change.Level.none else { continue }
      var line = "- \(escaped(finding.message))"
      if let accepted = change.accepted { line += " (accepted: \(escaped(accepted.reason)))" }
      let section = section(finding, change)
      if section == .breaking {
        for pairs in ChangeText.pairs(change.cells) { line += "\n  - \(pairs)" }
        if let advice = change.advice { line += "\n  - \(escaped(advice))" }
      }
      lines[section, default: []].append(line)
    }
    lines[.documentation] = report.documentation.map { "- \(escaped($0.subject))" }
    var out = "## \(escaped(version))\n"
    var isEmpty = true
    for section in Section.allCases {
      guard let list = lines[section], !list.isEmpty else { continue }
      isEmpty = false
      out += "\n### \(section.rawValue)\n\n" + list.joined(separator: "\n") + "\n"
    }
    return isEmpty ? out + "\nNo change.\n" : out
  }

  private static func section(_ finding: Finding, _ change: Change) -> Section {
    let id = finding.cause?.id ?? ""
    if id.contains("deprecat") { return .deprecated }
    if change.cells.worst == .breaking {
      // New things break the sides that do not know them; readers look for them under their name.
      if finding.severity < .error, change.accepted == nil, id.hasSuffix("-added") { return .added }
      return .breaking
    }
    if change.cells.worst == .dangerous { return .behaviour }
    return id.hasSuffix("-added") ? .added : .compatible
  }

  /// Text of a contract inside Markdown.
  private static func escaped(_ text: String) -> String {
    var out = ""
    for scalar in Harmless.text(text).unicodeScalars {
      if "\\`*_{}[]<>#|&@".unicodeScalars.contains(scalar) { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}
