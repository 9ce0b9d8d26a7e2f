public import BridgeFindings

/// `sarif`: SARIF 2.1.0 (OASIS), written through json-c, result by result.
///
/// A group of findings is a result with its count; its place is the line of the log, and the place
/// in the contract and the lines that belong to it are related locations. The rules are all causes
/// with their explanations, always the same, so that two reports can be compared.
public struct SARIFReport: Report {
  private let context: ReportContext
  private let sink: ReportSink
  private let rules: [Cause]
  private let ruleIndices: [Cause: Int]
  private var groups = FindingGroup.Collector()

  /// A printer that writes to `sink`, all of it in `finish`.
  public init(_ context: ReportContext, to sink: @escaping ReportSink) {
    self.context = context
    self.sink = sink
    rules = context.changes.isEmpty ? Cause.all : context.changes
    ruleIndices = Dictionary(
      rules.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  /// Keeps the finding, or counts it to its group.
  public mutating func add(_ finding: Finding) { groups.add(finding) }

  /// Writes the document.
  public func finish(_ summary: Summary) {
    write(
      """
      {"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/\
      sarif-schema-2.1.0.json","version":"2.1.0","runs":[{"tool":
      """, to: sink)
    tool().write(to: sink)
    write(
      """
      ,"columnKind":"unicodeCodePoints","invocations":[{"executionSuccessful":true}],"results":[
      """, to: sink)
    for (index, group) in groups.groups.enumerated() {
      write(index == 0 ? "\n" : ",\n", to: sink)
      result(group).write(to: sink)
    }
    write("\n],\"properties\":{\"summary\":", to: sink)
    FindingRecord.tree(summary).write(to: sink)
    write("}}]}\n", to: sink)
  }
}

// The rules.
extension SARIFReport {
  /// The rule of findings without a cause: errors of a contract file.
  private static let fileRule = "contract-file"

  private func tool() -> JSONTree {
    let driver = JSONTree()
    driver.add("name", "bridge-contract")
    driver.add("semanticVersion", context.toolVersion)
    driver.add("rules", rules.map { Optional(Explanation.of($0)) } + [nil]) { explanation in
      explanation.map(rule) ?? fileRule()
    }
    let tool = JSONTree()
    tool.add("driver", driver)
    return tool
  }

  private func rule(_ explanation: Explanation) -> JSONTree {
    let rule = JSONTree()
    rule.add("id", explanation.cause.id)
    rule.add("shortDescription", text(explanation.title))
    rule.add("fullDescription", text(explanation.meaning))
    let help = [explanation.origin, explanation.remedy].filter { !$0.isEmpty }
    rule.add("help", text(help.joined(separator: "\n\n")))
    let configuration = JSONTree()
    configuration.add("level", level(explanation.cause.severity))
    rule.add("defaultConfiguration", configuration)
    let properties = JSONTree()
    properties.add("tags", texts: [explanation.cause.group.title])
    rule.add("properties", properties)
    return rule
  }

  private func fileRule() -> JSONTree {
    let rule = JSONTree()
    rule.add("id", Self.fileRule)
    rule.add("shortDescription", text("the contract file has an error"))
    rule.add("help", text("Correct the contract at this place, then run bridge-contract check."))
    return rule
  }
}

// The results.
extension SARIFReport {
  private func result(_ group: FindingGroup) -> JSONTree {
    let finding = group.first
    let result = JSONTree()
    result.add("ruleId", finding.cause?.id ?? Self.fileRule)
    result.add("ruleIndex", finding.cause.flatMap { ruleIndices[$0] } ?? rules.count)
    result.add("level", level(finding.severity))
    result.add("message", text(message(finding)))
    result.add("locations", [finding]) { self.location($0) }
    let related = self.related(group)
    if !related.isEmpty {
      result.add("relatedLocations", related.enumerated()) { index, place in
        let location = self.location(place.place, text: place.what)
        location.add("id", index + 1)
        return location
      }
    }
    result.add("occurrenceCount", group.count)
    if !finding.fingerprint.isEmpty {
      let fingerprints = JSONTree()
      fingerprints.add("bridgeContract/v1", finding.fingerprint)
      result.add("partialFingerprints", fingerprints)
    }
    result.add("properties", properties(finding))
    return result
  }

  private func message(_ finding: Finding) -> String {
    var out = finding.message
    if let suggest = finding.suggest { out += "; did you mean \(suggest)?" }
    return out
  }

  private func properties(_ finding: Finding) -> JSONTree {
    let properties = JSONTree()
    properties.add("session", finding.session)
    properties.add("page", finding.page)
    properties.add("direction", finding.direction)
    properties.add("channel", finding.channel)
    properties.add("kind", finding.kind)
    properties.add(json: "id", finding.id)
    properties.add("instancePath", finding.instancePath)
    properties.add("schemaPath", finding.schemaPath)
    if let expected = finding.expected { properties.add("expected", FindingRecord.tree(expected)) }
    if let got = finding.got { properties.add("got", FindingRecord.tree(got)) }
    if let change = finding.change { properties.add("change", ChangeRecord.tree(change)) }
    return properties
  }

  private func location(_ finding: Finding) -> JSONTree {
    let location =
      if finding.line == nil, let place = finding.contract {
        self.location((place.file, place.line, place.column), text: nil)
      } else {
        self.location((finding.file ?? "-", finding.line, nil), text: nil)
      }
    let name = [finding.channel, finding.kind].compactMap { $0 }.joined(separator: "/")
    if !name.isEmpty {
      location.add("logicalLocations", [name]) { name in
        let logical = JSONTree()
        logical.add("fullyQualifiedName", name + (finding.instancePath.map { "#" + $0 } ?? ""))
        logical.add("kind", "message")
        return logical
      }
    }
    return location
  }

  private typealias Place = (file: String, line: Int?, column: Int?)

  private func related(_ group: FindingGroup) -> [(place: Place, what: String)] {
    let finding = group.first
    var out: [(place: Place, what: String)] = []
    if finding.line != nil, let place = finding.contract {
      out.append(((place.file, place.line, place.column), "the rule in the contract"))
    }
    if let old = finding.change?.old?.place {
      out.append(((old.file, old.line, old.column), "the contract before"))
    }
    for related in finding.related {
      out.append(((finding.file ?? "-", related.line, nil), related.what))
    }
    for place in group.places {
      out.append(((place.file ?? "-", place.line, nil), "the same again"))
    }
    return out
  }

  private func location(_ place: Place, text words: String?) -> JSONTree {
    let artifact = JSONTree()
    artifact.add("uri", Self.uri(place.file))
    let physical = JSONTree()
    physical.add("artifactLocation", artifact)
    if let line = place.line {
      let region = JSONTree()
      region.add("startLine", line)
      region.add("startColumn", place.column)
      physical.add("region", region)
    }
    let location = JSONTree()
    location.add("physicalLocation", physical)
    if let words { location.add("message", text(words)) }
    return location
  }

  /// A SARIF message. `](` would make a link of what stands before it.
  private func text(_ words: String) -> JSONTree {
    let text = JSONTree()
    var out = String.UnicodeScalarView()
    for scalar in words.unicodeScalars {
      if scalar == "(", out.last == "]" { out.append(" ") }
      out.append(scalar)
    }
    text.add("text", String(out))
    return text
  }

  private func level(_ severity: Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// A path as a URI reference (RFC 3986): relative as it is, absolute with the scheme `file`;
  /// standard input has the name `stdin`.
  static func uri(_ path: String) -> String {
    if path == "-" { return "stdin" }
    var out = path.utf8.first == UInt8(ascii: "/") ? "file://" : ""
    for byte in path.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: out.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        if "/-._~".utf8.contains(byte) {
          out.unicodeScalars.append(Unicode.Scalar(byte))
        } else {
          let digits = String(byte, radix: 16, uppercase: true)
          out += "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }
      }
    }
    return out
  }
}
