import BridgeFindings
import Foundation
import TestSupport
import Testing

@testable import BridgeReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Findings made of random pieces of what formats and terminals obey.
private struct HostileFindings {
  var random: SplitMix64

  var pieces = [
    "a", " ", "\n", "\r", "\t", "\u{0}", "\u{1B}[0m", "\u{9B}", "<", ">", "&", "\"", "'", "]]>",
    "<!--", "-->", "</pre>", "</details>", "<script>", "&amp;", "%", "%0A", "::", "::error::", ",",
    ":", "##[", "#", "@", "@a", "`", "```", "|", "*", "_", "[", "](", ")", "\\", "\\u", "{", "}",
    "日本", "\u{202E}", "\u{2028}", "\u{FEFF}", "\u{FFFE}", "\u{1F600}", "e\u{301}", "\u{10FFFF}",
    "1", "-0", "null", "{\"a\":[1, 2]}", "/", "~1", "…",
  ]

  mutating func text() -> String {
    (0..<random.below(8)).map { _ in random.pick(pieces) }.joined()
  }

  mutating func maybe() -> String? { random.once(in: 3) ? nil : text() }

  mutating func next() -> Finding {
    Finding(
      cause: random.once(in: 5) ? nil : random.pick(Cause.all),
      severity: random.pick(Severity.allCases), message: text(), file: maybe(),
      line: random.once(in: 3) ? nil : random.below(99) + 1, offset: random.below(9),
      session: maybe(), page: random.below(3), direction: maybe(), channel: maybe(),
      kind: maybe(), id: maybe(), instancePath: maybe(), schemaPath: maybe(),
      contract: random.once(in: 2)
        ? nil : .init(file: text(), line: random.below(9) + 1, column: random.below(200) + 1),
      expected: random.once(in: 2) ? nil : .init(keyword: text(), value: text()),
      got: random.once(in: 2)
        ? nil : .init(type: text(), size: random.below(5), value: maybe(), hash: maybe()),
      suggest: maybe(), related: [.init(line: random.below(9) + 1, what: text())],
      fingerprint: text())
  }
}

@Suite("Hostile text in every format") struct HostileReportTests {
  @Test("what is written without json-c is what json-c writes", arguments: [1, 2, 3] as [UInt64])
  func plain(_ seed: UInt64) throws {
    var source = HostileFindings(random: SplitMix64(seed: seed))
    source.pieces = [
      "a", " ", "\"", "'", "\\", "\\u", "#", "<b>", "%0A", "::", "@a", "`", "[", "](", "/", "~1",
      "1", "-0", "12", "null", "true", "{\"a\":[1, 2]}", "[\"x\", 1.50]", "~", "}",
    ]
    var plain = 0
    for round in 0..<600 {
      if round == 500 { source.pieces += ["é", "\n", "\u{7F}", "\u{0}"] }
      var finding = source.next()
      let values = [
        "1", "-0", "\"w1\"", "[ \"x\", 1.50 ]", "true", "{\"a\": 1}", "01", "x", "\"##[\"",
      ]
      if finding.id != nil { finding.id = source.random.pick(values) }
      if finding.expected != nil { finding.expected?.value = source.random.pick(values) }
      if finding.got?.value != nil { finding.got?.value = source.random.pick(values) }
      var expected: [UInt8] = []
      FindingRecord.tree(finding).write { expected += $0 }
      let writer = FindingWriter()
      var written: [UInt8] = []
      writer.write(finding) { written += $0 }
      #expect(
        written == expected,
        "\(String(decoding: written, as: UTF8.self)) \(String(decoding: expected, as: UTF8.self))")
      if writer.plain(finding) != nil { plain += 1 }
    }
    #expect(plain > 100)
    for finding in [Samples.versionType, Samples.stale, Samples.deprecated] {
      #expect(FindingWriter().plain(finding) != nil)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func everyReportStaysWhole(_ seed: UInt64) throws {
    var source = HostileFindings(random: SplitMix64(seed: seed))
    let findings = (0..<40).map { _ in source.next() }
    var summary = Summary()
    summary.causes = [source.text(): 1, source.text(): 2]
    summary.unexplained = [source.text(): 1, source.text(): 2]
    let line = source.text()
    let context = ReportContext(
      toolVersion: "1.0.0", files: [source.text(), source.text()], sourceLine: { _, _ in line })

    for format in ReportFormat.allCases {
      let text = String(decoding: format.bytes(findings, summary, context), as: UTF8.self)
      for scalar in text.unicodeScalars where scalar != "\n" && Harmless.isHarmful(scalar) {
        Issue.record("\(format) lets U+\(String(scalar.value, radix: 16)) through")
      }
      #expect(!text.contains("##["))
      switch format {
      case .json, .sarif:
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(text.utf8)) }
      case .jsonl:
        let lines = text.split(separator: "\n")
        #expect(lines.count == findings.count + 1)
        for (line, finding) in zip(lines, findings) {
          let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
          let message = object?["message"] as? String
          #expect(message.map { Array($0.utf8) } == Array(finding.message.utf8))
        }
      case .junit:
        #expect(XMLParser(data: Data(text.utf8)).parse())
      case .github:
        for line in text.split(separator: "\n") {
          #expect(line.firstMatch(of: #/^::(error|warning|notice) ([a-z]+=[^:,]*,?)+::/#) != nil)
        }
      case .md:
        let sections = text.ranges(of: "<details>").count
        #expect(text.ranges(of: "\n<details><summary>").count == sections)
        #expect(text.ranges(of: "\n</details>\n").count == sections)
        #expect(text.ranges(of: "</pre>").count == sections)
        #expect(text.ranges(of: "<script>").isEmpty && text.ranges(of: "<!--").isEmpty)
      }
    }
  }
}
