import BridgeContract
import BridgeFindings
import BridgeJSON
import BridgeLog
import Foundation
import TestSupport
import Testing

/// Hostile contracts and logs: never a crash, never a hang, and nothing that was promised about
/// findings is broken.
///
/// `FUZZ_SECONDS=600` goes on for as long; the default is a few seconds.
@Suite("Fuzzing loader and validator")
struct FuzzTests {
  static let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 3

  /// Texts that a mutation puts in.
  private static let pieces: [String] = [
    "null", "true", "{}", "[]", "\"\"", "-1", "1e400", "9007199254740993", "\"@loadCommitted\"",
    "\"reply\"", "\"*\"", "{\"at\":\"/a\"}", "[\"/a\",\"/b\"]", "\"/\"", "\"#\"", "\"#/types\"",
    "{\"$ref\":\"#\"}", "{\"$ref\":\"#/messages\"}", "\"\\ud800\"", "\"return\"", "\"always\"",
    "{\"oneOf\":[{},{}]}", "{\"pattern\":\"(a+)+$\"}", "\"5s\"", "[[[[[[[[[[]]]]]]]]]]", ",", "}",
    "{", "\"", "\\", "\n", "\u{0}", "é", "\u{FEFF}",
  ]

  static func mutated(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var out = text
    for _ in 0...random.below(4) {
      guard !out.isEmpty else { break }
      let at = random.below(out.count)
      switch random.below(6) {
      case 0: out[at] = UInt8(truncatingIfNeeded: random.next())
      case 1: out.remove(at: at)
      case 2: out.insert(contentsOf: Array(random.pick(pieces).utf8), at: at)
      case 3:
        // A value by another one, so that the text often stays JSON.
        if let document = try? JSONDocument(out, limits: .traffic), document.tape.count > 0 {
          let node = document.tape.root.at(random.below(document.tape.count))
          if node.node.info & JSONNode.key == 0 {
            let from = document.offset(of: node)
            out.replaceSubrange(
              from..<(from + node.text.count), with: Array(random.pick(pieces).utf8))
          }
        }
      case 4:
        let end = min(out.count, at + random.below(200))
        out.removeSubrange(at..<end)
      default:
        let end = min(out.count, at + random.below(200))
        out.insert(contentsOf: out[at..<end], at: random.below(out.count))
      }
    }
    return out
  }

  @Test("contracts and logs, both mutated")
  func both() throws {
    let pairs = ShippedLogTests.withLogs
    var random = SplitMix64(
      seed: ProcessInfo.processInfo.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? 20_261_130)
    let end = Date().addingTimeInterval(Self.seconds)
    var loaded = 0
    var rounds = 0
    while Date() < end {
      rounds += 1
      let pair = random.pick(pairs)
      var contractText = Array(try Data(contentsOf: pair.contract))
      if random.once(in: 2) { contractText = Self.mutated(contractText, &random) }
      let result = Contract.load(contractText, file: "fuzz.bridge.json")
      guard case .loaded(let contract) = result else {
        if case .broken(let findings) = result {
          #expect(!findings.isEmpty)
          for finding in findings {
            #expect((finding.line ?? 0) >= 1 && finding.instancePath != nil)
          }
        }
        continue
      }
      loaded += 1
      _ = ContractCheck(contract)?.findings()
      guard case .joined(let set) = ContractSet.join([contract]) else { continue }
      let kind = random.once(in: 2) ? "good" : "bad"
      var log = Array(try Data(contentsOf: ShippedLogTests.log(pair, kind)))
      for _ in 0..<random.below(12) { log = Self.mutated(log, &random) }
      let whole = Self.judge(set, log, pieces: 1, &random)
      // However the bytes are cut into blocks, the report is the same.
      #expect(whole == Self.judge(set, log, pieces: 7, &random))
    }
    #expect(rounds > 10)
    print("FUZZ \(rounds) rounds, \(loaded) contracts loaded")
  }

  private static func judge(
    _ set: ContractSet, _ log: [UInt8], pieces: Int, _ random: inout SplitMix64
  ) -> [Finding] {
    let validator = LogValidator(set)
    validator.beginFile("log.jsonl")
    var at = 0
    for piece in 0..<pieces {
      let to =
        piece == pieces - 1 ? log.count : min(log.count, at + random.below(log.count / 2 + 2))
      validator.feed(Array(log[at..<to]))
      at = to
    }
    validator.endFile()
    let report = validator.finish()
    var last = 0
    for finding in report.findings {
      // Ordered by line, each with a cause, a line and a fingerprint.
      if finding.cause == nil || (finding.line ?? 0) < last || finding.fingerprint.count != 12 {
        Issue.record("\(finding)")
      }
      last = finding.line ?? last
    }
    return report.findings
  }
}
