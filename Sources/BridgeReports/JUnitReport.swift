public import BridgeFindings

/// `junit`: XML as Jenkins, GitLab and others read it. A file is a suite, a group of findings a
/// test case: failed from `failOn` on, else passed with its words on `system-out`. A file without
/// findings has one passed case, so that a clean run is not an empty one.
///
/// Names of cases hold cause, pointer and fingerprint and nothing that changes from run to run.
public struct JUnitReport: Report {
  private let context: ReportContext
  private let sink: ReportSink
  private var groups = FindingGroup.Collector()

  /// A printer that writes to `sink`, all of it in `finish`.
  public init(_ context: ReportContext, to sink: @escaping ReportSink) {
    self.context = context
    self.sink = sink
  }

  /// Keeps the finding, or counts it to its group.
  public mutating func add(_ finding: Finding) { groups.add(finding) }

  /// Writes the document.
  public func finish(_ summary: Summary) {
    let suites = suites()
    let total = suites.reduce(0) { $0 + max(1, $1.groups.count) }
    let failed = suites.reduce(0) { $0 + failures(in: $1.groups) }
    write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="bridge-contract" tests="\(total)" failures="\(failed)" errors="0" skipped="0">

      """, to: sink)
    for suite in suites { write(suite) }
    write("</testsuites>\n", to: sink)
  }

  private struct Suite {
    var file: String
    var groups: [FindingGroup] = []
  }

  /// The files in the order they were read, then others in the order of their findings.
  private func suites() -> [Suite] {
    var suites = context.files.map { Suite(file: $0) }
    var indices: [String: Int] = [:]
    for (index, suite) in suites.enumerated() { indices[suite.file] = index }
    for group in groups.groups {
      let file = group.first.file ?? group.first.contract?.file ?? "-"
      if indices[file] == nil {
        indices[file] = suites.count
        suites.append(Suite(file: file))
      }
      if let index = indices[file] { suites[index].groups.append(group) }
    }
    if suites.isEmpty { suites.append(Suite(file: "-")) }
    return suites
  }

  private func failures(in groups: [FindingGroup]) -> Int {
    groups.reduce(0) { $0 + (isFailure($1) ? 1 : 0) }
  }

  private func isFailure(_ group: FindingGroup) -> Bool {
    context.failOn.map { group.first.severity >= $0 } ?? false
  }

  private func write(_ suite: Suite) {
    let name = attribute(suite.file)
    let count = max(1, suite.groups.count)
    write(
      """
        <testsuite name="\(name)" tests="\(count)" failures="\(failures(in: suite.groups))" \
      errors="0" skipped="0">

      """, to: sink)
    if suite.groups.isEmpty {
      write("    <testcase classname=\"bridge-contract\" name=\"\(name)\"/>\n", to: sink)
    }
    for group in suite.groups { write(group) }
    write("  </testsuite>\n", to: sink)
  }

  private func write(_ group: FindingGroup) {
    let finding = group.first
    let id = finding.cause?.id ?? "contract-file"
    let subject = [finding.channel, finding.kind].compactMap { $0 }.joined(separator: ".")
    var name = id
    if let pointer = finding.instancePath, !pointer.isEmpty { name += " at \(pointer)" }
    if !finding.fingerprint.isEmpty { name += " [\(finding.fingerprint)]" }
    var out =
      "    <testcase classname=\"\(attribute(subject.isEmpty ? "bridge-contract" : subject))\""
    out += " name=\"\(attribute(name))\""
    if let file = finding.file ?? finding.contract?.file { out += " file=\"\(attribute(file))\"" }
    if let line = finding.line ?? finding.contract?.line { out += " line=\"\(line)\"" }
    let text = XMLText.content(context.text(group))
    if isFailure(group) {
      let times = group.count > 1 ? " (\(group.count) times)" : ""
      out += ">\n      <failure type=\"\(id)\" message=\"\(attribute(finding.message))\(times)\">"
      out += "\(text)</failure>\n    </testcase>\n"
    } else {
      out += ">\n      <system-out>\(text)</system-out>\n    </testcase>\n"
    }
    write(out, to: sink)
  }

  private func write(_ text: String, to sink: ReportSink) { BridgeReports.write(text, to: sink) }

  private func attribute(_ text: String) -> String {
    XMLText.attribute(Harmless.text(text, limit: 1000))
  }
}
