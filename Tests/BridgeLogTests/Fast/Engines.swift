import BridgeContract
import BridgeFindings
import Foundation
import TestSupport
import Testing

@testable import BridgeLog

/// Judges one log by both engines and says where they differ.
enum Engines {
  /// A log's report by one engine, its bytes cut at random places.
  static func report(
    _ set: ContractSet, _ log: [UInt8], _ engine: LogOptions.Engine, maxFindings: Int,
    showsValues: Bool, _ random: inout SplitMix64
  ) -> LogReport {
    var options = LogOptions()
    options.engine = engine
    options.maxFindings = maxFindings
    options.showsValues = showsValues
    let validator = LogValidator(set, options: options)
    validator.beginFile("log.jsonl")
    var at = 0
    while at < log.count {
      let to = min(log.count, at + 1 + random.below(log.count))
      validator.feed(Array(log[at..<to]))
      at = to
    }
    validator.endFile()
    return validator.finish()
  }

  /// Expects the same findings and numbers of both, explained and only counted.
  static func expectSame(
    _ set: ContractSet, _ log: [UInt8], _ random: inout SplitMix64,
    _ note: @autoclosure () -> String
  ) {
    for limit in [10_000, random.below(6), 0] {
      let shows = random.once(in: 3)
      let reference = report(
        set, log, .reference, maxFindings: limit, showsValues: shows, &random)
      let fast = report(set, log, .fast, maxFindings: limit, showsValues: shows, &random)
      guard fast.findings != reference.findings || fast.summary != reference.summary else {
        continue
      }
      let extra = fast.findings.filter { !reference.findings.contains($0) }.map(line)
      let missing = reference.findings.filter { !fast.findings.contains($0) }.map(line)
      Testing.Issue.record(
        """
        limit \(limit): fast only \(extra.prefix(3)), reference only \(missing.prefix(3)),
        \(fast.summary)
        \(reference.summary)
        \(note())
        """)
      return
    }
  }

  private static func line(_ finding: Finding) -> String {
    "\(finding.line ?? 0) \(finding.severity) \(finding.cause?.id ?? "") "
      + "at \(finding.instancePath ?? ""): \(finding.message)"
  }

  /// How many lines of a log the pass decides, of how many.
  static func decided(_ set: ContractSet, _ log: [UInt8]) -> (decided: Int, of: Int) {
    let validator = LogValidator(set)
    guard let scanner = validator.scanner else { return (0, 0) }
    var counts = (decided: 0, of: 0)
    (log + [0x0A] + [UInt8](repeating: 0, count: 64)).withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      counts = scanner.decided(start, start + log.count + 1)
    }
    return counts
  }
}
