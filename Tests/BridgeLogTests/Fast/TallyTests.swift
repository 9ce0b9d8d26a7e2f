import BridgeContract
import BridgeFindings
import BridgeJSON
import Foundation
import TestSupport
import Testing

@testable import BridgeLog

/// Parts of a log: cut by session and added up, or read by blocks and scanned ahead.
@Suite("Parts of a log")
struct TallyTests {
  private static func set(_ pair: ShippedLogTests.Pair) throws -> ContractSet {
    guard case .joined(let set) = ContractSet.join([try ShippedLogTests.load(pair.contract)]) else {
      throw SupportError("the contract does not stand alone")
    }
    return set
  }

  private static func tally(_ set: ContractSet, _ log: [UInt8]) -> LogTally {
    var options = LogOptions()
    options.maxFindings = 0
    let validator = LogValidator(set, options: options)
    validator.beginFile("log.jsonl")
    validator.feed(log)
    validator.endFile()
    return validator.finishTally()
  }

  @Test("the sum of parts by session is the whole", arguments: ShippedLogTests.withLogs)
  func sum(_ pair: ShippedLogTests.Pair) throws {
    let set = try Self.set(pair)
    for kind in ["good", "bad"] {
      var log = Array(try Data(contentsOf: ShippedLogTests.log(pair, kind)))
      // In a part the last line may not be the last.
      if log.last != 0x0A { log.append(0x0A) }
      let whole = Self.tally(set, log)
      // Of lines that name no session the file is the session: they stay together.
      var parts: [[UInt8]] = [[], [], []]
      for line in log.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
        let document = try? JSONDocument(Array(line), limits: .traffic)
        var part = 0
        for byte in (document?.root["session"]?.text ?? "").utf8 { part += Int(byte) }
        parts[part % 3] += line
        parts[part % 3].append(0x0A)
      }
      var sum = Self.tally(set, parts[0])
      for part in parts.dropFirst() {
        // As text, as it would come from another machine.
        try sum.add(LogTally(text: Array(Self.tally(set, part).text.utf8)))
      }
      #expect(sum.text == whole.text)
      #expect(try LogTally(text: Array(whole.text.utf8)) == whole)
    }
  }

  @Test("the numbers of a tally are those of the report", arguments: ShippedLogTests.withLogs)
  func sameNumbers(_ pair: ShippedLogTests.Pair) throws {
    let set = try Self.set(pair)
    var random = SplitMix64(seed: 1)
    let log = Array(try Data(contentsOf: ShippedLogTests.log(pair, "bad")))
    let report = Engines.report(set, log, .fast, maxFindings: 0, showsValues: false, &random)
    #expect(Self.tally(set, log).summary == report.summary)
  }

  @Test("summaries of different contracts do not go together")
  func refusal() throws {
    let pairs = ShippedLogTests.withLogs
    var one = Self.tally(try Self.set(pairs[0]), [])
    let other = Self.tally(try Self.set(pairs[1]), [])
    #expect(throws: LogTally.Refusal.self) { try one.add(other) }
    #expect(throws: LogTally.Refusal.self) { try LogTally(text: Array(#"{"summary":{}}"#.utf8)) }
    #expect(throws: LogTally.Refusal.self) { try LogTally(text: Array("{".utf8)) }
  }

  @Test("blocks of any size, scanned ahead or not", arguments: ShippedLogTests.withLogs)
  func blocks(_ pair: ShippedLogTests.Pair) throws {
    let set = try Self.set(pair)
    var random = SplitMix64(seed: 2)
    let log = Array(try Data(contentsOf: ShippedLogTests.log(pair, "bad")))
    let whole = Engines.report(
      set, log, .reference, maxFindings: 10_000, showsValues: false, &random)
    for size in [1, 7, 64, 500, 3000, 1 << 16] {
      let validator = LogValidator(set)
      let scanner = try #require(ParallelLog.Scanner(validator))
      var parallel = ParallelLog(ahead: 2 + random.below(4), capacity: size)
      var open: [Int: ParallelLog.Work] = [:]
      var at = 0
      validator.beginFile("log.jsonl")
      parallel.judge(
        validator,
        read: { space in
          let count = min(space.count, log.count - at, 1 + random.below(1 << 14))
          log.withUnsafeBytes {
            space.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[at..<at + count]))
          }
          at += count
          return count
        },
        start: { open[$0] = $1 },
        wait: { open.removeValue(forKey: $0)?.run(scanner) })
      validator.endFile()
      let report = validator.finish()
      #expect(report.findings == whole.findings, "\(size)")
      #expect(report.summary == whole.summary, "\(size)")
    }
  }
}
