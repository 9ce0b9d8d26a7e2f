import Foundation
import TestSupport
import Testing

/// The recorded scenarios on the real engine: the same bytes, or one of the recorded variants.
@Suite("Replay of recorded scenarios", .enabled(if: Host.isThere))
struct ReplayTests {
  /// Names of the scenarios; every third where `BRIDGE_ENGINE_SAMPLE` says so.
  private static let names: [String] = {
    let all = Shared.filesIfPresent(in: "webkit/scenarios", withExtension: "json")
      .map { $0.deletingPathExtension().lastPathComponent }
    guard ProcessInfo.processInfo.environment["BRIDGE_ENGINE_SAMPLE"] != nil else { return all }
    return all.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
  }()

  @Test("one gives a recorded trace, byte for byte", arguments: names)
  func replay(_ name: String) throws {
    let scratch = try TemporaryFolder()
    let scenario = try Shared.url("webkit/scenarios/\(name).json").path
    let variants = try Self.variants(of: name)
    var got: [UInt8] = []
    // An order that is seldom seen, or a machine under load: more patience, then the verdict.
    for patience in [1, 3, 6] {
      let trace = scratch.url.appendingPathComponent("\(patience).jsonl")
      let run = try Host.run(
        ["replay", scenario, trace.path, "--settle-scale", String(patience)])
      // One recorded scenario kills the process that hosts the engine: its trace has no end.
      #expect(run.status == 0 || run.signal == SIGSEGV, "\(run.err)")
      got = [UInt8](try Data(contentsOf: trace))
      if variants.contains(got) { return }
    }
    Issue.record(
      """
      \(name) gave a trace that was not recorded:
      \(String(decoding: got, as: UTF8.self))
      """)
  }

  /// Scenarios of this repository's own, for every action, option and kind of value of the recorded
  /// form, with traces that the recorder wrote.
  private static let ownNames: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Fixtures.url("replay").path)
    return (files ?? []).filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test("one of our own gives the recorder's trace, byte for byte", arguments: ownNames)
  func replayOwn(_ name: String) throws {
    let scratch = try TemporaryFolder()
    let wanted = try Fixtures.bytes("replay/\(name).jsonl")
    var got: [UInt8] = []
    for patience in [1, 3, 6] {
      let trace = scratch.url.appendingPathComponent("\(patience).jsonl")
      let run = try Host.run(
        [
          "replay", Fixtures.url("replay/\(name).json").path, trace.path, "--settle-scale",
          String(patience),
        ])
      #expect(run.status == 0, "\(run.err)")
      got = [UInt8](try Data(contentsOf: trace))
      if got == wanted { return }
    }
    Issue.record(
      """
      \(name) gave another trace than the recorder:
      \(String(decoding: got, as: UTF8.self))
      """)
  }

  private static func variants(of name: String) throws -> [[UInt8]] {
    var found = [try Shared.bytes("webkit/traces/\(name).jsonl")]
    var number = 2
    while let more = try? Shared.bytes("webkit/traces/\(name).v\(number).jsonl") {
      found.append(more)
      number += 1
    }
    return found
  }
}
