import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

/// Every log of the shared format cases, and every shipped one with secrets in it.
@Suite("Redaction, case by case")
struct RedactionCaseTests {
  static let cases: [URL] = Shared.filesIfPresent(in: "format/cases", withExtension: "json")

  @Test("a redacted log is judged as the log was", arguments: cases)
  func judgedAlike(_ url: URL) throws {
    let document = try JSONDocument([UInt8](try Data(contentsOf: url)), limits: .traffic)
    let root = document.root
    // Mappings name fields of their own: a recorder writes none of those.
    guard let lines = root["log"]?.items.compactMap(\.string), root["args"] == nil else { return }
    let texts = root["contract"].map { [$0] } ?? root["contracts"]?.items ?? []
    var loaded: [Contract] = []
    for text in texts {
      guard case .loaded(let contract) = Contract.load(Array(text.text.utf8), file: "c") else {
        return
      }
      loaded.append(contract)
    }
    guard case .joined(let contracts) = ContractSet.join(loaded) else { return }
    let log = lines.joined(separator: "\n")
    var redaction = try RedactedLog(contracts)
    let redacted = redaction.text(log)
    let before = RedactionTests.comparable(Recording.findings(log, contracts), contracts)
    let after = RedactionTests.comparable(Recording.findings(redacted, contracts), contracts)
    #expect(before == after, "\(log)\n\(redacted)")
  }

  /// Puts a secret into every text and key of a log that the contract did not write.
  private func poisoned(_ log: String, _ contracts: ContractSet) -> String {
    log.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let document = try? JSONDocument(Array(line.utf8), limits: .traffic),
        let body = document.root["body"]
      else { return String(line) }
      let words = contracts.contracts.flatMap { [UInt8]($0.document.bytes) }
      let text = String(decoding: words, as: UTF8.self)
      var bytes = Array(line.utf8)
      let cursor = body.cursor
      for index in (cursor.index..<max(cursor.indexBehind, cursor.index + 1)).reversed() {
        let value = cursor.at(index)
        guard value.kind == .string, let string = value.string, !text.contains(string) else {
          continue
        }
        let end = document.offset(of: value) + value.text.count - 1
        bytes.insert(contentsOf: Self.secret.utf8, at: end)
      }
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "\n")
  }

  @Test("no secret gets through, wherever it stands")
  func secrets() throws {
    let folder = Project.url("Fixtures/logs")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    var seen = 0
    for file in files.sorted()
    where file.hasSuffix(".jsonl") && !file.hasSuffix("expected.jsonl") {
      let name = String(file.prefix { $0 != "." })
      let path =
        name == "sync" ? "Contracts/sync.bridge.json" : "Contracts/bridges/\(name).bridge.json"
      let contracts = try Recording.contracts(path)
      let log = poisoned(
        try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8), contracts)
      seen += log.components(separatedBy: "GEHEIM").count - 1
      var redaction = try RedactedLog(contracts)
      for line in redaction.text(log).split(separator: "\n") where line.contains("GEHEIM") {
        // `log: value` says that it may be shown.
        let isAllowed = Self.allowed.contains { line.contains("\"\($0)\(Self.secret)\"") }
        #expect(isAllowed, "\(file): \(line)")
      }
    }
    #expect(seen > 300)
  }

  /// No id's pattern takes it.
  private static let secret = " GEHEIM<"

  /// Values that the shipped contracts mark with `log: value`.
  private static let allowed = [
    "blue", "JPY", "Form", "overflow-menu", "pt-BR", "v2_getContext", "", "#FFFFFF",
    "shop.cart.add", "no answer wanted",
  ]

  @Test("random bodies stay redacted, whole and judged alike")
  func random() throws {
    let contracts = try Recording.contracts("Contracts/sync.bridge.json")
    var random = SplitMix64(seed: 7)
    var redaction = try RedactedLog(contracts)
    for _ in 0..<600 {
      let body = RandomBody.make(&random)
      let direction = random.pick(["webToNative", "nativeToWeb"])
      let channel = random.pick(["bridge", "receive", "bridgeReceive"])
      let line = #"{"direction":"\#(direction)","channel":"\#(channel)","body":\#(body)}"#
      let redacted = redaction.text(line)
      #expect(!redacted.contains("GEHEIM"), "\(redacted)")
      #expect(
        RedactionTests.comparable(Recording.findings(line, contracts), contracts)
          == RedactionTests.comparable(Recording.findings(redacted, contracts), contracts),
        "\(line)\n\(redacted)")
    }
  }
}

/// Bodies that look like those of the sync contract, with anything anywhere.
private enum RandomBody {
  static func make(_ random: inout SplitMix64) -> String {
    guard !random.once(in: 8) else { return value(&random, 3) }
    var members: [String] = []
    for key in ["kind", "version", "id", "locale", "value", "revision", "error", "GEHEIM"] {
      guard random.once(in: 2) else { continue }
      let text: String
      switch (key, random.below(4)) {
      case ("kind", 0...2): text = random.pick(["\"ready\"", "\"sync\"", "\"GEHEIM\""])
      case ("version", 0...2): text = random.pick(["1", "2", "\"GEHEIM\"", "2.0"])
      case ("id", 0...2): text = random.pick(["1", "\"GEHEIM\"", "null", "0", "1.5"])
      case ("error", 0...2):
        text = random.pick([
          #"{"code":"signedOut"}"#, #"{"code":"GEHEIM"}"#, "null", #"{"code":"unavailable"}"#,
          #"{"code":"unavailable","retryAfter":9}"#,
        ])
      default: text = value(&random, 2)
      }
      members.append("\"\(key)\":\(text)")
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func value(_ random: inout SplitMix64, _ depth: Int) -> String {
    switch random.below(depth > 0 ? 9 : 7) {
    case 0: return "null"
    case 1: return random.pick(["true", "false"])
    case 2: return random.pick(["0", "-17", "9007199254740993", "1e400", "-0.0", "3.25"])
    case 3: return "\"GEHEIM\(random.below(3))\""
    case 4: return random.pick(["\"\"", "\"\\ud800\"", "\"ü\\u0000\"", "\"ja\"", "\"ja-JP\""])
    case 5, 6: return random.pick(["\"ok\"", "7", "{}", "[]"])
    case 7:
      return "["
        + (0..<random.below(4)).map { _ in value(&random, depth - 1) }
        .joined(separator: ",") + "]"
    default:
      return "{"
        + (0..<random.below(4)).map { "\"GEHEIM\($0)\":" + value(&random, depth - 1) }
        .joined(separator: ",") + "}"
    }
  }
}
