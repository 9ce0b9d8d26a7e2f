import BridgeBus
import BridgeContract
import BridgeEngine
import BridgeFindings
import BridgeLog
import BridgeRecorder
import Foundation
import TestSupport
import Testing

#if os(Linux)
  @Suite("Both recorders on the real engine", .serialized, .enabled(if: Host.isThere))
  struct RecorderAgreementTests {
    /// What a side recorded of one scenario.
    private struct Recorded {
      var log: String
      /// What was said, in order, by direction: canonical text of channel, body and cause.
      var said: [String: [String]] = [:]
      var findings: [String] = []
    }

    private static func contracts(_ folder: String) throws -> [Contract] {
      let folder = Project.url(folder).resolvingSymlinksInPath()
      let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      var found: [Contract] = []
      while let file = all?.nextObject() as? URL {
        guard file.lastPathComponent.hasSuffix(".bridge.json") else { continue }
        let bytes = [UInt8](try Data(contentsOf: file))
        if case .loaded(let contract) = Contract.load(bytes, file: file.lastPathComponent),
          ScenarioRunner(contract)?.names.isEmpty == false
        {
          found.append(contract)
        }
      }
      return found.sorted { $0.file < $1.file }
    }

    /// The channels that a page's script can see: not navigations, not functions that only a pattern
    /// names, not queues of the stage, which has them behind functions of its own.
    private static func isVisible(_ channel: Channel) -> Bool {
      switch channel.via {
      case .navigation, .poll: return false
      case .evaluate, .callAsync:
        if case .match? = channel.call { return false }
        return true
      default: return true
      }
    }

    private static func isCalled(_ channel: Channel, _ word: String) -> Bool {
      var path: String?
      if case .path(let text)? = channel.call { path = text }
      return [channel.key, channel.name, path, channel.event].contains(word)
    }

    /// Causes that both sides can see. That a function or a handler is missing one of them alone does.
    private static let common: Set<String> = ["web-rejected"]

    private static func read(_ log: String, _ contract: Contract) throws -> Recorded {
      var out = Recorded(log: log)
      let visible = contract.channels.filter(isVisible)
      var askers: [String: String] = [:]
      // Before the first page there is nobody to record.
      var hasPage = false
      for line in log.split(separator: "\n") {
        let entry = try #require(
          try JSONSerialization.jsonObject(
            // Halves of surrogate pairs are no text of Foundation's.
            with: Data(line.replacing("\\ud", with: "\\\\ud").utf8)) as? [String: Any])
        if entry["event"] as? String == Event.loadCommitted.rawValue { hasPage = true }
        guard hasPage, entry["event"] == nil else { continue }
        let answers = entry["answers"].map { "\($0)" }
        let direction: String
        if let answers {
          guard let asker = askers[answers] else { continue }
          direction = asker == "webToNative" ? "nativeToWeb" : "webToNative"
        } else {
          direction = entry["direction"] as? String ?? ""
          if let call = entry["call"] { askers["\(call)"] = direction }
        }
        let word = entry["channel"] as? String
        if let word, !visible.contains(where: { isCalled($0, word) }) { continue }
        let cause = entry["cause"] as? String
        if cause == Cause.functionMissing.id {
          // What was called never reached the page.
          let place = out.said[direction]?.lastIndex { $0.contains("\"\(word ?? "")\"") }
          if let place { out.said[direction]?.remove(at: place) }
        }
        if let cause, !common.contains(cause) { continue }
        let kept = entry.filter { ["body", "cause", "error", "channel"].contains($0.key) }
        let data = try JSONSerialization.data(withJSONObject: kept, options: [.sortedKeys])
        // Native hears of a failure when it may have gone on already.
        let list = direction + (answers == nil ? "" : " answers") + (cause.map { " " + $0 } ?? "")
        out.said[list, default: []].append(String(decoding: data, as: UTF8.self))
      }
      out.said = out.said.filter { !$0.value.isEmpty }
      guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("join") }
      let validator = LogValidator(set)
      validator.beginFile("log")
      validator.feed(Array(log.utf8))
      validator.endFile()
      out.findings = validator.finish().findings.filter { $0.cause?.group == .shape }
        .map { "\($0.cause?.id ?? "") \($0.instancePath ?? "")" }
      return out
    }

    /// Plays a scenario; what native's recorder and the page's have written.
    private static func play(
      _ contract: Contract, _ name: String, on host: HostProcess
    ) throws -> (native: Recorded, page: Recorded) {
      guard case .joined(let set) = ContractSet.join([contract]) else { throw SupportError("join") }
      let folder = try TemporaryFolder()
      var logs: [String] = []
      var recorders: [BridgeRecorder] = []
      var files: [FileHandle] = []
      for side in ["native", "page"] {
        let file = try folder.write("", to: side)
        let handle = try FileHandle(forWritingTo: file)
        files.append(handle)
        recorders.append(
          BridgeRecorder(
            to: handle.fileDescriptor, contracts: set, options: RecorderOptions(values: .all)))
      }
      let runner = try #require(ScenarioRunner(contract, profile: .gtk))
      let engine = try WebKitHostEngine(host)
      engine.quiet = 250
      let stage = RecordingStage(
        engine, set, native: recorders[0].session(), page: recorders[1].session())
      let outcome = try #require(runner.run(name, on: stage))
      engine.close()
      // The recorder changes nothing of how the scenario comes out. Those of the faults say nothing
      // of how they do.
      if !contract.name.hasPrefix("fault-") {
        #expect(runner.finding(name, outcome) == nil, "\(contract.name)/\(name)")
      }
      for (index, side) in ["native", "page"].enumerated() {
        recorders[index].finish(timeout: 10_000)
        try files[index].close()
        logs.append(
          try String(contentsOf: folder.url.appendingPathComponent(side), encoding: .utf8))
      }
      return (try read(logs[0], contract), try read(logs[1], contract))
    }

    private static func hold(_ contracts: [Contract], on host: HostProcess) throws -> (
      scenarios: Int, lines: Int
    ) {
      var scenarios = 0
      var lines = 0
      for contract in contracts {
        for name in try #require(ScenarioRunner(contract, profile: .gtk)).names {
          let (native, page) = try play(contract, name, on: host)
          scenarios += 1
          lines += page.said.values.reduce(0) { $0 + $1.count }
          #expect(
            native.said == page.said,
            "\(contract.name)/\(name):\n\(native.log)\n\(page.log)")
          #expect(native.findings == page.findings, "\(contract.name)/\(name)")
        }
      }
      return (scenarios, lines)
    }

    @Test("native and the page record the same traffic: every live scenario that ships")
    func shipped() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      let contracts = try Self.contracts("Contracts")
      let (scenarios, lines) = try Self.hold(contracts, on: host)
      print("recorders agree on \(scenarios) scenarios, \(lines) lines")
      #expect(scenarios >= 9)
      #expect(lines >= 12)
    }

    @Test("the same on the public faults")
    func faults() throws {
      let host = try HostProcess(path: try Host.required())
      defer { host.stop() }
      var contracts = try Self.contracts("Fixtures/faults")
      if ProcessInfo.processInfo.environment["BRIDGE_ENGINE_SAMPLE"] == "1" {
        contracts = contracts.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
      }
      let (scenarios, lines) = try Self.hold(contracts, on: host)
      print("recorders agree on \(scenarios) scenarios of faults, \(lines) lines")
      #expect(scenarios >= 20)
    }
  }
#endif
