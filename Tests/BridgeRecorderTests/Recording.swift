import BridgeContract
import BridgeFindings
import BridgeLog
import Foundation
import TestSupport
import Testing

@testable import BridgeRecorder

/// A recorder over a file of its own, and what came of it.
struct Recording {
  let folder: TemporaryFolder
  let file: URL
  let descriptor: Int32
  let recorder: BridgeRecorder

  init(_ contracts: ContractSet?, _ options: RecorderOptions = Recording.options()) throws {
    folder = try TemporaryFolder()
    file = try folder.write("", to: "messages.jsonl")
    descriptor = open(file.path, O_WRONLY | O_APPEND)
    try #require(descriptor >= 0)
    recorder = BridgeRecorder(to: descriptor, contracts: contracts, options: options)
  }

  /// Options with a clock that goes up by a millisecond a line.
  static func options(
    _ values: RecorderOptions.Values = .redacted, capacity: Int = 4 << 20
  ) -> RecorderOptions {
    var options = RecorderOptions(values: values, capacity: capacity)
    let ticks = Ticks()
    options.clock = { ticks.next() }
    return options
  }

  /// Ends the recorder and gives what it wrote.
  func end() throws -> String {
    recorder.finish(timeout: 60_000)
    close(descriptor)
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Contracts of the project, loaded.
  static func contracts(_ paths: String...) throws -> ContractSet {
    try join(try paths.map { [UInt8](try Data(contentsOf: Project.url($0))) })
  }

  /// One contract from its text.
  static func contract(_ text: String) throws -> ContractSet { try join([Array(text.utf8)]) }

  private static func join(_ texts: [[UInt8]]) throws -> ContractSet {
    let loaded = try texts.map { text in
      switch Contract.load(text, file: "test.bridge.json") {
      case .loaded(let contract): return contract
      case .broken(let findings): throw SupportError("\(findings.map(\.message))")
      }
    }
    switch ContractSet.join(loaded) {
    case .joined(let set): return set
    case .broken(let findings): throw SupportError("\(findings.map(\.message))")
    }
  }

  /// What the validator says of a log: cause, line, pointer.
  static func findings(_ log: String, _ contracts: ContractSet) -> [String] {
    report(log, contracts).findings.map {
      "\($0.line ?? 0) \($0.cause?.id ?? "-") \($0.instancePath ?? "")"
    }
  }

  static func report(_ log: String, _ contracts: ContractSet) -> LogReport {
    let validator = LogValidator(contracts)
    validator.beginFile("messages.jsonl")
    validator.feed(Array(log.utf8))
    validator.endFile()
    return validator.finish()
  }
}

/// A clock for tests.
final class Ticks: @unchecked Sendable {
  private let lock = NSLock()
  private var now: Int64 = 1_732_950_000_000

  func next() -> Int64 {
    lock.withLock {
      now += 1
      return now
    }
  }
}
