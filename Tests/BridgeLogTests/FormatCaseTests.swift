import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

/// Every case of the shared folder `format`: small contracts and logs with the findings that the
/// format's page asks for.
@Suite("Contract format, case by case")
struct FormatCaseTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var name: String
    var text: [UInt8]
    var testDescription: String { name }
  }

  static let cases: [Case] = Shared.filesIfPresent(in: "format/cases", withExtension: "json")
    .sorted { $0.path < $1.path }
    .map { url in
      Case(
        name: url.deletingPathExtension().lastPathComponent,
        text: (try? Data(contentsOf: url)).map { Array($0) } ?? [])
    }

  @Test(arguments: cases)
  func agrees(_ one: Case) throws {
    let root = try JSONDocument(one.text, limits: .traffic).root
    try Self.judge(root, root["contract"].map { [$0] } ?? root["contracts"]?.items ?? [])
  }

  /// Judges one case in the form of the shared folder: the contracts' texts are handed over apart,
  /// since a file of many cases names them.
  static func judge(_ root: JSONValue, _ texts: [JSONValue]) throws {
    var contracts: [Contract] = []
    var broken: [Finding] = []
    for (index, text) in texts.enumerated() {
      switch Contract.load(Array(text.text.utf8), file: "contract\(index).bridge.json") {
      case .loaded(let contract): contracts.append(contract)
      case .broken(let findings): broken += findings
      }
    }
    var set: ContractSet?
    if broken.isEmpty {
      switch ContractSet.join(contracts) {
      case .joined(let joined): set = joined
      case .broken(let findings): broken += findings
      }
    }
    let expect = try #require(root["expect"])
    if let log = root["log"] {
      try judge(log, set, broken, root, expect)
    } else {
      try check(contracts, broken, expect)
    }
  }

  private static func judge(
    _ log: JSONValue, _ set: ContractSet?, _ broken: [Finding], _ root: JSONValue,
    _ expect: JSONValue
  ) throws {
    let exits =
      expect["exit"].map { $0.kind == .array ? $0.items : [$0] }?.compactMap(\.smallInteger) ?? []
    guard let set else {
      #expect(exits.contains(2), "\(broken.map { "\($0.instancePath ?? "") \($0.message)" })")
      return
    }
    var options = LogOptions()
    let args = root["args"]?.items.compactMap(\.string) ?? []
    for (flag, value) in zip(args, args.dropFirst()) {
      if flag == "--map" { try options.map.add(value) }
      if flag == "--channel" { options.channel = value }
    }
    let validator = LogValidator(set, options: options)
    validator.beginFile("log.jsonl")
    validator.feed(
      Array(log.items.map { $0.string ?? $0.text }.joined(separator: "\n").utf8))
    validator.endFile()
    let report = validator.finish()
    let ignored = Set(root["ignore"]?.items.compactMap(\.string) ?? [])
      .union(expect["ignore"]?.items.compactMap(\.string) ?? [])
    var wanted = expect["findings"]?.items ?? []
    let listsNotObservable = wanted.contains { $0["cause"]?.string == "not-observable" }
    var extra: [String] = []
    for finding in report.findings {
      let id = finding.cause?.id ?? ""
      if ignored.contains(id) || (id == "not-observable" && !listsNotObservable) { continue }
      let match =
        wanted.firstIndex { want in
          want["cause"]?.string == id
            && (want["line"].map { $0.smallInteger == finding.line.map(Int64.init) } ?? true)
            && (want["severity"].map { $0.string == finding.severity.rawValue } ?? true)
            && (want["at"].map { $0.string == finding.instancePath ?? "" } ?? true)
        }
        ?? wanted.firstIndex { want in
          // Any cause will do where the case names none.
          want["cause"] == nil && want["line"]?.smallInteger == finding.line.map(Int64.init)
        }
      if let match {
        wanted.remove(at: match)
      } else {
        extra.append(
          "line \(finding.line ?? 0) \(finding.severity) \(id) at \(finding.instancePath ?? "") - \(finding.message)"
        )
      }
    }
    #expect(extra.isEmpty, "found, but not expected")
    #expect(wanted.map(\.text).isEmpty, "expected, but not found: \(wanted.map(\.text))")
    for member in expect["summary"]?.members ?? [] {
      let have: Int
      switch member.key {
      case "skipped": have = report.summary.skipped
      case "invalidLines": have = report.summary.invalidLines
      case "errors": have = report.summary.errors
      case "warnings": have = report.summary.warnings
      case "infos": have = report.summary.infos
      case "messages": have = report.summary.messages
      case "events": have = report.summary.events
      case "lines": have = report.summary.lines
      case "notObservable": have = report.summary.notObservable
      default: continue
      }
      #expect(Int64(have) == member.value.smallInteger, "\(member.key)")
    }
  }

  private static func check(
    _ contracts: [Contract], _ broken: [Finding], _ expect: JSONValue
  ) throws {
    var found = broken
    if broken.isEmpty {
      for contract in contracts { found += try #require(ContractCheck(contract)).findings() }
    }
    let errors = found.filter { $0.severity == .error }
    let wanted = expect["check"]?.items ?? []
    if wanted.isEmpty {
      #expect(errors.map { "\($0.instancePath ?? "") \($0.message)" }.isEmpty)
    }
    for want in wanted {
      let pointer = want["pointer"]?.string ?? ""
      let words = want["words"]?.items.compactMap(\.string) ?? []
      let fits = errors.contains { finding in
        let at = finding.instancePath ?? ""
        let isThere = at.hasPrefix(pointer) || (finding.schemaPath ?? "").hasPrefix(pointer)
        return isThere
          && words.allSatisfy {
            finding.message.contains($0) || finding.suggest?.contains($0) ?? false
          }
      }
      #expect(
        fits, "\(want.text) not in \(errors.map { "\($0.instancePath ?? "") \($0.message)" })")
    }
    let status: Int64 = !broken.isEmpty ? 2 : errors.isEmpty ? 0 : 1
    let exits =
      expect["exit"].map { $0.kind == .array ? $0.items : [$0] }?.compactMap(\.smallInteger) ?? []
    #expect(exits.contains(status))
  }
}
