import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import BridgeReports
import Foundation
import TestSupport
import Testing

/// Secrets in every value, key, id, session, kind and text of a log: none comes out, in any format.
@Suite("Values stay private")
struct PrivacyTests {
  /// No pattern of a shipped contract takes it for an id, which could be shown.
  private static let secret = "CANARY secret\u{203D}"

  static let contracts: [URL] = {
    let folder = Project.folder.appendingPathComponent("Contracts")
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    return (all?.allObjects as? [URL] ?? [])
      .filter { $0.lastPathComponent.hasSuffix(".bridge.json") && logs($0).count == 2 }
      .sorted { $0.path < $1.path }
  }()

  private static func logs(_ contract: URL) -> [URL] {
    let name = contract.lastPathComponent.dropLast(12)
    return ["good", "bad"].map {
      Project.folder.appendingPathComponent("Fixtures/logs/\(name).\($0).jsonl")
    }.filter { FileManager.default.fileExists(atPath: $0.path) }
  }

  @Test("no secret in any format", arguments: contracts)
  func noSecret(_ url: URL) throws {
    // Where the contract itself allows a value it may come out; here it allows none.
    let text = try String(contentsOf: url, encoding: .utf8)
      .replacingOccurrences(of: #""log": "value""#, with: #""log": "never""#)
    guard case .loaded(let contract) = Contract.load(Array(text.utf8), file: "c.bridge.json"),
      case .joined(let set) = ContractSet.join([contract])
    else { throw SupportError("the contract is broken") }
    var random = SplitMix64(seed: 0x7072_6976)
    var lines: [String] = []
    for log in Self.logs(url) {
      for line in try String(contentsOf: log, encoding: .utf8).split(separator: "\n") {
        for _ in 0..<6 { lines.append(Self.poisoned(String(line), &random)) }
      }
    }
    let validator = LogValidator(set)
    validator.beginFile("log.jsonl")
    validator.feed(Array(lines.joined(separator: "\n").utf8))
    validator.endFile()
    let report = validator.finish()
    #expect(report.findings.count > 50)
    for (name, output) in Self.outputs(report, text) {
      let leaks = output.contains("CANARY")
      #expect(!leaks, "\(name): \(Self.around(output))")
    }
  }

  private static func outputs(_ report: LogReport, _ contract: String) -> [(String, String)] {
    let contractLines = contract.split(separator: "\n", omittingEmptySubsequences: false)
    let source: @Sendable (String, Int) -> String? = { _, line in
      line <= contractLines.count ? String(contractLines[line - 1]) : nil
    }
    var out: [(String, String)] = []
    for style in [Style.plain, .ansi] {
      let text = TextReport(style: style, files: ["log.jsonl"], sourceLine: source)
      var full = ""
      text.full(report.findings, report.summary) { full += $0 }
      var concise = ""
      text.concise(report.findings, report.summary) { concise += $0 }
      out += [("full", full), ("concise", concise)]
    }
    let context = ReportContext(
      toolVersion: "0", files: ["log.jsonl"], failOn: .error, sourceLine: source)
    for format in [ReportFormat.json, .jsonl, .junit, .sarif, .github, .md] {
      let bytes = format.bytes(report.findings, report.summary, context)
      out.append(("\(format)", String(decoding: bytes, as: UTF8.self)))
    }
    return out
  }

  private static func around(_ text: String) -> String {
    guard let at = text.range(of: "CANARY") else { return "" }
    let from = text.index(at.lowerBound, offsetBy: -120, limitedBy: text.startIndex)
    let to = text.index(at.upperBound, offsetBy: 60, limitedBy: text.endIndex)
    return String(text[(from ?? text.startIndex)..<(to ?? text.endIndex)])
  }

  /// The line with secrets in place of random texts (all of them now and then), with secret keys
  /// added, or cut in two.
  private static func poisoned(_ line: String, _ random: inout SplitMix64) -> String {
    let bytes = Array(line.utf8)
    guard let document = try? JSONDocument(bytes, limits: .traffic) else {
      return line.replacingOccurrences(of: "\"", with: "\"\(secret)")
    }
    let tape = document.tape
    let all = random.once(in: 3)
    let rate = 1 + random.below(6)
    var out: [UInt8] = []
    var at = 0
    for index in 0..<tape.count {
      let cursor = tape.root.at(index)
      guard cursor.kind == .string, all || random.once(in: rate) else {
        if cursor.kind == .object, random.once(in: 4) {
          out += bytes[at..<(cursor.offset + 1)]
          out += Array("\"\(secret)\(random.below(99))\":\"\(secret)\"".utf8)
          if cursor.count > 0 { out.append(UInt8(ascii: ",")) }
          at = cursor.offset + 1
        }
        continue
      }
      let isKey = cursor.node.info & JSONNode.key != 0
      if isKey, !random.once(in: 8) { continue }
      out += bytes[at..<cursor.offset]
      out += Array("\"\(secret)\(random.below(99))\"".utf8)
      at = cursor.offset + cursor.text.count
    }
    out += bytes[at...]
    if random.once(in: 15) { out.removeLast(min(out.count, 3)) }
    return String(decoding: out, as: UTF8.self)
  }
}
